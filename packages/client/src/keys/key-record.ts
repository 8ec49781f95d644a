import { bytesToHex } from '@stillhere/receipt'
import { KeyError } from './key-error.ts'

/** What IndexedDB keeps: the public key as 64 hex digits, and a private key that can sign and cannot be exported. */
export type KeyRecord = { publicKey: string; privateKey: CryptoKey }

/** Makes a new key. The browser hands its secret to nobody. */
export async function makeKeyRecord(): Promise<KeyRecord> {
  const pair = await generate()
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
  return { publicKey: bytesToHex(new Uint8Array(raw)), privateKey: pair.privateKey }
}

/** Whether something read from the store has the form of a key that this module made. */
export function isKeyRecord(stored: unknown): stored is KeyRecord {
  const { publicKey, privateKey }: Partial<KeyRecord> = Object(stored)
  const isHeld = typeof CryptoKey !== 'undefined' && privateKey instanceof CryptoKey && !privateKey.extractable
  return isHeld && typeof publicKey === 'string' && /^[0-9a-f]{64}$/.test(publicKey)
}

/** Signs, and returns only a signature that fits the public key. */
export async function signChecked({ publicKey, privateKey }: KeyRecord, message: BufferSource): Promise<Uint8Array> {
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
