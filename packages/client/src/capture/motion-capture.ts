import type { CameraSample, Challenge, ImuSample, LandmarkFrame } from '@stillhere/engine'
import type { ScanMode } from './progress.ts'

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
