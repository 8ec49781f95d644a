import type { Verification } from '@stillhere/contract'
import { ScanError, type ScanErrorDetails, type ScanErrorKind } from '../capture/scan-error.ts'

type Reason = NonNullable<Verification['rejection_reason']>

const STALE = { next: 'retry', advice: 'Start again, and stay on this page until the scan is over.' } as const
const EARLY = { next: 'retry', advice: 'Start again, and follow each arrow as it appears.' } as const
const SOMEBODY_ELSE = {
  next: 'retry',
  advice: 'Hold and move the phone as you did when you enrolled, and start again.',
} as const

const NOT_REACHED = {
  next: 'give_up',
  advice: 'Scan on a page of the service itself, and confirm with a passkey when asked.',
} as const

const OTHER_PASSKEY = {
  next: 'retry',
  advice: 'Start again, and confirm with a passkey that your node has now.',
} as const

/** For a camera that sees another motion than the sensors feel: more often a hand beside the picture than a forgery. */
export const UNCOUPLED = {
  next: 'retry',
  advice: 'Keep the hand with the phone in the picture, or scan without the camera.',
} as const

const KINDS: Readonly<Record<Reason, readonly [ScanErrorKind, ScanErrorDetails]>> = {
  challenge_invalid: ['service_refused', STALE],
  challenge_expired: ['service_refused', STALE],
  challenge_replayed: ['service_refused', STALE],
  challenge_too_early: ['service_refused', EARLY],
  challenge_mismatch: ['challenge_missed', {}],
  enrollment_invalid: [
    'service_refused',
    { next: 'give_up', advice: 'Enroll again; this enrollment is not accepted any more.' },
  ],
  test_motion: [
    'service_refused',
    { next: 'give_up', advice: 'Test against a sandbox: npx --no-install stillhere serve --sandbox.' },
  ],
  insufficient_signal: ['insufficient_signal', {}],
  signature_mismatch: ['service_refused', { next: 'give_up', advice: 'Reload the page to get its newest version.' }],
  liveness_failed: ['not_alive', {}],
  replay_detected: ['vetoed', { next: 'retry', advice: 'Start again; every scan has new arrows.' }],
  coupling_failed: ['vetoed', UNCOUPLED],
  motion_signature_mismatch: ['service_refused', SOMEBODY_ELSE],
  device_attestation_failed: ['service_refused', OTHER_PASSKEY],
  context_anomaly: ['service_refused', { next: 'wait', advice: 'Start again later.' }],
  below_threshold: ['service_refused', SOMEBODY_ELSE],
  assurance_not_reached: ['service_refused', NOT_REACHED],
}

/** What the service had against an answer, as a scan's failure. */
export function toScanError(verification: Verification): ScanError {
  const reason = verification.rejection_reason ?? 'below_threshold'
  const [kind, details] = KINDS[reason] ?? ['service_refused', {}]
  const message = `the service did not verify the answer (${reason}): ${verification.explanation ?? 'no words were given'}`
  return new ScanError(kind, message, { ...details, verification })
}
