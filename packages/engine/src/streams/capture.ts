import { readMembers } from '../members.ts'
import { type CameraStream, readCamera } from './camera.ts'
import { type FrameStream, readFrames } from './frames.ts'
import { type ImuStream, readImu } from './imu.ts'

/** A capture as the engine's inner functions take it: every stream read, and known whether it was given at all. */
export type CaptureStreams = { imu: ImuStream; frames: FrameStream; camera: CameraStream }

/** Reads whatever a caller hands in as a capture; of what is none, no stream is given. */
export function readCapture(value: unknown): CaptureStreams {
  const { imu, frames, camera } = readMembers(value)
  return { imu: readImu(imu), frames: readFrames(frames), camera: readCamera(camera) }
}
