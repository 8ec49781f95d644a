import type { CameraSample, Challenge, ImuSample, LandmarkFrame } from '@stillhere/engine'
import type { ScanMode, ScanProgress } from './progress.ts'
import { ScanError } from './scan-error.ts'

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

/** How motion is recorded, whoever asks for it. */
export type RecordingOptions = {
  onProgress?: ((progress: ScanProgress) => void) | undefined
  signal?: AbortSignal | undefined
  /** Follows the hand with the camera as well; off by default. */
  camera?: boolean | CameraTracker | undefined
  /** `auto` is `sensors`: practice with a pointer is never begun without being asked for. */
  mode?: ScanMode | 'auto' | undefined
  /** 3 by default; 0 starts at once. */
  countdownSeconds?: number | undefined
  /** Where motion comes from, for tests and other hardware; decides the mode. */
  source?: MotionSource | undefined
}

/** Where motion comes from: the phone's sensors, a pointer, a test, or other hardware. */
export type MotionSource = {
  mode: ScanMode
  /** Asks for permission. Called in the user's gesture, before anything is awaited; rejects with a ScanError. */
  request(): Promise<void>
  /**
   * Delivers samples, their `t` on the clock of performance.now(), until the returned function is called. A source that
   * ends by itself says why, once.
   */
  start(onSample: (sample: ImuSample) => void, onEnd: (error: ScanError) => void): () => void
}

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
