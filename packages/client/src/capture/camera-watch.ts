import type { CameraSample, LandmarkFrame } from '@stillhere/engine'
import type { CameraTracker } from './camera-tracker.ts'
import { ScanError } from './scan-error.ts'
import type { Stage } from './stage.ts'
import type { Stop } from './surroundings.ts'

/** What the camera has seen so far. */
export type Sightings = { points: CameraSample[]; frames: LandmarkFrame[]; stop: Stop }

/** Opens the camera and keeps what it sees; null where no camera was asked for. */
export async function watchCamera(
  { surroundings, lifetime }: Stage,
  camera: boolean | CameraTracker | undefined = false,
): Promise<Sightings | null> {
  if (camera === false) return null
  const tracker = camera === true ? await lifetime.during(loaded(surroundings.cameraTracker())) : camera
  lifetime.atEnd(() => tracker.close())
  await lifetime.during(tracker.request(lifetime.signal))
  const points: CameraSample[] = []
  const frames: LandmarkFrame[] = []
  const stop = tracker.start(({ point, frame }) => {
    if (point !== undefined) points.push(point)
    if (frame !== undefined) frames.push(frame)
  }, lifetime.fail)
  return { points, frames, stop }
}

async function loaded(tracker: Promise<CameraTracker>): Promise<CameraTracker> {
  try {
    return await tracker
  } catch (cause) {
    throw new ScanError('camera_failed', 'the camera part of this page could not be loaded', { cause })
  }
}
