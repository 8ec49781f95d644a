import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ADA, approvalReceipt, BOB } from '../../scripts/cases/approvals.ts'
import { ISSUER, NOW } from '../../scripts/cases/drafts.ts'
import { refuseApprover, requirePinnedKey, verifyApprover } from '../approver/verify.ts'
import type { Receipt } from '../receipt.ts'
import { verifyReceipt } from '../verify.ts'
import { describeChecks } from './checks.ts'
import { listFacts, writeFact } from './facts.ts'
import { readVerdict } from './verdict-words.ts'

const VECTORS = join(import.meta.dirname, '../../vectors')
const GOOD = approvalReceipt() as unknown as Receipt
const WITHOUT_KEY = approvalReceipt({ evidence: (blocks) => blocks.slice(0, 3) }) as unknown as Receipt

async function showPerson(receipt: Receipt, approverKeys: readonly string[] = []) {
  const result = verifyReceipt(receipt, { now: NOW, trustedIssuers: [ISSUER.publicKey] })
  const approver = requirePinnedKey(await verifyApprover(receipt), approverKeys)
  const row = describeChecks(result, receipt, { approver }).find(({ name }) => name === 'V8')
  return { row, verdict: readVerdict(refuseApprover(result, approver), { receipt }) }
}

function listFactsByLabel(receipt: object): Record<string, string> {
  return Object.fromEntries(listFacts(receipt).map((fact) => [fact.label, writeFact(fact)]))
}

describe('the person’s key in words', () => {
  it('is shown with its site, its page and the action', () => {
    expect(listFactsByLabel(GOOD)).toMatchObject({
      'Key of the person': ADA.thumbprint,
      'Key belongs to': 'id.example',
      'Signed on': 'https://id.example',
      'Signed action': 'Pay Bob',
    })
  })

  it('passes V8 if it signed this', async () => {
    const { row, verdict } = await showPerson(GOOD, [ADA.thumbprint])
    expect(row).toMatchObject({ outcome: 'PASS', promise: expect.stringContaining('own key signed exactly this') })
    expect(verdict.kind).toBe('fresh')
  })

  it('is refused if another one is pinned', async () => {
    const { row, verdict } = await showPerson(GOOD, [BOB.thumbprint])
    expect(row).toMatchObject({ outcome: 'FAIL', code: 'APPROVER_UNTRUSTED' })
    expect(verdict).toMatchObject({ kind: 'other_approver', tone: 'bad', code: 'APPROVER_UNTRUSTED' })
  })

  it('is missed where one is pinned and none is there', async () => {
    const { row, verdict } = await showPerson(WITHOUT_KEY, [ADA.thumbprint])
    expect(row).toMatchObject({ outcome: 'FAIL', code: 'APPROVER_MISSING' })
    expect(verdict).toMatchObject({ kind: 'other_approver', code: 'APPROVER_MISSING' })
  })

  it('makes a receipt with another statement a forgery', async () => {
    const forged = approvalReceipt({ signed: { '/action': 'Pay Eve' } }) as unknown as Receipt
    expect((await showPerson(forged)).verdict).toMatchObject({ kind: 'tampered', code: 'APPROVER_MISMATCH' })
    const unsigned = approvalReceipt({ flags: 0 }) as unknown as Receipt
    expect((await showPerson(unsigned)).verdict).toMatchObject({ kind: 'tampered', code: 'APPROVER_SIGNATURE' })
  })

  it('is not called forged where WebCrypto is missing, but not checked', async () => {
    vi.stubGlobal('crypto', {})
    const { verdict } = await showPerson(GOOD)
    vi.unstubAllGlobals()
    expect(verdict).toMatchObject({ tone: 'bad', stamp: 'Not checked', code: 'APPROVER_SIGNATURE' })
    expect(verdict.headline).toContain('could not be checked here')
  })

  it('cannot be read where the block is malformed', () => {
    const malformed = approvalReceipt({ block: { '/key': null } })
    expect(listFactsByLabel(malformed)['Vouched for by']).toMatch(/its issuer alone.*cannot be read/)
  })

  it('is the service’s word where it signed and is not shared', async () => {
    const said = 'The service alone says that this person’s key signed.'
    expect((await showPerson(WITHOUT_KEY)).row).toMatchObject({
      outcome: 'SKIPPED',
      reason: `Not made: no key of a person is in it. ${said}`,
    })
    expect(listFactsByLabel(WITHOUT_KEY)['Vouched for by']).toBe(`its issuer alone. ${said}`)
  })

  it('is not looked at unless verifyApprover is asked', () => {
    const row = describeChecks(verifyReceipt(GOOD, { now: NOW }), GOOD).find(({ name }) => name === 'V8')
    expect(row).toMatchObject({
      outcome: 'SKIPPED',
      reason: 'Not made: this program did not look at the person’s key.',
    })
  })
})

describe('receipts from before V8', () => {
  const cases: { name: string; receipt: string; now: string }[] = JSON.parse(
    readFileSync(join(VECTORS, 'cases/valid.json'), 'utf8'),
  ).cases
  const older = ['valid/full', 'valid/minimal', 'valid/audience'].map((name) => cases.find((one) => one.name === name)!)

  it.each(older)('still verify, and say that no key of a person is in them: $name', async ({ receipt, now }) => {
    const value = JSON.parse(receipt) as Receipt
    const result = verifyReceipt(value, { now })
    expect(result.status).toBe('VALID')
    const approver = await verifyApprover(value)
    expect(approver.outcome).toBe('SKIPPED')
    const row = describeChecks(result, value, { approver }).find(({ name }) => name === 'V8')
    expect(row?.reason).toBe('Not made: no key of a person is in it. Its issuer alone vouches for what it says.')
    expect(listFactsByLabel(value)['Vouched for by']).toBe('its issuer alone. No key of a person is in it.')
  })
})
