import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addTestCheck, addTestSite, callCheck, startTestCheck } from '../../../test/checks.ts'
import { temporaryFolder } from '../../../test/mails.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { toScript, sql } from '../../platform/database/sql.ts'
import { EXPIRY_BATCH } from '../../platform/database/store.ts'
import { staleBudgets } from '../../platform/limits/store.ts'
import { expiredCaptures } from '../../scan/memory/store.ts'
import { deleteExpired } from './tidy.ts'

// The clock stands at 2026-03-10T12:00:00Z.
let service: TestService
let dataDir: string
beforeEach(async () => {
  dataDir = temporaryFolder()
  service = await startTestService({ dataDir })
})
afterEach(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true })
})

/** Values of one column, in order, after the housekeeping. */
async function left(query: string): Promise<unknown[]> {
  await deleteExpired(service)
  return (await service.db.query<Record<string, unknown>>(toScript(query))).flatMap(Object.values)
}

const addAnswer = (key: number, time: string) =>
  service.db.query(sql`
    INSERT INTO idempotent_answer (key_hash, request_hash, started_at)
    VALUES (${Buffer.alloc(32, key)}, ${Buffer.alloc(32)}, ${time})`)

const addCode = (key: number, time: string) =>
  service.db.query(sql`
    INSERT INTO otp_code (email_hash, asker_hash, code_hash, created_at, expires_at)
    VALUES (${Buffer.alloc(32)}, ${Buffer.alloc(32, key)}, ${Buffer.alloc(32)}, ${time}, ${time})`)

describe('housekeeping', () => {
  it('removes mail files after a day', async () => {
    mkdirSync(join(dataDir, 'outbox'))
    for (const [name, time] of [
      ['old.eml', '2026-03-09T11:59:59Z'],
      ['young.eml', '2026-03-09T12:00:00Z'],
    ] as const) {
      writeFileSync(join(dataDir, 'outbox', name), '')
      utimesSync(join(dataDir, 'outbox', name), new Date(time), new Date(time))
    }
    await deleteExpired(service)
    expect(readdirSync(join(dataDir, 'outbox'))).toEqual(['young.eml'])
  })

  it('removes mails that were sent or given up after 30 days, and never one that waits', async () => {
    await service.db.query(
      toScript(`
      INSERT INTO outbox (channel, kind, state, payload, created_at, sent_at, next_try_at) VALUES
        ('mail', 'code', 'sent', NULL, '2026-02-08 11:59:59Z', '2026-02-08 12:00Z', NULL),
        ('mail', 'code', 'sent', NULL, '2026-02-08 12:00:00Z', '2026-02-08 12:00Z', NULL),
        ('mail', 'code', 'dead', '\\x00', '2026-02-08 11:59:59Z', NULL, NULL),
        ('mail', 'code', 'waiting', '\\x00', '2025-01-01 00:00Z', NULL, '2025-01-01 00:00Z')`),
    )
    expect(await left('SELECT id FROM outbox ORDER BY id')).toEqual([2, 4])
  })

  it('removes budgets that are full again, in as many batches as it takes', async () => {
    await service.db.query(
      toScript(`
      INSERT INTO budget (name, key, stale_at)
        SELECT 'stale', int4send(n), '2026-03-10 11:59:59Z' FROM generate_series(1, 4500) AS n;
      INSERT INTO budget (name, key, stale_at) VALUES ('live', '\\x00', '2026-03-10 12:00Z')`),
    )
    expect(await left('SELECT name FROM budget')).toEqual(['live'])
  })

  it('removes unopened checks an hour after their time, but for those of servers; all others after seven days', async () => {
    const site = await addTestSite(service)
    const [unopened, opened] = [await startTestCheck(service, site), await startTestCheck(service, site)]
    await callCheck(service, `${opened.id}/open`, { payload: { open_secret: opened.open_secret } })
    const asked = await addTestCheck(service, site)
    const ids = 'SELECT id FROM request ORDER BY expires_at, asked_by'
    service.clock.set('2026-03-10T13:02:00Z')
    expect(await left(ids)).toEqual([unopened.id, opened.id, asked.id])
    service.clock.pass(1)
    expect(await left(ids)).toEqual([opened.id, asked.id])
    service.clock.set('2026-03-17T12:10:00.001Z')
    expect(await left(ids)).toEqual([])
  })

  it('removes kept answers after 24 hours', async () => {
    await addAnswer(1, '2026-03-09T11:59:59Z')
    await addAnswer(2, '2026-03-09T12:00:00Z')
    expect(await left('SELECT key_hash FROM idempotent_answer')).toEqual([Buffer.alloc(32, 2)])
  })

  it('removes codes a day after they expired', async () => {
    await addCode(1, '2026-03-09T11:59:59Z')
    await addCode(2, '2026-03-09T12:00:00Z')
    expect(await left('SELECT asker_hash FROM otp_code')).toEqual([Buffer.alloc(32, 2)])
  })

  it('forgets networks 90 days after the last sign-in from them', async () => {
    await service.db.query(
      toScript(`
      INSERT INTO familiar_network (email_hash, network_hash, seen_on)
        SELECT decode(repeat('00', 32), 'hex'), decode(repeat('0' || n, 32), 'hex'), '2025-12-08'::date + n FROM generate_series(1, 2) AS n`),
    )
    expect(await left('SELECT network_hash FROM familiar_network')).toEqual([Buffer.alloc(32, 2)])
  })

  it('removes nodes that nobody confirmed in 90 days, with all that is theirs, and no activated one', async () => {
    await service.db.query(
      toScript(`
      INSERT INTO node (email, email_key, node_handle, handle_key, status, registered_at, activated_at) VALUES
        ('old', 'old', 'old', 'old', 'SUBSCRIBED', '2025-12-10 11:59:59Z', NULL),
        ('pending', 'pending', 'pending', 'pending', 'PENDING_VERIFICATION', '2025-12-10 11:59:59Z', NULL),
        ('young', 'young', 'young', 'young', 'SUBSCRIBED', '2025-12-10 12:00Z', NULL),
        ('active', 'active', 'active', 'active', 'ACTIVE', '2020-01-01 00:00Z', '2020-01-01 00:00Z');
      INSERT INTO scan_day (node_id, day, scans) SELECT id, '2025-12-10', 1 FROM node`),
    )
    expect(await left('SELECT email FROM node ORDER BY id')).toEqual(['young', 'active'])
    expect(await left('SELECT node_id FROM scan_day ORDER BY 1')).toEqual([3, 4])
  })

  it('leaves a node that is being activated right now', async () => {
    await service.db.query(
      toScript(`
      INSERT INTO node (email, email_key, node_handle, handle_key, status, registered_at)
      VALUES ('late', 'late', 'late', 'late', 'SUBSCRIBED', '2025-01-01 00:00Z')`),
    )
    await service.db.transaction(async (tx) => {
      await tx.query(sql`UPDATE node SET status = 'ACTIVE', activated_at = ${tx.now} WHERE email_key = 'late'`)
      await deleteExpired(service)
    })
    expect(await left('SELECT email FROM node')).toEqual(['late'])
  })

  it('removes receipts 400 days after they expired, then their chains, then the keys of which nothing is left', async () => {
    const key = (id: string, retired: string) =>
      `('${id.repeat(16)}', '${id.repeat(64)}', '', '2020-01-01Z', ${retired})`
    const subject = (n: number) => `sha256:${String(n).repeat(64)}`
    const chain = (n: number, id: string, end: string) =>
      `('${subject(n)}', '${id.repeat(16)}', 1, '${'f'.repeat(64)}', '${end}')`
    const receipt = (n: number, id: string, end: string) =>
      `(gen_random_uuid(), '${'f'.repeat(64)}', '${subject(n)}', 1, '${id.repeat(16)}', '${end}', '2020-01-01Z', '${end}', timestamptz '${end}' + interval '5 min')`
    await service.db.query(
      toScript(`
      INSERT INTO issuer_key (id, public_key, sealed_seed, active_from, retired_at) VALUES
        ${key('a', "'2025-01-01Z'")}, ${key('b', "'2025-01-01Z'")}, ${key('c', "'2026-01-01Z'")}, ${key('d', 'NULL')};
      INSERT INTO receipt_chain (subject, issuer_id, position, hash, ends_at) VALUES
        ${chain(1, 'a', '2025-02-03 11:54:59Z')}, ${chain(2, 'b', '2025-02-03 11:55Z')}, ${chain(3, 'd', '2025-02-03 11:00Z')};
      INSERT INTO receipt (receipt_id, hash, subject, position, issuer_id, issued_at, starts_at, ends_at, expires_at) VALUES
        ${receipt(1, 'a', '2025-02-03 11:54:59Z')}, ${receipt(2, 'b', '2025-02-03 11:55Z')}, ${receipt(3, 'd', '2025-02-03 11:00Z')}`),
    )
    expect(await left('SELECT subject FROM receipt')).toEqual([subject(2)])
    expect(await left('SELECT subject FROM receipt_chain')).toEqual([subject(2)])
    expect(await left('SELECT left(id, 1) FROM issuer_key ORDER BY 1')).toEqual(['b', 'c', 'd'])
  })

  it('forgets used nonces after a day', async () => {
    await service.db.query(
      toScript(`
      INSERT INTO used_nonce (nonce_hash, used_at) VALUES
        (decode(repeat('aa', 32), 'hex'), '2026-03-09 11:59:59Z'), (decode(repeat('bb', 32), 'hex'), '2026-03-09 12:00Z')`),
    )
    expect(await left(`SELECT left(encode(nonce_hash, 'hex'), 2) FROM used_nonce`)).toEqual(['bb'])
  })

  it('forgets the figures of days before yesterday, and no other figure', async () => {
    await service.db.query(
      toScript(`
      INSERT INTO tally (name, shard, value) VALUES
        ('humans', 0, 1), ('agents', 0, 1), ('scans', 0, 1),
        ('active:2026-03-08', 0, 1), ('active:2026-03-09', 0, 1), ('active:2026-03-10', 0, 1),
        ('scans:2025-12-31', 0, 1), ('scans:2026-03-08', 1, 1), ('scans:2026-03-09', 0, 1), ('scans:2026-03-10', 0, 1)`),
    )
    expect(await left('SELECT name COLLATE "C" AS name FROM tally ORDER BY 1')).toEqual([
      'active:2026-03-09',
      'active:2026-03-10',
      'agents',
      'humans',
      'scans',
      'scans:2026-03-09',
      'scans:2026-03-10',
    ])
  })

  it.each([
    ['budget', "(name, key, stale_at) SELECT 'stale', int4send(n), '2026-03-10 11:00Z'::timestamptz", staleBudgets],
    ['replay_capture', "(id, digest, hashes, seen_on) SELECT n, '\\x01', '{}', '2025-01-01'::date", expiredCaptures],
  ])(
    'removes no more than a batch at once, though %s was empty when it was last counted',
    async (table, rows, expire) => {
      const fill = toScript(`INSERT INTO ${table} ${rows} FROM generate_series(1, 3000) AS n`)
      await service.db.query(fill)
      await service.db.query(toScript(`DELETE FROM ${table}; ANALYZE ${table}`))
      await service.db.query(fill)
      expect(await service.db.transaction(expire)).toBe(EXPIRY_BATCH)
    },
  )

  it('may be done by several processes at once', async () => {
    await service.db.query(
      toScript(`
      INSERT INTO budget (name, key, stale_at)
        SELECT 'stale', int4send(n), '2026-03-10 11:00Z' FROM generate_series(1, 6000) AS n`),
    )
    await Promise.all([deleteExpired(service), deleteExpired(service), deleteExpired(service)])
    expect(await left('SELECT name FROM budget')).toEqual([])
  })
})
