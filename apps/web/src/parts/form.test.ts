import { expect, it } from 'vitest'
import { FIELD_TABLE } from './field-table.ts'
import { findProblems } from './form.ts'

const MISSING = 'Fill this in.'
const MALFORMED = 'Check for an extra or missing character.'

it.each([
  ['', MISSING],
  ['12345', MALFORMED],
  ['1234567', MALFORMED],
  ['123456', undefined],
])('a code that reads %j: %s', (otp, problem) => {
  const { otp: facts } = FIELD_TABLE.verifyOtp
  expect(findProblems({ otp }, { fields: { otp: facts } }).otp).toBe(problem)
})

it.each([
  ['', undefined],
  ['0', MALFORMED],
  ['1', undefined],
  ['1.5', MALFORMED],
  ['ten', MALFORMED],
  ['-1', MALFORMED],
  ['1e2', MALFORMED],
  ['NaN', MALFORMED],
  ['٣', MALFORMED],
  ['007', undefined],
  ['1000', undefined],
  ['1001', MALFORMED],
])('a count that need not be given and reads %j: %s', (count, problem) => {
  expect(findProblems({ count }, { fields: { count: FIELD_TABLE.createInvites.count } }).count).toBe(problem)
})

it('knows how long a text may be', () => {
  const { origin } = FIELD_TABLE.declareAgent
  expect(findProblems({ origin: 'a'.repeat(253) }, { fields: { origin } })).toEqual({})
  expect(findProblems({ origin: 'a'.repeat(254) }, { fields: { origin } })).toEqual({ origin: MALFORMED })
})

it('uses the words of the page, and asks the page what else is wrong', () => {
  const fields = { email: { required: true }, handle: { required: true } }
  const found = findProblems(
    { email: '', handle: 'taken' },
    { fields, words: { email: { missing: 'Type it.' } }, check: ({ handle }) => ({ handle: `${handle} is taken` }) },
  )
  expect(found).toEqual({ email: 'Type it.', handle: 'taken is taken' })
})
