import { createHash } from 'node:crypto'
import { Point } from '@noble/ed25519'
import { toBigEndian } from '../src/encoding.ts'

/** One question to verifyEd25519, and the only right answer on every runtime. */
export type Ed25519Case = { name: string; signature: string; message: Uint8Array; publicKey: string; genuine: boolean }

type Parts = { r: bigint; R: Point; a: bigint; A: Point; message: Uint8Array }

const { n: L, p: P } = Point.CURVE()
const a = 0x1234567890abcdef1234567890abcdef1234567890abcdefn
const r = 0xfedcba0987654321fedcba0987654321fedcba0987654321n
const A = Point.BASE.multiplyUnsafe(a)
const R = Point.BASE.multiplyUnsafe(r)

/** Generates the group of the eight points of small order. */
const TORSION = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')
const TORSION_POINTS = [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n].map((j) => TORSION.multiplyUnsafe(j))

/** The eight small-order points, and the other ways in which lax decoders read them. */
export const SMALL_ORDER_ENCODINGS: readonly string[] = [
  ...TORSION_POINTS.map((point) => point.toHex()),
  encode(1n, 1n),
  encode(P - 1n, 1n),
  encode(P, 0n),
  encode(P, 1n),
  encode(P + 1n, 0n),
  encode(P + 1n, 1n),
]

/** Every y at or above the field prime that 255 bits can write, with both signs of x. */
export const NON_CANONICAL_ENCODINGS: readonly string[] = Array.from({ length: 19 }, (_, excess) => [
  encode(P + BigInt(excess), 0n),
  encode(P + BigInt(excess), 1n),
]).flat()

/** Scalars around the group order, as a signature's second half holds them. */
export const SCALARS = {
  zero: littleEndian(0n),
  orderMinusOne: littleEndian(L - 1n),
  order: littleEndian(L),
  orderPlusOne: littleEndian(L + 1n),
  twiceOrder: littleEndian(2n * L),
  largest: 'f'.repeat(64),
}

/** Bytes that claim to be fewer or more than they are. */
export function lyingAboutLength(text: string, length: number): Uint8Array {
  return Object.defineProperty(new TextEncoder().encode(text), 'length', { value: length })
}

export function ed25519Cases(): Ed25519Case[] {
  return [...genuineCases(), ...lowOrderCases(), ...makeMixedOrderCases(), ...malleableCases(), ...badPointCases()]
}

function genuineCases(): Ed25519Case[] {
  const message = messageNumber(0)
  const signature = solve({ r, R, a, A, message })
  return [
    { name: 'a plain signature', signature, message, publicKey: A.toHex(), genuine: true },
    { name: 'an empty message', ...signParts({ r, R, a, A, message: new Uint8Array(0) }), genuine: true },
    { name: 'another message', signature, message: messageNumber(1), publicKey: A.toHex(), genuine: false },
    { name: 'another key', signature, message, publicKey: R.toHex(), genuine: false },
  ]
}

// In each of these the equation S·B = R + k·A holds exactly: only the order of the points is wrong.
function lowOrderCases(): Ed25519Case[] {
  const identity = Point.ZERO
  const universal = { r: 0n, R: identity, a: 0n, A: identity }
  return [
    { name: 'the universal signature', ...signParts({ ...universal, message: messageNumber(0) }), genuine: false },
    {
      name: 'the universal signature again',
      ...signParts({ ...universal, message: messageNumber(1) }),
      genuine: false,
    },
    { name: 'an identity R', ...signParts({ r: 0n, R: identity, a, A, message: messageNumber(0) }), genuine: false },
    ...TORSION_POINTS.map((point, order) => {
      const parts = findMessage({ r, R, a: 0n, A: point }, (k) => (k * BigInt(order)) % 8n === 0n)
      return { name: `a key of small order, ${order} times the generator`, ...signParts(parts), genuine: false }
    }),
    ...TORSION_POINTS.map((point, order) => {
      const mixed = A.add(TORSION)
      const parts = findMessage({ r: 0n, R: point, a, A: mixed }, (k) => (k + BigInt(order)) % 8n === 0n)
      return { name: `an R of small order, ${order} times the generator`, ...signParts(parts), genuine: false }
    }),
  ]
}

// A prime-order point plus a torsion point. Times the cofactor all of these fit; without it only those marked genuine do.
function makeMixedOrderCases(): Ed25519Case[] {
  return TORSION_POINTS.slice(1).flatMap((torsion, index) => {
    const j = BigInt(index + 1)
    const mixedKey = { r, R, a, A: A.add(torsion) }
    const bothMixed = { r, R: R.add(torsion), a, A: A.add(TORSION) }
    const vanishes = (k: bigint) => (k * j) % 8n === 0n
    const compensates = (k: bigint) => (k + j) % 8n === 0n
    return [
      {
        name: `R plus ${j} T`,
        ...signParts({ r, R: R.add(torsion), a, A, message: messageNumber(0) }),
        genuine: false,
      },
      { name: `A plus ${j} T, vanishing`, ...signParts(findMessage(mixedKey, vanishes)), genuine: true },
      { name: `A plus ${j} T`, ...signParts(findMessage(mixedKey, (k) => !vanishes(k))), genuine: false },
      {
        name: `A plus T, R plus ${j} T, compensating`,
        ...signParts(findMessage(bothMixed, compensates)),
        genuine: true,
      },
      { name: `A plus T, R plus ${j} T`, ...signParts(findMessage(bothMixed, (k) => !compensates(k))), genuine: false },
    ]
  })
}

function malleableCases(): Ed25519Case[] {
  const message = messageNumber(0)
  const { signature, publicKey } = signParts({ r, R, a, A, message })
  const s = BigInt(`0x${toBigEndian(signature.slice(64))}`)
  const withS = (scalar: string) => ({ signature: signature.slice(0, 64) + scalar, message, publicKey, genuine: false })
  return [
    { name: 'S plus L', ...withS(littleEndian(s + L)) },
    { name: 'S plus 2 L', ...withS(littleEndian(s + 2n * L)) },
    { name: 'S plus 14 L', ...withS(littleEndian(s + 14n * L)) },
    ...Object.entries(SCALARS).map(([name, scalar]) => ({ name: `S is ${name}`, ...withS(scalar) })),
  ]
}

function badPointCases(): Ed25519Case[] {
  const message = messageNumber(0)
  const { signature, publicKey } = signParts({ r, R, a, A, message })
  const offCurve = encode(2n, 0n)
  const encodings = [offCurve, encode(2n, 1n), encode(P - 2n, 0n), ...SMALL_ORDER_ENCODINGS, ...NON_CANONICAL_ENCODINGS]
  const s = signature.slice(64)
  return [
    ...encodings.map((point) => ({ name: `key ${point}`, signature, message, publicKey: point, genuine: false })),
    ...encodings.map((point) => ({ name: `R ${point}`, signature: point + s, message, publicKey, genuine: false })),
    ...encodings.map((point) => {
      return { name: `both ${point}`, signature: point + SCALARS.zero, message, publicKey: point, genuine: false }
    }),
  ]
}

function signParts(parts: Parts): Pick<Ed25519Case, 'signature' | 'message' | 'publicKey'> {
  return { signature: solve(parts), message: parts.message, publicKey: parts.A.toHex() }
}

/** S = r + k·a: what the holder of the scalars would answer. */
function solve(parts: Parts): string {
  return parts.R.toHex() + littleEndian((parts.r + challenge(parts) * parts.a) % L)
}

function challenge({ R: nonce, A: key, message }: Parts): bigint {
  const hash = createHash('sha512')
    .update(Buffer.from(nonce.toHex() + key.toHex(), 'hex'))
    .update(message)
    .digest('hex')
  return BigInt(`0x${toBigEndian(hash)}`) % L
}

function findMessage(parts: Omit<Parts, 'message'>, fits: (k: bigint) => boolean): Parts {
  for (let number = 0; number < 1000; number++) {
    const candidate = { ...parts, message: messageNumber(number) }
    if (fits(challenge(candidate))) return candidate
  }
  throw new Error('no message in a thousand fits')
}

function messageNumber(number: number): Uint8Array {
  return new TextEncoder().encode(`message ${number}`)
}

function encode(y: bigint, sign: bigint): string {
  return littleEndian(y + (sign << 255n))
}

function littleEndian(number: bigint): string {
  return toBigEndian(number.toString(16).padStart(64, '0'))
}
