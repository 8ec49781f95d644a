import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { createFailingJobs } from '../../app/jobs/worker.ts'
import { countVerification } from '../../identity/node-store.ts'
import { claimDatabase, recordBackup } from '../../platform/database/store.ts'
import { createRecentLines } from '../../platform/logger.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const headers = { 'x-admin-secret': 'the-admin-secret' }
const overview = async () => (await service.call('GET', '/api/admin/overview', { headers })).json()
const line = (level: string, rest: object) => JSON.stringify({ level, time: '2026-03-10T12:00:00.000Z', ...rest })

describe('GET /api/admin/overview', () => {
  it('200: has 30 days, with sign-ups and scans on theirs', async () => {
    await addNode(service, { activatedAt: '2026-03-09T23:59:59Z' })
    await addNode(service)
    for (const verified of [true, true, false]) await countVerification(service.db, verified, '2026-03-08')
    const { days, people } = await overview()
    expect([days.length, days[0].day, days.at(-1).day]).toEqual([30, '2026-02-09', '2026-03-10'])
    expect(days.slice(-3)).toEqual([
      expect.objectContaining({ day: '2026-03-08', sign_ups: 0, scans_passed: 2, scans_failed: 1 }),
      expect.objectContaining({ day: '2026-03-09', sign_ups: 1, scans_passed: 0 }),
      expect.objectContaining({ day: '2026-03-10', sign_ups: 1, checks: 0, approvals: 0 }),
    ])
    expect(people).toEqual({ active: 2, blocked: 0 })
  })

  it('200: a backup of the last week needs no attention, mail that nobody gets does', async () => {
    const about = async () => (await overview()).attention.map((one: { about: string }) => one.about)
    expect(await about()).toEqual(['no_smtp', 'no_backup', 'no_public_url'])
    await claimDatabase(service.db, Buffer.alloc(32))
    await service.db.transaction((tx) => recordBackup(tx, tx.now))
    expect(await about()).toEqual(['no_smtp', 'no_public_url'])
    service.clock.pass(8 * 86_400_000)
    expect(await about()).toContain('no_backup')
  })
})

describe('jobs that fail', () => {
  it('200: are named until a try works', async () => {
    const failing = createFailingJobs()
    const app = createTestApp(service, { failing })
    const first = async () => (await app.inject({ url: '/api/admin/overview', headers })).json().attention[0]
    failing.note('housekeeping', true)
    failing.note('mail', true)
    expect(await first()).toEqual({ about: 'jobs_failing', count: 2, jobs: ['housekeeping', 'mail'] })
    failing.note('housekeeping', false)
    failing.note('mail', false)
    expect((await first()).about).toBe('no_smtp')
    await app.close()
  })
})

describe('GET /api/admin/logs', () => {
  it('200: the last lines by level and text, newest first', async () => {
    const recent = createRecentLines()
    recent.add(line('info', { method: 'POST', route: '/api/verify', status: 200, ms: 3.2, msg: 'answered' }))
    recent.add(
      line('error', { msg: 'a request failed', err: { type: 'Error', message: 'a bug', stack: 'Error\n at' } }),
    )
    const app = createTestApp(service, { recent })
    const texts = async (query: string) =>
      (await app.inject({ url: `/api/admin/logs${query}`, headers }))
        .json()
        .lines.map(({ text }: { text: string }) => text)
    expect(await texts('')).toEqual(['a request failed Error: a bug', 'POST /api/verify 200 3 ms'])
    expect(await texts('?level=warn')).toEqual(['a request failed Error: a bug'])
    expect(await texts('?text=VERIFY')).toEqual(['POST /api/verify 200 3 ms'])
    expect((await app.inject({ url: '/api/admin/logs' })).statusCode).toBe(401)
    await app.close()
  })
})
