import type { Signer } from '@stillhere/receipt'
import type { EngineWorker } from '../live/engine-worker.ts'
import type { CameraTracker, MotionSource, RecordingOptions } from './motion-source.ts'
import type { ScanMode, ScanPhase, ScanProgress } from './progress.ts'
import { ScanError } from './scan-error.ts'

/** The page's functions, the lifetime, the source of motion and the progress report of one scan, which all of its steps need. */
export type ScanContext = {
  platform: Platform
  scope: TaskScope
  source: MotionSource
  report: Reporter
}

/**
 * Claims the page for a scan, selects the source of motion, and creates the function that reports progress. Throws a ScanError of kind `busy` if
 * another scan is running on the page.
 */
export function createScanContext(platform: Platform, scope: TaskScope, options: RecordingOptions): ScanContext {
  const release = platform.claim()
  if (release === null) throw new ScanError('busy', 'another scan is running on this page')
  scope.atEnd(release)
  const source = options.source ?? platform.motionSource(options.mode === 'pointer' ? 'pointer' : 'sensors')
  return { platform, scope, source, report: createReporter(source.mode, scope, options.onProgress) }
}

/** Reports progress to the page. */
type Reporter = (phase: ScanPhase, news?: Partial<ScanProgress>) => void

type CaptureFigures = Pick<ScanProgress, 'elapsedMs' | 'durationMs' | 'score' | 'parts' | 'pace'>

/** Creates a reporter that adds each change to the last known figures. If the page's listener throws, the scan fails with that error. */
function createReporter(
  mode: ScanMode,
  scope: TaskScope,
  onProgress: ((progress: ScanProgress) => void) | undefined,
): Reporter {
  let known: CaptureFigures = { elapsedMs: 0, durationMs: 0, score: null, parts: null }
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

/** The lifetime of one scan. */
type TaskScope = {
  /** Aborted when the scan has ended. */
  signal: AbortSignal
  /** Ends the scan with this error; may be called from anywhere. */
  fail: (error: unknown) => void
  /** Settles like the promise, but rejects as soon as the scan fails. */
  during: <T>(promise: Promise<T>) => Promise<T>
  /** Runs `cleanUp` when the scan ends, or immediately if it has ended. */
  atEnd: (cleanUp: Stop) => void
}

/**
 * Runs a task and settles like it. Rejects early if the task calls `scope.fail` or the caller's signal aborts. In every case, runs the clean-ups
 * registered with `scope.atEnd`.
 */
export async function runInTaskScope<T>(
  signal: AbortSignal | undefined,
  task: (scope: TaskScope) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  let fail: TaskScope['fail'] = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  // It may fail before anything awaits it.
  failed.catch(() => {})
  const onAbort = () => fail(createAbortError(signal))
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
    if (signal?.aborted) throw createAbortError(signal)
    signal?.addEventListener('abort', onAbort)
    return await scope.during(task(scope))
  } finally {
    signal?.removeEventListener('abort', onAbort)
    ended.abort()
  }
}

function createAbortError(signal: AbortSignal | undefined): ScanError {
  return new ScanError('aborted', 'the scan was stopped by the page', { cause: signal?.reason })
}

/** A function that stops something; calling it twice is harmless. */
export type Stop = () => void

/** Everything a scan needs from the page, so that tests can bring their own page, clock and key. */
export type Platform = {
  /** Milliseconds on a monotonic clock, the clock of the samples. */
  now: () => number
  /** Milliseconds since 1970, the clock of receipts. */
  wallClock: () => number
  every: (ms: number, run: () => void) => Stop
  isHidden: () => boolean
  onHidden: (run: () => void) => Stop
  /** Calls back each time the device is online again. */
  onOnline: (run: () => void) => Stop
  /** Keeps the screen on where the browser supports it. */
  keepAwake: () => Promise<Stop>
  /** Claims the page for one scan; null while another scan has it. */
  claim: () => Stop | null
  motionSource: (mode: ScanMode) => MotionSource
  cameraTracker: () => Promise<CameraTracker>
  openKey: () => Promise<Signer>
  openWorker: () => EngineWorker
}

/** Wraps `run` in a function that calls it the first time and does nothing afterwards. */
export function createSingleRun(run: () => void): Stop {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    run()
  }
}
