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
export type { CameraSighting, CameraTracker } from '../capture/motion-source.ts'
export { deviceMotion } from '../capture/device-motion.ts'
export type { MotionCapture } from '../capture/motion-source.ts'
export type { MotionSource } from '../capture/motion-source.ts'
export { pointerMotion } from '../capture/pointer-motion.ts'
export type { Pace, ScanMode, ScanPhase, ScanProgress, StrokeProgress } from '../capture/progress.ts'
export { type NextStep, ScanError, type ScanErrorKind } from '../capture/scan-error.ts'
export type {
  ChallengeSource,
  PageChallenges,
  ServiceChallenge,
  ServiceChallenges,
} from '../continuity/challenge-source.ts'
export { localChallenge } from '../continuity/challenge-source.ts'
export { type ServiceChallengeOptions, serviceChallenge, type ShownRequest } from '../continuity/service-challenge.ts'
export type { VerificationClient } from '../continuity/service-client.ts'
export type { LiveParts, LiveScore } from '../live/engine-worker.ts'
export { createLiveScorer, type LiveScorer } from '../live/create-engine-worker.ts'
export { type EnrollOptions, enroll } from './rounds.ts'
export type { CaptureOptions, ScanOptions, ScanResult } from './options.ts'
export { type AnsweredRounds, captureRounds, type ResearchRoundsOptions, type RoundsOptions } from './rounds.ts'
export { captureMotion, scan } from './scan.ts'
