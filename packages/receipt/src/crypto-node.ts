import * as nodeCrypto from 'node:crypto'
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { secretKeyToPkcs8 } from './encoding.ts'
import { createMemo } from './remember.ts'

// RFC 8410, section 10: the bytes before the raw key in DER.
const SPKI_PREFIX = '302a300506032b6570032100'

/** Returns SHA-256 as hex. Node 20.12 and later hash in one call, which takes half the time for short texts. */
export const sha256Hex: (data: string | Uint8Array) => string =
  'hash' in nodeCrypto
    ? (data) => nodeCrypto.hash('sha256', data, 'hex')
    : (data) => createHash('sha256').update(data).digest('hex')

/** Verifies an Ed25519 signature with Node's OpenSSL. Throws if the key isn't a point of the curve. Call `verifyEd25519` instead, which checks everything that OpenSSL doesn't. */
export function verifyRaw(signatureHex: string, message: Uint8Array, publicKeyHex: string): boolean {
  return verify(null, message, publicKeyObject(publicKeyHex), Buffer.from(signatureHex, 'hex'))
}

/** Returns the Ed25519 signature of a message as hex. */
export function signRaw(message: Uint8Array, secretKeyHex: string): string {
  return sign(null, message, secretKeyPair(secretKeyHex).secret).toString('hex')
}

/** Computes the public key that belongs to a secret key. Both are hex text. */
export function derivePublicKey(secretKeyHex: string): string {
  return secretKeyPair(secretKeyHex).publicHex
}

const publicKeyObject = createMemo(256, (publicKeyHex: string): KeyObject => {
  return createPublicKey({ key: Buffer.from(SPKI_PREFIX + publicKeyHex, 'hex'), format: 'der', type: 'spki' })
})

const secretKeyPair = createMemo(8, (secretKeyHex: string): { secret: KeyObject; publicHex: string } => {
  const der = Buffer.from(secretKeyToPkcs8(secretKeyHex))
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' })
  return { secret, publicHex: spki.subarray(-32).toString('hex') }
})
