import type { Receipt } from '@stillhere/client/receipt'

/** A receipt that this browser keeps. */
export type DeviceReceipt = {
  receiptId: string
  receipt: Receipt
  savedAt: string
  /** Signed by the service; otherwise by this browser. */
  isOfService: boolean
  /** Where the service keeps it, encrypted, and the key to it; null where it does not. */
  link: { id: string; key: string } | null
}

const DATABASE = 'stillhere-receipts'
const STORE = 'receipt'

/** All receipts of this browser, in no order. */
export function readReceipts(): Promise<DeviceReceipt[]> {
  return inTransaction<DeviceReceipt[]>('readonly', (store) => store.getAll())
}

/** Stores a receipt, in the place of one with the same id. */
export async function putReceipt(one: DeviceReceipt): Promise<void> {
  await inTransaction('readwrite', (store) => store.put(one))
}

export async function deleteReceipt(receiptId: string): Promise<void> {
  await inTransaction('readwrite', (store) => store.delete(receiptId))
}

export async function deleteAllReceipts(): Promise<void> {
  await inTransaction('readwrite', (store) => store.clear())
}

async function inTransaction<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  const database = await openDatabase()
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' })
      const request = work(transaction.objectStore(STORE))
      // Only a finished transaction has stored anything: a full disk shows after every request has succeeded.
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
