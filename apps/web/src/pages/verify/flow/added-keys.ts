import { signal } from '@preact/signals'
import { type AddedKey, parseAddedKeys } from './trust.ts'

const KEY = 'stillhere-trusted-keys'

/** The issuers' keys that the person trusts. They are public, and kept in this browser until they are removed. */
export const addedKeys = signal<readonly AddedKey[]>(readStored())

export function addKey(added: AddedKey): void {
  keep([...addedKeys.value.filter(({ publicKey }) => publicKey !== added.publicKey), added])
}

export function removeKey(publicKey: string): void {
  keep(addedKeys.value.filter((one) => one.publicKey !== publicKey))
}

function keep(keys: readonly AddedKey[]): void {
  addedKeys.value = keys
  try {
    localStorage.setItem(KEY, JSON.stringify(keys))
  } catch {
    // A browser may forbid storage altogether; then the keys live as long as the page.
  }
}

function readStored(): AddedKey[] {
  try {
    return parseAddedKeys(localStorage.getItem(KEY))
  } catch {
    return []
  }
}
