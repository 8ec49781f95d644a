import type { Verification } from '@stillhere/contract'
import type { Continuity } from '@stillhere/engine'
import { ADVICE } from './advice.ts'

/** Why a scan ended without a receipt. */
export type ScanErrorKind =
  | 'unsupported'
  | 'insecure_page'
  | 'permission_denied'
  | 'permission_revoked'
  | 'sensor_silent'
  | 'page_hidden'
  | 'busy'
  | 'aborted'
  | 'insufficient_signal'
  | 'not_alive'
  | 'challenge_missed'
  | 'vetoed'
  | 'service_unreachable'
  | 'service_refused'
  | 'key_unavailable'
  | 'camera_failed'

/** What the person or the page can do now: try again at once, try again later, or choose another way. */
export type NextStep = 'retry' | 'wait' | 'give_up'

export type ScanErrorDetails = {
  next?: NextStep
  advice?: string
  retryAfterMs?: number
  continuity?: Continuity
  verification?: Verification
  cause?: unknown
}

/** A scan that ended without a receipt: `message` says what was seen, `advice` what to do next. */
export class ScanError extends Error {
  override readonly name = 'ScanError'
  readonly kind: ScanErrorKind
  readonly next: NextStep
  /** One plain sentence for the person. */
  readonly advice: string
  readonly retryAfterMs?: number
  /** Where the motion was judged here: what was seen, part by part. */
  readonly continuity?: Continuity
  /** Where the service judged. */
  readonly verification?: Verification

  constructor(kind: ScanErrorKind, message: string, details: ScanErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.kind = kind
    this.next = details.next ?? ADVICE[kind].next
    this.advice = details.advice ?? ADVICE[kind].advice
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs
    if (details.continuity !== undefined) this.continuity = details.continuity
    if (details.verification !== undefined) this.verification = details.verification
  }
}
