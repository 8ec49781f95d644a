import { createPrivateKey, createPublicKey, generateKeyPairSync, KeyObject, randomUUID, sign } from 'node:crypto'
import { type FileHandle, link, open, rm } from 'node:fs/promises'
import { secretKeyToPkcs8, type Signer } from '@stillhere/receipt'
import { KeyError, type KeyOptions, type KeyPlace } from './key-error.ts'

/** A key from a file (made with mode 600 when it is not there), from PEM text, from a seed of 64 hex digits, or as it is. */
export async function openKey(options: KeyOptions = {}): Promise<Signer> {
  const key = await keyFrom(onlyOption(options))
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  return { publicKey, sign: async (message) => new Uint8Array(sign(null, message, key)) }
}

/** Removes the key's file for good; the next openKey makes another one. */
export async function forgetKey(place: KeyPlace = {}): Promise<void> {
  const [source, file] = onlyOption(place)
  if (source !== 'file' || !isText(file)) throw invalid('only a key in a file can be forgotten')
  // Read first, so that a mistyped path never removes something that is no key.
  const pem = await readKeyFile(file, 'leave absent')
  if (pem === null) return
  parseKey(pem, file)
  await rm(file, { force: true })
}

type Source = [source: string | undefined, value: unknown]

function onlyOption(options: KeyOptions): Source {
  const given = Object.entries(Object(options)).filter(([, value]) => value !== undefined)
  if (given.length > 1) throw invalid(`${given.length} options were given at once`)
  return given[0] ?? [undefined, undefined]
}

async function keyFrom([source, value]: Source): Promise<KeyObject> {
  if (source === 'file' && isText(value)) return parseKey(await readKeyFile(value, 'make'), value)
  if (source === 'pem' && isText(value)) return parseKey(value, 'the option pem')
  if (source === 'secretKey' && isSeed(value)) return createPrivateKey(toDer(value))
  if (source === 'key' && value instanceof KeyObject) return demandEd25519(value, 'the option key')
  throw invalid(source === undefined ? 'no key was named' : `the option ${source} cannot be used`)
}

// What OpenSSL says is left out on purpose: no word about the content of a key goes any further.
function parseKey(pem: string, origin: string): KeyObject {
  try {
    return demandEd25519(createPrivateKey({ key: pem, format: 'pem' }), origin)
  } catch {
    throw unreadable(origin)
  }
}

function demandEd25519(key: KeyObject, origin: string): KeyObject {
  if (key.type === 'private' && key.asymmetricKeyType === 'ed25519') return key
  throw unreadable(origin)
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

function unreadable(origin: string): KeyError {
  return new KeyError('unreadable', `${origin} holds no Ed25519 private key`)
}

function invalid(detail: string): KeyError {
  return new KeyError('invalid_options', detail)
}

/** The PEM text of a key file that nobody else can read. A file that is not there is made first. */
function readKeyFile(file: string, ifAbsent: 'make'): Promise<string>
/** The PEM text of a key file that nobody else can read, or null when there is no such file. */
function readKeyFile(file: string, ifAbsent: 'leave absent'): Promise<string | null>
async function readKeyFile(file: string, ifAbsent: 'make' | 'leave absent'): Promise<string | null> {
  try {
    const pem = await readPrivately(file)
    if (pem !== null || ifAbsent === 'leave absent') return pem
    await makeKeyFile(file)
    return await demandThere(file)
  } catch (error) {
    throw error instanceof KeyError ? error : unavailable(file, codeOf(error))
  }
}

const MAX_FILE_BYTES = 16_384
const RIGHTS_OF_OTHERS = 0o077

// Rights and content are those of one open file, which nobody can exchange in between.
async function readPrivately(file: string): Promise<string | null> {
  const handle = await openIfThere(file)
  if (handle === null) return null
  try {
    const { mode, size } = await handle.stat()
    if (size > MAX_FILE_BYTES) throw new KeyError('unreadable', `${file} is too long for a key`)
    // Windows keeps no such rights and reports every file as open to all.
    if (process.platform !== 'win32' && (mode & RIGHTS_OF_OTHERS) !== 0) throw makeExposedError(file, mode)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Makes a key file, whole or not at all, and never over one that another process made first: a link cannot replace. */
export async function makeKeyFile(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.new`
  try {
    await writeDurably(draft, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }))
    await link(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDurably(file: string, text: string | Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function demandThere(file: string): Promise<string> {
  const pem = await readPrivately(file)
  if (pem === null) throw unavailable(file, 'ENOENT')
  return pem
}

function makeExposedError(file: string, mode: number): KeyError {
  const rights = (mode & 0o777).toString(8)
  return new KeyError('exposed', `${file} has mode ${rights}, so others can read or change it; 600 is expected`)
}

function unavailable(file: string, code: string): KeyError {
  return new KeyError('storage_unavailable', `${file} cannot be read or made (${code})`)
}

function codeOf(error: unknown): string {
  const { code }: { code?: unknown } = Object(error)
  return typeof code === 'string' ? code : 'unknown'
}
