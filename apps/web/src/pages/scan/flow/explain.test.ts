import { ScanError, type ScanErrorKind } from '@stillhere/client/capture'
import { ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import { explainFailure } from './explain.ts'

type Details = ConstructorParameters<typeof ScanError>[2]

const problem = (status: number, code: string): unknown =>
  Object.assign(Object.create(ProblemError.prototype), { status, code })
const rejected = (reason: string) => ({ verification: { rejection_reason: reason } as never })

it.each<[string, ScanErrorKind, Details, string, string | undefined]>([
  ['a token that has ended', 'service_refused', { cause: problem(401, 'UNAUTHORIZED') }, 'sign-in', 'give_up'],
  ['a node that is gone', 'service_refused', { cause: problem(404, 'NODE_NOT_FOUND') }, 'sign-in', 'give_up'],
  ['F11: an enrollment before', 'service_refused', { cause: { code: 'FRESH_CODE_REQUIRED' } }, 'code', 'give_up'],
  ['F11: a wrong code', 'service_refused', { cause: problem(400, 'CODE_INVALID') }, 'code', 'give_up'],
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
