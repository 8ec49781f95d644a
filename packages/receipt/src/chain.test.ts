import { describe, expect, it } from 'vitest'
import {
  EXPIRY,
  editMember,
  hashReceipt,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  resign,
  sampleReceipt,
  makeSuccessor,
} from '../test/sample-receipts.ts'
import { MAX_CHAIN_LENGTH, verifyReceiptChain } from './chain.ts'
import { createIssuerIdentity } from './ed25519.ts'
import type { Receipt } from './receipt.ts'
import type { VerifyOptions } from './verify.ts'

/** Receipts that follow each other without a gap. */
function makeChain(length: number): Receipt[] {
  const chain = [sampleReceipt()]
  while (chain.length < length) chain.push(makeSuccessor(chain.at(-1)!))
  return chain
}

const [A, B, C, D] = makeChain(4) as [Receipt, Receipt, Receipt, Receipt]
const OTHER_B = makeSuccessor(A, { references: ['another branch'] })

const verifyAt = (receipts: readonly unknown[], options: VerifyOptions = {}) =>
  verifyReceiptChain(receipts, { now: NOW, ...options })

const reasons = (result: ReturnType<typeof verifyReceiptChain>) =>
  result.results.map((each) => (each.status === 'INVALID' ? each.reason : each.status))

describe('verifyReceiptChain', () => {
  it.each([
    ['in order', [A, B, C], [0, 1, 2]],
    ['backwards', [C, B, A], [2, 1, 0]],
    ['shuffled', [B, D, A, C], [2, 0, 3, 1]],
    ['with only one receipt', [A], [0]],
  ])('takes an unbroken chain %s', (_, receipts, order) => {
    const result = verifyAt(receipts)
    expect(result).toMatchObject({ status: 'VALID', order, gaps: [], forks: [] })
    expect(result).not.toHaveProperty('reason')
    expect(reasons(result)).toEqual(receipts.map(() => 'VALID'))
    for (const [place, index] of order.entries()) {
      expect(result.results[index]!.checks.V7).toBe(place === 0 ? 'SKIPPED' : 'PASS')
    }
  })

  it('takes any iterable of receipts', () => {
    expect(verifyAt(new Set([A, B]) as unknown as unknown[])).toMatchObject({ status: 'VALID', order: [0, 1] })
  })

  it('judges a long chain', () => {
    const long = makeChain(60)
    const result = verifyAt(long.toReversed(), { now: long.at(-1)!.interval.end })
    expect(result).toMatchObject({ status: 'VALID', order: Array.from(long, (_, index) => 59 - index) })
  })

  it('finds the gap that a missing receipt leaves', () => {
    const result = verifyAt([A, C, D])
    expect(result).toMatchObject({
      status: 'INVALID',
      reason: 'CHAIN_BROKEN',
      detail: 'the predecessor that /previousReceiptHash names is not there',
      gaps: [{ index: 1, missing: hashReceipt(B) }],
      forks: [],
      order: [0, 1, 2],
    })
    expect(reasons(result)).toEqual(['VALID', 'CHAIN_BROKEN', 'VALID'])
  })

  it('finds a fork, although each receipt alone is valid', () => {
    const result = verifyAt([OTHER_B, A, B, C])
    expect(result).toMatchObject({
      status: 'INVALID',
      reason: 'CHAIN_BROKEN',
      detail: 'several receipts follow the same one',
      gaps: [],
      forks: [{ after: hashReceipt(A), indices: [0, 2] }],
    })
    expect(reasons(result)).toEqual(['VALID', 'VALID', 'VALID', 'VALID'])
    expect(result.order).toBeNull()
  })

  it('finds two receipts that both claim to be the first', () => {
    const result = verifyAt([A, sampleReceipt({ references: [] })])
    expect(result).toMatchObject({
      reason: 'CHAIN_BROKEN',
      detail: 'several receipts follow the same one',
      forks: [{ after: null, indices: [0, 1] }],
    })
  })

  it('finds three that follow the same missing one', () => {
    const others = ['x', 'y'].map((reference) => makeSuccessor(A, { references: [reference] }))
    const result = verifyAt([B, ...others])
    expect(result.forks).toEqual([{ after: hashReceipt(A), indices: [0, 1, 2] }])
    expect(result.gaps).toEqual([0, 1, 2].map((index) => ({ index, missing: hashReceipt(A) })))
  })

  it('takes the same receipt twice for one', () => {
    const result = verifyAt([A, structuredClone(A), B, B])
    expect(result).toMatchObject({ status: 'VALID', order: [0, 2], forks: [], gaps: [] })
    expect(result.results).toHaveLength(4)
  })

  it.each<[string, unknown, string]>([
    ['a receipt changed after signing', editMember(B, '/audience', 'me'), 'INVALID_SIGNATURE'],
    ['a malformed receipt', editMember(B, '/note', 'x'), 'INVALID_SCHEMA'],
    ['something that is not JSON', Number.NaN, 'INVALID_SCHEMA'],
    ['nothing', null, 'INVALID_SCHEMA'],
    ['text', 'receipt', 'INVALID_SCHEMA'],
  ])('refuses a chain with %s', (_, broken, reason) => {
    const result = verifyAt([A, broken])
    expect(result).toMatchObject({ status: 'INVALID', reason })
    expect(reasons(result)).toEqual(['VALID', reason])
    expect(result).toMatchObject({ detail: result.results[1]!.failures[0]!.detail })
  })

  it('says what it could not read, and where', () => {
    expect(verifyAt([A, editMember(B, '/note', Number.NaN)])).toMatchObject({
      detail: '/note is NaN, which JSON cannot write',
      results: [{ status: 'VALID' }, { receiptHash: null }],
    })
  })

  it('leaves malformed receipts out of the order, the gaps and the forks', () => {
    const malformed = { ...C, note: 'x' }
    expect(verifyAt([A, malformed, malformed, B])).toMatchObject({ order: [0, 3], gaps: [], forks: [] })
  })

  it('names the first failure along the chain, not along the input', () => {
    const tampered = editMember(A, '/evidence/0/payload', {})
    const late = resign(editMember(makeSuccessor(tampered), '/interval/coverageMs', 1))
    expect(verifyAt([late, tampered])).toMatchObject({ reason: 'INVALID_SIGNATURE' })
  })

  it.each([
    ['subject', makeSuccessor(A, { subject: { id: `sha256:${'6'.repeat(64)}` } }), 'SUBJECT_MISMATCH'],
    ['issuer', resign({ ...B, issuer: createIssuerIdentity(OTHER_KEYS) }, OTHER_KEYS), 'ISSUER_MISMATCH'],
    ['time', makeSuccessor(A, { interval: { start: Date.parse(A.interval.end) - 1, end: NOW } }), 'TEMPORAL_VIOLATION'],
  ])('refuses a successor with the wrong %s', (_, next, reason) => {
    expect(verifyAt([A, next])).toMatchObject({ status: 'INVALID', reason })
  })

  it.each<[string, unknown]>([
    ['an empty list', []],
    ['nothing', undefined],
    ['null', null],
    ['a number', 5],
    ['an object', {}],
  ])('never takes %s for a valid chain', (_, receipts) => {
    const result = verifyReceiptChain(receipts as unknown[])
    const detail = Array.isArray(receipts)
      ? 'there is no receipt in the chain'
      : 'receipts must be a list of at most 50000, and the options readable'
    expect(result).toStrictEqual({
      status: 'INVALID',
      reason: 'INVALID_SCHEMA',
      detail,
      results: [],
      order: [],
      gaps: [],
      forks: [],
    })
  })

  it('takes lists up to a limit, and refuses longer ones before they are read', () => {
    expect(verifyReceiptChain(Array(MAX_CHAIN_LENGTH).fill(null)).results).toHaveLength(MAX_CHAIN_LENGTH)
    expect(verifyReceiptChain(Array(MAX_CHAIN_LENGTH + 1).fill(null)).results).toHaveLength(0)
    expect(verifyReceiptChain(Object.assign([], { length: 2 ** 32 - 1 })).results).toHaveLength(0)
  })

  it('refuses options that cannot be read', () => {
    expect(verifyReceiptChain([A], null as unknown as VerifyOptions)).toMatchObject({
      detail: 'receipts must be a list of at most 50000, and the options readable',
    })
  })
})

describe('time in a chain', () => {
  const late = Date.parse(EXPIRY) + 600_000
  const fresh = makeSuccessor(B, { interval: { start: late - 1000, end: late } })

  it('lets history expire, but not the receipt that nothing follows', () => {
    const result = verifyAt([A, B, fresh], { now: late, maxAgeMs: 1000 })
    expect(result.status).toBe('VALID')
    expect(result.results.map(({ checks, policy }) => [checks.V6, policy.age])).toEqual([
      ['SKIPPED', 'SKIPPED'],
      ['SKIPPED', 'SKIPPED'],
      ['PASS', 'PASS'],
    ])
    const stale = verifyAt([A, B], { now: late })
    expect(stale).toMatchObject({ status: 'INVALID', reason: 'EXPIRED' })
    expect(reasons(stale)).toEqual(['VALID', 'EXPIRED'])
    expect(reasons(verifyAt([A, B], { now: NOW, maxAgeMs: 0 }))).toEqual(['VALID', 'TOO_OLD'])
  })

  it('does not take a forged follower for history', () => {
    const forged = { ...B, signature: { ...B.signature, value: A.signature.value } }
    const rehung = resign({ ...B, issuer: createIssuerIdentity(OTHER_KEYS) }, OTHER_KEYS)
    for (const follower of [forged, rehung]) {
      const result = verifyAt([A, follower], { now: late, maxAgeMs: 1 })
      expect(result.results[0]).toMatchObject({ checks: { V6: 'FAIL' }, policy: { age: 'FAIL' } })
      expect(result.status).toBe('INVALID')
    }
  })

  it('judges everything else in history', () => {
    const tampered = resign(editMember(A, '/evidence/0/payload', {}))
    expect(reasons(verifyAt([tampered, makeSuccessor(tampered)]))).toEqual(['EVIDENCE_TAMPERED', 'VALID'])
    expect(reasons(verifyAt([A, B], { trustedIssuers: [] }))).toEqual(['UNTRUSTED_ISSUER', 'UNTRUSTED_ISSUER'])
  })

  it('judges at the time of the system by default', () => {
    expect(verifyReceiptChain([sampleReceipt({ expiresAt: '9999-12-31T23:59:59.999Z' })]).status).toBe('VALID')
  })
})

describe('the receipt before the chain', () => {
  it('closes the gap before the first receipt', () => {
    const result = verifyAt([C, B], { predecessor: A })
    expect(result).toMatchObject({ status: 'VALID', order: [1, 0], gaps: [] })
    expect(result.results[1]!.checks.V7).toBe('PASS')
    expect(verifyAt([C, B])).toMatchObject({ reason: 'CHAIN_BROKEN', gaps: [{ index: 1, missing: hashReceipt(A) }] })
  })

  it.each<[string, unknown]>([
    ['another one', OTHER_B],
    ['null', null],
    ['unreadable', () => A],
  ])('does not close the gap when it is %s', (_, predecessor) => {
    expect(verifyAt([B, C], { predecessor })).toMatchObject({ reason: 'CHAIN_BROKEN', gaps: [{ index: 0 }] })
  })

  it('must be named by the first receipt', () => {
    expect(verifyAt([A, B], { predecessor: OTHER_B })).toMatchObject({
      reason: 'CHAIN_BROKEN',
      detail: '/previousReceiptHash is empty although a predecessor was given',
    })
  })

  it('may stand in the list as well', () => {
    expect(verifyAt([B, C], { predecessor: B })).toMatchObject({ status: 'INVALID', reason: 'CHAIN_BROKEN' })
    expect(verifyAt([A, B], { predecessor: null }).status).toBe('VALID')
  })

  it('must be genuine', () => {
    const forged = editMember(A, '/audience', 'me')
    expect(verifyAt([makeSuccessor(forged)], { predecessor: forged })).toMatchObject({ reason: 'CHAIN_BROKEN' })
  })
})

describe('old receipts in a chain', () => {
  const old = oldReceipt()
  const next = makeSuccessor(old)

  it('are taken with the option legacy, as first and as later ones', () => {
    expect(verifyAt([next, old], { legacy: true })).toMatchObject({ status: 'VALID', order: [1, 0] })
    expect(verifyAt([next, old])).toMatchObject({ status: 'INVALID', reason: 'INVALID_SIGNATURE' })
  })

  it('are first ones when they have no pointer at all', () => {
    const { previousReceiptHash: _none, ...first } = old
    expect(verifyAt([first, makeSuccessor(first)], { legacy: true })).toMatchObject({ status: 'VALID', order: [0, 1] })
  })
})
