import type { Enrollment } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { ADA, answerOf, challengeFor, enrollmentBody, verifyBody } from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { saveWaitingMotion } from '../../app/jobs/worker.ts'
import { toScript, sql } from '../../platform/database/sql.ts'

let service: TestService
let time = Date.parse('2026-03-10T12:00:00.123Z')

/** A clock of its own time for everything that happens. */
const pass = (ms: number) => {
  time += ms
  service.clock.set(new Date(time).toISOString())
}
const SCAN_MS = 19_037

type Headers = Record<string, string>
type Whose = { email?: string; headers: Headers }

async function post(url: string, payload: object, headers: Headers = {}) {
  const answer = await service.call('POST', url, { payload, headers })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

async function enroll({ email, headers }: Whose): Promise<Enrollment> {
  pass(3_001)
  const whose = { ...(email === undefined ? {} : { email }), headers, count: 1 }
  const payload = await enrollmentBody(service, ADA, whose)
  pass(SCAN_MS)
  return post('/api/enroll', payload, headers)
}

async function verify(enrollment: Enrollment, { email, headers }: Whose): Promise<void> {
  pass(5_003)
  const asked = await challengeFor(service, { purpose: 'verify', ...(email === undefined ? {} : { email }) }, headers)
  pass(SCAN_MS)
  expect(await post('/api/verify', verifyBody(asked, enrollment, answerOf(ADA, asked)), headers)).toMatchObject({
    factors: { challenge: 1 },
  })
}

async function member(email: string): Promise<{ email: string; headers: Headers }> {
  const node = await addNode(service, { email })
  pass(1_009)
  return { email, headers: await bearerFor(service, node) }
}

beforeAll(async () => {
  service = await startTestService()
  pass(0)
  const [one, another] = [await member('one@example.org'), await member('another@example.org')]
  for (const whose of [one, another, { headers: {} }]) await verify(await enroll(whose), whose)
}, 240_000)
afterAll(() => service.stop())

/** A row of any table: the transaction that wrote it, and every time in it. */
type Row = { table: string; xmin: string; times: number[] }

async function rows(): Promise<Row[]> {
  const tables = await service.db.query<{ name: string; times: string[] | null }>(sql`
    SELECT t.table_name AS name,
      (SELECT array_agg(column_name::text) FROM information_schema.columns c
       WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name AND data_type LIKE 'timestamp%') AS times
    FROM information_schema.tables t WHERE table_schema = 'public' AND table_name <> 'migration'`)
  const all: Row[] = []
  for (const { name, times } of tables) {
    const columns = (times ?? []).map((column) => `(extract(epoch FROM "${column}") * 1000)::float8`).join(', ')
    const found = await service.db.query<{ xmin: string; times: (number | null)[] }>(
      toScript(`SELECT xmin::text, ARRAY[${columns}]::float8[] AS times FROM "${name}"`),
    )
    all.push(...found.map((row) => ({ table: name, xmin: row.xmin, times: row.times.filter((one) => one !== null) })))
  }
  return all
}

/** Lifetimes of challenges, and whole hours, that one time could be away from another. */
const OFFSETS_MS = new Set([0, 60_000, 120_000])

function isJoined(one: Row, other: Row): boolean {
  if (one.xmin === other.xmin) return true
  return one.times.some((a) => other.times.some((b) => OFFSETS_MS.has(Math.abs(a - b))))
}

const isMemory = ({ table }: Row) => table.startsWith('replay_')

/** Every table with a row that a row of the memory leads to, be it a person's or one that leads on to a person. */
async function linkedTables(): Promise<string[]> {
  const all = await rows()
  const others = all.filter((row) => !isMemory(row))
  const linked = all.filter(isMemory).flatMap((own) => others.filter((other) => isJoined(own, other)))
  return [...new Set(linked.map(({ table }) => table))]
}

describe('a leaked database', () => {
  it('F9: joins what waits for the memory with no other row, by transaction or by time', async () => {
    expect((await rows()).filter(({ table }) => table === 'replay_waiting')).toHaveLength(6)
    expect(await linkedTables()).toEqual([])
  })

  it('F9: joins no answered challenge with a token by time', async () => {
    const all = await rows()
    const [used, tokens] = ['used_challenge', 'node_token'].map((name) => all.filter(({ table }) => table === name))
    expect(used).toHaveLength(6)
    for (const one of used ?? [])
      expect((tokens ?? []).filter((token) => isJoined({ ...one, xmin: '' }, token))).toEqual([])
    const minutes = await service.db.query(sql`
      SELECT 1 FROM used_challenge WHERE expires_at <> date_trunc('hour', expires_at, 'UTC')
      UNION ALL SELECT 1 FROM node_token WHERE last_used_at <> date_trunc('hour', last_used_at, 'UTC')`)
    expect(minutes).toEqual([])
  })

  it('F9: joins the memory with no other row, by transaction or by time', async () => {
    service.clock.set('2026-03-11T00:00:00.456Z')
    await saveWaitingMotion(service)
    const all = await rows()
    for (const table of ['replay_capture', 'replay_stroke'])
      expect(all.filter((row) => row.table === table).length).toBeGreaterThanOrEqual(6)
    expect(await linkedTables()).toEqual([])
  })

  it.each([
    ['captures', sql`SELECT id FROM replay_capture ORDER BY ctid`],
    ['strokes', sql`SELECT id FROM replay_stroke ORDER BY ctid`],
  ])('F9: remembers %s in the order of numbers, not of arrival', async (_, statement) => {
    const stored = await service.db.query<{ id: number }>(statement)
    const ids = stored.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  it('would be seen through if the memory were written with the rest', async () => {
    await service.db.transaction(async (tx) => {
      await tx.query(sql`UPDATE node_token SET last_used_at = last_used_at`)
      await tx.query(sql`UPDATE replay_capture SET seen_on = seen_on`)
    })
    expect(await linkedTables()).toEqual(['node_token'])
  })
})
