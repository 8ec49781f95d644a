import { bytesToHex, type Signer } from '@stillhere/receipt'
import { KeyError, type KeyOptions, type KeyPlace } from './key-error.ts'

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

const DATABASE = 'stillhere-keys'
const STORE = 'key'

/** What is stored under a name, whatever it is; undefined when there is nothing. */
function readRecord(name: string): Promise<unknown> {
  return inTransaction('readonly', (store, answer) => {
    onResult(store.get(name), answer)
  })
}

/**
 * Stores a record unless something is there already, and returns what is there then. Reading and writing are one
 * transaction, and browsers let only one writing transaction at a time into a store, whatever tab it comes from.
 */
function readOrAdd(name: string, fresh: KeyRecord): Promise<unknown> {
  return inTransaction('readwrite', (store, answer) => {
    onResult(store.get(name), (current) => {
      if (current !== undefined) return answer(current)
      return onResult(store.put(fresh, name), () => answer(fresh))
    })
  })
}

async function deleteRecord(name: string): Promise<void> {
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

/** What IndexedDB keeps: the public key as 64 hex digits, and a private key that can sign and cannot be exported. */
type KeyRecord = { publicKey: string; privateKey: CryptoKey }

/** Makes a new key. The browser hands its secret to nobody. */
async function makeKeyRecord(): Promise<KeyRecord> {
  const pair = await generate()
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
  return { publicKey: bytesToHex(new Uint8Array(raw)), privateKey: pair.privateKey }
}

/** Whether something read from the store has the form of a key that this module made. */
function isKeyRecord(stored: unknown): stored is KeyRecord {
  const { publicKey, privateKey }: Partial<KeyRecord> = Object(stored)
  const isHeld = typeof CryptoKey !== 'undefined' && privateKey instanceof CryptoKey && !privateKey.extractable
  return isHeld && typeof publicKey === 'string' && /^[0-9a-f]{64}$/.test(publicKey)
}

/** Signs, and returns only a signature that fits the public key. */
async function signChecked({ publicKey, privateKey }: KeyRecord, message: BufferSource): Promise<Uint8Array> {
  const signature = await sign(privateKey, message)
  if (await isSignedBy(publicKey, signature, message)) return signature
  throw new KeyError('signing_failed', 'the browser answered with a signature that does not fit its public key')
}

async function generate(): Promise<CryptoKeyPair> {
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
    const key = await crypto.subtle.importKey('raw', fromHex(publicKey), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, new Uint8Array(signature), message)
  } catch {
    return false
  }
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}
