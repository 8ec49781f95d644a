import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import type { Queries } from '../../platform/database/pool.ts'
import { type Sql, toScript, sql } from '../../platform/database/sql.ts'
import { listWaitingMarks, readWaitingRows } from './store.ts'

const ROWS = 500
const SEALED_BYTES = 8192

let service: TestService
// As a new installation is: never analyzed, and the rows came at once.
beforeAll(async () => {
  service = await startTestService()
  await service.db.query(toScript('ALTER TABLE replay_waiting SET (autovacuum_enabled = false)'))
  const ids = Array.from({ length: ROWS }, () => randomBytes(32))
  const sealed = ids.map(() => randomBytes(SEALED_BYTES))
  await service.db.query(sql`
    INSERT INTO replay_waiting (id, sealed, seen_on)
    SELECT id, sealed, '2026-03-10' FROM unnest(${ids}::bytea[], ${sealed}::bytea[]) AS given (id, sealed)`)
})
afterAll(() => service.stop())

/** The plan of the statement that a function of the store sends. */
async function planOf(send: (db: Queries) => Promise<unknown>, explain = sql`EXPLAIN`): Promise<string> {
  let asked: Sql | undefined
  const keep = async (statement: Sql) => {
    asked = statement
    return { marks: null }
  }
  await send({ query: keep, one: keep } as unknown as Queries)
  if (!asked) throw new Error('nothing was asked')
  const lines = await service.db.query<{ 'QUERY PLAN': string }>(sql`${explain} ${asked}`)
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

describe('what waits for the memory', () => {
  it('is found by its mark, each row by its own', async () => {
    const marks = await listWaitingMarks(service.db)
    expect(new Set(marks).size).toBe(ROWS)
    const wanted = marks.slice(0, 3)
    const rows = await readWaitingRows(service.db, wanted)
    expect(rows.map(({ mark }) => mark).toSorted()).toEqual(wanted.toSorted())
    for (const { mark, sealed } of rows) expect(sealed.toString('hex', 0, 12)).toBe(mark)
    expect(await readWaitingRows(service.db, ['00'.repeat(12)])).toEqual([])
  })

  it('is looked up by the index of marks', async () => {
    const marks = await listWaitingMarks(service.db)
    const plan = await planOf((db) => readWaitingRows(db, marks.slice(0, 1)))
    expect(plan).toMatch(/Index Scan (?:using|on) replay_waiting_mark/)
    expect(plan).not.toContain('Seq Scan')
  })

  it('is listed without reading what is sealed', async () => {
    const plan = await planOf(listWaitingMarks, sql`EXPLAIN (ANALYZE, BUFFERS)`)
    const [, hits, reads = '0'] = /Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(plan) ?? []
    // What is sealed lies apart, at one page a row and more.
    expect(Number(hits) + Number(reads)).toBeLessThan(ROWS / 5)
  })
})
