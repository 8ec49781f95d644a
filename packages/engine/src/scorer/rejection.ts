import { isForPeople } from '../insufficient.ts'

/** What a person can do about it, in the order in which the reasons are looked for. */
export const REJECTION_WORDS = {
  challenge_invalid: 'This service did not issue this challenge for this purpose. Ask for a new one.',
  challenge_expired: 'The challenge is too old. Ask for a new one.',
  challenge_replayed: 'This challenge was answered before. Ask for a new one.',
  challenge_too_early:
    'The answer came sooner than the strokes take. Ask for a new one. Follow each arrow as it appears.',
  enrollment_invalid: 'The enrollment has expired or was replaced, or this service did not seal it. Enroll again.',
  insufficient_signal: 'There is too little motion to judge. Hold the phone in the hand and move for the whole scan.',
  signature_mismatch: 'The signature does not belong to the samples. Send what was recorded.',
  replay_detected: 'This motion was shown before. Every scan must be new.',
  challenge_mismatch: 'The strokes were not those asked for, or not in time. Follow each arrow as it appears.',
  liveness_failed: 'The motion does not look like that of a person. Hold the phone a little looser and try again.',
  coupling_failed: 'Camera and sensors did not see the same motion. Keep the hand in the picture.',
  device_attestation_failed: 'The device could not show what it is.',
  context_anomaly: 'The circumstances do not fit this node. Try again later.',
  motion_signature_mismatch: 'The motion is not like the enrolled one. Try again, moving as at enrollment.',
  below_threshold: 'The evidence is not strong enough for this risk level. Try again, or add the camera.',
} as const

/** Returns these words; of a signal that is not enough those of its own reason, where that is for people. */
export function explainRejection(reason: RejectionReason, signal: string | null = null): string {
  const isExplained = reason === 'insufficient_signal' && isForPeople(signal)
  return (isExplained ? signal : null) ?? REJECTION_WORDS[reason]
}

/** Why a response was not verified. */
export type RejectionReason = keyof typeof REJECTION_WORDS
