import canonicalizeByReference from 'canonicalize'
import { describe, expect, it, vi } from 'vitest'
import { diceFrom, hostileList, hostileValue, pick, randomJson } from '../test/hostile-values.ts'
import { placesIn, withoutPart, withPart } from '../test/json-places.ts'
import {
  editMember,
  ISSUER,
  ISSUER_KEYS,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  sampleReceipt,
  signText,
} from '../test/sample-receipts.ts'
import { type KeyPair } from './ed25519.ts'
import { ReceiptError } from './failure.ts'
import { NotJsonError } from './json.ts'
import {
  readStatusList,
  type StatusContent,
  type StatusList,
  type StatusOptions,
  signStatusList,
} from './status-list.ts'
import { verifyReceipt } from './verify.ts'

// A slow machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const HOUR_MS = 3_600_000
const RECEIPT = sampleReceipt()
const OTHER_ID = '0195d1c2-3b00-7abc-8def-0123456789ac'
const CONTENT: StatusContent = {
  revoked: [OTHER_ID, RECEIPT.receiptId],
  issuedAt: NOW - 1000,
  nextUpdate: NOW + HOUR_MS,
}
const LIST = signStatusList(CONTENT, ISSUER_KEYS.secretKey)

const readAt = (list: unknown, options: StatusOptions = {}) => readStatusList(list, { now: NOW, ...options })
const reasonOf = (list: unknown, options: StatusOptions = {}) => {
  const reading = readAt(list, options)
  return reading.status === 'REFUSED' ? reading.reason : null
}

/** Puts a right signature under any content; written without the library's JCS. */
function resign(list: StatusList, { secretKey }: KeyPair = ISSUER_KEYS, context = 'CPS-0001/status-list/1.0\n') {
  const { value: _value, ...signature } = list.signature
  const value = signText(context + canonicalizeByReference({ ...list, signature }), secretKey)
  return { ...list, signature: { ...signature, value } }
}

describe('signStatusList', () => {
  it('signs exactly the documented bytes, with the ids in order and each once', () => {
    const list = signStatusList({ ...CONTENT, revoked: [OTHER_ID, RECEIPT.receiptId, OTHER_ID] }, ISSUER_KEYS.secretKey)
    expect(list).toEqual({
      protocolVersion: '1.0',
      issuer: ISSUER,
      issuedAt: '2026-03-01T12:00:09.000Z',
      nextUpdate: '2026-03-01T13:00:10.000Z',
      revoked: [RECEIPT.receiptId, OTHER_ID],
      signature: { algorithm: 'Ed25519', canonicalization: 'JCS', value: resign(list).signature.value },
    })
  })

  it.each<[string, Partial<StatusContent>, RegExp]>([
    ['an id that is no UUIDv7', { revoked: ['0195d1c2-3b00-4abc-8def-0123456789ab'] }, /^\/revoked\/0 must be/],
    ['a next update that is not later', { nextUpdate: NOW - 1000 }, /^\/nextUpdate must be after \/issuedAt$/],
    ['a time without a zone', { issuedAt: '2026-03-01T12:00:00' }, /^issuedAt must be milliseconds/],
    ['no time', { nextUpdate: Number.NaN }, /^nextUpdate must be milliseconds/],
  ])('refuses %s', (_name, content, message) => {
    const refusal = { name: 'ReceiptError', code: 'INVALID_SCHEMA', message: expect.stringMatching(message) }
    const sign = () => signStatusList({ ...CONTENT, ...content }, ISSUER_KEYS.secretKey)
    expect(sign).toThrow(expect.objectContaining(refusal))
  })

  it('refuses a key that is none', () => {
    expect(() => signStatusList(CONTENT, 'ABCD')).toThrow(ReceiptError)
  })
})

describe('readStatusList', () => {
  it('answers a check that verifyReceipt takes', () => {
    const reading = readAt(LIST, { trustedIssuers: [ISSUER.publicKey] })
    expect(reading).toMatchObject({ status: 'CURRENT', issuer: ISSUER, issuedAt: LIST.issuedAt })
    if (reading.status !== 'CURRENT') throw new Error(reading.detail)
    const { revoked } = reading
    expect(verifyReceipt(RECEIPT, { now: NOW, revoked })).toMatchObject({
      reason: 'REVOKED',
      detail: 'the receipt is revoked',
    })
    const other = sampleReceipt({ receiptId: '0195d1c2-3b00-7abc-8def-0123456789ad' })
    expect(verifyReceipt(other, { now: NOW, revoked })).toMatchObject({
      status: 'VALID',
      policy: { revocation: 'PASS' },
    })
  })

  it('reads a list that traveled as text, and one that revokes nothing', () => {
    expect(readAt(JSON.parse(JSON.stringify(LIST))).status).toBe('CURRENT')
    expect(readAt(signStatusList({ ...CONTENT, revoked: [] }, ISSUER_KEYS.secretKey)).status).toBe('CURRENT')
  })

  it('says nothing of another key’s receipts, which are then refused', () => {
    const reading = readAt(signStatusList({ ...CONTENT, revoked: [] }, OTHER_KEYS.secretKey))
    if (reading.status !== 'CURRENT') throw new Error(reading.detail)
    const result = verifyReceipt(RECEIPT, { now: NOW, revoked: reading.revoked })
    expect(result).toMatchObject({ reason: 'REVOKED', detail: expect.stringContaining('was not answered') })
    expect(() => reading.revoked(oldReceipt(), '')).toThrow('another issuer key')
  })

  it.each<[string, (list: StatusList) => unknown, string]>([
    ['an id left out', (list) => editMember(list, '/revoked', [OTHER_ID]), 'INVALID_SIGNATURE'],
    ['a later next update', (list) => editMember(list, '/nextUpdate', '2027-01-01T00:00:00.000Z'), 'INVALID_SIGNATURE'],
    ['an earlier issue', (list) => editMember(list, '/issuedAt', '2026-03-01T12:00:00.000Z'), 'INVALID_SIGNATURE'],
    ['another signature', (list) => editMember(list, '/signature/value', 'a'.repeat(128)), 'INVALID_SIGNATURE'],
    ['another key’s signature', (list) => resign(list, OTHER_KEYS), 'INVALID_SIGNATURE'],
    ['the signature of a receipt', (list) => resign(list, ISSUER_KEYS, 'CPS-0001/1.0\n'), 'INVALID_SIGNATURE'],
    ['no context', (list) => resign(list, ISSUER_KEYS, ''), 'INVALID_SIGNATURE'],
    ['ids out of order', (list) => resign({ ...list, revoked: list.revoked.toReversed() }), 'INVALID_SCHEMA'],
    ['an id twice', (list) => resign({ ...list, revoked: [OTHER_ID, OTHER_ID] }), 'INVALID_SCHEMA'],
    ['an id that is a number', (list) => editMember(list, '/revoked/0', 5), 'INVALID_SCHEMA'],
    ['another version', (list) => resign({ ...list, protocolVersion: '1.1' }), 'INVALID_SCHEMA'],
    ['a member too many', (list) => resign({ ...list, more: 1 } as StatusList), 'INVALID_SCHEMA'],
    [
      'an issuer id that is not the key’s',
      (list) => resign(editMember(list, '/issuer/id', '0'.repeat(16))),
      'INVALID_SCHEMA',
    ],
    ['another algorithm', (list) => editMember(list, '/signature/algorithm', 'ES256'), 'INVALID_SCHEMA'],
    ['a time without milliseconds', (list) => resign({ ...list, issuedAt: '2026-03-01T12:00:09Z' }), 'INVALID_SCHEMA'],
    ['an end before the beginning', (list) => resign({ ...list, nextUpdate: list.issuedAt }), 'TEMPORAL_INCONSISTENCY'],
    ['text', (list) => JSON.stringify(list), 'INVALID_SCHEMA'],
    ['a receipt', () => RECEIPT, 'INVALID_SCHEMA'],
    ['nothing', () => undefined, 'INVALID_SCHEMA'],
    ['null', () => null, 'INVALID_SCHEMA'],
  ])('refuses %s', (_name, change, reason) => {
    expect(reasonOf(change(LIST))).toBe(reason)
  })

  it.each<[string, unknown, StatusOptions, string]>([
    [
      'a changed list',
      editMember(LIST, '/revoked', []),
      {},
      'the signature does not fit this list and /issuer/publicKey',
    ],
    ['null', null, {}, 'the status list must be an object'],
    ['another version', { ...LIST, protocolVersion: '2' }, {}, '/protocolVersion must be 1.0'],
    [
      'an id twice',
      { ...LIST, revoked: [OTHER_ID, OTHER_ID] },
      {},
      '/revoked must be in ascending order, each id once',
    ],
    ['an end at the beginning', { ...LIST, nextUpdate: LIST.issuedAt }, {}, '/nextUpdate must be after /issuedAt'],
    ['a list of the future', LIST, { now: 0 }, '/issuedAt lies in the future'],
    ['a stale list', LIST, { now: NOW + 2 * HOUR_MS }, `a newer list was due at ${LIST.nextUpdate}`],
    ['a strange issuer', LIST, { trustedIssuers: [] }, '/issuer/publicKey is not among the trusted keys'],
    ['no JSON', { ...LIST, revoked: undefined }, {}, '/revoked is of type undefined, which JSON does not have'],
    ['unreadable options', LIST, null!, 'the status list or the options cannot be read'],
  ])('says why it refuses %s', (_name, list, options, detail) => {
    const reading = readStatusList(list, options && { now: NOW, ...options })
    expect(reading).toEqual({ status: 'REFUSED', reason: expect.any(String), detail })
  })

  it('does not repeat what a hostile list throws', () => {
    for (const thrown of [new Error('mine'), Object.assign(new NotJsonError('', 'is mine'), { message: 5 })]) {
      const list = new Proxy(LIST, {
        ownKeys() {
          throw thrown
        },
      })
      expect(readAt(list)).toMatchObject({ detail: 'the status list or the options cannot be read' })
    }
  })

  it('refuses more ids than 100 000', () => {
    const ids = Array.from({ length: 100_001 }, (_, n) => `0195d1c2-3b00-7abc-8def-${String(n).padStart(12, '0')}`)
    expect(() => signStatusList({ ...CONTENT, revoked: ids }, ISSUER_KEYS.secretKey)).toThrow('0 to 100000 items')
    const most = signStatusList({ ...CONTENT, revoked: ids.slice(1) }, ISSUER_KEYS.secretKey)
    expect(reasonOf(most)).toBe(null)
  })

  it.each<[string, StatusOptions, string | null]>([
    ['just before it is stale', { now: NOW + HOUR_MS + 29_999 }, null],
    ['stale', { now: NOW + HOUR_MS + 30_000 }, 'STALE'],
    ['stale at once without skew', { now: NOW + HOUR_MS, clockSkewMs: 0 }, 'STALE'],
    ['just not from the future', { now: NOW - 31_000 }, null],
    ['from the future', { now: NOW - 31_001 }, 'TEMPORAL_INCONSISTENCY'],
    ['an unreadable clock', { now: 'yesterday' }, 'TEMPORAL_INCONSISTENCY'],
    ['an unreadable skew', { clockSkewMs: Number.NaN }, 'TEMPORAL_INCONSISTENCY'],
    ['an endless skew', { clockSkewMs: Number.POSITIVE_INFINITY }, 'TEMPORAL_INCONSISTENCY'],
    ['a negative skew', { clockSkewMs: -1 }, 'TEMPORAL_INCONSISTENCY'],
    ['a trusted issuer', { trustedIssuers: new Set([ISSUER.publicKey]) }, null],
    ['another issuer', { trustedIssuers: [OTHER_KEYS.publicKey] }, 'UNTRUSTED_ISSUER'],
    ['the name instead of the key', { trustedIssuers: [ISSUER.id] }, 'UNTRUSTED_ISSUER'],
    ['nobody', { trustedIssuers: [] }, 'UNTRUSTED_ISSUER'],
  ])('%s: %s', (_name, options, reason) => {
    expect(reasonOf(LIST, options)).toBe(reason)
  })

  it('is judged by the system’s clock unless told otherwise', () => {
    expect(readStatusList(LIST)).toMatchObject({ status: 'REFUSED' })
    const now = Date.now()
    const fresh = signStatusList({ revoked: [], issuedAt: now, nextUpdate: now + HOUR_MS }, ISSUER_KEYS.secretKey)
    expect(readStatusList(fresh).status).toBe('CURRENT')
  })

  it('never throws, and never takes a changed list for a current one', () => {
    const dice = diceFrom(20_260_310)
    const places = placesIn(LIST).filter((path) => path.length > 0)
    for (let run = 0; run < 20_000; run++) {
      const path = pick(dice, places)
      const changes = [
        () => withPart(LIST, path, randomJson(dice, 2)),
        () => withPart(LIST, path, hostileValue(dice)),
        () => withoutPart(LIST, path),
        () => hostileValue(dice),
        () => randomJson(dice),
      ]
      const changed = pick(dice, changes)()
      const reading = readStatusList(changed, { now: NOW })
      expect(reading.status === 'REFUSED' || canonicalizeByReference(changed) === canonicalizeByReference(LIST)).toBe(
        true,
      )
    }
  })

  it('never throws for hostile options', () => {
    const dice = diceFrom(7)
    for (let run = 0; run < 5000; run++) {
      const options = pick(dice, [
        { now: hostileValue(dice) },
        { now: NOW, trustedIssuers: hostileList(dice) },
        { now: NOW, clockSkewMs: hostileValue(dice) },
        hostileValue(dice),
      ])
      expect(['CURRENT', 'REFUSED']).toContain(readStatusList(LIST, options as StatusOptions).status)
    }
  })
})
