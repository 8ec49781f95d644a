import { describe, expect, it, vi } from 'vitest'
import {
  END,
  EVIDENCE,
  editMember,
  hashReceipt,
  ISSUER,
  ISSUER_KEYS,
  NOW,
  OTHER_KEYS,
  resign,
  sampleReceipt,
  signText,
  buildUnsigned,
} from '../test/sample-receipts.ts'
import { createIssuerIdentity, verifyEd25519 } from './ed25519.ts'
import { bytesToHex } from './encoding.ts'
import { ReceiptError } from './failure.ts'
import { canonicalize } from './json.ts'
import type { UnsignedReceipt } from './receipt.ts'
import { type Signer, type SignOptions, signReceipt } from './sign.ts'
import { verifyReceipt } from './verify.ts'

const UNSIGNED = buildUnsigned()
const { secretKey, publicKey } = ISSUER_KEYS
const END_MS = Date.parse(END)

const sign = (unsigned: UnsignedReceipt = UNSIGNED, options: SignOptions = { now: NOW }) =>
  signReceipt(unsigned, secretKey, options)

function catchRefusal(act: () => unknown): { code: string; message: string } {
  try {
    act()
  } catch (error) {
    if (error instanceof ReceiptError) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('it was signed')
}

async function webCryptoSigner(): Promise<Signer> {
  const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  return {
    publicKey: bytesToHex(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))),
    sign: (message) => crypto.subtle.sign('Ed25519', pair.privateKey, message),
  }
}

const signerAnswering = (answer: unknown): Signer => ({
  publicKey,
  sign: () => Promise.resolve(answer as Uint8Array),
})

describe('signReceipt', () => {
  it('adds a signature that verifies, and changes nothing else', () => {
    const { signature, ...rest } = sign()
    expect(rest).toStrictEqual(UNSIGNED)
    expect(signature).toStrictEqual({
      algorithm: 'Ed25519',
      canonicalization: 'JCS',
      signedAt: '2026-03-01T12:00:10.000Z',
      value: expect.stringMatching(/^[0-9a-f]{128}$/),
    })
    expect(verifyReceipt(sign(), { now: NOW }).status).toBe('VALID')
  })

  it('signs the context and the RFC 8785 text without the value', () => {
    const receipt = sign()
    const { value, ...signature } = receipt.signature
    const text = `CPS-0001/1.0\n${canonicalize({ ...UNSIGNED, signature })}`
    expect(verifyEd25519(value, new TextEncoder().encode(text), publicKey)).toBe(true)
    expect(resign(receipt)).toEqual(receipt)
  })

  it('does not change what it is given, and keeps no part of it', () => {
    const unsigned = structuredClone(UNSIGNED)
    const receipt = sign(unsigned)
    expect(unsigned).toStrictEqual(UNSIGNED)
    unsigned.evidence[0]!.payload.score = 0
    expect(verifyReceipt(receipt, { now: NOW }).status).toBe('VALID')
  })

  it.each([
    ['after the end', END_MS + 1, END_MS + 1],
    ['at the end', END_MS, END_MS],
    ['up to 30 seconds before the end, which then counts', END_MS - 30_000, END_MS],
    ['a millisecond before the end', END_MS - 1, END_MS],
    ['long after the end', END_MS + 86_400_000, END_MS + 86_400_000],
    ['as a Date', new Date(NOW), NOW],
    ['as text', '2026-03-01T13:00:10+01:00', NOW],
  ])('takes the time of signing %s', (_, now, signedAt) => {
    expect(sign(UNSIGNED, { now }).signature.signedAt).toBe(new Date(signedAt).toISOString())
  })

  it('takes the system clock by default', () => {
    vi.useFakeTimers({ now: NOW + 7 })
    try {
      expect(signReceipt(UNSIGNED, secretKey).signature.signedAt).toBe('2026-03-01T12:00:10.007Z')
      expect(signReceipt(UNSIGNED, secretKey, {}).signature.signedAt).toBe('2026-03-01T12:00:10.007Z')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('signReceipt refuses what would not verify', () => {
  const mixed = { ...ISSUER, publicKey: OTHER_KEYS.publicKey }
  const TIMES = 'TEMPORAL_INCONSISTENCY'
  const ASSERTIONS = 'INCONSISTENT_ASSERTIONS'

  it.each<[string, string, unknown, string, string]>([
    [
      'another issuer than the key',
      '/issuer',
      createIssuerIdentity(OTHER_KEYS),
      'ISSUER_MISMATCH',
      '/issuer/publicKey is not the public key of the signing key',
    ],
    [
      'a name that is not the key',
      '/issuer',
      mixed,
      'INVALID_SCHEMA',
      '/issuer must have the id that belongs to its publicKey',
    ],
    [
      'a wrong digest',
      '/evidence/1/payloadDigest',
      '0'.repeat(64),
      'EVIDENCE_TAMPERED',
      '/evidence/1/payload does not fit its payloadDigest',
    ],
    ['a wrong coverage', '/interval/coverageMs', 1499, TIMES, '/interval/coverageMs must be 1500'],
    ['an empty interval', '/interval/start', END, TIMES, '/interval/start must be before /interval/end'],
    ['an expiry at the end', '/expiresAt', END, TIMES, '/expiresAt must be after /interval/end'],
    [
      'continuity without observation',
      '/assertions/observationOccurred/value',
      false,
      ASSERTIONS,
      'continuity is asserted without an observation',
    ],
    [
      'a verdict in vain',
      '/assertions/receiptIntegrity/value',
      false,
      ASSERTIONS,
      '/verdict is PASS although an assertion is false',
    ],
    ['an unknown member', '/note', 'x', 'INVALID_SCHEMA', '/note is not a member that receipts have'],
    ['a missing member', '/references', undefined, 'INVALID_SCHEMA', '/references is missing'],
    ['no interval', '/interval', undefined, 'INVALID_SCHEMA', '/interval is missing'],
    ['a receipt that is signed', '/signature', undefined, 'INVALID_SCHEMA', '/signature is there already'],
  ])('%s', (_, pointer, value, code, message) => {
    const unsigned = pointer === '/signature' ? sampleReceipt() : editMember(UNSIGNED, pointer, value)
    expect(catchRefusal(() => sign(unsigned))).toEqual({ code, message })
  })

  it('an interval that ends more than 30 seconds after signing', () => {
    expect(catchRefusal(() => sign(UNSIGNED, { now: END_MS - 30_001 }))).toEqual({
      code: TIMES,
      message: '/signature/signedAt must not be before /interval/end',
    })
  })

  it('a signature of undefined, which is a member too', () => {
    const unsigned = { ...UNSIGNED, signature: undefined } as UnsignedReceipt
    expect(catchRefusal(() => sign(unsigned)).message).toBe('/signature is there already')
  })

  it.each([
    ['NaN', Number.NaN],
    ['null', null],
    ['text without a zone', '2026-03-01T12:00:10'],
    ['a broken Date', new Date(Number.NaN)],
    ['Infinity', Number.POSITIVE_INFINITY],
  ])('a time of signing that is %s', (_, now) => {
    expect(catchRefusal(() => sign(UNSIGNED, { now: now as number }))).toEqual({
      code: 'INVALID_SCHEMA',
      message: 'now must be milliseconds, a Date or an RFC 3339 time with its zone',
    })
  })

  it.each([
    ['the year 10000', 253_402_300_800_000],
    ['a time that no Date can hold', 9e15],
  ])('a time of signing in %s', (_, now) => {
    expect(catchRefusal(() => sign(UNSIGNED, { now })).code).toBe('INVALID_SCHEMA')
  })

  it.each([null, 'text', [], 5])('%j, which is no receipt', (unsigned) => {
    expect(catchRefusal(() => sign(unsigned as unknown as UnsignedReceipt))).toEqual({
      code: 'INVALID_SCHEMA',
      message: 'the receipt must be an object',
    })
  })

  it('numbers JSON cannot write, and says where', () => {
    const unsigned = editMember(UNSIGNED, '/evidence/0/payload/score', Number.NaN)
    expect(() => sign(unsigned)).toThrow('/evidence/0/payload/score is NaN, which JSON cannot write')
  })

  it.each([
    ['too short', secretKey.slice(1)],
    ['too long', `${secretKey}0`],
    ['upper case', 'A'.repeat(64)],
    ['not hex', 'my very secret passphrase'],
    ['empty', ''],
  ])('a secret key that is %s, without repeating it', (_, key) => {
    const { code, message } = catchRefusal(() => signReceipt(UNSIGNED, key, { now: NOW }))
    expect({ code, message }).toEqual({ code: 'INVALID_SCHEMA', message: 'secretKey must be 64 lower-case hex digits' })
    if (key !== '') expect(message).not.toContain(key)
  })

  it('an evidence digest of the old profile', () => {
    const payload = { b: 1, a: 2 }
    const evidence = [{ ...EVIDENCE[0]!, payload, payloadDigest: hashReceipt(payload) }]
    expect(sign(buildUnsigned({ evidence })).evidence[0]!.payloadDigest).toBe(hashReceipt({ a: 2, b: 1 }))
  })
})

describe('signReceipt with a signer', () => {
  it('takes a WebCrypto key that cannot be exported', async () => {
    const signer = await webCryptoSigner()
    const unsigned = buildUnsigned({ issuer: createIssuerIdentity(signer) })
    const receipt = await signReceipt(unsigned, signer, { now: NOW })
    expect(verifyReceipt(receipt, { now: NOW }).status).toBe('VALID')
  })

  it.each([
    ['bytes', (bytes: Uint8Array) => bytes],
    ['an ArrayBuffer', (bytes: Uint8Array) => bytes.slice().buffer],
  ])('takes an answer of %s', async (_, form) => {
    const value = Uint8Array.from(Buffer.from(sign().signature.value, 'hex'))
    await expect(signReceipt(UNSIGNED, signerAnswering(form(value)), { now: NOW })).resolves.toEqual(sign())
  })

  it.each([
    ['a signature over something else', Buffer.from(sampleReceipt({ references: [] }).signature.value, 'hex')],
    ['zeros', new Uint8Array(64)],
    ['nothing', new Uint8Array(0)],
    ['too few bytes', new Uint8Array(63)],
  ])('refuses a signer that answers %s', async (_, answer) => {
    await expect(signReceipt(UNSIGNED, signerAnswering(answer), { now: NOW })).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      message: 'what the signer answered is not a signature by its publicKey',
    })
  })

  it('rejects, and does not ask, when the key is not the issuer', async () => {
    const signer = { publicKey: OTHER_KEYS.publicKey, sign: vi.fn() }
    await expect(signReceipt(UNSIGNED, signer, { now: NOW })).rejects.toMatchObject({ code: 'ISSUER_MISMATCH' })
    expect(signer.sign).not.toHaveBeenCalled()
  })

  it('does not let the signer change what is checked afterwards', async () => {
    const signer: Signer = {
      publicKey,
      sign: (message) => {
        message.fill(0)
        return Promise.resolve(Buffer.from(signText('\u0000'.repeat(message.length), secretKey), 'hex'))
      },
    }
    await expect(signReceipt(UNSIGNED, signer, { now: NOW })).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
  })

  it('asks the signer only once for its key', async () => {
    const keys = [publicKey, OTHER_KEYS.publicKey, OTHER_KEYS.publicKey]
    const fickle = {
      get publicKey() {
        return keys.shift()!
      },
      sign: () => Promise.resolve(Buffer.from(sign().signature.value, 'hex')),
    }
    await expect(signReceipt(UNSIGNED, fickle, { now: NOW })).resolves.toEqual(sign())
  })

  it('passes on the error of a signer that fails', async () => {
    const signer = { publicKey, sign: () => Promise.reject(new Error('the token was pulled out')) }
    await expect(signReceipt(UNSIGNED, signer, { now: NOW })).rejects.toThrow('the token was pulled out')
  })

  it('takes the system clock by default', async () => {
    const signer = await webCryptoSigner()
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    try {
      const receipt = await signReceipt(buildUnsigned({ issuer: createIssuerIdentity(signer) }), signer)
      expect(receipt.signature.signedAt).toBe('2026-03-01T12:00:10.000Z')
    } finally {
      vi.useRealTimers()
    }
  })
})
