import type { Verification } from '@stillhere/contract'
import type { CameraSample, Challenge, Continuity, ImuSample, LandmarkFrame } from '@stillhere/engine'
import type { Receipt, Signer, Subject } from '@stillhere/receipt'
import type { ChallengeSource } from '../continuity/challenge-source.ts'
import type { CameraTracker } from './camera-tracker.ts'
import type { MotionSource } from './motion-source.ts'
import type { ScanMode, ScanProgress } from './progress.ts'

export type CaptureOptions = {
  onProgress?: ((progress: ScanProgress) => void) | undefined
  signal?: AbortSignal | undefined
  /** Who asks for the strokes: this page by default, or a service. */
  challenge?: ChallengeSource | undefined
  /** Follows the hand with the camera as well; off by default. */
  camera?: boolean | CameraTracker | undefined
  /** `auto` is `sensors`: practice with a pointer is never begun without being asked for. */
  mode?: ScanMode | 'auto' | undefined
  /** 3 by default; 0 starts at once. */
  countdownSeconds?: number | undefined
  /** Where motion comes from, for tests and other hardware; decides the mode. */
  source?: MotionSource | undefined
}

export type ScanOptions = CaptureOptions & {
  /** Signs the receipt; the browser's own key, which cannot be exported, by default. */
  key?: Signer | undefined
  /** Whom the receipt is about; the hash of the key by default. */
  subject?: Subject | undefined
  /** Whom the receipt is for. */
  audience?: string | undefined
  /** The clock of the receipt, in ms since 1970. */
  now?: (() => number) | undefined
}

/** What was captured: the answer to a challenge, whose start is time 0 of all samples. */
export type MotionCapture = {
  mode: ScanMode
  challenge: Challenge
  imu: ImuSample[]
  /** The tracked point, where a camera was used. */
  camera?: CameraSample[]
  /** The joints that the tracker saw, where it gives them. */
  frames?: LandmarkFrame[]
  /** On the wall clock, in ms since 1970. */
  startedAt: number
  endedAt: number
}

export type ScanResult = {
  receipt: Receipt
  /** What the engine found, part by part; null in pointer mode, where no presence is judged. */
  continuity: Continuity | null
  capture: MotionCapture
  mode: ScanMode
  /** What the service answered, where the challenge came from one. */
  verification?: Verification
}
