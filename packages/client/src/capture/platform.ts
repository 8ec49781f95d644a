import type { Signer } from '@stillhere/receipt'
import type { EngineWorker } from '../live/engine-worker.ts'
import type { CameraTracker } from './camera-tracker.ts'
import type { MotionSource } from './motion-source.ts'
import type { ScanMode } from './progress.ts'

/** Ends what was started; calling it twice does no harm. */
export type Stop = () => void

/** Everything a scan needs of the page around it, so that tests can bring a page, a clock and a key of their own. */
export type Platform = {
  /** In ms, never going back: the clock of the samples. */
  now: () => number
  /** In ms since 1970: the clock of receipts. */
  wallClock: () => number
  every: (ms: number, run: () => void) => Stop
  isHidden: () => boolean
  onHidden: (run: () => void) => Stop
  /** Calls back whenever the device finds a network again. */
  onOnline: (run: () => void) => Stop
  /** Keeps the screen on as well as it can. */
  keepAwake: () => Promise<Stop>
  /** The right to be the one scan of this page, or null while another has it. */
  claim: () => Stop | null
  motionSource: (mode: ScanMode) => MotionSource
  cameraTracker: () => Promise<CameraTracker>
  openKey: () => Promise<Signer>
  openWorker: () => EngineWorker
}

/** The same, however often it is called. */
export function once(run: () => void): Stop {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    run()
  }
}
