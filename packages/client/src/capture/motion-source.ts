import type { CameraSample, Challenge, ImuSample, LandmarkFrame } from '@stillhere/engine'
import type { ScanMode, ScanProgress } from './progress.ts'
import { ScanError } from './scan-error.ts'

/** A captured answer to a challenge. The start of the challenge is time 0 of all samples. */
export type MotionCapture = {
  mode: ScanMode
  challenge: Challenge
  imu: ImuSample[]
  /** The tracked point, if a camera was used. */
  camera?: CameraSample[]
  /** The joints that the tracker saw, if it reports joints. */
  frames?: LandmarkFrame[]
  /** On the wall clock, in ms since 1970. */
  startedAt: number
  endedAt: number
}

/** The options of recording motion: sensors or pointer, camera, countdown, progress. */
export type RecordingOptions = {
  onProgress?: ((progress: ScanProgress) => void) | undefined
  signal?: AbortSignal | undefined
  /** Follows the hand with the camera as well; off by default. */
  camera?: boolean | CameraTracker | undefined
  /** `auto` means `sensors`: practice with a pointer starts only if you ask for it. */
  mode?: ScanMode | 'auto' | undefined
  /** Length of the countdown; 3 by default, and 0 starts immediately. */
  countdownSeconds?: number | undefined
  /** Replaces the sensors, for tests and other hardware. Its `mode` overrides `mode`. */
  source?: MotionSource | undefined
}

/** A source of motion: the phone's sensors, a pointer, a test, or other hardware. */
export type MotionSource = {
  mode: ScanMode
  /** Requests permission; rejects with a ScanError. It is called in the user's gesture, before anything is awaited. */
  request(): Promise<void>
  /**
   * Delivers samples until the returned function is called; their `t` is on the clock of performance.now(). A source that ends by itself
   * calls `onEnd` once with the reason.
   */
  start(onSample: (sample: ImuSample) => void, onEnd: (error: ScanError) => void): () => void
}

/** The point and the joints that a tracker saw in one picture. `t` is on the clock of performance.now(). */
export type CameraSighting = { point?: CameraSample; frame?: LandmarkFrame }

/** A tracker that follows a hand or a body with the camera while the sensors record its motion. */
export type CameraTracker = {
  /** Requests the camera and loads the model; rejects with a ScanError of kind `camera_failed` or `permission_denied`. */
  request(signal: AbortSignal): Promise<void>
  /** Delivers sightings until the returned function is called. A camera that ends by itself calls `onEnd` once with the reason. */
  start(onSeen: (seen: CameraSighting) => void, onEnd: (error: ScanError) => void): () => void
  /** Releases the camera. It may be called at any time and more than once. */
  close(): void
}

let create: (() => CameraTracker) | undefined

/**
 * Sets the function that creates the camera tracker for `camera: true`. Importing `@stillhere/client/camera` calls it, so that bundles without that
 * import contain no camera code.
 */
export function provideCameraTracker(createTracker: () => CameraTracker): void {
  create = createTracker
}

/** Creates the camera tracker for `camera: true`. Throws a ScanError of kind `camera_failed` if the page hasn't imported `@stillhere/client/camera`. */
export function createProvidedTracker(): CameraTracker {
  if (create !== undefined) return create()
  throw new ScanError('camera_failed', "The camera is not part of this page: import '@stillhere/client/camera'.")
}
