export {
  type CameraSample,
  type Challenge,
  type Continuity,
  DIRECTIONS,
  type Direction,
  type ImuSample,
  type LandmarkFrame,
  type PresenceScore,
  presenceScore,
  strokeWords,
} from '@stillhere/engine'
export type {
  ChallengeSource,
  PageChallenges,
  ServiceChallenge,
  ServiceChallenges,
} from '../continuity/challenge-source.ts'
export { type EnrollOptions, enroll } from '../continuity/enroll.ts'
export { localChallenge } from '../continuity/local-challenge.ts'
export { type ServiceChallengeOptions, serviceChallenge } from '../continuity/service-challenge.ts'
export type { VerificationClient } from '../continuity/service-client.ts'
export type { LiveScore } from '../live/engine-room.ts'
export { createLiveScorer, type LiveScorer } from '../live/live-scorer.ts'
export type { CameraSighting, CameraTracker } from './camera-tracker.ts'
export { deviceMotion } from './device-motion.ts'
export type { MotionSource } from './motion-source.ts'
export type { CaptureOptions, MotionCapture, ScanOptions, ScanResult } from './options.ts'
export { pointerMotion } from './pointer-motion.ts'
export type { LiveParts, ScanMode, ScanPhase, ScanProgress, StrokeProgress } from './progress.ts'
export { captureMotion, scan } from './scan.ts'
export { type NextStep, ScanError, type ScanErrorKind } from './scan-error.ts'
