import { bytesToHex, type Signer } from '@stillhere/receipt'
import { KeyError, type KeyOptions, type KeyPlace } from './key-error.ts'

/**
 * Opens the signing key with this name, or creates it the first time. The key is stored in this browser's IndexedDB and can't be exported, not even
 * by this script. Tabs that open it at the same time get the same key.
 *
 * @returns the signer: the public key, and a function that signs.
 * @throws {KeyError} (as a rejection) if the key can't be opened or created; `advice` says what to do next.
 * @example
 * button.onclick = async () => send(await signReceipt(unsigned, await openKey()))
 */
export async function openKey(options: KeyOptions = {}): Promise<Signer> {
  const name = requireName(options)
  requireSecurePage()
  const record = await requireRecord(name)
  return { publicKey: record.publicKey, sign: (message) => signChecked(record, message) }
}

/**
 * Deletes the stored key with this name for good; the next `openKey` creates a new key. Signers that are already open keep working until their page
 * is closed.
 *
 * @returns a promise that resolves when the key is deleted.
 * @throws {KeyError} (as a rejection) if the name is invalid or the browser doesn't store keys.
 * @example
 * button.onclick = () => forgetKey({ name: 'work' })
 */
export async function forgetKey(place: KeyPlace = {}): Promise<void> {
  await deleteRecord(requireName(place))
}

const MAX_NAME_LENGTH = 256

function requireName(options: KeyOptions): string {
  const { name = 'default', ...others }: { name?: unknown } = Object(options)
  const isName = typeof name === 'string' && name.length > 0 && name.length <= MAX_NAME_LENGTH
  if (isName && Object.keys(others).length === 0) return name
  throw new KeyError('invalid_options', `in a browser a key has a name of 1 to ${MAX_NAME_LENGTH} characters, no more`)
}

function requireSecurePage(): void {
  if ('isSecureContext' in globalThis && !globalThis.isSecureContext) {
    throw new KeyError('insecure_page', 'browsers sign only for pages that came over a secure connection')
  }
  if (globalThis.crypto?.subtle === undefined) throw new KeyError('unsupported', 'this browser has no WebCrypto')
}

// An unusable stored key is refused and kept: a new key is a new identity, which only the page may choose.
async function requireRecord(name: string): Promise<KeyRecord> {
  const stored = (await readRecord(name)) ?? (await addRecord(name, await createKeyRecord()))
  if (!isKeyRecord(stored)) {
    throw new KeyError('unreadable', `what this browser keeps as the key "${name}" is no key that it alone can use`)
  }
  await signChecked(stored, PROBE)
  return stored
}

// The test signature covers a text of its own, which can't be a receipt or anything else of value.
const PROBE = new TextEncoder().encode('stillhere: can this key sign?\n')

const DATABASE = 'stillhere-keys'
const STORE = 'key'

/** Reads what is stored under a name, which may be anything; undefined if there is nothing. */
function readRecord(name: string): Promise<unknown> {
  return runInTransaction('readonly', (store, answer) => {
    handleResult(store.get(name), answer)
  })
}

/**
 * Stores a record unless there already is one, and returns the stored record. Reading and writing share one transaction, and browsers run the
 * writing transactions of all tabs one at a time.
 */
function addRecord(name: string, fresh: KeyRecord): Promise<unknown> {
  return runInTransaction('readwrite', (store, answer) => {
    handleResult(store.get(name), (current) => {
      if (current !== undefined) return answer(current)
      return handleResult(store.put(fresh, name), () => answer(fresh))
    })
  })
}

async function deleteRecord(name: string): Promise<void> {
  await runInTransaction('readwrite', (store, answer) => {
    handleResult(store.delete(name), answer)
  })
}

type Work = (store: IDBObjectStore, answer: (value: unknown) => void) => void

async function runInTransaction(mode: IDBTransactionMode, work: Work): Promise<unknown> {
  try {
    const database = await openDatabase()
    try {
      return await runTransaction(database.transaction(STORE, mode, { durability: 'strict' }), work)
    } finally {
      database.close()
    }
  } catch (error) {
    throw new KeyError('storage_unavailable', `the browser does not store keys for this page${formatErrorName(error)}`)
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

// Only a complete transaction has stored anything: a full disk is reported after all requests have succeeded.
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

function handleResult<Result>(request: IDBRequest<Result>, use: (result: Result) => void): void {
  request.addEventListener('success', () => use(request.result))
}

function formatErrorName(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? ` (${error.name})` : ''
}

/** A record in IndexedDB: the public key as 64 hex digits, and a private key that can sign and can't be exported. */
type KeyRecord = { publicKey: string; privateKey: CryptoKey }

/** Creates a new key that can't be exported. */
async function createKeyRecord(): Promise<KeyRecord> {
  const pair = await createKeyPair()
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
  return { publicKey: bytesToHex(new Uint8Array(raw)), privateKey: pair.privateKey }
}

/** Returns true if a stored value has the form of a key that this module created. */
function isKeyRecord(stored: unknown): stored is KeyRecord {
  const { publicKey, privateKey }: Partial<KeyRecord> = Object(stored)
  const isHeld = typeof CryptoKey !== 'undefined' && privateKey instanceof CryptoKey && !privateKey.extractable
  return isHeld && typeof publicKey === 'string' && /^[0-9a-f]{64}$/.test(publicKey)
}

/** Signs a message and verifies the signature; throws a KeyError if it doesn't match the public key. */
async function signChecked({ publicKey, privateKey }: KeyRecord, message: BufferSource): Promise<Uint8Array> {
  const signature = await sign(privateKey, message)
  if (await isSignedBy(publicKey, signature, message)) return signature
  throw new KeyError('signing_failed', 'the browser answered with a signature that does not fit its public key')
}

async function createKeyPair(): Promise<CryptoKeyPair> {
  try {
    return await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  } catch {
    throw new KeyError('unsupported', 'this browser cannot make Ed25519 keys')
  }
}

async function sign(privateKey: CryptoKey, message: BufferSource): Promise<Uint8Array> {
  try {
    return new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, message))
  } catch {
    throw new KeyError('signing_failed', 'the browser refused to sign with its key')
  }
}

async function isSignedBy(publicKey: string, signature: Uint8Array, message: BufferSource): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', decodeHex(publicKey), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, new Uint8Array(signature), message)
  } catch {
    return false
  }
}

function decodeHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}
