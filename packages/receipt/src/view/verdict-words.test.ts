import { describe, expect, it } from 'vitest'
import {
  END,
  EVIDENCE,
  EXPIRY,
  editMember,
  ISSUER,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  PRESENCE_POLICY,
  resign,
  sampleReceipt,
} from '../../test/sample-receipts.ts'
import { presencePolicyToBlock } from '../presence-policy.ts'
import { type VerifyOptions, verifyReceipt } from '../verify.ts'
import { readVerdict, type VerdictContext } from './verdict-words.ts'

const RECEIPT = sampleReceipt()
const LATER = Date.parse(EXPIRY) + 31_000
const TRUSTED: VerifyOptions = { trustedIssuers: [ISSUER.publicKey] }
const SIGNED = `signed by issuer ${ISSUER.id} on 1 Mar 2026, 12:00 UTC`

function read(options: VerifyOptions, receipt: unknown = RECEIPT, context: Partial<VerdictContext> = {}) {
  return readVerdict(verifyReceipt(receipt, { now: NOW, ...TRUSTED, ...options }), { receipt, ...context })
}

describe('readVerdict', () => {
  it('never calls a revoked, compromised or foreign receipt authentic because it expired', () => {
    const foreign = { trustedIssuers: [OTHER_KEYS.publicKey] }
    const told = [
      read({ now: LATER, revoked: () => true }),
      read({ now: LATER }, RECEIPT, { isCompromised: true }),
      read({ now: LATER, ...foreign }),
      readVerdict(verifyReceipt(RECEIPT, { now: LATER }), { receipt: RECEIPT }),
    ]
    expect(told.map(({ stamp }) => stamp)).toEqual(['Revoked', 'Compromised key', 'Unknown issuer', 'Unknown issuer'])
    for (const { sentence } of told) expect(sentence).not.toMatch(/authentic|genuine|expired|five minutes/i)
  })

  it('says of a trusted one that it is authentic, by whom, when, and that its time is over', () => {
    expect(read({ now: LATER })).toMatchObject({
      kind: 'expired',
      code: 'EXPIRED',
      tone: 'caution',
      sentence: `Authentic, ${SIGNED}; its five minutes are over.`,
    })
    expect(read({ now: LATER }, RECEIPT, { issuerName: 'Example Inc.' }).sentence).toContain(
      'signed by Example Inc. on',
    )
    const hour = sampleReceipt({ expiresAt: Date.parse(END) + 3_600_000 })
    expect(read({ now: LATER + 7_200_000 }, hour).sentence).toContain('; it expired on 1 Mar 2026, 13:00 UTC.')
    expect(read({ maxAgeMs: 1 }).sentence).toBe(`Authentic, ${SIGNED}, which is longer ago than you allow.`)
  })

  it('says of a fresh one that it is, and of history in a chain that nobody asked', () => {
    expect(read({})).toMatchObject({ kind: 'fresh', code: null, tone: 'good', stamp: 'Valid' })
    expect(read({}).sentence).toBe(`Authentic, ${SIGNED}, and still fresh.`)
    const result = verifyReceipt(RECEIPT, { now: NOW, ...TRUSTED })
    const history = { ...result, checks: { ...result.checks, V6: 'SKIPPED' as const } }
    expect(readVerdict(history, { receipt: RECEIPT }).sentence).toBe(`Authentic, ${SIGNED}.`)
  })

  it('A5: says where an authentic receipt is no pass', () => {
    expect(read({}, sampleReceipt({ verdict: 'FAIL' })).sentence).toMatch(/fresh\. What it says is not a pass: FAIL\.$/)
    const silent = resign(editMember(RECEIPT, '/verdict', undefined))
    expect(read({}, silent).sentence).toMatch(/It gives no verdict of its own\.$/)
  })

  it('names what was seen in a tampered one', () => {
    expect(read({}, { ...RECEIPT, extra: 1 })).toMatchObject({ kind: 'tampered', tone: 'bad', stamp: 'Invalid' })
    expect(read({}, { ...RECEIPT, extra: 1 }).sentence).toMatch(/^It does not have the form of a receipt: \/extra is/)
    expect(read({}, editMember(RECEIPT, '/verdict', 'FAIL')).sentence).toMatch(/^It was changed after it was signed/)
  })

  it.each(['text', null, 7, {}, [RECEIPT]])('has words for what is no receipt: %j', (given) => {
    expect(read({}, given)).toMatchObject({ kind: 'tampered', code: 'INVALID_SCHEMA' })
  })

  it('names the audience that a receipt is meant for', () => {
    const audience = 'https://elsewhere.example'
    expect(read({ audience }).sentence).toBe('It is meant for https://stillhere.example.')
    const open = resign(editMember(RECEIPT, '/audience', undefined))
    expect(read({ audience }, open).sentence).toBe('It names no audience, so it is not meant for you.')
  })

  it('tells a revocation that could not be checked from one that is known', () => {
    const unanswered = read({ revoked: () => undefined as unknown as boolean })
    expect([unanswered.kind, unanswered.stamp]).toEqual(['revoked', 'Not checked'])
  })

  it('calls a receipt of the test issuer a test, even while it is fresh', () => {
    const made = (test: boolean) => [...EVIDENCE, presencePolicyToBlock({ ...PRESENCE_POLICY, test })]
    expect(read({}, sampleReceipt({ evidence: made(true) }))).toMatchObject({ kind: 'test', stamp: 'Test' })
    expect(read({}, sampleReceipt({ evidence: made(false) })).kind).toBe('fresh')
  })

  it('says of an old receipt how much of it is unsigned, once it is judged', () => {
    const old = oldReceipt()
    expect(read({}, old)).toMatchObject({ kind: 'tampered', stamp: 'Not judged', tone: 'caution' })
    const judged = read({ legacy: true }, old, { legacy: true })
    expect([judged.stamp, judged.sentence]).toEqual([
      'Valid in part',
      `An old receipt that leaves 10 members unsigned, ${SIGNED}, and still fresh.`,
    ])
    const broken = editMember(old, '/interval/end', '2026-03-01T12:00:00.001Z')
    expect(read({ legacy: true }, broken, { legacy: true }).stamp).toBe('Invalid')
  })
})
