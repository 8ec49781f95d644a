import { cameraTrackOf } from '../coupling/camera-track.ts'
import type { CameraSample, Capture, ImuSample, LandmarkFrame } from '../types.ts'
import type { ChallengeResult } from './challenges.ts'

export type ContinuityOptions = {
  imuSamples?: unknown
  cameraSamples?: unknown
  frames?: unknown
  /** Times in ms for frames that carry none. */
  timestamps?: unknown
  /** Which part of imuSamples answers which challenge. A caller's own verdict is never read. */
  challengeResults?: readonly ChallengeResult[] | null
}

/** A caller's streams as a capture; what is not a list is left out, and what the lists hold is judged further in. */
export function readCapture({ imuSamples, cameraSamples, frames, timestamps }: ContinuityOptions): Capture {
  return {
    ...(Array.isArray(imuSamples) && { imu: imuSamples as ImuSample[] }),
    ...(Array.isArray(cameraSamples) && { camera: cameraSamples as CameraSample[] }),
    ...(Array.isArray(frames) && { frames: timeFrames(frames, timestamps) }),
  }
}

function timeFrames(frames: readonly unknown[], timestamps: unknown): LandmarkFrame[] {
  if (!Array.isArray(timestamps)) return frames as LandmarkFrame[]
  return frames.map((frame, i) => timeFrame(frame, timestamps[i])) as LandmarkFrame[]
}

function timeFrame(frame: unknown, t: unknown): unknown {
  if (Array.isArray(frame)) return { t, joints: frame }
  if (typeof frame !== 'object' || frame === null || 't' in frame) return frame
  return { ...frame, t }
}

/** The tracked point to hold against the sensor: the caller's own, or the liveliest joint of the frames. */
export function readCamera({ camera, frames }: Capture): readonly CameraSample[] | undefined {
  return camera ?? (frames && cameraTrackOf(frames))
}
