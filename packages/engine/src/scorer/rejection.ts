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
  challenge_invalid: 'This challenge was not issued by this service for this purpose. Ask for a new one.',
  challenge_expired: 'The challenge is too old. Ask for a new one and answer within a minute.',
  challenge_replayed: 'This challenge was answered before. Ask for a new one.',
  challenge_too_early:
    'The answer came sooner than the strokes take. Ask for a new challenge and follow each arrow as it appears.',
  challenge_mismatch:
    'The strokes were not the ones that were asked for, or not in time. Follow each arrow as it appears.',
  enrollment_invalid:
    'The enrollment is not one that this service sealed, it has expired, or a newer one has replaced it. Enroll again.',
  insufficient_signal: 'There is too little motion to judge. Hold the phone in the hand and move for the whole scan.',
  signature_mismatch: 'The signature sent along does not belong to the samples sent along. Send what was recorded.',
  liveness_failed: 'The motion does not look like that of a person. Hold the phone a little looser and try again.',
  replay_detected: 'This motion was shown before. Every scan must be performed anew.',
  coupling_failed: 'Camera and motion sensor did not see the same movement. Keep the hand in the picture.',
  motion_signature_mismatch: 'The motion does not resemble the enrolled one. Try again, moving as at enrollment.',
  device_attestation_failed: 'The device could not show that it is the one it claims to be.',
  context_anomaly: 'The circumstances do not fit what is known of this node. Try again later.',
  below_threshold: 'The evidence together is not strong enough for this risk level. Try again, or add the camera.',
}
