import { parseJson, type Receipt, readPresencePolicy, verifyReceipt } from '@stillhere/receipt'
import { ScanError } from '../capture/scan-error.ts'
import type { ScanOptions } from '../scan/options.ts'

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
