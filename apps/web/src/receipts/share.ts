import type { Receipt } from '@stillhere/client/receipt'
import { saveJson } from '../parts/save-file.ts'

/** The name that a receipt has as a file. */
function nameFile({ receiptId }: Receipt): string {
  return `receipt-${receiptId}.json`
}

/** Hands the receipt itself to the browser as a file; Verify takes it as it is. */
export function downloadReceipt(receipt: Receipt): void {
  saveJson(nameFile(receipt), receipt)
}

/** Whether this browser has a share sheet. */
export function canShare(): boolean {
  return typeof navigator.share === 'function'
}

/** Opens the share sheet with the link, or with the file where there is no link. Whoever closes the sheet has changed their mind. */
export async function shareReceipt(receipt: Receipt, link: string | null): Promise<void> {
  const file = new File([JSON.stringify(receipt, null, 2)], nameFile(receipt), { type: 'application/json' })
  const files = { files: [file] }
  try {
    await navigator.share(link === null && navigator.canShare?.(files) ? files : { url: link ?? location.href })
  } catch {
    // Closed, or nothing to share with; the other buttons are still there.
  }
}
