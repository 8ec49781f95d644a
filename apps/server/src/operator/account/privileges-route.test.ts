import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from '../../../test/contents.ts'
import { addNode } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

describe('GET /api/node/privileges', () => {
  it('200: what a node is, after decay, and to be kept by nobody', async () => {
    await addNode(service, {
      email: 'Ada@Example.org',
      handle: 'quiet-river',
      status: 'GENESIS_NODE',
      registeredAt: '2026-01-01T00:00:00.000Z',
      scanCount: 9,
      lastScanAt: '2026-01-01T00:00:00Z',
      score: 1000,
      streakDays: 30,
      bestPes: 0.91,
      lastDay: '2026-01-01',
    })
    const answer = await service.call('GET', '/api/node/privileges?email=ada@example.org')
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.json()).toEqual({
      email: 'Ada@Example.org',
      node_handle: 'quiet-river',
      status: 'GENESIS_NODE',
      registered_at: '2026-01-01T00:00:00.000Z',
      is_genesis: true,
      is_active: true,
      scan_count: 9,
      tier: 'FOUNDING_ENTITY',
      early_access: true,
      entropy_score: 962,
      particle_level: 4,
      streak_days: 30,
      streak_multiplier: 2,
      best_pes: 0.91,
    })
  })

  it('200: a subscriber', async () => {
    const { email } = await addNode(service, { status: 'SUBSCRIBED' })
    const answer = await service.call('GET', `/api/node/privileges?email=${email}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ tier: 'SUBSCRIBER', is_active: false })
  })

  it('404: an unknown e-mail address, and nothing is written', async () => {
    const before = await contentsOf(service.db)
    const answer = await service.call('GET', '/api/node/privileges?email=nobody@example.org')
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'NODE_NOT_FOUND'])
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it.each(['', '?email=', '?email=ada', '?email[]=ada@example.org', '?email=ada@example.org%00'])(
    '400: the query %j has no e-mail address',
    async (query) => {
      const answer = await service.call('GET', `/api/node/privileges${query}`)
      expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/email'])
    },
  )
})
