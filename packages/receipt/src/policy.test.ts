import { describe, expect, it, vi } from 'vitest'
import { END, hashReceipt, ISSUER_KEYS, NOW, OTHER_KEYS, oldReceipt, sampleReceipt } from '../test/sample-receipts.ts'
import type { PolicyName } from './checks.ts'
import type { OldReceipt, Receipt } from './receipt.ts'
import { verifyReceipt } from './verify.ts'

const SAMPLE = sampleReceipt()

function finding(name: PolicyName, options: object, receipt: unknown = SAMPLE): string | null | undefined {
  const result = verifyReceipt(receipt, { now: NOW, ...options })
  const outcome = result.policy[name]
  expect(result.status).toBe(outcome === 'FAIL' ? 'INVALID' : 'VALID')
  if (outcome !== 'FAIL') return outcome === 'PASS' ? null : undefined
  const { code, detail } = result.failures.find((failure) => failure.check === name)!
  return `${code}: ${detail}`
}

const tooOld = (limit: string) => `TOO_OLD: the interval ended 10000 ms ago, more than ${limit} ms`

/** Answers that the receipt is not revoked, and changes what it was given to suit the other demands. */
function falsify(receipt: Receipt | OldReceipt): boolean {
  Object.assign(receipt, { audience: 'me' })
  Object.assign(receipt.issuer, { publicKey: OTHER_KEYS.publicKey })
  Object.assign(receipt.interval, { end: '2027-01-01T00:00:00.000Z' })
  return false
}

describe('trustedIssuers', () => {
  const UNTRUSTED = 'UNTRUSTED_ISSUER: /issuer/publicKey is not among the trusted keys'
  const { publicKey } = ISSUER_KEYS

  it.each<[string, unknown, string | null | undefined]>([
    ['undefined', undefined, undefined],
    ['the key alone', [publicKey], null],
    ['several keys', [OTHER_KEYS.publicKey, publicKey], null],
    ['a Set', new Set([publicKey]), null],
    ['the keys of a Map, which can be read only once', new Map([[publicKey, 1]]).keys(), UNTRUSTED],
    ['a Map', new Map([[publicKey, 1]]), UNTRUSTED],
    ['a Set without the key', new Set([OTHER_KEYS.publicKey]), UNTRUSTED],
    ['no key', [], UNTRUSTED],
    ['another key', [OTHER_KEYS.publicKey], UNTRUSTED],
    ['the id of the issuer', [SAMPLE.issuer.id], UNTRUSTED],
    ['the whole issuer', [SAMPLE.issuer], UNTRUSTED],
    ['an upper-case key', [publicKey.toUpperCase()], UNTRUSTED],
    ['the key with a blank', [`${publicKey} `], UNTRUSTED],
    ['the key itself, not in a list', publicKey, UNTRUSTED],
    ['keys joined into one text', [`${OTHER_KEYS.publicKey},${publicKey}`], UNTRUSTED],
    ['null', null, UNTRUSTED],
    ['false', false, UNTRUSTED],
    ['an object that is no list', { 0: publicKey, length: 1 }, UNTRUSTED],
    ['a function', () => [publicKey], UNTRUSTED],
  ])('judges %s', (_, trustedIssuers, expected) => {
    expect(finding('issuer', { trustedIssuers })).toBe(expected)
  })

  it('refuses a list that throws while it is read', () => {
    const trustedIssuers = new Proxy([ISSUER_KEYS.publicKey], {
      get() {
        throw new Error('no')
      },
    })
    expect(verifyReceipt(SAMPLE, { now: NOW, trustedIssuers }).status).toBe('INVALID')
  })
})

describe('revoked', () => {
  const NOT_ANSWERED = 'REVOKED: whether it is revoked was not answered with true or false'

  it.each<[string, unknown, string | null | undefined]>([
    ['is undefined', undefined, undefined],
    ['answers false', () => false, null],
    ['answers true', () => true, 'REVOKED: the receipt is revoked'],
    ['answers a promise of false', () => Promise.resolve(false), NOT_ANSWERED],
    ['answers nothing', () => undefined, NOT_ANSWERED],
    ['answers null', () => null, NOT_ANSWERED],
    ['answers 0', () => 0, NOT_ANSWERED],
    ['answers text', () => 'false', NOT_ANSWERED],
    [
      'throws',
      () => {
        throw new Error('no connection')
      },
      NOT_ANSWERED,
    ],
    ['is null', null, NOT_ANSWERED],
    ['is false', false, NOT_ANSWERED],
    ['is a list', [], NOT_ANSWERED],
  ])('judges a function that %s', (_, revoked, expected) => {
    expect(finding('revocation', { revoked })).toBe(expected)
  })

  it('leaves no rejected promise behind', async () => {
    const unheard = vi.fn()
    process.on('unhandledRejection', unheard)
    try {
      expect(finding('revocation', { revoked: () => Promise.reject(new Error('too late')) })).toBe(NOT_ANSWERED)
      await new Promise((resolve) => setImmediate(resolve))
      expect(unheard).not.toHaveBeenCalled()
    } finally {
      process.off('unhandledRejection', unheard)
    }
  })

  it('cannot change the verdict on the other demands', () => {
    const demands = { audience: 'me', trustedIssuers: [OTHER_KEYS.publicKey], maxAgeMs: 1, revoked: falsify }
    expect(verifyReceipt(sampleReceipt(), { now: NOW, ...demands }).policy).toEqual({
      issuer: 'FAIL',
      revocation: 'PASS',
      age: 'FAIL',
      audience: 'FAIL',
    })
  })

  it('is asked about the receipt and its hash', () => {
    const asked: unknown[] = []
    const revoked = (...question: unknown[]) => {
      asked.push(...question)
      return false
    }
    expect(finding('revocation', { revoked })).toBeNull()
    expect(asked).toEqual([SAMPLE, hashReceipt(SAMPLE)])
  })
})

describe('maxAgeMs', () => {
  it.each<[string, unknown, string | null | undefined]>([
    ['undefined', undefined, undefined],
    ['exactly the age', 10_000, null],
    ['more than the age', 10_001, null],
    ['less than the age', 9999, tooOld('9999')],
    ['zero', 0, tooOld('0')],
    ['negative', -1, tooOld('-1')],
    ['NaN', Number.NaN, tooOld('NaN')],
    ['null', null, tooOld('null')],
    ['text', '60000', tooOld('60000')],
    ['a list', [60_000], tooOld('60000')],
    ['a symbol', Symbol('s'), tooOld('Symbol(s)')],
    ['true', true, tooOld('true')],
  ])('judges a limit that is %s', (_, maxAgeMs, expected) => {
    expect(finding('age', { maxAgeMs })).toBe(expected)
  })

  it('counts from the end of the interval', () => {
    expect(finding('age', { maxAgeMs: 0, now: END })).toBeNull()
  })

  it('refuses a limit that cannot even be written down', () => {
    const options = { now: NOW, maxAgeMs: Object.create(null) as number }
    expect(verifyReceipt(SAMPLE, options).status).toBe('INVALID')
  })
})

describe('audience', () => {
  const MISMATCH = 'AUDIENCE_MISMATCH: /audience is not the expected one'
  const { audience: _audience, ...forNobody } = sampleReceipt()

  it.each<[string, unknown, string | null | undefined]>([
    ['undefined', undefined, undefined],
    ['the one of the receipt', 'https://stillhere.example', null],
    ['another one', 'https://stillhere.example/', MISMATCH],
    ['in upper case', 'HTTPS://STILLHERE.EXAMPLE', MISMATCH],
    ['empty', '', MISMATCH],
    ['null', null, MISMATCH],
    ['a list', ['https://stillhere.example'], MISMATCH],
  ])('judges an audience that is %s', (_, audience, expected) => {
    expect(finding('audience', { audience })).toBe(expected)
  })

  it.each<[string, unknown]>([
    ['text', 'me'],
    ['null', null],
  ])('is not met by a receipt for nobody, when %s is expected', (_, audience) => {
    const receipt = sampleReceipt({ audience: undefined! })
    expect(receipt).not.toHaveProperty('audience')
    expect(Object.keys(receipt).length).toBe(Object.keys(forNobody as Partial<Receipt>).length)
    expect(finding('audience', { audience }, receipt)).toBe(MISMATCH)
  })

  it('is never met by an old receipt, which has none', () => {
    expect(finding('audience', { audience: 'me', legacy: true }, oldReceipt())).toBe(MISMATCH)
  })
})
