import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { hexToBytes } from './hex.ts'
import { remember } from './remember.ts'

// RFC 8410 section 10: what stands before the raw key in its DER form.
const SPKI_PREFIX = '302a300506032b6570032100'
const PKCS8_PREFIX = '302e020100300506032b657004220420'

export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

export function verifyRaw(signature: Uint8Array, message: Uint8Array, publicKeyHex: string): boolean {
  return verify(null, message, publicKeyObject(publicKeyHex), signature)
}

export function signRaw(message: Uint8Array, secretKeyHex: string): Uint8Array {
  return sign(null, message, secretKeyPair(secretKeyHex).secret)
}

export function publicKeyOf(secretKeyHex: string): string {
  return secretKeyPair(secretKeyHex).publicHex
}

const publicKeyObject = remember(256, (publicKeyHex: string): KeyObject => {
  return createPublicKey({ key: Buffer.from(hexToBytes(SPKI_PREFIX + publicKeyHex)), format: 'der', type: 'spki' })
})

const secretKeyPair = remember(8, (secretKeyHex: string): { secret: KeyObject; publicHex: string } => {
  const der = Buffer.from(hexToBytes(PKCS8_PREFIX + secretKeyHex))
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' })
  return { secret, publicHex: spki.subarray(-32).toString('hex') }
})
