import { computeReceiptHash, createIssuerIdentity, verifyReceipt, verifyReceiptChain } from '@stillhere/receipt'
import { type ApproverBlock, type ApproverStatement, computeStatementDigest } from '@stillhere/receipt/approver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issue, presence, rotate } from '../../../test/receipts.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { issueReceipt, type Presence } from './issue.ts'
import { openSigningKey, listTrustedKeys } from './issuer.ts'
import { listKeys } from './store.ts'

const END = '2026-03-10T12:00:00.000Z'
const EIGHT_SECONDS = { start: new Date('2026-03-10T11:59:52.000Z'), end: new Date(END) }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const activeKey = async () =>
  (await service.db.one<{ key: string }>(sql`SELECT public_key AS key FROM issuer_key WHERE retired_at IS NULL`)).key

describe('issueReceipt', () => {
  it('throws and stores nothing where it would say anything else than the key of the person signed', async () => {
    const key = await service.db.transaction((tx) => openSigningKey(tx, service, 'production'))
    const statement: ApproverStatement = {
      action: 'Pay 7 €',
      action_digest: null,
      audience: 'https://shop.example',
      nonce: null,
      challenge_id: 'one',
      chain: 'a'.repeat(64),
      issuer: key.issuer.publicKey,
      method: 'hand',
      level: 2,
      not_after: '2026-03-10T12:07:00.000Z',
    }
    const block = {
      challenge_id: 'one',
      chain: statement.chain,
      digests: [computeStatementDigest(statement)],
      index: 0,
    }
    const approval = { statement, block: block as ApproverBlock, key, isShared: false }
    const assurance = { level: 2, pace: 'live', device: 'passkey' } as const
    const said = { userId: 'signer', audience: 'https://shop.example', action: 'Pay 7 €', assurance, approval }
    const { count } = await service.db.one<{ count: number }>(sql`SELECT count(*)::int AS count FROM receipt`)
    const otherEnd = { ...approval, statement: { ...statement, not_after: '2026-03-10T12:08:00.000Z' } }
    const others: Partial<Presence>[] = [
      { action: 'Pay 70 €' },
      { audience: 'https://eve.example' },
      { nonce: 'another' },
      { assurance: { ...assurance, level: 3 } },
      { approval: otherEnd },
    ]
    for (const other of others)
      await expect(issue(service, { ...said, ...other }), JSON.stringify(other)).rejects.toThrow('says something else')
    expect(await service.db.one(sql`SELECT count(*)::int AS count FROM receipt`)).toEqual({ count })
    expect((await issue(service, said)).expiresAt).toBe(statement.not_after)
  })

  it('issues what verifyReceipt accepts of this issuer and audience, and nobody else', async () => {
    const receipt = await issue(service, { userId: 'first', audience: 'https://shop.example' })
    const trustedIssuers = [await activeKey()]
    const options = { now: service.now(), trustedIssuers, audience: 'https://shop.example', maxAgeMs: 0 }
    expect(verifyReceipt(receipt, options)).toMatchObject({ status: 'VALID', coverage: 'full' })
    expect(verifyReceipt(receipt, { ...options, audience: 'https://bank.example' })).toMatchObject({
      reason: 'AUDIENCE_MISMATCH',
    })
    expect(receipt).toMatchObject({
      subject: { id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), type: 'embodied' },
      interval: { start: '2026-03-10T11:59:52.000Z', end: END, coverageMs: 8000 },
      verdict: 'PASS',
      expiresAt: '2026-03-10T12:05:00.000Z',
      previousReceiptHash: null,
      assertions: { continuityMaintained: { value: true, confidence: 0.83 } },
      issuer: createIssuerIdentity({ publicKey: trustedIssuers[0] ?? '' }),
    })
  })

  it('names a subject differently for each audience, and under each key', async () => {
    const subjects = new Set<string>()
    for (const audience of [undefined, 'a', 'b', 'null']) {
      subjects.add((await issue(service, { userId: 'eve', audience })).subject.id)
    }
    for (const userId of ['eve"', 'eve', 'Eve']) {
      subjects.add((await issue(service, { userId, audience: 'a' })).subject.id)
    }
    // Run together, these are "evea" too.
    subjects.add((await issue(service, { userId: 'ev', audience: 'ea' })).subject.id)
    subjects.add((await issue(service, { userId: 'evea' })).subject.id)
    const fresh = await startTestService()
    const secrets = createSecrets(Buffer.alloc(32, 8))
    subjects.add((await issue({ ...fresh, secrets }, { userId: 'eve', audience: 'a' })).subject.id)
    await fresh.stop()
    expect(subjects.size).toBe(9)
    expect((await issue(service, { userId: 'eve', audience: 'b' })).subject.id).toBe(
      (await issue(service, { userId: 'eve', audience: 'b', nodeId: 5 })).subject.id,
    )
  })

  it('20 in parallel from two processes make one unbroken chain of 20', async () => {
    const other = openDatabase({ connection: service.connection, now: service.now })
    const receipts = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? service.db : other).transaction((tx) =>
          issueReceipt(tx, service, presence(service, { userId: 'busy' })),
        ),
      ),
    )
    await other.close()
    const result = verifyReceiptChain(receipts, { now: service.now(), trustedIssuers: [await activeKey()] })
    expect(result).toMatchObject({ status: 'VALID', gaps: [], forks: [] })
    expect(new Set(result.order).size).toBe(20)
    expect(receipts.filter(({ previousReceiptHash }) => previousReceiptHash === null)).toHaveLength(1)
  })

  it('a rolled back receipt leaves no gap', async () => {
    const first = await issue(service, { userId: 'torn' })
    const torn = service.db.transaction(async (tx) => {
      await issueReceipt(tx, service, presence(service, { userId: 'torn' }))
      throw new Error('torn')
    })
    await expect(torn).rejects.toThrow('torn')
    expect((await issue(service, { userId: 'torn' })).previousReceiptHash).toBe(computeReceiptHash(first))
  })

  it('a new key begins a new chain', async () => {
    await issue(service, { userId: 'turning' })
    await rotate(service)
    const [first, second] = [await issue(service, { userId: 'turning' }), await issue(service, { userId: 'turning' })]
    expect([first.previousReceiptHash, second.previousReceiptHash]).toEqual([null, computeReceiptHash(first)])
    expect(first.issuer.publicKey).toBe(await activeKey())
  })

  it('a transaction that began before a rotation signs with the new key, and not before that key was there', async () => {
    const receipt = await service.db.transaction(async (tx) => {
      service.clock.set('2026-03-10T12:00:01.000Z')
      await rotate(service)
      return issueReceipt(tx, service, presence(service, { userId: 'early', interval: EIGHT_SECONDS }))
    })
    expect(receipt.interval.end).toBe(END)
    expect(receipt.signature.signedAt).toBe('2026-03-10T12:00:01.000Z')
    expect(listTrustedKeys(await listKeys(service.db), Date.parse(receipt.signature.signedAt))).toContain(
      receipt.issuer.publicKey,
    )
    service.clock.set(END)
  })

  it('keeps no evidence, no user id and no node id', async () => {
    const { receiptId } = await issue(service, { userId: 'somebody-in-particular', nodeId: 123_456_789 })
    const [row] = await service.db.query<Record<string, unknown>>(
      sql`SELECT * FROM receipt WHERE receipt_id = ${receiptId}`,
    )
    const text = JSON.stringify({ ...row, owner: Buffer.from(row?.owner as Buffer).toString('hex') })
    for (const secret of ['somebody', '123456789', 'EE-001', 'presence', '0.83']) expect(text).not.toContain(secret)
  })
})
