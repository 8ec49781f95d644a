import { parseJson, type Receipt, verifyReceipt } from '@stillhere/receipt'
import { ScanError } from '../capture/scan-error.ts'

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

/** What is wrong with the receipt here and now, or null for one that passes every check. */
export function receiptProblem(receipt: Receipt, audience: string): ScanError | null {
  const checked = verifyReceipt(receipt, demands(audience))
  if (checked.status === 'VALID') return null
  return new ScanError('service_refused', `The receipt did not pass its checks: ${checked.detail}.`, {
    next: 'retry',
    advice: 'Check date and time of this device, and scan again.',
  })
}

/** The receipt that a form kept, or null for one that is not valid any more. */
export function restoreReceipt(state: unknown, audience: string): Receipt | null {
  if (typeof state !== 'string') return null
  try {
    const receipt = parseJson(state)
    return verifyReceipt(receipt, demands(audience)).status === 'VALID' ? (receipt as unknown as Receipt) : null
  } catch {
    return null
  }
}

function demands(audience: string): { audience?: string } {
  return audience === '' ? {} : { audience }
}

// By name: a page may hold this library twice, once here and once beside its own scan.
function isScanError(thrown: unknown): thrown is ScanError {
  return thrown instanceof Error && thrown.name === 'ScanError'
}
