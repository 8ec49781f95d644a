import type { Receipt } from '@stillhere/receipt'

/** The receipt as people read it. Spaces do not matter to its signature. */
export function receiptText(receipt: Receipt): string {
  return JSON.stringify(receipt, null, 2)
}

/** Copies the receipt; false where the page may not. */
export async function copyReceipt(receipt: Receipt): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(receiptText(receipt))
    return true
  } catch {
    return false
  }
}

/** Offers the receipt as a file. */
export function saveReceipt(receipt: Receipt): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([receiptText(receipt)], { type: 'application/json' }))
  link.download = `stillhere-receipt-${receipt.receiptId}.json`
  link.click()
  // Some browsers begin to read the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
