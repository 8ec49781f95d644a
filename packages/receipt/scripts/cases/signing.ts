import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { canonical, type JsonObject, sha256 } from './json.ts'

export type Key = { secretKey: string; publicKey: string; id: string }

// RFC 8410 section 10: what stands before the raw key in its DER form.
const PKCS8_PREFIX = '302e020100300506032b657004220420'

/** The issuer of nearly all cases, and another one. */
export const ISSUER = deriveKey('11'.repeat(32))
export const STRANGER = deriveKey('22'.repeat(32))

/** A key pair from its seed, 64 hex digits. */
export function deriveKey(secretKey: string): Key {
  const spki = createPublicKey(privateKey(secretKey)).export({ format: 'der', type: 'spki' })
  const publicKey = spki.subarray(-32).toString('hex')
  return { secretKey, publicKey, id: issuerId(publicKey) }
}

export function issuerId(publicKey: string): string {
  return sha256(publicKey).slice(0, 16)
}

export function signText(text: string, key: Key): string {
  return sign(null, Buffer.from(text), privateKey(key.secretKey)).toString('hex')
}

/** What a receipt's signature covers: everything but signature.value. */
export function writeSignedText(receipt: JsonObject): string {
  const { value: _value, ...signature } = receipt.signature as JsonObject
  return `CPS-0001/1.0\n${canonical({ ...receipt, signature })}`
}

/** The receipt with a signature over all it holds, well formed or not. */
export function signReceipt(receipt: JsonObject, key: Key = ISSUER): JsonObject {
  return withSignature(receipt, signText(writeSignedText(receipt), key))
}

export function withSignature(receipt: JsonObject, value: string): JsonObject {
  return { ...receipt, signature: { ...(receipt.signature as JsonObject), value } }
}

function privateKey(secretKey: string): ReturnType<typeof createPrivateKey> {
  return createPrivateKey({ key: Buffer.from(PKCS8_PREFIX + secretKey, 'hex'), format: 'der', type: 'pkcs8' })
}
