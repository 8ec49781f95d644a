import { getPublicKey, hashes, Point, sign } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from './hex.ts'

hashes.sha512 = sha512

const GROUP_ORDER = Point.CURVE().n

export function sha256Hex(data: string | Uint8Array): string {
  return bytesToHex(sha256(typeof data === 'string' ? new TextEncoder().encode(data) : data))
}

/**
 * RFC 8032 section 5.1.7 without the cofactor: encode(S·B − k·A) must be R byte for byte, as OpenSSL decides it.
 * The library's own verify multiplies by the cofactor and would accept signatures that Node refuses.
 */
export function verifyRaw(signature: Uint8Array, message: Uint8Array, publicKeyHex: string): boolean {
  const r = signature.subarray(0, 32)
  const s = littleEndian(signature.subarray(32))
  const publicKey = hexToBytes(publicKeyHex)
  const k = littleEndian(sha512(concat(r, publicKey, message))) % GROUP_ORDER
  const minusA = Point.fromBytes(publicKey).negate()
  const expected = Point.BASE.multiplyUnsafe(s).add(minusA.multiplyUnsafe(k)).toBytes()
  return expected.every((byte, index) => byte === r[index])
}

export function signRaw(message: Uint8Array, secretKeyHex: string): Uint8Array {
  return sign(message, hexToBytes(secretKeyHex))
}

export function publicKeyOf(secretKeyHex: string): string {
  return bytesToHex(getPublicKey(hexToBytes(secretKeyHex)))
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes.slice().reverse())}`)
}

function concat(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
