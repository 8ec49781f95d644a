import { KeyError } from './key-error.ts'
import type { KeyRecord } from './key-record.ts'

const DATABASE = 'stillhere-keys'
const STORE = 'key'

/** What is stored under a name, whatever it is; undefined when there is nothing. */
export function readRecord(name: string): Promise<unknown> {
  return inTransaction('readonly', (store, answer) => {
    onResult(store.get(name), answer)
  })
}

/**
 * Stores a record unless something is there already, and returns what is there then. Reading and writing are one
 * transaction, and browsers let only one writing transaction at a time into a store, whatever tab it comes from.
 */
export function readOrAdd(name: string, fresh: KeyRecord): Promise<unknown> {
  return inTransaction('readwrite', (store, answer) => {
    onResult(store.get(name), (current) => {
      if (current !== undefined) return answer(current)
      return onResult(store.put(fresh, name), () => answer(fresh))
    })
  })
}

export async function deleteRecord(name: string): Promise<void> {
  await inTransaction('readwrite', (store, answer) => {
    onResult(store.delete(name), answer)
  })
}

type Work = (store: IDBObjectStore, answer: (value: unknown) => void) => void

async function inTransaction(mode: IDBTransactionMode, work: Work): Promise<unknown> {
  try {
    const database = await openDatabase()
    try {
      return await runTransaction(database.transaction(STORE, mode, { durability: 'strict' }), work)
    } finally {
      database.close()
    }
  } catch (error) {
    throw new KeyError('storage_unavailable', `the browser does not store keys for this page${nameOf(error)}`)
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })
}

// Only a finished transaction has stored anything: a full disk shows after every request has succeeded.
function runTransaction(transaction: IDBTransaction, work: Work): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let answered: unknown
    transaction.addEventListener('complete', () => resolve(answered))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB')))
    work(transaction.objectStore(STORE), (value) => {
      answered = value
    })
  })
}

function onResult<Result>(request: IDBRequest<Result>, use: (result: Result) => void): void {
  request.addEventListener('success', () => use(request.result))
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? ` (${error.name})` : ''
}
