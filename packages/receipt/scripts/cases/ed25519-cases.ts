import type { CaseGroup } from './case-group.ts'
import {
  IDENTITY,
  identityNonceSignature,
  L,
  mixedKey,
  NON_CANONICAL_POINTS,
  OFF_CURVE,
  raiseS,
  SMALL_ORDER_POINTS,
  scalarHex,
  torsionSignature,
} from './curve.ts'
import { ISSUER, keyOf, STRANGER, signText } from './signing.ts'

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
    accepted('plain', 'an ordinary signature', { signature: SIGNATURE }),
    accepted('empty-message', 'the empty message can be signed', { signature: signText('', ISSUER), message: '' }),
    ...[1, 2, 3, 4, 5, 6].map((count) => {
      const message = 'm'.repeat(count * 61)
      const key = keyOf(`0${count}`.repeat(32))
      return accepted(`key-${count}`, `${message.length} bytes under another key`, {
        signature: signText(message, key),
        message: hex(message),
        publicKey: key.publicKey,
      })
    }),
    refused('other-message', 'one bit of the message differs', {
      signature: SIGNATURE,
      message: hex('Strict on every runtime'),
    }),
    refused('longer-message', 'the message has a byte more', { signature: SIGNATURE, message: `${hex(MESSAGE)}00` }),
    refused('other-key', 'the key of somebody else', { signature: SIGNATURE, publicKey: STRANGER.publicKey }),
    refused('swapped-halves', 'S stands before R', { signature: S + R }),
    refused('zero-signature', 'nothing but zeros', { signature: ZERO + ZERO }),
    refused('zero-s', 'S is zero', { signature: R + ZERO }),
    refused('flipped-r-sign', 'the sign of R was flipped', { signature: flipSign(R) + S }),
    refused('flipped-key-sign', 'the sign of the key was flipped', {
      signature: SIGNATURE,
      publicKey: flipSign(ISSUER.publicKey),
    }),
    refused('s-plus-l', 'S + L fits the equation and is refused', { signature: raiseS(SIGNATURE, 1n) }),
    refused('s-plus-8-l', 'S + 8·L fits the equation and is refused', { signature: raiseS(SIGNATURE, 8n) }),
    refused('s-equals-l', 'S = L is not below L', { signature: R + scalarHex(L) }),
    refused('s-all-ones', 'S is the largest number of 32 bytes', { signature: R + 'f'.repeat(64) }),
    refused('upper-case-signature', 'hex is lower-case', { signature: SIGNATURE.toUpperCase() }),
    refused('upper-case-key', 'hex is lower-case', { signature: SIGNATURE, publicKey: ISSUER.publicKey.toUpperCase() }),
    refused('short-signature', 'a byte is missing', { signature: SIGNATURE.slice(2) }),
    refused('odd-signature', 'half a byte is missing', { signature: SIGNATURE.slice(1) }),
    refused('long-signature', 'a byte too many', { signature: `${SIGNATURE}00` }),
    refused('prefixed-signature', '0x is no hex digit', { signature: `0x${SIGNATURE.slice(2)}` }),
    refused('spaced-signature', 'a space is no hex digit', { signature: ` ${SIGNATURE.slice(1)}` }),
    refused('signature-line-feed', 'a line feed at the end is not overlooked', {
      signature: `${SIGNATURE.slice(1)}\n`,
    }),
    refused('other-digits', 'digits of other scripts are no hex digits', { signature: `١${SIGNATURE.slice(1)}` }),
    refused('empty-signature', 'no signature', { signature: '' }),
    refused('short-key', 'a byte of the key is missing', {
      signature: SIGNATURE,
      publicKey: ISSUER.publicKey.slice(2),
    }),
    refused('empty-key', 'no key', { signature: SIGNATURE, publicKey: '' }),
    refused('off-curve-key', 'y = 2 is no point', { signature: SIGNATURE, publicKey: OFF_CURVE }),
    refused('off-curve-r', 'y = 2 is no point', { signature: OFF_CURVE + S }),
    ...SMALL_ORDER_POINTS.flatMap((point, times) => [
      refused(`small-order-key-${times}`, `${times}·T8 as the key, with the signature that fits every message`, {
        signature: UNIVERSAL,
        publicKey: point,
      }),
      refused(`small-order-r-${times}`, `${times}·T8 as R`, { signature: point + S }),
    ]),
    refused('universal-signature', 'R and key are the identity: the equation holds for every message', {
      signature: UNIVERSAL,
      publicKey: IDENTITY,
    }),
    refused('universal-signature-s-l', 'the same with S = L', {
      signature: IDENTITY + scalarHex(L),
      publicKey: IDENTITY,
    }),
    refused('identity-r', 'the equation holds, but R is the identity', {
      signature: identityNonceSignature(BYTES),
      publicKey: mixedKey(0),
    }),
    ...NON_CANONICAL_POINTS.flatMap((point, index) => [
      refused(`non-canonical-key-${index}`, 'the key is not canonically encoded', {
        signature: UNIVERSAL,
        publicKey: point,
      }),
      refused(`non-canonical-r-${index}`, 'R is not canonically encoded', { signature: point + S }),
    ]),
    accepted(
      'unclamped-key',
      'a key without a part of small order, made without clamping',
      mixed(0, 0, isNoMultipleOf8),
    ),
    ...[1, 2, 4, 7].map((times) =>
      refused(
        `mixed-key-${times}`,
        `${times}·T8 in the key: only the equation with the cofactor holds`,
        mixed(times, 0, isOdd),
      ),
    ),
    ...[1, 2, 4, 7].map((times) =>
      refused(
        `mixed-r-${times}`,
        `${times}·T8 in R: only the equation with the cofactor holds`,
        mixed(0, times, isNoMultipleOf8),
      ),
    ),
    accepted(
      'mixed-key-k-multiple-of-8',
      'T8 in the key vanishes when k is a multiple of 8',
      mixed(1, 0, isMultipleOf8),
    ),
    accepted(
      'mixed-key-and-r',
      'T8 in the key and in R cancel out when k ends on 7',
      mixed(1, 1, ({ reduced }) => reduced % 8n === 7n),
    ),
    refused(
      'mixed-key-and-r-apart',
      'T8 in the key and in R do not cancel out',
      mixed(1, 1, ({ reduced }) => reduced % 8n === 1n),
    ),
    accepted(
      'mixed-key-reduced-k',
      'k mod L is a multiple of 8, k itself is not: k is reduced first',
      mixed(1, 0, ({ whole, reduced }) => reduced % 8n === 0n && whole % 8n !== 0n),
    ),
    refused(
      'mixed-key-whole-k',
      'k is a multiple of 8, k mod L is not: k is reduced first',
      mixed(1, 0, ({ whole, reduced }) => reduced % 8n !== 0n && whole % 8n === 0n),
    ),
  ],
}

type Case = Extract<CaseGroup, { kind: 'ed25519' }>['cases'][number]

function accepted(name: string, description: string, row: Row): Case {
  return { name, description, ...complete(row), expected: { accepted: true } }
}

function refused(name: string, description: string, row: Row): Case {
  return { name, description, ...complete(row), expected: { accepted: false } }
}

function complete({ signature, message = hex(MESSAGE), publicKey = ISSUER.publicKey }: Row): Required<Row> {
  return { signature, message, publicKey }
}

function mixed(ofKey: number, ofNonce: number, wants: (k: { whole: bigint; reduced: bigint }) => boolean): Row {
  return { signature: torsionSignature(BYTES, { ofKey, ofNonce, wants }), publicKey: mixedKey(ofKey) }
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
