import { createHash } from 'node:crypto'
import { Point } from '@noble/ed25519'

/** The order of the base point. */
export const L = Point.CURVE().n

export const IDENTITY = '0100000000000000000000000000000000000000000000000000000000000000'
const ORDER_8 = '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'

/** The eight points of small order as they are canonically written. */
export const SMALL_ORDER_POINTS = Array.from({ length: 8 }, (_, times) => torsion(times).toHex())

/** Encodings of small-order points that break the rules: y not reduced, or a sign for x = 0. */
export const NON_CANONICAL_POINTS = [
  '0100000000000000000000000000000000000000000000000000000000000080',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
]

/** y = 2 belongs to no point of the curve. */
export const OFF_CURVE = '0200000000000000000000000000000000000000000000000000000000000000'

/** How often the point of order 8 is added to the key and to R, and which k the signature must hit. */
type Torsion = { ofKey: number; ofNonce: number; wants: (k: { whole: bigint; reduced: bigint }) => boolean }

/** The secret scalar of the keys below; not clamped, so that sums stay simple. */
const SECRET = 0x1234567890abcdefn

/** The key SECRET·B with this many points of order 8 added. */
export function makeMixedKey(times: number): string {
  return Point.BASE.multiply(SECRET).add(torsion(times)).toHex()
}

/**
 * A signature that the equation with the cofactor accepts, by a key and an R that may have a part of small order.
 * Nonces are tried until k is as wanted.
 */
export function torsionSignature(message: Uint8Array, { ofKey, ofNonce, wants }: Torsion): string {
  for (let nonce = 1000n; ; nonce++) {
    const r = Point.BASE.multiply(nonce).add(torsion(ofNonce)).toHex()
    const whole = challenge(r, makeMixedKey(ofKey), message)
    const reduced = whole % L
    if (wants({ whole, reduced })) return r + scalarHex((nonce + reduced * SECRET) % L)
  }
}

/** A signature with R = the identity: S = k·a fits the equation, and R says nothing. */
export function identityNonceSignature(message: Uint8Array): string {
  return IDENTITY + scalarHex(((challenge(IDENTITY, makeMixedKey(0), message) % L) * SECRET) % L)
}

/** The same signature with S raised by a multiple of L. */
export function raiseS(signature: string, times: bigint): string {
  return signature.slice(0, 64) + scalarHex(readScalar(signature.slice(64)) + times * L)
}

export function scalarHex(scalar: bigint): string {
  return reverseBytes(scalar.toString(16).padStart(64, '0'))
}

function readScalar(hex: string): bigint {
  return BigInt(`0x${reverseBytes(hex)}`)
}

/** The same bytes from last to first: Ed25519 writes numbers in little endian. */
function reverseBytes(hex: string): string {
  return (hex.match(/../g) ?? []).toReversed().join('')
}

/** RFC 8032 section 5.1.7, step 2: k before it is reduced. */
function challenge(r: string, publicKey: string, message: Uint8Array): bigint {
  const hash = createHash('sha512')
    .update(Buffer.from(r + publicKey, 'hex'))
    .update(message)
    .digest('hex')
  return readScalar(hash)
}

function torsion(times: number): Point {
  const point = Point.fromHex(ORDER_8)
  let sum = Point.ZERO
  for (let count = 0; count < times; count++) sum = sum.add(point)
  return sum
}
