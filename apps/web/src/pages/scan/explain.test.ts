import { ScanError, type ScanErrorKind } from '@stillhere/client/capture'
import { ProblemError } from '@stillhere/client/http'
import { describe, expect, it } from 'vitest'
import { describeCost, explainFailure } from './explain.ts'

type Details = ConstructorParameters<typeof ScanError>[2]

const problem = (status: number, code: string): unknown =>
  Object.assign(Object.create(ProblemError.prototype), { status, code })
const rejected = (reason: string) => ({ verification: { rejection_reason: reason } as never })

it.each<[string, ScanErrorKind, Details, string, string | undefined]>([
  ['a token that has ended', 'service_refused', { cause: problem(401, 'UNAUTHORIZED') }, 'sign-in', 'give_up'],
  ['a node that is gone', 'service_refused', { cause: problem(404, 'NODE_NOT_FOUND') }, 'sign-in', 'give_up'],
  ['an old sign-in', 'service_refused', { cause: problem(403, 'FRESH_SIGN_IN_REQUIRED') }, 'sign-in-again', 'give_up'],
  ['a recovery code', 'service_refused', { cause: problem(403, 'RECOVERY_WAIT') }, 'sign-in-again', 'give_up'],
  ['a broken enrollment', 'service_refused', rejected('enrollment_invalid'), 'enroll', 'give_up'],
  ['another hand', 'service_refused', rejected('motion_signature_mismatch'), 'enroll', undefined],
  ['a hand that is hard to tell', 'service_refused', rejected('below_threshold'), 'enroll', undefined],
  ['no sensors', 'unsupported', {}, 'phone', undefined],
  ['an insecure page', 'insecure_page', {}, 'phone', undefined],
  ['silent sensors', 'sensor_silent', {}, 'phone', undefined],
])('after %s it knows the way on', (_, kind, details, help, next) => {
  const explained = explainFailure(new ScanError(kind, 'm', details))
  expect([explained?.help, explained?.next]).toEqual([help, next])
})

it.each(['not_alive', 'page_hidden', 'service_unreachable', 'vetoed'] as const)('leaves %s to the element', (kind) => {
  expect(explainFailure(new ScanError(kind, 'm'))).toBeNull()
})

it.each<[Details, string | undefined]>([
  [{ cause: problem(429, 'TOO_MANY_REQUESTS') }, 'Too many tries for now'],
  [rejected('challenge_expired'), 'This scan arrived too late'],
  [rejected('challenge_invalid'), undefined],
  [rejected('challenge_replayed'), undefined],
])('says %o in words for people, not for programs', (details, title) => {
  const explained = explainFailure(new ScanError('service_refused', 'm', details))
  expect([explained?.title, explained?.reason]).toEqual([title, ''])
})

describe('what a failure has cost', () => {
  const costOf = (details: Details) => describeCost(new ScanError('service_refused', 'm', details))

  it.each(['liveness_failed', 'replay_detected', 'motion_signature_mismatch', 'device_attestation_failed'])(
    'is a try, where the service judged: %s',
    (reason) => expect(costOf(rejected(reason))).toMatch(/limited number of tries/),
  )

  it('is a try for whoever had none left, too', () => {
    expect(costOf({ cause: problem(429, 'TOO_MANY_REQUESTS') })).toMatch(/limited number of tries/)
  })

  it('is not known where the answer was lost', () => {
    expect(describeCost(new ScanError('service_unreachable', 'm'))).toBe('Your node is unchanged.')
  })

  it.each([{}, rejected('challenge_expired'), rejected('enrollment_invalid'), rejected('test_motion')])(
    'is nothing where the motion was not judged: %o',
    (details) => expect(costOf(details)).toMatch(/nothing counts against you/),
  )
})
