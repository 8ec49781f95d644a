import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_EMAILS, BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { contentsOf } from '../../../test/contents.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { type Database, openDatabase } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'

const RECORD = '/api/motion/record'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const record = (email: string) => service.call('POST', RECORD, { payload: { email } })

describe('POST /api/motion/record', () => {
  it('200: counts the scan and says how many are left today', async () => {
    await addNode(service, { email: 'Ada@Example.org', status: 'GENESIS_NODE' })
    const answer = await record(' ada@EXAMPLE.org ')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      success: true,
      email: 'Ada@Example.org',
      scan_count: 1,
      daily_remaining: 2,
      status: 'GENESIS_NODE',
    })
  })

  it.each(['SUBSCRIBED', 'PENDING_VERIFICATION'] as const)('200: a %s node can scan too', async (status) => {
    const { email } = await addNode(service, { status })
    expect((await record(email)).json()).toMatchObject({ scan_count: 1, daily_remaining: 2, status })
  })

  it('200: ignores unknown members', async () => {
    const { email } = await addNode(service)
    const answer = await service.call('POST', RECORD, { payload: { email, scan_count: 99, day: '2020-01-01' } })
    expect(answer.json()).toMatchObject({ scan_count: 1 })
  })

  it('429: refuses the fourth scan of a UTC day and says when the next day begins', async () => {
    const { email } = await addNode(service)
    service.clock.set('2026-03-10T23:59:58.500Z')
    for (const left of [2, 1, 0]) expect((await record(email)).json()).toMatchObject({ daily_remaining: left })
    const before = await contentsOf(service.db)
    const refused = await record(email)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ error: 'DAILY_LIMIT_REACHED' })
    expect(refused.headers).toMatchObject({
      'retry-after': '2',
      'x-ratelimit-remaining': '0',
      ratelimit: '"default";r=0;t=2',
    })
    expect(await contentsOf(service.db)).toEqual(before)
    service.clock.set('2026-03-11T00:00:00.000Z')
    expect((await record(email)).json()).toMatchObject({ scan_count: 4, daily_remaining: 2 })
  })

  it('429: the first use of a token closes the node even when the scans of the day are spent', async () => {
    const node = await addNode(service)
    for (let scan = 0; scan < 3; scan++) await record(node.email)
    const headers = await bearerFor(service, node)
    expect((await service.call('POST', RECORD, { payload: { email: node.email }, headers })).statusCode).toBe(429)
    expect((await record(node.email)).statusCode).toBe(401)
  })

  it('404: an unknown e-mail address, and no node is made for it', async () => {
    const before = await contentsOf(service.db)
    const answer = await record('nobody@example.org')
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'NODE_NOT_FOUND'])
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it.each(BAD_REQUESTS)('refuses %s with %i and writes nothing', async (_what, status, request) => {
    const before = await contentsOf(service.db)
    const answer = await service.call('POST', RECORD, request)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ])
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it.each(BAD_EMAILS)('400: %s is no e-mail address', async (_name, email) => {
    const answer = await service.call('POST', RECORD, { payload: { email } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].pointer).toBe('/email')
  })

  it('moves the public figures only for activated nodes', async () => {
    const network = async () => (await service.call('GET', '/api/presence/network')).json()
    const [active, pending] = [await addNode(service), await addNode(service, { status: 'SUBSCRIBED' })]
    const { totalScans, scansToday, activeToday } = await network()
    await record(pending.email)
    expect(await network()).toMatchObject({ totalScans, scansToday, activeToday })
    await record(active.email)
    await record(active.email)
    expect(await network()).toMatchObject({
      totalScans: totalScans + 2,
      scansToday: scansToday + 2,
      activeToday: activeToday + 1,
    })
  })
})

describe('four servers on one database', () => {
  it('accept exactly 3 of 200 parallel scans of one node', async () => {
    const { connection } = service
    const pools: Database[] = Array.from({ length: 4 }, () => openDatabase({ connection, max: 10, now: service.now }))
    const apps = pools.map((db) => createTestApp({ ...service, db }))
    const { id, email } = await addNode(service)
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const answer = await apps[index % 4]!.inject({ method: 'POST', url: RECORD, payload: { email } })
        return answer.statusCode
      }),
    )
    await Promise.all(pools.map((db) => db.close()))
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(197)
    const stored = sql`SELECT scan_count, (SELECT sum(scans) FROM scan_day WHERE node_id = ${id})::int AS scans
      FROM node WHERE id = ${id}`
    expect(await service.db.one(stored)).toEqual({ scan_count: 3, scans: 3 })
  })
})
