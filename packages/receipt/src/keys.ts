import { derivePublicKey } from '#crypto'
import { systemRandom } from './ambient.ts'
import { ReceiptError } from './failure.ts'
import { bytesToHex, isHex } from './hex.ts'
import type { Issuer } from './receipt.ts'
import { issuerIdOf } from './schema.ts'

/** 64 lower-case hex digits each; the secret key is the seed of RFC 8032. */
export type KeyPair = { publicKey: string; secretKey: string }

/** Returns as many random bytes as it is asked for. */
export type Random = (length: number) => Uint8Array

/**
 * Makes a new Ed25519 key pair from the system's randomness, or from `random`.
 *
 * @returns both keys as 64 lower-case hex digits.
 * @throws {RangeError} where `random` returns fewer or more bytes than it was asked for.
 * @example
 * const { publicKey, secretKey } = generateKeyPair()
 */
export function generateKeyPair({ random = systemRandom }: { random?: Random } = {}): KeyPair {
  const secretKey = bytesToHex(random(32))
  if (secretKey.length !== 64) throw new RangeError('random must answer as many bytes as it is asked for')
  return { publicKey: derivePublicKey(secretKey), secretKey }
}

/**
 * Names the issuer behind a public key, as receipts carry it.
 *
 * @returns the key and the id that is derived from it.
 * @throws {ReceiptError} for anything but 64 lower-case hex digits.
 */
export function createIssuerIdentity({ publicKey }: Pick<KeyPair, 'publicKey'>): Issuer {
  if (!isHex(publicKey, 64)) {
    throw new ReceiptError({ code: 'INVALID_SCHEMA', detail: 'publicKey must be 64 lower-case hex digits' })
  }
  return { id: issuerIdOf(publicKey), publicKey }
}
