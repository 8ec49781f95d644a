import type { Enrollment } from '@stillhere/contract'
import type { ScanError } from '../capture/scan-error.ts'
import type { ScanOptions, ScanResult } from '../scan/options.ts'
import { scan } from '../scan/scan.ts'
import { asScanError, receiptProblem } from './outcome.ts'

type CountCapture = (capture: number, of: number) => void

/** What the element tells whatever captures rounds: as `enroll` and `captureRounds` of `@stillhere/client/capture` take it, without the service. */
export type EnrollRun = Pick<ScanOptions, 'camera' | 'countdownSeconds' | 'onProgress' | 'signal'> & {
  onCapture: CountCapture
  /** To enroll: the element shows the question for one more round. */
  offersMore?: boolean
}

/** What runs where the page has put its own in place of a scan. */
export type Runners = {
  scan?: (options: ScanOptions) => Promise<ScanResult>
  enroll?: (run: EnrollRun) => Promise<Enrollment>
  record?: (run: EnrollRun) => Promise<unknown>
}

/** How a run ends. */
export type Outcome = { result: ScanResult } | { enrollment: Enrollment } | { isRecorded: true } | { error: ScanError }

/** Scans, enrolls or records. An async function runs at once up to its first await, so permission is asked in the gesture's own turn. */
export async function performRun(runners: Runners, options: ScanOptions, onCapture: CountCapture): Promise<Outcome> {
  try {
    // A pointer only practises.
    const { enroll, record }: Pick<Runners, 'enroll' | 'record'> = options.mode === 'pointer' ? {} : runners
    if (enroll) return { enrollment: await enroll({ ...enrollOptions(options), onCapture, offersMore: true }) }
    if (record) {
      await record({ ...enrollOptions(options), onCapture })
      return { isRecorded: true }
    }
    // Preact takes a property back by an empty text.
    const result = await (runners.scan || scan)(options)
    const error = receiptProblem(result.receipt, options)
    return error ? { error } : { result }
  } catch (thrown) {
    return { error: asScanError(thrown) }
  }
}

// The service draws the strokes of an enrollment, and nobody signs a receipt.
function enrollOptions({
  camera,
  countdownSeconds,
  onProgress,
  signal,
}: ScanOptions): Omit<EnrollRun, 'onCapture' | 'offersMore'> {
  return { camera, countdownSeconds, onProgress, signal }
}
