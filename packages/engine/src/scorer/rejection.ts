/** Why a response was not verified, in the order in which the reasons are looked for. */
export type RejectionReason =
  | 'challenge_invalid'
  | 'challenge_expired'
  | 'challenge_replayed'
  | 'challenge_too_early'
  | 'challenge_mismatch'
  | 'enrollment_invalid'
  | 'insufficient_signal'
  | 'signature_mismatch'
  | 'liveness_failed'
  | 'replay_detected'
  | 'coupling_failed'
  | 'motion_signature_mismatch'
  | 'device_attestation_failed'
  | 'context_anomaly'
  | 'below_threshold'

/** What a person can do about it. */
export const REJECTION_WORDS: Readonly<Record<RejectionReason, string>> = {
  challenge_invalid: 'This service did not issue this challenge for this purpose. Ask for a new one.',
  challenge_expired: 'The challenge is too old. Ask for a new one.',
  challenge_replayed: 'This challenge was answered before. Ask for a new one.',
  challenge_too_early:
    'The answer came sooner than the strokes take. Ask for a new one. Follow each arrow as it appears.',
  challenge_mismatch: 'The strokes were not those asked for, or not in time. Follow each arrow as it appears.',
  enrollment_invalid: 'The enrollment has expired or was replaced, or this service did not seal it. Enroll again.',
  insufficient_signal: 'There is too little motion to judge. Hold the phone in the hand and move for the whole scan.',
  signature_mismatch: 'The signature does not belong to the samples. Send what was recorded.',
  liveness_failed: 'The motion does not look like that of a person. Hold the phone a little looser and try again.',
  replay_detected: 'This motion was shown before. Every scan must be new.',
  coupling_failed: 'Camera and sensors did not see the same motion. Keep the hand in the picture.',
  motion_signature_mismatch: 'The motion is not like the enrolled one. Try again, moving as at enrollment.',
  device_attestation_failed: 'The device could not show what it is.',
  context_anomaly: 'The circumstances do not fit this node. Try again later.',
  below_threshold: 'The evidence is not strong enough for this risk level. Try again, or add the camera.',
}
