import { addSite, script, type Service, sql } from '../../apps/server/test/measured.ts'
import { emailOf } from './server-data.ts'

/** A site with its secret, and the row of what it may ask a node. */
export type Asking = { siteId: number; secret: string; askerId: number }

/** Registers a site that may ask the seventh node. */
export async function addAsking(service: Service): Promise<Asking> {
  const { row, secret } = await addSite(service)
  const { id } = await service.db.one<{ id: number }>(sql`
    INSERT INTO asker (node_id, site_id, subject, allowed_at, per_day, day)
    SELECT id, ${row.id}, 'sha256:' || repeat('7', 64), now(), 100, current_date FROM node WHERE email_key = ${emailOf(7)} RETURNING id`)
  return { siteId: row.id, secret, askerId: id }
}

type Range = { from: number; to: number; named?: { check: string; approval: string } }

/** Checks, approvals and receipts with these numbers, over the last 30 days; one receipt in a thousand is revoked. */
export async function addRows({ db }: Service, { siteId, askerId }: Asking, { from, to, named }: Range): Promise<void> {
  const at = sql`now() - (n % 43200) * interval '1 minute'`
  await db.transaction(async (tx) => {
    await tx.query(sql`SET LOCAL statement_timeout = 0`)
    await tx.query(sql`
      INSERT INTO request (kind, asked_by, id, site_id, action, assurance, test, audience, created_at, expires_at)
      SELECT 'check', 'server', CASE WHEN n = 0 THEN ${named?.check ?? null}::uuid ELSE gen_random_uuid() END, ${siteId}, 'Pay', 1, false,
        'https://shop.example', ${at}, ${at} + interval '1 hour' FROM generate_series(${from}::int, ${to - 1}::int) AS n`)
    await tx.query(sql`
      INSERT INTO request (kind, id, site_id, type, action, digest, assurance, audience, test, created_at, expires_at)
      SELECT 'approval', CASE WHEN n = 0 THEN ${named?.approval ?? null}::uuid ELSE gen_random_uuid() END, ${siteId},
        'payment', 'Pay 7 € to Eve', repeat('a', 64), 1, 'https://shop.example', false, ${at},
        ${at} + interval '5 minutes' FROM generate_series(${from}::int, ${to - 1}::int) AS n`)
    await tx.query(sql`
      INSERT INTO request_approver (request_id, asker_id, name) SELECT r.id, ${askerId}, 'seventh' FROM request r
      WHERE r.kind = 'approval' AND NOT EXISTS (SELECT 1 FROM request_approver p WHERE p.request_id = r.id)`)
    await tx.query(sql`
      INSERT INTO receipt (receipt_id, hash, subject, position, owner, issuer_id, issued_at, starts_at, ends_at, expires_at, revoked_at)
      SELECT overlay(gen_random_uuid()::text PLACING '7' FROM 15 FOR 1)::uuid, repeat('b', 64), 'sha256:' || n, 1, NULL, k.id, ${at}, ${at} - interval '9 seconds',
        ${at} - interval '1 second', ${at} + interval '5 minutes', CASE WHEN n % 1000 = 999 THEN ${at} END
      FROM generate_series(${from}::int, ${to - 1}::int) AS n, (SELECT id FROM issuer_key LIMIT 1) AS k`)
  })
  for (const table of ['request', 'request_approver', 'receipt']) await db.query(script(`VACUUM ANALYZE ${table}`))
  await db.query(script('CHECKPOINT'))
}
