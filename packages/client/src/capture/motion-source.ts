import type { ImuSample } from '@stillhere/engine'
import type { ScanMode } from './progress.ts'
import type { ScanError } from './scan-error.ts'

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
