import type { Signer } from '@stillhere/receipt'
import type { EngineWorker } from '../live/engine-worker.ts'
import type { CameraTracker, MotionSource, RecordingOptions } from './motion-source.ts'
import type { ScanMode, ScanPhase, ScanProgress } from './progress.ts'
import { ScanError } from './scan-error.ts'

/** What every step of a scan works with. */
export type ScanContext = {
  platform: Platform
  scope: TaskScope
  source: MotionSource
  report: Reporter
}

/** Claims the page for one scan and chooses where motion comes from. */
export function createScanContext(platform: Platform, scope: TaskScope, options: RecordingOptions): ScanContext {
  const release = platform.claim()
  if (release === null) throw new ScanError('busy', 'another scan is running on this page')
  scope.atEnd(release)
  const source = options.source ?? platform.motionSource(options.mode === 'pointer' ? 'pointer' : 'sensors')
  return { platform, scope, source, report: createReporter(source.mode, scope, options.onProgress) }
}

/** Tells the page how far the scan is. */
type Reporter = (phase: ScanPhase, news?: Partial<ScanProgress>) => void

type Known = Pick<ScanProgress, 'elapsedMs' | 'durationMs' | 'score' | 'parts' | 'pace'>

/** Repeats what is known of the capture, with the news. A page whose listener throws gets its own error back from the scan. */
function createReporter(
  mode: ScanMode,
  scope: TaskScope,
  onProgress: ((progress: ScanProgress) => void) | undefined,
): Reporter {
  let known: Known = { elapsedMs: 0, durationMs: 0, score: null, parts: null }
  return (phase, news = {}) => {
    if (onProgress === undefined || scope.signal.aborted) return
    const progress: ScanProgress = { ...known, phase, mode, secondsLeft: 0, hint: null, stroke: null, ...news }
    const { elapsedMs, durationMs, score, parts, pace } = progress
    known = { elapsedMs, durationMs, score, parts, ...(pace && { pace }) }
    try {
      onProgress(progress)
    } catch (error) {
      scope.fail(error)
    }
  }
}

/** One scan from its start to its end, however it ends. */
type TaskScope = {
  /** Aborted when the scan has ended. */
  signal: AbortSignal
  /** Ends the scan with this error, from anywhere. */
  fail: (error: unknown) => void
  /** Settles like the promise, but rejects as soon as the scan fails. */
  during: <T>(promise: Promise<T>) => Promise<T>
  /** Runs when the scan ends; at once if it has. */
  atEnd: (cleanUp: Stop) => void
}

/** Runs a task that ends early with an error when it fails elsewhere or is aborted, and cleans up in every case. */
export async function withTaskScope<T>(
  signal: AbortSignal | undefined,
  task: (scope: TaskScope) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  let fail: TaskScope['fail'] = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  // Nobody may be listening when it fails.
  failed.catch(() => {})
  const onAbort = () => fail(abortError(signal))
  const scope: TaskScope = {
    signal: ended.signal,
    fail,
    during: (promise) => Promise.race([failed, promise]),
    atEnd: (cleanUp) => {
      if (ended.signal.aborted) cleanUp()
      else ended.signal.addEventListener('abort', cleanUp, { once: true })
    },
  }
  try {
    if (signal?.aborted) throw abortError(signal)
    signal?.addEventListener('abort', onAbort)
    return await scope.during(task(scope))
  } finally {
    signal?.removeEventListener('abort', onAbort)
    ended.abort()
  }
}

function abortError(signal: AbortSignal | undefined): ScanError {
  return new ScanError('aborted', 'the scan was stopped by the page', { cause: signal?.reason })
}

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
