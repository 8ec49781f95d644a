import { signal } from '@preact/signals'
import type { Receipt } from '@stillhere/client/receipt'
import { type DeviceReceipt, deleteAllReceipts, deleteReceipt, putReceipt, readReceipts } from './database.ts'

/** What is known of the receipts of this browser, newest first; `null` before they are read. */
export const deviceReceipts = signal<readonly DeviceReceipt[] | null>(null)

/** Whether this browser stores anything for pages; where it forbids that, people must save receipts themselves. */
export const isStorageRefused = signal(false)

/** Whether the receipt of the last scan on this page was stored; undefined before a scan and while it is being stored. */
export const isLastSaved = signal<boolean | undefined>(undefined)

/** Reads what this browser keeps. */
export async function loadReceipts(): Promise<void> {
  try {
    deviceReceipts.value = order(await readReceipts())
  } catch {
    isStorageRefused.value = true
    deviceReceipts.value ??= []
  }
}

/** Keeps the receipt of a scan in this browser. */
export async function saveReceipt(receipt: Receipt, isOfService: boolean): Promise<void> {
  isLastSaved.value = undefined
  await loadReceipts()
  const { receiptId } = receipt
  isLastSaved.value = await store({
    receiptId,
    receipt,
    savedAt: new Date().toISOString(),
    isOfService,
    link: null,
  })
}

/** Remembers where the service keeps a receipt, or (null) that it does so no longer. */
export async function setLink(one: DeviceReceipt, link: DeviceReceipt['link']): Promise<void> {
  await store({ ...one, link })
}

export async function removeReceipt(receiptId: string): Promise<void> {
  await deleteReceipt(receiptId)
  await loadReceipts()
}

export async function removeAllReceipts(): Promise<void> {
  await deleteAllReceipts()
  await loadReceipts()
}

// What could not be stored is shown all the same, for as long as the page is open.
async function store(one: DeviceReceipt): Promise<boolean> {
  const others = (deviceReceipts.value ?? []).filter(({ receiptId }) => receiptId !== one.receiptId)
  deviceReceipts.value = order([...others, one])
  try {
    await putReceipt(one)
    return true
  } catch {
    isStorageRefused.value = true
    return false
  }
}

function order(receipts: readonly DeviceReceipt[]): DeviceReceipt[] {
  return receipts.toSorted((a, b) => b.receipt.interval.end.localeCompare(a.receipt.interval.end))
}
