import { goTo } from '../../../router.ts'
import { type ReceiptDocument, readTransferDocuments } from './documents.ts'

let waiting: readonly ReceiptDocument[] = []

/** Takes what was dropped on another page to Verify. */
export async function handIn(transfer: DataTransfer): Promise<void> {
  waiting = await readTransferDocuments(transfer)
  if (waiting.length > 0) goTo('/verify')
}

/** What was dropped on the page before, once. */
export function takeHandedIn(): readonly ReceiptDocument[] {
  const taken = waiting
  waiting = []
  return taken
}
