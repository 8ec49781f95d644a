import { getPublicKey, hashes, Point, sign } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, toBigEndian } from './encoding.ts'

hashes.sha512 = sha512

const GROUP_ORDER = Point.CURVE().n

/** Returns the SHA-256 digest of text (as UTF-8) or bytes, as 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return bytesToHex(sha256(typeof data === 'string' ? new TextEncoder().encode(data) : data))
}

/**
 * Verifies an Ed25519 signature without the cofactor (RFC 8032, section 5.1.7): encode(S·B − k·A) must equal R byte for byte, as in OpenSSL. The
 * `verify` of noble-curves multiplies by the cofactor and would accept signatures that Node refuses. Call `verifyEd25519` instead, which checks the
 * rest.
 */
export function verifyRaw(signatureHex: string, message: Uint8Array, publicKeyHex: string): boolean {
  const r = signatureHex.slice(0, 64)
  const s = littleEndian(signatureHex.slice(64))
  const k = littleEndian(bytesToHex(sha512(concat(hexToBytes(r + publicKeyHex), message)))) % GROUP_ORDER
  const minusA = Point.fromBytes(hexToBytes(publicKeyHex)).negate()
  return Point.BASE.multiplyUnsafe(s).add(minusA.multiplyUnsafe(k)).toHex() === r
}

/** Returns the Ed25519 signature of a message as hex. */
export function signRaw(message: Uint8Array, secretKeyHex: string): string {
  return bytesToHex(sign(message, hexToBytes(secretKeyHex)))
}

/** Computes the public key that belongs to a secret key. Both are hex text. */
export function derivePublicKey(secretKeyHex: string): string {
  return bytesToHex(getPublicKey(hexToBytes(secretKeyHex)))
}

function littleEndian(hex: string): bigint {
  return BigInt(`0x${toBigEndian(hex)}`)
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}
