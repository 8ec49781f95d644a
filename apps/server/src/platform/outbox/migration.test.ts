import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { MIGRATIONS_FOLDER, readMigrations } from '../database/migrate.ts'
import { toScript } from '../database/sql.ts'

let scratch: Scratch
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

type Walk = { rows: string; next?: string; query: string }

/** Runs a migration over rows that the version before wrote, then what the version after it writes, and returns what is found. */
async function migrate(number: number, { rows, next = '', query }: Walk): Promise<unknown[]> {
  const migrations = readMigrations(MIGRATIONS_FOLDER)
  return scratch.db.transaction(async (tx) => {
    await tx.query(toScript(`CREATE SCHEMA at_${number}; SET LOCAL search_path TO at_${number}`))
    for (const { text } of migrations.filter((one) => one.number < number)) await tx.query(toScript(text))
    await tx.query(toScript(rows))
    await tx.query(toScript(migrations.find((one) => one.number === number)?.text ?? ''))
    await tx.query(toScript(next))
    return tx.query(toScript(query))
  })
}

describe('migration 0059', () => {
  it('moves mails in every state with their numbers, and goes on counting after them', async () => {
    const rows = `INSERT INTO mail (kind, state, sealed, attempts, created_at, next_try_at, expires_at, sent_at, problem) VALUES
      ('subscription', 'waiting', '\\x01', 0, '2026-03-10', '2026-03-10', NULL, NULL, ''),
      ('notice', 'waiting', '\\x02', 0, '2026-03-10', '2026-03-10', NULL, NULL, '');
      DELETE FROM mail WHERE kind = 'notice';
      INSERT INTO mail (kind, state, sealed, attempts, created_at, next_try_at, expires_at, sent_at, problem) VALUES
      ('code', 'sending', '\\x03', 1, '2026-03-10', '2026-03-11', '2026-03-12', NULL, 'x'),
      ('code', 'sent', NULL, 2, '2026-03-10', NULL, NULL, '2026-03-10', ''),
      ('code', 'dead', '\\x05', 6, '2026-03-10', NULL, NULL, NULL, 'y'), ('code', 'dead', NULL, 1, '2026-03-10', NULL, NULL, NULL, 'expired')`
    const next = `INSERT INTO outbox (channel, kind, payload, created_at, next_try_at) VALUES ('mail', 'test', '\\x07', now(), now())`
    const query = `SELECT id, kind, urgent, encode(payload, 'hex') AS payload, state, attempts, problem FROM outbox ORDER BY id`
    expect(await migrate(59, { rows, next, query })).toEqual([
      { id: 1, kind: 'subscription', urgent: false, payload: '01', state: 'waiting', attempts: 0, problem: '' },
      { id: 3, kind: 'code', urgent: true, payload: '03', state: 'sending', attempts: 1, problem: 'x' },
      { id: 4, kind: 'code', urgent: true, payload: null, state: 'sent', attempts: 2, problem: '' },
      { id: 5, kind: 'code', urgent: true, payload: '05', state: 'dead', attempts: 6, problem: 'y' },
      { id: 6, kind: 'code', urgent: true, payload: null, state: 'dead', attempts: 1, problem: 'expired' },
      { id: 7, kind: 'test', urgent: false, payload: '07', state: 'waiting', attempts: 0, problem: '' },
    ])
  })
})

describe('migration 0060', () => {
  it('moves webhook events with their ids, bodies and answers, and push messages to their devices', async () => {
    const rows = `INSERT INTO node (id, email, email_key, node_handle, handle_key, status, registered_at) OVERRIDING SYSTEM VALUE
        VALUES (5, 'a', 'a', 'a', 'a', 'SUBSCRIBED', '2026-03-10');
      INSERT INTO push_device (id, node_id, slot, endpoint_hash, sealed, name, created_at)
        VALUES ('00000000-0000-4000-8000-000000000001', 5, 1, decode(repeat('00', 32), 'hex'), '\\x01', 'Browser', '2026-03-10');
      INSERT INTO push_message (device_id, sealed, attempts, next_try_at, expires_at)
        VALUES ('00000000-0000-4000-8000-000000000001', '\\x53', 1, '2026-03-10', '2026-03-11');
      INSERT INTO site (id, site_key, name, origins, return_urls, test, created_at) OVERRIDING SYSTEM VALUE
        VALUES (7, 'site_${'A'.repeat(22)}', 'Shop', '{https://shop.example}', '{}', false, '2026-03-10');
      INSERT INTO site_webhook (site_id, url, created_at) VALUES (7, 'https://shop.example/', '2026-03-10');
      INSERT INTO webhook_event (event_id, site_id, type, body, state, attempts, created_at, next_try_at, sent_at, last_status, problem) VALUES
        ('evt_${'A'.repeat(22)}', 7, 'check.passed', '{"ž":1}', 'waiting', 2, '2026-03-10', '2026-03-11', NULL, 500, 'answered 500'),
        ('evt_${'B'.repeat(22)}', 7, 'check.failed', '{}', 'sent', 1, '2026-03-10', NULL, '2026-03-10', 204, '')`
    const query = `SELECT channel, kind, key, lane, site_id, device_id, encode(payload, 'escape') AS payload, state, attempts, status
      FROM outbox ORDER BY channel DESC, id`
    const event = { channel: 'webhook', lane: 7, site_id: 7, device_id: null }
    const [device, push] = ['00000000-0000-4000-8000-000000000001', { channel: 'push', kind: 'approval', key: null }]
    expect(await migrate(60, { rows, query })).toEqual([
      {
        ...event,
        kind: 'check.passed',
        key: `evt_${'A'.repeat(22)}`,
        payload: String.raw`{"\305\276":1}`,
        state: 'waiting',
        attempts: 2,
        status: 500,
      },
      {
        ...event,
        kind: 'check.failed',
        key: `evt_${'B'.repeat(22)}`,
        payload: '{}',
        state: 'sent',
        attempts: 1,
        status: 204,
      },
      {
        ...push,
        lane: 5,
        site_id: null,
        device_id: device,
        payload: 'S',
        state: 'waiting',
        attempts: 1,
        status: null,
      },
    ])
  })
})

describe('migration 0061', () => {
  it('moves pings: due when an open request expires, and as before where it has ended', async () => {
    const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
    const request = (number: number, outcome: string) =>
      `('${uuid(number)}', 'approval', 1, 'pay', 'Pay', '${'a'.repeat(64)}', 1, 'https://shop.example', false, '2026-03-10 12:00Z', '2026-03-10 12:10Z', ${outcome})`
    const rows = `INSERT INTO node (email, email_key, node_handle, handle_key, status, registered_at)
        VALUES ('a', 'a', 'a', 'a', 'SUBSCRIBED', '2026-03-10');
      INSERT INTO site (id, site_key, name, origins, return_urls, test, created_at) OVERRIDING SYSTEM VALUE
        VALUES (7, 'sk_1', 'Shop', '{https://shop.example}', '{}', false, '2026-03-10');
      INSERT INTO asker (node_id, site_id, subject, allowed_at, per_day, day) VALUES (1, 7, 'sha256:a', '2026-03-10', 5, '2026-03-10');
      INSERT INTO request (id, kind, asker_id, type, action, digest, assurance, audience, test, created_at, expires_at, state, reason, ended_at) VALUES
        ${request(1, `'open', NULL, NULL`)}, ${request(2, `'denied', 'denied', '2026-03-10 12:05Z'`)}, ${request(3, `'open', NULL, NULL`)};
      INSERT INTO backchannel_request (request_hash, approval_id, sealed, ping_at, pings) VALUES
        (decode(repeat('01', 32), 'hex'), '${uuid(1)}', '\\x53', '2026-03-10 12:00Z', 0),
        (decode(repeat('02', 32), 'hex'), '${uuid(2)}', '\\x54', '2026-03-10 12:06Z', 1),
        (decode(repeat('03', 32), 'hex'), '${uuid(3)}', '\\x55', NULL, 0)`
    const query = `SELECT channel, kind, key, lane, encode(payload, 'escape') AS payload, state, attempts, next_try_at AS due FROM outbox ORDER BY id`
    const ping = { channel: 'ping', kind: 'decision', lane: 7, state: 'waiting' }
    expect(await migrate(61, { rows, query })).toEqual([
      { ...ping, key: uuid(1), payload: 'S', attempts: 0, due: new Date('2026-03-10T12:10:00Z') },
      { ...ping, key: uuid(2), payload: 'T', attempts: 1, due: new Date('2026-03-10T12:06:00Z') },
    ])
  })
})
