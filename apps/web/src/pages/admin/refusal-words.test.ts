import { ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import { refusalWords } from './refusal-words.ts'

it.each([
  ['UNAUTHORIZED', 401, /no longer accepts/],
  ['INSUFFICIENT_DATA', 400, /there are 12.*Research page/],
  ['CALIBRATION_RUNNING', 409, /under way already/],
  ['CALIBRATION_NOT_APPLICABLE', 409, /cannot be put in force/],
  ['INVITE_CODE_USED', 409, /used up already/],
  ['PUBLISH_FAILED', 502, /there are 12.*sent again/],
  ['PUBLISH_UNKNOWN', 504, /not sent again by itself/],
  ['PUBLICATION_SETTLED', 409, /known by now/],
  ['REQUEST_IN_FLIGHT', 409, /just being sent/],
  ['NOT_FOUND', 404, /refused this\. there are 12/],
] as const)('has words of its own for %s', (code, status, words) => {
  const content = { status, code, title: '', detail: 'there are 12', errors: [], retryAfterMs: undefined }
  const { title, advice } = refusalWords(new ProblemError('x', { ...content, requestId: undefined }))
  expect(`${title} ${advice}`).toMatch(words)
})

it('leaves the rest to the words of every page', () => {
  expect(refusalWords(new Error('x')).title).toContain('our fault')
})
