import type { Enrollment } from '@stillhere/contract'
import { parseJson, readPresencePolicy, type Receipt, verifyReceipt } from '@stillhere/receipt'
import { ScanError } from '../capture/scan-error.ts'
import type { ScanOptions, ScanResult } from '../scan/options.ts'
import { scan } from '../scan/scan.ts'

type CountCapture = (capture: number, of: number) => void

/** Options that the element passes to a custom `enroll` or `record` callback. They are options of `enroll` and `captureRounds`. */
export type EnrollRun = Pick<ScanOptions, 'camera' | 'countdownSeconds' | 'onProgress' | 'signal'> & {
  onCapture: CountCapture
  /** For `enroll`: the element shows the offer of one more round. */
  offersMore?: boolean
}

/** Callbacks of the page that replace the element's own scan. */
export type Runners = {
  scan?: (options: ScanOptions) => Promise<ScanResult>
  enroll?: (run: EnrollRun) => Promise<Enrollment>
  record?: (run: EnrollRun) => Promise<unknown>
}

/** The end of a run. */
export type Outcome = { result: ScanResult } | { enrollment: Enrollment } | { isRecorded: true } | { error: ScanError }

/**
 * Runs the page's `enroll` or `record` callback if there is one, otherwise a scan, and resolves to the result or to the error; never rejects. Runs
 * synchronously up to the first await, so that the sensors are requested in the person's tap or click. `onCapture` gets the number of each capture
 * of an enrollment or recording.
 */
export async function runScan(runners: Runners, options: ScanOptions, onCapture: CountCapture): Promise<Outcome> {
  try {
    // A pointer only practices.
    const { enroll, record }: Pick<Runners, 'enroll' | 'record'> = options.mode === 'pointer' ? {} : runners
    if (enroll) return { enrollment: await enroll({ ...selectEnrollOptions(options), onCapture, offersMore: true }) }
    if (record) {
      await record({ ...selectEnrollOptions(options), onCapture })
      return { isRecorded: true }
    }
    // Preact resets a property to an empty string.
    const result = await (runners.scan || scan)(options)
    const error = checkReceipt(result.receipt, options)
    return error ? { error } : { result }
  } catch (thrown) {
    return { error: toScanError(thrown) }
  }
}

/** Returns a ScanError unchanged. Converts any other thrown value to a ScanError of kind `aborted` that blames the page. */
export function toScanError(thrown: unknown): ScanError {
  if (isScanError(thrown)) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new ScanError('aborted', `The page made a mistake: ${message}`, {
    next: 'retry',
    advice: 'Try again. If it happens once more, reload the page.',
    cause: thrown,
  })
}

/** Audience, action and nonce that a receipt must have. */
type Purpose = Pick<ScanOptions, 'audience' | 'action' | 'nonce'>

/** Verifies a receipt, and compares its audience, action and nonce with the values that the page requires. Returns a ScanError of kind `service_refused`, or null if all fit. */
export function checkReceipt(receipt: Receipt, purpose: Purpose): ScanError | null {
  const detail = findMistake(receipt, purpose)
  if (detail === null) return null
  return new ScanError('service_refused', `The receipt did not pass its checks: ${detail}.`, {
    next: 'retry',
    advice: 'Check date and time of this device, and scan again.',
  })
}

/**
 * Parses the receipt that the browser restored into the form field. Returns null if the text isn't a receipt, has expired, or has another audience,
 * action or nonce than `purpose`.
 */
export function parseStoredReceipt(state: unknown, purpose: Purpose): Receipt | null {
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

// Compares names, because a page may load this library twice.
function isScanError(thrown: unknown): thrown is ScanError {
  return thrown instanceof Error && thrown.name === 'ScanError'
}

// The service draws the strokes of an enrollment, and there is no receipt to sign.
function selectEnrollOptions({
  camera,
  countdownSeconds,
  onProgress,
  signal,
}: ScanOptions): Omit<EnrollRun, 'onCapture' | 'offersMore'> {
  return { camera, countdownSeconds, onProgress, signal }
}
