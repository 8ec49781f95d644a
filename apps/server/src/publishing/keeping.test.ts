import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { databaseUrl, endProcesses, temporaryFolder } from '../../test/process.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { checkDatabase } from '../app/cli/doctor.ts'
import { deleteExpired } from '../app/jobs/tidy.ts'
import { sql } from '../platform/database/sql.ts'
import { readSettings } from '../platform/settings/settings.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  await service.stop()
  await endProcesses()
})
beforeEach(() => service.db.query(sql`TRUNCATE publication`))

async function addRow(state: string, createdAt: string): Promise<void> {
  const at = new Date(createdAt)
  await service.db.query(sql`
    INSERT INTO publication (id, request_hash, platform, text, message, reference, state, claim, claimed_until, created_at,
      changed_at)
    VALUES (${randomUUID()}, ${Buffer.alloc(32)}, 'discord', 'x', '{}', 'r', ${state}, ${randomUUID()}, ${at}, ${at}, ${at})`)
}

it('housekeeping removes what is settled after 400 days, and keeps what nobody knows', async () => {
  service.clock.set('2027-04-15T00:00:00.000Z')
  for (const state of ['published', 'failed', 'unknown', 'sending']) await addRow(state, '2026-03-10T23:59:59.000Z')
  await addRow('published', '2026-03-11T00:00:00.000Z')
  await deleteExpired(service)
  const left = await service.db.query<{ state: string }>(sql`SELECT state FROM publication ORDER BY state`)
  expect(left.map(({ state }) => state)).toEqual(['published', 'sending', 'unknown'])
})

it('the doctor counts posts of unknown outcome, and is silent without them', async () => {
  const env = { DATA_DIR: temporaryFolder(), DATABASE_URL: databaseUrl(service.connection) }
  const found = async () =>
    (await checkDatabase(readSettings(env))).filter(({ about }) => about === 'publishing').map(({ says }) => says)
  await addRow('published', '2026-03-10T12:00:00.000Z')
  expect(await found()).toEqual([])
  await addRow('unknown', '2026-03-10T12:00:00.000Z')
  await addRow('sending', '2026-03-10T12:00:00.000Z')
  expect(await found()).toEqual([expect.stringMatching(/^2 posts of unknown outcome: GET /)])
})

it('200: a post whose process died is listed as unknown', async () => {
  const at = service.now().toISOString()
  await addRow('sending', at)
  const list = async (status: string) => {
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    const answer = await service.call('GET', `/api/admin/publications?status=${status}`, { headers })
    return answer.json().publications.map((one: { status: string }) => one.status)
  }
  expect(await list('unknown')).toEqual(['unknown'])
  expect(await list('sending')).toEqual([])
})

it.each([
  ['another platform', sql`platform = 'twitter'`],
  ['another state', sql`state = 'lost'`],
  ['a post id of what failed', sql`post_id = 'x', state = 'failed'`],
  ['a short key', sql`key_hash = '\\x00'`],
])('the table refuses %s', async (_, change) => {
  await addRow('unknown', '2026-03-10T12:00:00.000Z')
  await expect(service.db.query(sql`UPDATE publication SET ${change}`)).rejects.toThrow(/violates check constraint/)
})
