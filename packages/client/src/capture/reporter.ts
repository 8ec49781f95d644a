import type { ScanMode, ScanPhase, ScanProgress } from './progress.ts'
import type { TaskScope } from './task-scope.ts'

/** Tells the page how far the scan is. */
export type Reporter = (phase: ScanPhase, news?: Partial<ScanProgress>) => void

type Known = Pick<ScanProgress, 'elapsedMs' | 'durationMs' | 'score' | 'parts' | 'pace'>

/** Repeats what is known of the capture, with the news. A page whose listener throws gets its own error back from the scan. */
export function createReporter(
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
