import type { Verification } from '@stillhere/contract'
import type { Continuity } from '@stillhere/engine'

/** The reason why a scan ended without a receipt. */
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

/** The next step after a failure: try again immediately, try again later, or choose another way than a scan. */
export type NextStep = 'retry' | 'wait' | 'give_up'

/** The default next step for each kind of failure. */
const ADVICE: Readonly<Record<ScanErrorKind, { next: NextStep; advice: string }>> = {
  unsupported: {
    next: 'give_up',
    advice: 'This device has no motion sensors that a page can read; open this page on a phone.',
  },
  insecure_page: {
    next: 'give_up',
    advice: 'Open this page over https; motion sensors are silent on an insecure page.',
  },
  permission_denied: {
    next: 'give_up',
    advice:
      'Allow motion sensors for this site in the settings of the browser (on an iPhone close the browser instead), reload the page, and start again.',
  },
  permission_revoked: {
    next: 'retry',
    advice: 'The permission was taken back during the scan; allow it again and start once more.',
  },
  sensor_silent: {
    next: 'retry',
    advice: 'The sensors said nothing; close other apps that use them, check the site settings, and start again.',
  },
  page_hidden: { next: 'retry', advice: 'Keep this page in front until the scan is over, and start again.' },
  busy: { next: 'wait', advice: 'Another scan is running on this page; let it end first.' },
  aborted: { next: 'retry', advice: 'The scan was stopped; start again when you are ready.' },
  insufficient_signal: {
    next: 'retry',
    advice: 'Hold the phone in your hand, keep moving as the arrows say, and start again.',
  },
  not_alive: {
    next: 'retry',
    advice: 'Hold the phone loosely in your hand, not on a table or a stand, and start again.',
  },
  challenge_missed: {
    next: 'retry',
    advice: 'Wait for each arrow, move straight that way at once, and stop there.',
  },
  vetoed: {
    next: 'give_up',
    advice: 'The motion looked artificial; use another phone or another way to show who you are.',
  },
  service_unreachable: {
    next: 'wait',
    advice: 'The service cannot be reached; check the connection and start again soon.',
  },
  service_refused: {
    next: 'give_up',
    advice: 'The service did not accept this scan; ask its operator if it stays so.',
  },
  key_unavailable: {
    next: 'give_up',
    advice: 'This browser cannot keep a signing key here; leave private mode or use a newer browser.',
  },
  camera_failed: {
    next: 'retry',
    advice: 'Allow the camera and keep your hand in the picture, or scan without the camera.',
  },
}

export type ScanErrorDetails = {
  next?: NextStep
  advice?: string
  retryAfterMs?: number
  continuity?: Continuity
  verification?: Verification
  cause?: unknown
}

/** Thrown when a scan ends without a receipt. `message` says what happened, and `advice` says what to do next. */
export class ScanError extends Error {
  override readonly name = 'ScanError'
  readonly kind: ScanErrorKind
  readonly next: NextStep
  /** One sentence that tells the person what to do. */
  readonly advice: string
  readonly retryAfterMs?: number
  /** The engine's result, if the motion was judged on this device. */
  readonly continuity?: Continuity
  /** The service's result, if the service judged. */
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
