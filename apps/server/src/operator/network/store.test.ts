import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { findNode } from '../../identity/node-store.ts'
import type { Queries } from '../../platform/database/pool.ts'
import { type Sql, toScript, sql } from '../../platform/database/sql.ts'
import { listActivated, listGenesis, readFigures } from './store.ts'

let scratch: Scratch
beforeAll(async () => {
  scratch = await scratchDatabase()
  await scratch.db.query(
    toScript(`
    INSERT INTO node (email, email_key, node_handle, handle_key, status, registered_at, activated_at, genesis_index)
    SELECT i || '@example.org', i || '@example.org', 'h' || i, 'h' || i,
      CASE WHEN i <= 100 THEN 'GENESIS_NODE' ELSE 'ACTIVE' END, now(), now() + i * interval '1 microsecond',
      CASE WHEN i <= 100 THEN i END
    FROM generate_series(1, 20000) AS i;
    INSERT INTO tally (name, shard, value)
    SELECT name, shard, 1250 FROM unnest(ARRAY['humans', 'agents', 'scans']) AS name, generate_series(0, 15) AS shard;
    INSERT INTO tally (name, shard, value)
    SELECT 'active:' || ('2020-01-01'::date + day), shard, 1 FROM generate_series(0, 999) AS day, generate_series(0, 15) AS shard;
    ANALYZE;`),
  )
})
afterAll(() => scratch.drop())

describe('public statistics', () => {
  it.each([
    ['the figures', (db: Queries) => readFigures(db, '2022-01-01')],
    ['the genesis list', (db: Queries) => listGenesis(db)],
    ['the first page', (db: Queries) => listActivated(db, { after: null, limit: 201 })],
    [
      'a page in the middle',
      (db: Queries) => listActivated(db, { after: { activatedAt: '2027-01-01', id: 9 }, limit: 201 }),
    ],
    ['a lookup', (db: Queries) => findNode(db, '7@example.org')],
  ])('scan no table for %s', async (_what, read) => {
    const plans = await plansOf(read)
    expect(plans).not.toHaveLength(0)
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (node|tally)|Sort/)
  })

  it('are sums of all shards', async () => {
    expect(await readFigures(scratch.db, '2022-01-01')).toEqual({
      humans: 20_000,
      agents: 20_000,
      scans: 20_000,
      activeToday: 16,
      scansToday: 0,
      lastScan: null,
      genesisNodes: 100,
      genesisTaken: 0,
    })
  })

  it('page exactly, also between activations of the same millisecond', async () => {
    const seen: number[] = []
    let after: Parameters<typeof listActivated>[1]['after'] = null
    for (;;) {
      const page = await listActivated(scratch.db, { after, limit: 999 })
      seen.push(...page.map(({ id }) => id))
      const last = page.at(-1)
      if (!last) break
      after = { activatedAt: last.position, id: last.id }
    }
    expect(seen).toEqual(Array.from({ length: 20_000 }, (_, index) => 20_000 - index))
  })
})

async function plansOf(read: (db: Queries) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = []
  const explain = async (statement: Sql): Promise<void> => {
    const lines = await scratch.db.query<{ 'QUERY PLAN': string }>(sql`EXPLAIN ${statement}`)
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
  }
  const { db } = scratch
  await read({
    query: async (statement) => (await explain(statement), db.query(statement)),
    one: async (statement) => (await explain(statement), db.one(statement)),
    maybeOne: async (statement) => (await explain(statement), db.maybeOne(statement)),
  })
  return plans
}
