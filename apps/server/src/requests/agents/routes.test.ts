import { declareAgent } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { contentsOf } from '../../../test/contents.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'

const DECLARE = '/api/agent/declare'
const AGENT = { agent_handle: 'indexer', agent_type: 'ai', origin: 'example.org', public_key: 'd75a98' }

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    limits: { ...DEFAULT_LIMITS, 'declare.address': { count: 10_000, perSeconds: 600 } },
  })
})
afterAll(() => service.stop())

const declare = (changes: object) => service.call('POST', DECLARE, { payload: { ...AGENT, ...changes } })
const agents = async () => (await service.call('GET', '/api/nodes/count')).json().agents

describe('POST /api/agent/declare', () => {
  it('200: the example of the contract', async () => {
    const before = await agents()
    const answer = await service.call('POST', DECLARE, { payload: declareAgent.example })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      success: true,
      agent_id: 'agent:indexer-1@example.org',
      alreadyDeclared: false,
      message: 'The agent is declared.',
    })
    expect(await agents()).toBe(before + 1)
  })

  it('200: again, in other letter case and with spaces around it, is the same agent and counts once', async () => {
    await declare({ agent_handle: 'Crawler' })
    const [before, stored] = [await agents(), await contentsOf(service.db)]
    const again = await declare({ agent_handle: ' cRAWLER ', origin: 'Example.ORG', agent_type: 'bot' })
    expect(again.statusCode).toBe(200)
    expect(again.json()).toEqual({
      success: true,
      agent_id: 'agent:Crawler@example.org',
      alreadyDeclared: true,
      message: 'The agent was declared before.',
    })
    expect(await agents()).toBe(before)
    expect((await contentsOf(service.db)).agent).toBe(stored.agent)
  })

  it.each([
    ['AGENT_KEY_MISMATCH', { public_key: 'another' }],
    ['AGENT_HANDLE_TAKEN', { origin: 'example.com' }],
    ['AGENT_HANDLE_TAKEN', { origin: 'example.com', public_key: 'another' }],
  ])('409: %s for %o, and the agent stays as it was', async (code, changes) => {
    await declare({ agent_handle: 'watcher' })
    const { agent, tally } = await contentsOf(service.db)
    const answer = await declare({ agent_handle: 'WATCHER', ...changes })
    expect([answer.statusCode, answer.json().error]).toEqual([409, code])
    expect(await contentsOf(service.db)).toMatchObject({ agent, tally })
  })

  it('200: a platform is an origin too, and any text is a key', async () => {
    const answer = await declare({ agent_handle: 'helper', origin: 'Hugging Face', public_key: 'a'.repeat(2048) })
    expect(answer.json()).toMatchObject({ agent_id: 'agent:helper@Hugging Face', alreadyDeclared: false })
  })

  it('200: unknown members are not stored', async () => {
    await declare({ agent_handle: 'modest', state: 'verified', id: 1, declared_at: '2000-01-01' })
    const stored = sql`SELECT state, declared_at FROM agent WHERE handle_key = 'modest'`
    expect(await service.db.one(stored)).toEqual({ state: 'declared', declared_at: service.now() })
  })

  it.each([`'); DROP TABLE agent; --`, '<script>alert(1)</script>', '<img src=x>', 'b\u043et'])(
    '400: F16: %j is no handle',
    async (agent_handle) => {
      const answer = await declare({ agent_handle })
      expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/agent_handle'])
    },
  )

  const MEMBERS = ['agent_handle', 'agent_type', 'origin', 'public_key']
  const BAD = [undefined, null, 7, true, [], {}, '', '   ', 'a\u0007b', 'x'.repeat(2049)]
  it.each(
    MEMBERS.flatMap((member) => BAD.map((value) => ({ member, value, shown: JSON.stringify(value)?.slice(0, 20) }))),
  )('400: $member is never $shown', async ({ member, value }) => {
    const before = await contentsOf(service.db)
    const answer = await declare({ agent_handle: 'refused', [member]: value })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, `/${member}`])
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it.each(BAD_REQUESTS)('refuses %s with %i and writes nothing', async (_what, status, request) => {
    const before = await contentsOf(service.db)
    expect((await service.call('POST', DECLARE, request)).statusCode).toBe(status)
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it('100 parallel equal declarations over 4 servers make one agent and count once', async () => {
    const before = await agents()
    const { connection, now } = service
    const pools = Array.from({ length: 4 }, () => openDatabase({ connection, max: 10, now }))
    const apps = pools.map((db) => createTestApp({ ...service, db }))
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const payload = { ...AGENT, agent_handle: 'rush' }
        return (await apps[index % 4]!.inject({ method: 'POST', url: DECLARE, payload })).json()
      }),
    )
    await Promise.all(pools.map((db) => db.close()))
    expect(answers.filter((answer) => answer.alreadyDeclared === false)).toHaveLength(1)
    expect(answers.filter((answer) => answer.alreadyDeclared === true)).toHaveLength(99)
    // What other processes wrote is in the figures of this one after a second.
    service.clock.pass(1000)
    expect(await agents()).toBe(before + 1)
  })

  // Two inserts that look for the handle before either has written it meet only now and then, so they are given many chances.
  it('200: equal declarations at the very same moment are all answered', async () => {
    const statuses = new Set<number>()
    for (let round = 0; round < 100; round++) {
      const same = Array.from({ length: 10 }, () => declare({ agent_handle: `twin ${round}` }))
      for (const { statusCode } of await Promise.all(same)) statuses.add(statusCode)
    }
    expect([...statuses]).toEqual([200])
  })
})

describe('one address', () => {
  it('429: may declare 120 agents in ten minutes, and refused bodies do not count', async () => {
    const fresh = await startTestService()
    const send = (agent_handle: string) => fresh.call('POST', DECLARE, { payload: { ...AGENT, agent_handle } })
    for (let refused = 0; refused < 5; refused++) expect((await send('a\u0007b')).statusCode).toBe(400)
    for (let agent = 0; agent < 120; agent++) expect((await send(`agent-${agent}`)).statusCode).toBe(200)
    const refused = await send('one-too-many')
    expect([refused.statusCode, refused.headers['retry-after'], refused.headers['x-ratelimit-remaining']]).toEqual([
      429,
      '5',
      '0',
    ])
    await fresh.stop()
  })
})

describe('the brake against mass declaration', () => {
  it('429: so many new agents of one origin, in whatever letters; known ones and other origins go on', async () => {
    const limits = { ...DEFAULT_LIMITS, 'declare.origin': { count: 3, perSeconds: 3600 } }
    const braked = await startTestService({ limits })
    const send = (agent_handle: string, origin: string) =>
      braked.call('POST', DECLARE, { payload: { ...AGENT, agent_handle, origin } })
    for (const handle of ['a', 'b', 'c']) expect((await send(handle, 'FARM.example')).statusCode).toBe(200)
    const before = (await contentsOf(braked.db))['agent']
    const refused = await send('d', 'Farm.Example')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1200'])
    expect((await contentsOf(braked.db))['agent']).toBe(before)
    expect((await send('b', 'farm.example')).json()).toMatchObject({ alreadyDeclared: true })
    expect((await send('e', 'other.example')).statusCode).toBe(200)
    await braked.stop()
  })

  it('429: so many new agents of all origins together, exactly also in parallel', async () => {
    const limits = { ...DEFAULT_LIMITS, 'declare.all': { count: 5, perSeconds: 600 } }
    const braked = await startTestService({ limits })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        braked.call('POST', DECLARE, {
          payload: { ...AGENT, agent_handle: `n-${index}`, origin: `o-${index}.example` },
        }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
    expect((await braked.call('GET', '/api/nodes/count')).json().agents).toBe(5)
    await braked.stop()
  })
})
