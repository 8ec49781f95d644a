import { ScanError, type ScanErrorKind } from '@stillhere/client/capture'
import { ProblemError } from '@stillhere/client/http'
import { describe, expect, it } from 'vitest'
import { failureView } from './failure.ts'

const KINDS: readonly (readonly [ScanErrorKind, string])[] = [
  ['unsupported', 'practise phone'],
  ['insecure_page', 'practise phone'],
  ['sensor_silent', 'retry practise phone'],
  ['permission_revoked', 'retry'],
  ['page_hidden', 'retry'],
  ['busy', 'wait'],
  ['aborted', 'retry'],
  ['insufficient_signal', 'retry'],
  ['not_alive', 'retry'],
  ['challenge_missed', 'retry'],
  ['vetoed', 'back'],
  ['service_refused', 'back'],
  ['key_unavailable', 'back'],
  ['camera_failed', 'retry'],
]

describe('every kind of failure', () => {
  it.each(KINDS)('%s has its words and a way on', (kind, steps) => {
    const view = failureView(new ScanError(kind, 'the thing was seen'))
    expect(view.title.length).toBeGreaterThan(10)
    expect(view.reason).toBe('The thing was seen.')
    expect(view.advice).toMatch(/\.$/)
    expect(view.steps.join(' ')).toBe(steps)
  })
})

it('E9: whoever denied the sensors is led back to them, and can reload here', () => {
  expect(failureView(new ScanError('permission_denied', 'x')).steps).toEqual(['reload', 'back'])
})

it('E14: says once that the service is out of reach, without the name of a call', () => {
  const message = 'the service could not be reached: verifyPresence: the service cannot be reached'
  const view = failureView(new ScanError('service_unreachable', message))
  expect(view).toMatchObject({ title: 'The service does not answer', reason: '', steps: ['wait'] })
  expect(view.advice).toBe('Check your connection and try again.')
})

const REFUSED = { verified: false, presence_score: 0, explanation: 'Move as you do.' }

function verificationOf(reason: string): never {
  return { ...REFUSED, rejection_reason: reason } as never
}

it('asks for a new enrollment where the old one does not hold', () => {
  const error = new ScanError('service_refused', 'x', { verification: verificationOf('enrollment_invalid') })
  expect(failureView(error)).toMatchObject({ title: 'Your enrollment does not hold any more', steps: ['enroll'] })
})

it('F11: offers a code to somebody who has enrolled before, and another one after a wrong code', () => {
  const refused = (code: string) => failureView(new ScanError('service_refused', 'refused', { cause: { code } }))
  expect(refused('FRESH_CODE_REQUIRED')).toMatchObject({ title: 'You have enrolled before', steps: ['code'] })
  expect(refused('CODE_INVALID')).toMatchObject({ title: 'That code is not right', steps: ['code'] })
})

it('lets somebody who seems to be another try again or enroll again, with the words of the service', () => {
  const verification = verificationOf('motion_signature_mismatch')
  const error = new ScanError('service_refused', 'x', { next: 'retry', verification })
  expect(failureView(error)).toMatchObject({ reason: 'Move as you do.', steps: ['retry', 'enroll'] })
})

it('sends whoever is not known any more to sign in', () => {
  const answer = { status: 401, code: 'UNAUTHORIZED', title: 'x', detail: 'x', errors: [] }
  const cause = Object.assign(Object.create(ProblemError.prototype), answer)
  expect(failureView(new ScanError('service_refused', 'x', { cause })).steps).toEqual(['sign-in'])
})

it('waits as long as it was told to', () => {
  expect(failureView(new ScanError('service_refused', 'x', { next: 'wait', retryAfterMs: 90_000 }))).toMatchObject({
    waitMs: 90_000,
    steps: ['wait'],
  })
})

it('takes the blame for whatever else is thrown', () => {
  expect(failureView(new TypeError('x'))).toMatchObject({
    title: 'This page has failed, and it is our fault.',
    steps: ['retry'],
  })
  expect(failureView(null).steps).toEqual(['retry'])
})

it('leaves the numbers of engines out, and what the arrows tell better', () => {
  const continuity = { evidence: [] } as never
  const unjudged = new ScanError('insufficient_signal', 'presence (EE-001) could not be judged: no samples', {
    continuity,
  })
  expect(failureView(unjudged).reason).toBe('Presence could not be judged: no samples.')
  expect(failureView(new ScanError('not_alive', 'presence (EE-001) is 0.10', { continuity })).reason).toBe('')
})
