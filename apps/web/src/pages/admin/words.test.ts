import { NetworkError, ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import { adminState } from '../../session/session.ts'
import { describeAdminFailure, describeSecretFailure, describeRetryFailure } from './words.ts'

function problem(code: ProblemError['code'], status: number, retryAfterMs?: number): ProblemError {
  const content = { status, code, title: '', detail: 'there are 12', errors: [], retryAfterMs, requestId: undefined }
  return new ProblemError('x', content)
}

it.each([
  ['UNAUTHORIZED', 401, /signed out/],
  ['INSUFFICIENT_DATA', 400, /there are 12.*Research page/],
  ['CALIBRATION_RUNNING', 409, /already running/],
  ['CALIBRATION_NOT_APPLICABLE', 409, /can’t be put in force/],
  ['INVITE_CODE_USED', 409, /already been used/],
  ['PUBLISH_FAILED', 502, /there are 12.*send it again/],
  ['PUBLISH_UNKNOWN', 504, /won’t be sent again automatically/],
  ['PUBLICATION_SETTLED', 409, /already known/],
  ['REQUEST_IN_FLIGHT', 409, /being sent right now/],
  ['NOT_FOUND', 404, /refused this\. there are 12/],
] as const)('has words for %s', (code, status, words) => {
  const { title, advice } = describeAdminFailure(problem(code, status))
  expect(`${title} ${advice}`).toMatch(words)
})

it('leaves other failures to the texts of every page', () => {
  expect(describeAdminFailure(new Error('x')).title).toContain('our fault')
})

it('leads back to the sign-in form when the secret has changed', () => {
  adminState.value = 'open'
  describeAdminFailure(problem('UNAUTHORIZED', 401)).wayOut?.go()
  expect(adminState.value).toBe('locked')
})

it('knows the one refusal that means an expired mail, and the operator’s others', () => {
  expect(describeRetryFailure(problem('NOT_FOUND', 404))).toMatchObject({
    kind: 'warn',
    title: 'This mail is no longer needed.',
  })
  expect(describeRetryFailure(problem('UNAUTHORIZED', 401)).title).toMatch(/signed out/)
})

it.each([
  ['UNAUTHORIZED', 401, undefined, 'That’s not the admin secret. Compare'],
  [
    'TOO_MANY_REQUESTS',
    429,
    61_000,
    'Too many wrong secrets from your address. The right one still works at once. Try again in 61',
  ],
  ['FORBIDDEN', 403, undefined, 'This isn’t the address'],
  ['SERVICE_UNAVAILABLE', 503, undefined, 'The service has a problem.'],
] as const)('says of a locked page what %s means', (code, status, retryAfterMs, words) => {
  const { title, advice } = describeSecretFailure(problem(code, status, retryAfterMs))
  expect(`${title} ${advice}`.startsWith(words)).toBe(true)
})

it('tells a missing response from a wrong secret', () => {
  expect(describeSecretFailure(new NetworkError('getCallerAddress', 'x')).title).toBe('We can’t reach the service.')
})
