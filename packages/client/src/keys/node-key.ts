import { createPrivateKey, createPublicKey, generateKeyPairSync, KeyObject, randomUUID, sign } from 'node:crypto'
import { type FileHandle, link, open, rm } from 'node:fs/promises'
import { secretKeyToPkcs8, type Signer } from '@stillhere/receipt'
import { KeyError, type KeyOptions, type KeyPlace } from './key-error.ts'

/**
 * Opens an Ed25519 key from a file, from PEM text, from a seed of 64 hex digits, or from a KeyObject. If the file doesn't exist, creates it with a
 * new key and mode 600.
 *
 * @returns the signer: the public key, and a function that signs.
 * @throws {KeyError} (as a rejection) if the key can't be read, or if other users can read its file.
 * @example
 * const signer = await openKey({ file: 'agent.pem' })
 */
export async function openKey(options: KeyOptions = {}): Promise<Signer> {
  const key = await readKey(requireSingleOption(options))
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  return { publicKey, sign: async (message) => new Uint8Array(sign(null, message, key)) }
}

/**
 * Deletes a key file for good; the next `openKey` creates a new key. Does nothing if the file doesn't exist.
 *
 * @throws {KeyError} (as a rejection) if the file holds no key, so that a mistyped path deletes nothing.
 * @example
 * await forgetKey({ file: 'agent.pem' })
 */
export async function forgetKey(place: KeyPlace = {}): Promise<void> {
  const [source, file] = requireSingleOption(place)
  if (source !== 'file' || !isText(file)) throw createOptionsError('only a key in a file can be forgotten')
  // Reads it first, so that a mistyped path never deletes another file.
  const pem = await readKeyFile(file, 'leave absent')
  if (pem === null) return
  parseKey(pem, file)
  await rm(file, { force: true })
}

type Source = [source: string | undefined, value: unknown]

function requireSingleOption(options: KeyOptions): Source {
  const given = Object.entries(Object(options)).filter(([, value]) => value !== undefined)
  if (given.length > 1) throw createOptionsError(`${given.length} options were given at once`)
  return given[0] ?? [undefined, undefined]
}

async function readKey([source, value]: Source): Promise<KeyObject> {
  if (source === 'file' && isText(value)) return parseKey(await readKeyFile(value, 'make'), value)
  if (source === 'pem' && isText(value)) return parseKey(value, 'the option pem')
  if (source === 'secretKey' && isSeed(value)) return createPrivateKey(toDer(value))
  if (source === 'key' && value instanceof KeyObject) return requireEd25519(value, 'the option key')
  throw createOptionsError(source === undefined ? 'no key was named' : `the option ${source} cannot be used`)
}

// OpenSSL's message is left out on purpose, because it may describe the content of the key.
function parseKey(pem: string, origin: string): KeyObject {
  try {
    return requireEd25519(createPrivateKey({ key: pem, format: 'pem' }), origin)
  } catch {
    throw createUnreadableError(origin)
  }
}

function requireEd25519(key: KeyObject, origin: string): KeyObject {
  if (key.type === 'private' && key.asymmetricKeyType === 'ed25519') return key
  throw createUnreadableError(origin)
}

function toDer(seed: string): { key: Buffer; format: 'der'; type: 'pkcs8' } {
  return { key: Buffer.from(secretKeyToPkcs8(seed)), format: 'der', type: 'pkcs8' }
}

function isSeed(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function createUnreadableError(origin: string): KeyError {
  return new KeyError('unreadable', `${origin} holds no Ed25519 private key`)
}

function createOptionsError(detail: string): KeyError {
  return new KeyError('invalid_options', detail)
}

/** Reads the PEM text of a key file that only its owner can read. A missing file is created first. */
function readKeyFile(file: string, ifAbsent: 'make'): Promise<string>
/** Reads the PEM text of a key file that only its owner can read, or returns null if there is no such file. */
function readKeyFile(file: string, ifAbsent: 'leave absent'): Promise<string | null>
async function readKeyFile(file: string, ifAbsent: 'make' | 'leave absent'): Promise<string | null> {
  try {
    const pem = await readPrivately(file)
    if (pem !== null || ifAbsent === 'leave absent') return pem
    await createKeyFile(file)
    return await requireKeyFile(file)
  } catch (error) {
    throw error instanceof KeyError ? error : createStorageError(file, readErrorCode(error))
  }
}

const MAX_FILE_BYTES = 16_384
const RIGHTS_OF_OTHERS = 0o077

// Mode and content come from the same open file, so it can't be replaced in between.
async function readPrivately(file: string): Promise<string | null> {
  const handle = await openIfThere(file)
  if (handle === null) return null
  try {
    const { mode, size } = await handle.stat()
    if (size > MAX_FILE_BYTES) throw new KeyError('unreadable', `${file} is too long for a key`)
    // Windows has no such modes and reports every file as readable by all.
    if (process.platform !== 'win32' && (mode & RIGHTS_OF_OTHERS) !== 0) throw createExposedError(file, mode)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Creates a file with a new Ed25519 key in one atomic step. If the file already exists, it stays unchanged and no error is thrown. */
export async function createKeyFile(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.new`
  try {
    await writeFileSynced(draft, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }))
    await link(draft, file)
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeFileSynced(file: string, text: string | Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function requireKeyFile(file: string): Promise<string> {
  const pem = await readPrivately(file)
  if (pem === null) throw createStorageError(file, 'ENOENT')
  return pem
}

function createExposedError(file: string, mode: number): KeyError {
  const rights = (mode & 0o777).toString(8)
  return new KeyError('exposed', `${file} has mode ${rights}, so others can read or change it; 600 is expected`)
}

function createStorageError(file: string, code: string): KeyError {
  return new KeyError('storage_unavailable', `${file} cannot be read or made (${code})`)
}

function readErrorCode(error: unknown): string {
  const { code }: { code?: unknown } = Object(error)
  return typeof code === 'string' ? code : 'unknown'
}
