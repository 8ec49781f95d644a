import type { ScanError } from '@stillhere/client/capture'
import type { Explanation } from '@stillhere/client/element'
import { ProblemError } from '@stillhere/client/http'
import { say } from '../../words/speak.ts'

/** What this site offers after a failure, in addition to the element. */
type Help = 'sign-in' | 'sign-in-again' | 'enroll' | 'phone'

type SiteFailure = Explanation & { help?: Help }

/** Explains a failed scan more specifically than the scan element does, with the help that this site offers. Returns null if the element's own explanation is enough. */
export function explainFailure(error: ScanError): SiteFailure | null {
  const { kind, verification, cause } = error
  if (cause instanceof ProblemError && (cause.status === 401 || cause.code === 'NODE_NOT_FOUND')) return UNKNOWN_NODE
  if (isTooMany(cause)) return { title: say('Too many tries for now'), reason: '' }
  if (cause instanceof ProblemError && cause.code === 'FRESH_SIGN_IN_REQUIRED') return STALE
  if (cause instanceof ProblemError && cause.code === 'RECOVERY_WAIT') return WAITING
  switch (verification?.rejection_reason) {
    case 'enrollment_invalid':
      return ENROLLMENT_ENDED
    // The service tells programs to ask for another challenge; this page does so by itself.
    case 'challenge_expired':
      return { title: say('This scan arrived too late'), reason: '' }
    case 'challenge_invalid':
    case 'challenge_replayed':
      return { reason: '' }
    // It would also have people add a camera, which this page has not.
    case 'motion_signature_mismatch':
    case 'below_threshold':
      return { help: 'enroll', reason: '' }
    default:
      return kind === 'unsupported' || kind === 'insecure_page' || kind === 'sensor_silent' ? { help: 'phone' } : null
  }
}

/** Refusals before the service judges the motion. Nothing is stored, and no try is used up. */
const UNJUDGED = new Set<unknown>([
  'challenge_invalid',
  'challenge_expired',
  'challenge_replayed',
  'challenge_too_early',
  'enrollment_invalid',
  'test_motion',
])

/**
 * Describes what a failed scan has cost: one of an hour's limited tries if the service judged it, otherwise nothing. If the service
 * couldn't be reached, that isn't known, and the text is neutral.
 */
export function describeCost({ kind, verification, cause }: ScanError): string {
  const isJudged = verification !== undefined && !UNJUDGED.has(verification.rejection_reason)
  if (isJudged || isTooMany(cause)) return say('Your node is unchanged. There’s a limited number of tries an hour.')
  // If the response was lost, it isn't known whether the service judged.
  return kind === 'service_unreachable'
    ? say('Your node is unchanged.')
    : say('Nothing was recorded, and nothing counts against you.')
}

function isTooMany(cause: unknown): boolean {
  return cause instanceof ProblemError && cause.status === 429
}

const UNKNOWN_NODE: SiteFailure = {
  title: say('You’re no longer signed in'),
  reason: '',
  advice: say('Your session has ended. Sign in again; your enrollment stays on this device.'),
  next: 'give_up',
  help: 'sign-in',
}

const ENROLLMENT_ENDED: SiteFailure = {
  title: say('Your enrollment is no longer valid'),
  reason: '',
  advice: say(
    'It has expired, or you’ve enrolled again since, perhaps on another device. Enroll again; it takes about a minute.',
  ),
  next: 'give_up',
  help: 'enroll',
}

const WAITING: SiteFailure = {
  title: say('Enrolling waits for a day'),
  reason: '',
  advice: say(
    'You signed in with a recovery code. In case someone stole it, enrolling is possible a day later. You can enroll now if you sign in with a passkey, a wallet or an emailed code.',
  ),
  next: 'give_up',
  help: 'sign-in-again',
}

const STALE: SiteFailure = {
  title: say('Sign in again to enroll'),
  reason: '',
  advice: say('Others may find your device open, so only a sign-in from the last ten minutes can enroll your account.'),
  next: 'give_up',
  help: 'sign-in-again',
}
