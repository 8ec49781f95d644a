import { createPrivateKey, createPublicKey, KeyObject, sign } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { type Signer, secretKeyToPkcs8 } from '@stillhere/receipt'
import { KeyError } from './key-error.ts'
import { readKeyFile } from './key-file.ts'
import type { KeyOptions, KeyPlace } from './types.ts'

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
