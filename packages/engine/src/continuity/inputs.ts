import { type CaptureStreams, readCapture } from '../streams/capture.ts'
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

/** Reads a caller's streams; what is not a list counts as not given, and what the lists hold is judged further in. */
export function readStreams({ imuSamples, cameraSamples, frames, timestamps }: ContinuityOptions): CaptureStreams {
  return readCapture({
    imu: keepList(imuSamples),
    camera: keepList(cameraSamples),
    frames: timeFrames(keepList(frames), timestamps),
  })
}

function keepList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

function timeFrames(frames: readonly unknown[] | undefined, timestamps: unknown): readonly unknown[] | undefined {
  return Array.isArray(timestamps) ? frames?.map((frame, i) => timeFrame(frame, timestamps[i])) : frames
}

function timeFrame(frame: unknown, t: unknown): unknown {
  if (Array.isArray(frame)) return { t, joints: frame }
  if (typeof frame !== 'object' || frame === null || 't' in frame) return frame
  return { ...frame, t }
}
