import type {
  AnswerOf,
  advanceChallenge,
  BodyOf,
  enrollPerson,
  ParamsOf,
  requestChallenge,
  verifyPresence,
} from '@stillhere/contract'
import { ScanError, type ScanErrorDetails } from '../capture/scan-error.ts'

type CallOptions = { signal?: AbortSignal; retries?: number; timeoutMs?: number; idempotencyKey?: string }
type Call<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>

/** The part of a client that scans and enrollments use; what `createClient` returns fits. */
export type VerificationClient = {
  requestChallenge: Call<BodyOf<typeof requestChallenge>, AnswerOf<typeof requestChallenge>>
  advanceChallenge: Call<
    ParamsOf<typeof advanceChallenge> & BodyOf<typeof advanceChallenge>,
    AnswerOf<typeof advanceChallenge>
  >
  verifyPresence: Call<BodyOf<typeof verifyPresence>, AnswerOf<typeof verifyPresence>>
  enrollPerson: Call<BodyOf<typeof enrollPerson>, AnswerOf<typeof enrollPerson>>
}

/** An Idempotency-Key for a call that may have to be sent again; nobody can guess it. */
export function drawRepeatKey(): string {
  // crypto.randomUUID is missing on pages that are not secure.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A service that does not answer, or refuses the call, as a scan's failure with what to do next. */
export async function asServiceFailure<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    throw serviceFailure(cause)
  }
}

/** What is read of a failed call, whoever made it. */
type Failed = { kind?: unknown; status?: unknown; code?: unknown; detail?: unknown; retryAfterMs?: unknown }

function serviceFailure(cause: unknown): ScanError {
  const failed = (typeof cause === 'object' && cause !== null ? cause : {}) as Failed
  const message = cause instanceof Error ? cause.message : String(cause)
  const waitMs = typeof failed.retryAfterMs === 'number' ? { retryAfterMs: failed.retryAfterMs } : {}
  const status = typeof failed.status === 'number' ? failed.status : 0
  if (failed.kind !== 'problem' || status >= 500)
    return new ScanError('service_unreachable', 'the service could not be reached', { cause, ...waitMs })
  return new ScanError('service_refused', `the service refused: ${detailOf(failed) ?? message}`, {
    cause,
    ...waitMs,
    ...stepAfter(failed),
  })
}

/** What the service said to it, for people: without the name of the call and any code. */
function detailOf({ detail }: Failed): string | undefined {
  return typeof detail === 'string' && detail !== '' ? detail.replace(/^[a-z]+(?:_[a-z]+)+: /, '') : undefined
}

function stepAfter({ status, code }: Failed): ScanErrorDetails {
  if (status === 429) return { next: 'wait', advice: 'Wait a while, and start again.' }
  if (code === 'FRESH_SIGN_IN_REQUIRED') return { next: 'give_up', advice: 'Sign in again, and start again.' }
  if (code === 'RECOVERY_WAIT')
    return { next: 'give_up', advice: 'Sign in another way than by a recovery code, or wait a day, and start again.' }
  return code === 'CHALLENGE_REFUSED' ? { next: 'retry', advice: 'Start again, with new arrows.' } : {}
}
