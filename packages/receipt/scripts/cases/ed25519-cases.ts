import {
  IDENTITY,
  identityNonceSignature,
  L,
  makeMixedKey,
  NON_CANONICAL_POINTS,
  OFF_CURVE,
  raiseS,
  SMALL_ORDER_POINTS,
  scalarHex,
  torsionSignature,
} from './curve.ts'
import { ISSUER, deriveKey, STRANGER, signText } from './drafts.ts'
import type { CaseGroup } from './receipt-case.ts'

type Row = { signature: string; message?: string; publicKey?: string }

const MESSAGE = 'strict on every runtime'
const BYTES = Buffer.from(MESSAGE)
const SIGNATURE = signText(MESSAGE, ISSUER)
const R = SIGNATURE.slice(0, 64)
const S = SIGNATURE.slice(64)
const ZERO = '0'.repeat(64)
const UNIVERSAL = IDENTITY + ZERO

const isMultipleOf8 = ({ reduced }: { reduced: bigint }) => reduced % 8n === 0n
const isNoMultipleOf8 = ({ reduced }: { reduced: bigint }) => reduced % 8n !== 0n

export const ed25519Cases: CaseGroup = {
  topic: 'ed25519',
  kind: 'ed25519',
  about: 'verifyEd25519 alone: signature, message and key as hex. Strict RFC 8032 without the cofactor.',
  cases: [
    expectAccepted('plain', 'an ordinary signature', { signature: SIGNATURE }),
    expectAccepted('empty-message', 'the empty message can be signed', {
      signature: signText('', ISSUER),
      message: '',
    }),
    ...[1, 2, 3, 4, 5, 6].map((count) => {
      const message = 'm'.repeat(count * 61)
      const key = deriveKey(`0${count}`.repeat(32))
      return expectAccepted(`key-${count}`, `${message.length} bytes under another key`, {
        signature: signText(message, key),
        message: hex(message),
        publicKey: key.publicKey,
      })
    }),
    expectRefused('other-message', 'one bit of the message differs', {
      signature: SIGNATURE,
      message: hex('Strict on every runtime'),
    }),
    expectRefused('longer-message', 'the message has a byte more', {
      signature: SIGNATURE,
      message: `${hex(MESSAGE)}00`,
    }),
    expectRefused('other-key', 'the key of somebody else', { signature: SIGNATURE, publicKey: STRANGER.publicKey }),
    expectRefused('swapped-halves', 'S stands before R', { signature: S + R }),
    expectRefused('zero-signature', 'nothing but zeros', { signature: ZERO + ZERO }),
    expectRefused('zero-s', 'S is zero', { signature: R + ZERO }),
    expectRefused('flipped-r-sign', 'the sign of R was flipped', { signature: flipSign(R) + S }),
    expectRefused('flipped-key-sign', 'the sign of the key was flipped', {
      signature: SIGNATURE,
      publicKey: flipSign(ISSUER.publicKey),
    }),
    expectRefused('s-plus-l', 'S + L fits the equation and is refused', { signature: raiseS(SIGNATURE, 1n) }),
    expectRefused('s-plus-8-l', 'S + 8·L fits the equation and is refused', { signature: raiseS(SIGNATURE, 8n) }),
    expectRefused('s-equals-l', 'S = L is not below L', { signature: R + scalarHex(L) }),
    expectRefused('s-all-ones', 'S is the largest number of 32 bytes', { signature: R + 'f'.repeat(64) }),
    expectRefused('upper-case-signature', 'hex is lower-case', { signature: SIGNATURE.toUpperCase() }),
    expectRefused('upper-case-key', 'hex is lower-case', {
      signature: SIGNATURE,
      publicKey: ISSUER.publicKey.toUpperCase(),
    }),
    expectRefused('short-signature', 'a byte is missing', { signature: SIGNATURE.slice(2) }),
    expectRefused('odd-signature', 'half a byte is missing', { signature: SIGNATURE.slice(1) }),
    expectRefused('long-signature', 'a byte too many', { signature: `${SIGNATURE}00` }),
    expectRefused('prefixed-signature', '0x is no hex digit', { signature: `0x${SIGNATURE.slice(2)}` }),
    expectRefused('spaced-signature', 'a space is no hex digit', { signature: ` ${SIGNATURE.slice(1)}` }),
    expectRefused('signature-line-feed', 'a line feed at the end is not overlooked', {
      signature: `${SIGNATURE.slice(1)}\n`,
    }),
    expectRefused('other-digits', 'digits of other scripts are no hex digits', { signature: `١${SIGNATURE.slice(1)}` }),
    expectRefused('empty-signature', 'no signature', { signature: '' }),
    expectRefused('short-key', 'a byte of the key is missing', {
      signature: SIGNATURE,
      publicKey: ISSUER.publicKey.slice(2),
    }),
    expectRefused('empty-key', 'no key', { signature: SIGNATURE, publicKey: '' }),
    expectRefused('off-curve-key', 'y = 2 is no point', { signature: SIGNATURE, publicKey: OFF_CURVE }),
    expectRefused('off-curve-r', 'y = 2 is no point', { signature: OFF_CURVE + S }),
    ...SMALL_ORDER_POINTS.flatMap((point, times) => [
      expectRefused(`small-order-key-${times}`, `${times}·T8 as the key, with the signature that fits every message`, {
        signature: UNIVERSAL,
        publicKey: point,
      }),
      expectRefused(`small-order-r-${times}`, `${times}·T8 as R`, { signature: point + S }),
    ]),
    expectRefused('universal-signature', 'R and key are the identity: the equation holds for every message', {
      signature: UNIVERSAL,
      publicKey: IDENTITY,
    }),
    expectRefused('universal-signature-s-l', 'the same with S = L', {
      signature: IDENTITY + scalarHex(L),
      publicKey: IDENTITY,
    }),
    expectRefused('identity-r', 'the equation holds, but R is the identity', {
      signature: identityNonceSignature(BYTES),
      publicKey: makeMixedKey(0),
    }),
    ...NON_CANONICAL_POINTS.flatMap((point, index) => [
      expectRefused(`non-canonical-key-${index}`, 'the key is not canonically encoded', {
        signature: UNIVERSAL,
        publicKey: point,
      }),
      expectRefused(`non-canonical-r-${index}`, 'R is not canonically encoded', { signature: point + S }),
    ]),
    expectAccepted(
      'unclamped-key',
      'a key without a part of small order, made without clamping',
      makeMixedRow(0, 0, isNoMultipleOf8),
    ),
    ...[1, 2, 4, 7].map((times) =>
      expectRefused(
        `mixed-key-${times}`,
        `${times}·T8 in the key: only the equation with the cofactor holds`,
        makeMixedRow(times, 0, isOdd),
      ),
    ),
    ...[1, 2, 4, 7].map((times) =>
      expectRefused(
        `mixed-r-${times}`,
        `${times}·T8 in R: only the equation with the cofactor holds`,
        makeMixedRow(0, times, isNoMultipleOf8),
      ),
    ),
    expectAccepted(
      'mixed-key-k-multiple-of-8',
      'T8 in the key vanishes when k is a multiple of 8',
      makeMixedRow(1, 0, isMultipleOf8),
    ),
    expectAccepted(
      'mixed-key-and-r',
      'T8 in the key and in R cancel out when k ends on 7',
      makeMixedRow(1, 1, ({ reduced }) => reduced % 8n === 7n),
    ),
    expectRefused(
      'mixed-key-and-r-apart',
      'T8 in the key and in R do not cancel out',
      makeMixedRow(1, 1, ({ reduced }) => reduced % 8n === 1n),
    ),
    expectAccepted(
      'mixed-key-reduced-k',
      'k mod L is a multiple of 8, k itself is not: k is reduced first',
      makeMixedRow(1, 0, ({ whole, reduced }) => reduced % 8n === 0n && whole % 8n !== 0n),
    ),
    expectRefused(
      'mixed-key-whole-k',
      'k is a multiple of 8, k mod L is not: k is reduced first',
      makeMixedRow(1, 0, ({ whole, reduced }) => reduced % 8n !== 0n && whole % 8n === 0n),
    ),
  ],
}

type Case = Extract<CaseGroup, { kind: 'ed25519' }>['cases'][number]

function expectAccepted(name: string, description: string, row: Row): Case {
  return { name, description, ...complete(row), expected: { accepted: true } }
}

function expectRefused(name: string, description: string, row: Row): Case {
  return { name, description, ...complete(row), expected: { accepted: false } }
}

function complete({ signature, message = hex(MESSAGE), publicKey = ISSUER.publicKey }: Row): Required<Row> {
  return { signature, message, publicKey }
}

function makeMixedRow(ofKey: number, ofNonce: number, wants: (k: { whole: bigint; reduced: bigint }) => boolean): Row {
  return { signature: torsionSignature(BYTES, { ofKey, ofNonce, wants }), publicKey: makeMixedKey(ofKey) }
}

function isOdd({ reduced }: { reduced: bigint }): boolean {
  return reduced % 2n === 1n
}

function flipSign(point: string): string {
  const top = Number.parseInt(point.slice(62), 16) ^ 0x80
  return point.slice(0, 62) + top.toString(16).padStart(2, '0')
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex')
}
