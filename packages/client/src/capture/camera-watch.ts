import type { CameraSample, LandmarkFrame } from '@stillhere/engine'
import type { CameraTracker } from './camera-tracker.ts'
import type { Stop } from './platform.ts'
import type { ScanContext } from './scan-context.ts'
import { ScanError } from './scan-error.ts'

/** What the camera has seen so far. */
export type Sightings = { points: CameraSample[]; frames: LandmarkFrame[]; stop: Stop }

/** Opens the camera and keeps what it sees; null where no camera was asked for. */
export async function watchCamera(
  { platform, scope }: ScanContext,
  camera: boolean | CameraTracker | undefined = false,
): Promise<Sightings | null> {
  if (camera === false) return null
  const tracker = camera === true ? await scope.during(loadTracker(platform.cameraTracker())) : camera
  scope.atEnd(() => tracker.close())
  await scope.during(tracker.request(scope.signal))
  const points: CameraSample[] = []
  const frames: LandmarkFrame[] = []
  const stop = tracker.start(({ point, frame }) => {
    if (point !== undefined) points.push(point)
    if (frame !== undefined) frames.push(frame)
  }, scope.fail)
  return { points, frames, stop }
}

async function loadTracker(tracker: Promise<CameraTracker>): Promise<CameraTracker> {
  try {
    return await tracker
  } catch (cause) {
    throw new ScanError('camera_failed', 'the camera part of this page could not be loaded', { cause })
  }
}
