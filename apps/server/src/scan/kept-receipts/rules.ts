import type { ExportedKeptReceipt, KeptReceipt } from '@stillhere/contract'
import type { StoredKept } from './store.ts'

/** Whether a text has the form of an id; any other names nothing. */
export function isKeptId(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}

/** What its owner sees of a kept receipt. */
export function describeKept({ id, bytes, createdAt }: Omit<StoredKept, 'ciphertext'>): KeptReceipt {
  return { id, bytes, created_at: createdAt.toISOString() }
}

/** A kept receipt in an export: all that is stored, which without its key says nothing. */
export function exportKept({ id, ciphertext, createdAt }: StoredKept): ExportedKeptReceipt {
  return { id, ciphertext: ciphertext.toString('base64url'), created_at: createdAt.toISOString() }
}
