import type { Enrollment } from '@stillhere/contract'
import { parseJson, readPresencePolicy, type Receipt, verifyReceipt } from '@stillhere/receipt'
import { ScanError } from '../capture/scan-error.ts'
import type { ScanOptions, ScanResult } from '../scan/options.ts'
import { scan } from '../scan/scan.ts'

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

/** Whatever was thrown, as a failure that can be shown. */
export function asScanError(thrown: unknown): ScanError {
  if (isScanError(thrown)) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new ScanError('aborted', `The page made a mistake: ${message}`, {
    next: 'retry',
    advice: 'Try again. If it happens once more, reload the page.',
    cause: thrown,
  })
}

/** For whom and for what a receipt must be. */
type Purpose = Pick<ScanOptions, 'audience' | 'action' | 'nonce'>

/** What is wrong with the receipt here and now, or null for one that passes every check and was made for this. */
export function receiptProblem(receipt: Receipt, purpose: Purpose): ScanError | null {
  const detail = findMistake(receipt, purpose)
  if (detail === null) return null
  return new ScanError('service_refused', `The receipt did not pass its checks: ${detail}.`, {
    next: 'retry',
    advice: 'Check date and time of this device, and scan again.',
  })
}

/** The receipt that a form kept, or null for one that is not valid any more, or was made for something else. */
export function restoreReceipt(state: unknown, purpose: Purpose): Receipt | null {
  if (typeof state !== 'string') return null
  try {
    const receipt = parseJson(state)
    return findMistake(receipt, purpose) === null ? (receipt as unknown as Receipt) : null
  } catch {
    return null
  }
}

function findMistake(receipt: unknown, { audience, action, nonce }: Purpose): string | null {
  const checked = verifyReceipt(receipt, audience === undefined ? {} : { audience })
  if (checked.status === 'INVALID') return checked.detail
  const made = readPresencePolicy(receipt as Receipt)
  if (action !== undefined && made?.action !== action) return 'it was made for another action'
  return nonce !== undefined && made?.nonce !== nonce ? 'it was made for another attempt' : null
}

// By name: a page may hold this library twice, once here and once beside its own scan.
function isScanError(thrown: unknown): thrown is ScanError {
  return thrown instanceof Error && thrown.name === 'ScanError'
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
