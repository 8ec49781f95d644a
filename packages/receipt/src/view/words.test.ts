import { describe, expect, it } from 'vitest'
import { editMember, NOW, oldReceipt, sampleReceipt, makeSuccessor } from '../../test/sample-receipts.ts'
import { encodeHeader, readReceiptText } from '../header.ts'
import { presencePolicyToBlock } from '../presence-policy.ts'
import { type VerifyOptions, verifyReceipt } from '../verify.ts'
import { CHECKS, DEMANDS, describeChain, describeChecks, describeDemands, nameCheck, orderChain } from './checks.ts'
import { describeAssurance } from './levels.ts'
import { describeCoverage } from './members.ts'

const RECEIPT = sampleReceipt()

function describeRows(receipt: object, options: VerifyOptions = {}, hints = {}) {
  const result = verifyReceipt(receipt, { now: NOW, ...options })
  const rows = [...describeChecks(result, receipt, { hints }), ...describeDemands(result, receipt, { hints })]
  return Object.fromEntries(rows.map((row) => [row.name, row]))
}

describe('checks in words', () => {
  it('come by number, then the demands', () => {
    expect(Object.keys(describeRows(RECEIPT)).join()).toBe('V1,V2,V3,V4,V5,V6,V7,V8,issuer,revocation,age,audience')
  })

  it('promise what holds where they pass, and say why with a code where they fail', () => {
    const { V1, V2 } = describeRows(editMember(RECEIPT, '/verdict', 'FAIL'))
    expect(V1).toMatchObject({ outcome: 'PASS', promise: CHECKS[0]?.promise, reason: null, code: null })
    expect(V2).toMatchObject({ outcome: 'FAIL', code: 'INVALID_SIGNATURE' })
    expect(V2?.reason).toBe('The signature does not fit this receipt and /issuer/publicKey.')
  })

  it('that were not made say why, and where to give what was missing', () => {
    const hints = { V7: 'Give it.', issuer: 'Name them.' }
    const { V7, issuer, audience } = describeRows(makeSuccessor(RECEIPT), {}, hints)
    expect(V7?.reason).toBe('Not made: it names a receipt before it, which was not given. Give it.')
    expect(issuer?.reason).toMatch(/^Not asked: anyone can make a key.* Name them\.$/)
    expect(audience?.reason).toBe('Not asked: you named no audience.')
    expect(describeRows(RECEIPT, {}, hints).V7?.reason).toMatch(/^Not needed: .*the first of its chain\.$/)
  })

  it('are none without the right form', () => {
    const { V1, V2, issuer } = describeRows({})
    expect([V1?.outcome, V2?.outcome, issuer?.outcome]).toEqual(['FAIL', 'SKIPPED', 'SKIPPED'])
    expect(issuer?.reason).toBe('Not made: without the right form there is nothing to judge.')
  })

  it('each have a label and promise in a whole sentence', () => {
    for (const { label, promise } of [...CHECKS, ...DEMANDS]) {
      expect(label).toMatch(/^[A-Z][a-z]+$/)
      expect(promise).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('that nobody asked for say so', () => {
    const result = verifyReceipt(RECEIPT, { now: NOW })
    const history = { ...result, checks: { ...result.checks, V6: 'SKIPPED' as const } }
    const rows = [...describeChecks(history, RECEIPT), ...describeDemands(history, RECEIPT)]
    const skipped = rows.filter(({ outcome }) => outcome === 'SKIPPED')
    expect(skipped.map(({ name }) => name).join()).toBe('V6,V7,V8,issuer,revocation,age,audience')
    for (const { reason, code } of skipped)
      expect([reason, code]).toEqual([expect.stringMatching(/^Not .*: .*\.$/), null])
  })

  it('have names for a sentence', () => {
    expect([nameCheck('V5'), nameCheck('issuer')]).toEqual(['V5 Evidence', 'Trust'])
  })
})

describe('describeAssurance', () => {
  const POLICY = {
    assurance: 1,
    pace: 'batch',
    device: 'none',
    registered: false,
    risk_level: 'medium',
    threshold: 0.5,
    threshold_source: 'default',
    action: null,
    action_digest: null,
    nonce: null,
    test: false,
  } as const

  it('F1: says of level 1, and of a receipt that states none, that a program can produce such motion', () => {
    expect(describeAssurance({ evidence: [] })).toMatch(/no level.*level 1.*A program can produce such motion: /)
    const words = describeAssurance({ evidence: [presencePolicyToBlock(POLICY)] })
    expect(words).toMatch(/^Level 1, motion: .*A program can produce such motion: .*\. No registered node/)
  })

  it('says of a first visit that it tells neither who moved nor whether it was the same person', () => {
    const evidence = [presencePolicyToBlock({ ...POLICY, subject_kind: 'once' })]
    expect(describeAssurance({ evidence })).toMatch(
      /^Level 1, motion: .*A first visit: .*neither who moved, nor .*same person/,
    )
    const same = [presencePolicyToBlock({ ...POLICY, subject_kind: 'same' })]
    expect(describeAssurance({ evidence: same })).not.toContain('first visit')
  })

  it('says what a higher level rests on, and what it does not prove', () => {
    const evidence = [presencePolicyToBlock({ ...POLICY, assurance: 2, registered: true })]
    expect(describeAssurance({ evidence })).toMatch(
      /^Level 2, key: .*passkey.*does not prove that no program moved.*A program can produce such motion: .*\. A registered node/,
    )
    const device = [presencePolicyToBlock({ ...POLICY, assurance: 3, registered: true })]
    expect(describeAssurance({ evidence: device })).toMatch(
      /^Level 3, hardware: .*certified hardware.*A program can produce such motion: .*\. A registered/,
    )
  })

  it('says of a test, before anything else, that it proves nothing', () => {
    const evidence = [presencePolicyToBlock({ ...POLICY, assurance: 2, test: true })]
    expect(describeAssurance({ evidence })).toMatch(/^For tests only: it proves nothing\. It states: Level 2/)
  })
})

describe('describeCoverage', () => {
  it.each([
    ['a whole receipt', RECEIPT, /covers every member/],
    ['a changed one', editMember(RECEIPT, '/verdict', 'FAIL'), /^No signature fits/],
    ['an old one', oldReceipt(), /^The old signature leaves \d+ members out/],
    ['something else', {}, /^It does not have the form/],
  ])('of %s', (_, receipt, words) => {
    expect(describeCoverage(verifyReceipt(receipt, { now: NOW, legacy: true }))).toMatch(words)
  })
})

describe('a chain', () => {
  it('counts what is missing and where it forks', () => {
    const { title, sentence } = describeChain({
      status: 'INVALID',
      reason: 'CHAIN_BROKEN',
      detail: 'it broke',
      results: [],
      order: [],
      gaps: [{ index: 0, missing: 'x' }],
      forks: [{ after: null, indices: [0, 1] }],
    })
    expect(title).toBe('Not an unbroken chain')
    expect(sentence).toBe('0 receipts, judged together. It broke. Missing receipts: 1. Places where it forks: 1.')
  })

  it('counts nothing where nothing is missing', () => {
    const results = [verifyReceipt({}), verifyReceipt({})]
    const whole = { results, order: [], gaps: [], forks: [] }
    expect(describeChain({ ...whole, status: 'VALID' })).toEqual({
      title: 'An unbroken chain',
      sentence: '2 receipts, judged together. Each follows the one before it.',
    })
    const invalid = { ...whole, status: 'INVALID', reason: 'CHAIN_BROKEN', detail: 'it broke' } as const
    expect(describeChain(invalid).sentence).toBe('2 receipts, judged together. It broke.')
  })

  it('shows every receipt once, those in their order first', () => {
    const results = Array.from({ length: 4 }, () => verifyReceipt({}))
    expect(orderChain({ order: [2, 0], results })).toEqual([2, 0, 1, 3])
    expect(orderChain({ order: null, results })).toEqual([0, 1, 2, 3])
  })
})

describe('readReceiptText', () => {
  it('reads JSON and header text, and says why anything else cannot be read', () => {
    expect(readReceiptText(JSON.stringify(RECEIPT))).toEqual({ value: RECEIPT })
    expect(readReceiptText(` ${encodeHeader(RECEIPT)}\n`)).toEqual({ value: RECEIPT })
    // Python's strip() takes the first four, and trim() the last three.
    for (const blank of ['\u001C', '\u001F', '\u0085', '\v', '\f', '\u00A0', '\uFEFF'])
      expect(readReceiptText(`${encodeHeader(RECEIPT)}${blank}`)).toHaveProperty('problem')
    expect(readReceiptText('hello')).toEqual({ problem: expect.stringMatching(/^the text is not JSON/) })
    expect(readReceiptText('e30=')).toEqual({ problem: expect.stringMatching(/without padding/) })
  })
})
