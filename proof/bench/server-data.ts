import { type Service, sql } from '../../apps/server/test/measured.ts'

export function emailOf(number: number): string {
  return `person-${number}@example.org`
}

/** Activated nodes with these numbers, and the public figures that go with them. */
export async function addPeople({ db }: Service, { from, to }: { from: number; to: number }): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`SET LOCAL statement_timeout = 0`)
    await tx.query(sql`
      INSERT INTO node (email, email_key, node_handle, handle_key, status, registered_at, activated_at)
      SELECT e, e, h, h, 'ACTIVE', now(), now() - n * interval '1 second'
      FROM (
        SELECT n, 'person-' || n || '@example.org' AS e, 'handle-' || n AS h
        FROM generate_series(${from}::int, ${to - 1}::int) AS n
      ) AS people`)
    await tx.query(sql`
      INSERT INTO tally AS t (name, shard, value) VALUES ('humans', 0, ${to - from})
      ON CONFLICT (name, shard) DO UPDATE SET value = t.value + excluded.value`)
  })
  await db.query(sql`ANALYZE node`)
}
