import { NetworkError, ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import { lockedWords, secretProblem } from './secret.ts'

it.each([
  ['', /Fill in/],
  ['too short', /no spaces/],
  ['short', /16 characters/],
  ['sixteen-letters-é', /accents/],
  ['0123456789abcde\n', /line breaks/],
])('%j cannot be a secret', (text, words) => {
  expect(secretProblem(text)).toMatch(words)
})

it('lets through what could be one', () => {
  expect(secretProblem('0123456789abcdef')).toBeUndefined()
  expect(secretProblem('~!"#$%&/()=?{[]}')).toBeUndefined()
})

it.each([
  [401, undefined, 'That is not the secret of this service. Compare'],
  [429, 61_000, 'Too many wrong secrets came from your address. The right one opens at once. Try again in 61'],
  [403, undefined, 'This page is not at the address'],
  [503, undefined, 'The service has a problem of its own.'],
])('has words for a %d', (status, retryAfterMs, words) => {
  const { title, advice } = lockedWords(problem(status, retryAfterMs))
  expect(`${title} ${advice}`.startsWith(words)).toBe(true)
})

it('tells no answer from a wrong secret', () => {
  expect(lockedWords(new NetworkError('getCallerAddress', 'x')).title).toBe('The service does not answer.')
})

function problem(status: number, retryAfterMs: number | undefined): ProblemError {
  const content = { status, code: 'UNEXPECTED_ANSWER', title: '', detail: '', errors: [], retryAfterMs } as const
  return new ProblemError('getCallerAddress', { ...content, requestId: undefined })
}
