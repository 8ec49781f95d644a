import type { CameraTracker } from './camera-tracker.ts'
import type { MotionSource } from './motion-source.ts'
import type { ScanMode, ScanProgress } from './progress.ts'

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
