import { signal } from '@preact/signals'
import { ProblemError } from '@stillhere/client/http'
import { encryptReceipt, formatReceiptLink } from '@stillhere/client/kept-receipts'
import type { Receipt } from '@stillhere/client/receipt'
import { useEffect, useMemo } from 'preact/hooks'
import { saveJson } from '../parts/browser.ts'
import { service } from '../service.ts'

/** The receipts stored in this browser, newest first; null before they have been loaded. */
export const deviceReceipts = signal<readonly DeviceReceipt[] | null>(null)

/** True if this browser refuses to store receipts, so that people must save them themselves. */
export const isStorageRefused = signal(false)

/** True if the receipt of the last scan on this page was stored; undefined before a scan and while it's being stored. */
export const isLastSaved = signal<boolean | undefined>(undefined)

/** Reads the receipts stored in this browser into `deviceReceipts`. If the browser refuses access, sets `isStorageRefused` instead of throwing. */
export async function loadReceipts(): Promise<void> {
  try {
    deviceReceipts.value = sortReceipts(await readReceipts())
  } catch {
    isStorageRefused.value = true
    deviceReceipts.value ??= []
  }
}

/**
 * Stores the receipt of a scan in this browser and sets `isLastSaved` to the outcome. `isOfService` is false if this browser signed the receipt
 * itself. Doesn't throw if the browser refuses to store it.
 */
export async function saveReceipt(receipt: Receipt, isOfService: boolean): Promise<void> {
  isLastSaved.value = undefined
  await loadReceipts()
  const { receiptId } = receipt
  isLastSaved.value = await saveOne({
    receiptId,
    receipt,
    savedAt: new Date().toISOString(),
    isOfService,
    link: null,
  })
}

/** Saves the link of a receipt's encrypted copy at the service in this browser, or null if there is no copy any more. */
export async function setLink(one: DeviceReceipt, link: DeviceReceipt['link']): Promise<void> {
  await saveOne({ ...one, link })
}

/** Deletes a receipt from this browser and updates `deviceReceipts`. Its encrypted copy at the service stays. */
export async function removeReceipt(receiptId: string): Promise<void> {
  await deleteReceipt(receiptId)
  await loadReceipts()
}

/** Deletes all receipts from this browser and updates `deviceReceipts`. Their encrypted copies at the service stay. */
export async function removeAllReceipts(): Promise<void> {
  await deleteAllReceipts()
  await loadReceipts()
}

// A receipt that couldn't be stored is still shown while the page is open.
async function saveOne(one: DeviceReceipt): Promise<boolean> {
  const others = (deviceReceipts.value ?? []).filter(({ receiptId }) => receiptId !== one.receiptId)
  deviceReceipts.value = sortReceipts([...others, one])
  try {
    await writeReceipt(one)
    return true
  } catch {
    isStorageRefused.value = true
    return false
  }
}

function sortReceipts(receipts: readonly DeviceReceipt[]): DeviceReceipt[] {
  return receipts.toSorted((a, b) => b.receipt.interval.end.localeCompare(a.receipt.interval.end))
}

/** A receipt stored in this browser. */
export type DeviceReceipt = {
  receiptId: string
  receipt: Receipt
  savedAt: string
  /** Signed by the service; otherwise by this browser. */
  isOfService: boolean
  /** The id and key of the encrypted copy at the service; null if there is none. */
  link: { id: string; key: string } | null
}

const DATABASE = 'stillhere-receipts'
const STORE = 'receipt'

/** Reads all receipts of this browser, unordered. */
function readReceipts(): Promise<DeviceReceipt[]> {
  return runInTransaction<DeviceReceipt[]>('readonly', (store) => store.getAll())
}

/** Stores a receipt in IndexedDB, and replaces the one with the same id. */
async function writeReceipt(one: DeviceReceipt): Promise<void> {
  await runInTransaction('readwrite', (store) => store.put(one))
}

async function deleteReceipt(receiptId: string): Promise<void> {
  await runInTransaction('readwrite', (store) => store.delete(receiptId))
}

async function deleteAllReceipts(): Promise<void> {
  await runInTransaction('readwrite', (store) => store.clear())
}

async function runInTransaction<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  const database = await openDatabase()
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' })
      const request = work(transaction.objectStore(STORE))
      // Only a complete transaction has stored anything: a full disk is reported after all requests have succeeded.
      transaction.addEventListener('complete', () => resolve(request.result as Result))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB')))
    })
  } finally {
    database.close()
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'receiptId' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })
}

/** Encrypts a receipt, sends the ciphertext to the service, and stores the resulting link (id and key) in this browser. The key isn't sent. */
export async function saveAtService(one: DeviceReceipt): Promise<void> {
  const { ciphertext, key } = await encryptReceipt(one.receipt)
  const { id } = await service.keepReceipt({ ciphertext })
  await setLink(one, { id, key })
}

/**
 * Deletes the encrypted copy of a receipt at the service and its link in this browser. Does nothing if the receipt has no link; a copy that the
 * service has already deleted isn't an error.
 */
export async function deleteLink(one: DeviceReceipt): Promise<void> {
  if (one.link === null) return
  try {
    await service.removeKeptReceipt({ id: one.link.id })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'NOT_FOUND') throw error
  }
  await setLink(one, null)
}

/**
 * Returns the address that opens a receipt's encrypted copy at the service, with the key in the fragment. Returns null if the service has no
 * copy.
 */
export function formatLink({ link }: DeviceReceipt): string | null {
  return link && formatReceiptLink({ origin: location.origin, ...link })
}

/**
 * Returns the public keys of the stored receipts that this browser signed itself. Loads the receipts first if needed, and the list is empty until
 * then.
 */
export function useOwnKeys(): readonly string[] {
  const kept = deviceReceipts.value
  useEffect(() => {
    if (kept === null) void loadReceipts()
  }, [])
  return useMemo(
    () => (kept ?? []).filter(({ isOfService }) => !isOfService).map(({ receipt }) => receipt.issuer.publicKey),
    [kept],
  )
}

/** Formats the file name of a receipt. */
function formatFileName({ receiptId }: Receipt): string {
  return `receipt-${receiptId}.json`
}

/** Downloads a receipt to the person's device as a JSON file, which the page Verify accepts. */
export function saveReceiptFile(receipt: Receipt): void {
  saveJson(formatFileName(receipt), receipt)
}

/** Returns true if this browser has a native share sheet (`navigator.share`). */
export function canShare(): boolean {
  return typeof navigator.share === 'function'
}

/**
 * Opens the browser's native share sheet with the receipt's link, or if `link` is null with the receipt as a file. Resolves also if the person
 * closes the sheet.
 */
export async function openShareSheet(receipt: Receipt, link: string | null): Promise<void> {
  const file = new File([JSON.stringify(receipt, null, 2)], formatFileName(receipt), { type: 'application/json' })
  const files = { files: [file] }
  try {
    await navigator.share(link === null && navigator.canShare?.(files) ? files : { url: link ?? location.href })
  } catch {
    // The person closed it, or there is no target; the other buttons remain.
  }
}
