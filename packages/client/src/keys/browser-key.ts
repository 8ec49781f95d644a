import type { Signer } from '@stillhere/receipt'
import { deleteRecord, readOrAdd, readRecord } from './key-database.ts'
import { KeyError } from './key-error.ts'
import { isKeyRecord, type KeyRecord, makeKeyRecord, signChecked } from './key-record.ts'
import type { KeyOptions, KeyPlace } from './types.ts'

/**
 * The browser's own key of this name: made once, kept in IndexedDB, and never shown to any script, not even to this one.
 * Tabs that open it at the same moment get the same key.
 */
export async function openKey(options: KeyOptions = {}): Promise<Signer> {
  const name = nameIn(options)
  demandSecurePage()
  const record = await usableRecord(name)
  return { publicKey: record.publicKey, sign: (message) => signChecked(record, message) }
}

/** Removes the key for good; the next openKey makes another one. Signers that are open go on until their page is left. */
export async function forgetKey(place: KeyPlace = {}): Promise<void> {
  await deleteRecord(nameIn(place))
}

const MAX_NAME_LENGTH = 256

function nameIn(options: KeyOptions): string {
  const { name = 'default', ...others }: { name?: unknown } = Object(options)
  const isName = typeof name === 'string' && name.length > 0 && name.length <= MAX_NAME_LENGTH
  if (isName && Object.keys(others).length === 0) return name
  throw new KeyError('invalid_options', `in a browser a key has a name of 1 to ${MAX_NAME_LENGTH} characters, no more`)
}

function demandSecurePage(): void {
  if ('isSecureContext' in globalThis && !globalThis.isSecureContext) {
    throw new KeyError('insecure_page', 'browsers sign only for pages that came over a secure connection')
  }
  if (globalThis.crypto?.subtle === undefined) throw new KeyError('unsupported', 'this browser has no WebCrypto')
}

// What is stored and is no usable key is refused and left alone: another key is another identity, which only the page may choose.
async function usableRecord(name: string): Promise<KeyRecord> {
  const stored = (await readRecord(name)) ?? (await readOrAdd(name, await makeKeyRecord()))
  if (!isKeyRecord(stored)) {
    throw new KeyError('unreadable', `what this browser keeps as the key "${name}" is no key that it alone can use`)
  }
  await signChecked(stored, PROBE)
  return stored
}

// Signing begins with a text of its own, which is neither a receipt nor anything else that somebody signs.
const PROBE = new TextEncoder().encode('stillhere: can this key sign?\n')
