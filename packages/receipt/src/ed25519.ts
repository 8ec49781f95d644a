import { derivePublicKey, verifyRaw } from '#crypto'
import { createRandomBytes } from './ambient.ts'
import { bytesToHex, isHex, toBigEndian } from './encoding.ts'
import { ReceiptError } from './failure.ts'
import type { Issuer } from './receipt.ts'
import { computeIssuerId } from './schema.ts'

/**
 * Verifies an Ed25519 signature strictly, with the same result on every runtime: lower-case hex, S below the group order, canonical points, and
 * neither key nor R of small order. (Node 20 by itself accepts a signature that fits every message under the identity key.) Never throws.
 *
 * @returns true if this key signed these bytes; false otherwise, also for malformed input.
 * @example
 * const isAuthentic = verifyEd25519(signatureHex, new TextEncoder().encode('text'), publicKey)
 */
export function verifyEd25519(signatureHex: string, messageBytes: Uint8Array, publicKeyHex: string): boolean {
  if (!isHex(signatureHex, 128) || !isStrongPublicKey(publicKeyHex)) return false
  if (!isStrongPoint(signatureHex.slice(0, 64)) || !isBelowGroupOrder(signatureHex.slice(64))) return false
  try {
    // A copy, because a subclass could report another length to each of the two backends.
    return messageBytes instanceof Uint8Array && verifyRaw(signatureHex, new Uint8Array(messageBytes), publicKeyHex)
  } catch {
    // The key encodes no point of the curve, or the message can't be read.
    return false
  }
}

/** Returns true if a value is a public key of 64 lower-case hex digits that is canonical and not of small order. Such a key can still encode no point of the curve. */
export function isStrongPublicKey(publicKeyHex: unknown): publicKeyHex is string {
  return isHex(publicKeyHex, 64) && isStrongPoint(publicKeyHex)
}

// The y coordinates of the eight points of small order, RFC 7748 section 5 field, little endian.
const SMALL_ORDER_Y = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])

// L = 2^252 + 27742317777372353535851937790883648493, big endian.
const GROUP_ORDER = '1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed'

function isStrongPoint(hex: string): boolean {
  const y = removeSign(hex)
  return !SMALL_ORDER_Y.has(y) && !isFieldPrimeOrMore(y)
}

/** The top bit of an encoded point is the sign of x. */
function removeSign(hex: string): string {
  const top = Number.parseInt(hex.slice(62), 16) & 0x7f
  return hex.slice(0, 62) + top.toString(16).padStart(2, '0')
}

// p = 2^255 − 19 is ed ff … ff 7f, so only nineteen encodings lie at or above it.
function isFieldPrimeOrMore(y: string): boolean {
  return y.endsWith('7f') && /^(?:ff){30}$/.test(y.slice(2, 62)) && y.slice(0, 2) >= 'ed'
}

function isBelowGroupOrder(littleEndianHex: string): boolean {
  return toBigEndian(littleEndianHex) < GROUP_ORDER
}

/** An Ed25519 key pair, each key as 64 lower-case hex digits. The secret key is the seed of RFC 8032. */
export type KeyPair = { publicKey: string; secretKey: string }

/** A source of randomness: returns `length` random bytes. */
export type Random = (length: number) => Uint8Array

/**
 * Generates an Ed25519 key pair from the system's random source, or from the function `random`.
 *
 * @returns both keys as 64 lower-case hex digits.
 * @throws {RangeError} if `random` returns fewer or more than 32 bytes.
 * @example
 * const { publicKey, secretKey } = generateKeyPair()
 */
export function generateKeyPair({ random = createRandomBytes }: { random?: Random } = {}): KeyPair {
  const secretKey = bytesToHex(random(32))
  if (secretKey.length !== 64) throw new RangeError('random must answer as many bytes as it is asked for')
  return { publicKey: derivePublicKey(secretKey), secretKey }
}

/**
 * Creates the member `issuer` of a receipt: the public key, and an id derived from it.
 *
 * @returns the key, and the id that is derived from it.
 * @throws {ReceiptError} if the key isn't 64 lower-case hex digits.
 * @example
 * const issuer = createIssuerIdentity(keyPair)
 */
export function createIssuerIdentity({ publicKey }: Pick<KeyPair, 'publicKey'>): Issuer {
  if (!isHex(publicKey, 64)) {
    throw new ReceiptError({ code: 'INVALID_SCHEMA', detail: 'publicKey must be 64 lower-case hex digits' })
  }
  return { id: computeIssuerId(publicKey), publicKey }
}
