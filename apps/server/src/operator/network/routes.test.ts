import { beforeEach, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { sql } from '../../platform/database/sql.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
  return () => service.stop()
})

const get = async (path: string) => {
  const answer = await service.call('GET', path)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const declare = (handle: string) =>
  service.call('POST', '/api/agent/declare', {
    payload: { agent_handle: handle, agent_type: 'bot', origin: 'example.org', public_key: 'key' },
  })

const handles = (answer: { nodes: { handle: string }[] }) => answer.nodes.map(({ handle }) => handle)
const erase = async (handle: string) => {
  const node = await service.db.one<{ id: number; email: string }>(
    sql`SELECT id, email FROM node WHERE node_handle = ${handle}`,
  )
  const headers = await bearerFor(service, node)
  const answer = await service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
  expect(answer.statusCode).toBe(200)
}

describe('public statistics', () => {
  it('200: nothing yet', async () => {
    expect(await get('/api/nodes/count')).toEqual({ total: 0, humans: 0, agents: 0, genesis_nodes: 0 })
    expect(await get('/api/nodes/genesis')).toEqual({ total: 0, remaining: 100, nodes: [] })
    expect(await get('/api/nodes/status')).toEqual({
      total_nodes: 0,
      genesis_nodes: 0,
      genesis_remaining: 100,
      active_humans: 0,
      agents: 0,
      last_scan: null,
      cohort_sealed: false,
      status: 'OPERATIONAL',
      timestamp: '2026-03-10T12:00:00.000Z',
    })
    expect(await get('/api/presence/network')).toEqual({
      totalNodes: 0,
      activeHumans: 0,
      genesisNodes: 0,
      agents: 0,
      activeToday: 0,
      scansToday: 0,
      totalScans: 0,
      protocolEnclave: false,
      nodes: [],
      nextCursor: null,
    })
  })

  it('200: agree with each other; subscribers and pending nodes are in none', async () => {
    await addNode(service, { status: 'GENESIS_NODE' })
    const active = await addNode(service, { scanCount: 2, lastScanAt: '2026-03-09T10:00:00Z' })
    const pending = await addNode(service, { status: 'PENDING_VERIFICATION' })
    await addNode(service, { status: 'SUBSCRIBED' })
    await declare('indexer')
    for (const { email } of [active, pending]) await service.call('POST', '/api/motion/record', { payload: { email } })

    expect(await get('/api/nodes/count')).toEqual({ total: 3, humans: 2, agents: 1, genesis_nodes: 1 })
    expect(await get('/api/nodes/genesis')).toMatchObject({ total: 1, remaining: 99 })
    expect(await get('/api/nodes/status')).toMatchObject({
      total_nodes: 3,
      genesis_nodes: 1,
      genesis_remaining: 99,
      active_humans: 2,
      agents: 1,
      last_scan: '2026-03-10T12:00:00.000Z',
    })
    const network = await get('/api/presence/network')
    expect(network).toMatchObject({ totalNodes: 3, activeHumans: 2, genesisNodes: 1, agents: 1, activeToday: 1 })
    expect(network.nodes).toHaveLength(2)
    const scans = network.nodes.map((node: { scans: number }) => node.scans)
    expect(network.totalScans).toBe(scans.reduce((sum: number, one: number) => sum + one, 0))
  })

  it('200: a caller finds what it wrote in the very next figures', async () => {
    for (let agents = 1; agents <= 3; agents++) {
      await declare(`agent-${agents}`)
      expect(await get('/api/nodes/status')).toMatchObject({ agents })
      expect(await get('/api/nodes/count')).toMatchObject({ agents })
    }
  })

  it('200: nodes/status is JSON with its length, also for HEAD', async () => {
    const answer = await service.call('GET', '/api/nodes/status')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const head = await service.app.inject({ method: 'HEAD', url: '/api/nodes/status' })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(Buffer.byteLength(answer.body)),
    ])
  })

  it('200: activeToday counts a node once a day and starts anew at midnight UTC', async () => {
    const { email } = await addNode(service)
    const act = async () => {
      await service.call('POST', '/api/motion/record', { payload: { email } })
      await service.call('POST', '/api/node/entropy', { payload: { email, pesScore: 0.5 } })
      return (await get('/api/presence/network')).activeToday
    }
    service.clock.set('2026-03-10T23:59:59.999Z')
    expect(await act()).toBe(1)
    service.clock.set('2026-03-11T00:00:01.000Z')
    expect((await get('/api/presence/network')).activeToday).toBe(0)
    expect(await act()).toBe(1)
  })

  it('200: scansToday counts every scan of the day and starts anew at midnight UTC', async () => {
    const { email } = await addNode(service)
    const scan = async () => {
      await service.call('POST', '/api/motion/record', { payload: { email } })
      return (await get('/api/presence/network')).scansToday
    }
    service.clock.set('2026-03-12T23:59:59.999Z')
    expect([await scan(), await scan()]).toEqual([1, 2])
    service.clock.set('2026-03-13T00:00:01.000Z')
    expect((await get('/api/presence/network')).scansToday).toBe(0)
    expect(await scan()).toBe(1)
  })

  it('405: take no POST', async () => {
    const answer = await service.app.inject({ method: 'POST', url: '/api/nodes/count', payload: {} })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('GET /api/nodes/genesis', () => {
  it('200: lists the cohort in order under pseudonyms that differ from the masks', async () => {
    for (const time of ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'])
      await addNode(service, { status: 'GENESIS_NODE', activatedAt: time })
    const { nodes } = await get('/api/nodes/genesis')
    expect(nodes.map((node: { index: number; joined: string }) => [node.index, node.joined])).toEqual([
      [1, '2026-01-01T00:00:00.000Z'],
      [2, '2026-01-01T00:00:00.000Z'],
      [3, '2026-01-02T00:00:00.000Z'],
    ])
    const network = await get('/api/presence/network')
    const names = [...nodes, ...network.nodes].map((node: { id?: string; mask?: string }) => node.id ?? node.mask)
    expect(new Set(names).size).toBe(6)
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{16}$/)
  })

  it('200: is sealed when all hundred places are taken', async () => {
    for (let place = 0; place < 100; place++) await addNode(service, { status: 'GENESIS_NODE' })
    expect(await get('/api/nodes/genesis')).toMatchObject({ total: 100, remaining: 0 })
    expect(await get('/api/nodes/status')).toMatchObject({ cohort_sealed: true, status: 'SEALED' })
  })
})

describe('GET /api/presence/network', () => {
  it('200: shows nothing of who a node is', async () => {
    await addNode(service, {
      email: 'Secret.Person@hidden.example',
      handle: 'quiet-river',
      status: 'GENESIS_NODE',
      activatedAt: '2026-01-05T10:59:59.999Z',
      scanCount: 4,
      lastScanAt: '2026-03-09T23:59:59.999Z',
      score: 1000,
      lastDay: '2026-01-01',
    })
    const answer = await service.call('GET', '/api/presence/network')
    expect(answer.body).not.toMatch(/secret|person|hidden|@/i)
    expect(answer.json().nodes).toEqual([
      {
        handle: 'quiet-river',
        mask: expect.stringMatching(/^[0-9a-f]{16}$/),
        status: 'GENESIS_NODE',
        particleLevel: 4,
        entropy: 962,
        lastSeen: '2026-03-09T23:00:00.000Z',
        scans: 4,
        isGenesis: true,
      },
    ])
  })

  it('200: a node that never scanned was last seen in the hour of its activation', async () => {
    await addNode(service, { activatedAt: '2026-01-05T10:59:59.999Z' })
    expect((await get('/api/presence/network')).nodes[0]).toMatchObject({ lastSeen: '2026-01-05T10:00:00.000Z' })
  })

  it('200: keeps the pseudonym of a node, whatever it is called', async () => {
    const node = await addNode(service)
    const before = (await get('/api/presence/network')).nodes[0]
    const headers = await bearerFor(service, node)
    await service.call('PATCH', '/api/node/handle', { headers, payload: { node_handle: 'another-name' } })
    const after = (await get('/api/presence/network')).nodes[0]
    expect(after).toEqual({ ...before, handle: 'another-name' })
  })

  it('200: pages through all nodes, newest first, also when one is erased and others come meanwhile', async () => {
    for (let day = 1; day <= 7; day++)
      await addNode(service, { handle: `day-${day}`, activatedAt: `2026-02-0${day}T00:00:00Z` })
    const first = await get('/api/presence/network?limit=3')
    expect(handles(first)).toEqual(['day-7', 'day-6', 'day-5'])
    await addNode(service, { handle: 'newcomer' })
    await erase('day-5')
    await erase('day-4')
    const second = await get(`/api/presence/network?limit=3&cursor=${first.nextCursor}`)
    expect(handles(second)).toEqual(['day-3', 'day-2', 'day-1'])
    expect(second.nextCursor).toBeNull()
  })

  it('200: a page of exactly the limit is the last one', async () => {
    for (let count = 0; count < 3; count++) await addNode(service)
    expect((await get('/api/presence/network?limit=3')).nextCursor).toBeNull()
    expect((await get('/api/presence/network?limit=2')).nextCursor).not.toBeNull()
  })

  it('200: 200 nodes by default, 500 at most', async () => {
    const makeMany = Array.from({ length: 501 }, () => addNode(service))
    await Promise.all(makeMany)
    expect((await get('/api/presence/network')).nodes).toHaveLength(200)
    expect((await get('/api/presence/network?limit=500')).nodes).toHaveLength(500)
  })
})

describe('public figures', () => {
  const PATHS = ['/api/nodes/count', '/api/nodes/status', '/api/nodes/genesis', '/api/presence/network']

  it.each(PATHS)('304 to a caller that has them: %s', async (url) => {
    const first = await service.call('GET', url)
    const again = await service.app.inject({ url, headers: { 'if-none-match': `"other", ${first.headers['etag']}` } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('are another answer after a write', async () => {
    const { etag } = (await service.call('GET', '/api/nodes/count')).headers
    await service.call('POST', '/api/agent/declare', {
      payload: { agent_handle: 'counted', agent_type: 'bot', origin: 'counted.example', public_key: 'counted' },
    })
    const again = await service.app.inject({ url: '/api/nodes/count', headers: { 'if-none-match': etag } })
    expect(again.statusCode).toBe(200)
  })

  it('are read from the replica, and from the database while that is away', async () => {
    const copy = await startTestService()
    await addNode(service)
    let isAway = false
    const transaction: typeof copy.db.transaction = (...given) =>
      isAway ? Promise.reject(new Error('the replica is away')) : copy.db.transaction(...given)
    const app = createTestApp({ ...service, replica: { ...copy.db, transaction } })
    const humans = async (): Promise<number> => (await app.inject('/api/nodes/count')).json().humans
    expect(await humans()).toBe(0)
    isAway = true
    service.clock.pass(1000)
    expect(await humans()).toBeGreaterThan(0)
    await app.close()
    await copy.stop()
  })
})

describe('figures that were read less than a second ago', () => {
  const PATHS = ['/api/nodes/count', '/api/nodes/status', '/api/nodes/genesis', '/api/presence/network']
  const read = async () => JSON.stringify(await Promise.all(PATHS.map(get)))

  it.each([
    ['a refused body', 400, '/api/agent/declare', {}],
    ['an unknown path', 404, '/api/nobody', {}],
    ['a missing secret', 401, '/api/checks', { action: 'Pay' }],
    ['a challenge', 201, '/api/challenge', { purpose: 'verify' }],
    ['a lookup of an invite', 200, '/api/invite/validate', { code: 'SERVICE-AAAA-AAAA' }],
  ])('are not read again after %s (%i)', async (_what, status, url, payload) => {
    const before = await read()
    // Another process adds a node, which shows within a second.
    await addNode(service, { status: 'GENESIS_NODE' })
    expect((await service.app.inject({ method: 'POST', url, payload })).statusCode).toBe(status)
    expect(await read()).toBe(before)
    service.clock.pass(1000)
    expect(await read()).not.toBe(before)
  })

  it('are read again after a call that changed something', async () => {
    const before = await read()
    expect((await declare('robot')).statusCode).toBe(200)
    expect(await read()).not.toBe(before)
  })
})
