import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import type { Queries } from '../database/pool.ts'
import { type Sql, toScript, sql } from '../database/sql.ts'
import { claimDue } from './store.ts'

const LANES = 300
const LONG_LANE = 20_000

let scratch: Scratch
beforeAll(async () => {
  scratch = await scratchDatabase()
  await scratch.db.query(
    toScript(`
    INSERT INTO outbox (channel, kind, lane, payload, created_at, next_try_at)
    SELECT 'mail', 'code', CASE WHEN i <= ${LONG_LANE} THEN 0 ELSE i - ${LONG_LANE} END, '\\x00', '2026-01-01', '2026-01-01'::timestamptz + i * interval '1 millisecond'
    FROM generate_series(1, ${LONG_LANE + LANES}) AS i;
    ANALYZE outbox;`),
  )
})
afterAll(() => scratch.drop())

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** The rows of the outbox that a statement looked at. */
function countRead({ Plans: parts = [], ...node }: Plan): number {
  const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return parts.reduce((sum, part) => sum + countRead(part), node['Relation Name'] === 'outbox' ? rows : 0)
}

it('claims from 300 lanes without reading a long one to its end', async () => {
  let read = 0
  const query = async (statement: Sql) => {
    const explained = await scratch.db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
    )
    read = countRead(explained[0]!['QUERY PLAN'][0].Plan)
    return []
  }
  await claimDue({ query } as unknown as Queries, { channel: 'mail', now: new Date('2026-01-02'), limit: 8 })
  // Of each lane its number and at most 64 deliveries, and the few that are claimed.
  expect(read).toBeGreaterThan(LANES)
  expect(read).toBeLessThan(LONG_LANE / 4)
})
