import type { CameraSample, LandmarkFrame } from '@stillhere/engine'
import { ScanError } from './scan-error.ts'

/** What a tracker saw in one picture; `t` on the clock of performance.now(). */
export type CameraSighting = { point?: CameraSample; frame?: LandmarkFrame }

/** Follows a hand (or a body) with the camera while the sensors feel it. */
export type CameraTracker = {
  /** Asks for the camera and loads what is needed; rejects with a ScanError of kind `camera_failed` or `permission_denied`. */
  request(signal: AbortSignal): Promise<void>
  /** Delivers what is seen until the returned function is called. A camera that ends by itself says why, once. */
  start(onSeen: (seen: CameraSighting) => void, onEnd: (error: ScanError) => void): () => void
  /** Gives the camera back; may be called at any time and more than once. */
  close(): void
}

let create: (() => CameraTracker) | undefined

/** Called when `@stillhere/client/camera` is imported: a bundle without that import holds none of its models. */
export function provideCameraTracker(createTracker: () => CameraTracker): void {
  create = createTracker
}

/** Creates the tracker for `camera: true`; throws a ScanError of kind `camera_failed` where the camera was not imported. */
export function createProvidedTracker(): CameraTracker {
  if (create !== undefined) return create()
  throw new ScanError('camera_failed', "The camera is not part of this page: import '@stillhere/client/camera'.")
}
