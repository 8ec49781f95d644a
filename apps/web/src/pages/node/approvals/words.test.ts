import { ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import { describeAskerFailure, readPerDay } from './words.ts'

it.each([
  ['1', 1],
  [' 100 ', 100],
  ['0', null],
  ['101', null],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['1e1', null],
])('reads %j as %s a day', (text, perDay) => {
  expect(readPerDay(text)).toBe(perDay)
})

it.each([
  ['NOT_FOUND', 404, 'There is no such site or agent.'],
  ['ASKER_LIMIT_REACHED', 409, 'A hundred sites and agents may ask you.'],
  ['UNAUTHORIZED', 401, 'This session is over.'],
] as const)('%s has words of its own', (code, status, title) => {
  const unsaid = { title: '', detail: '', errors: [], retryAfterMs: undefined, requestId: undefined }
  expect(describeAskerFailure(new ProblemError('allowAsker', { status, code, ...unsaid })).title).toBe(title)
})
