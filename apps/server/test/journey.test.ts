import { afterAll, beforeAll, expect, it } from 'vitest'
import { addInviteCodes } from '../src/identity/invites/routes.ts'
import { startTestService, type TestService } from './service.ts'
import { lastCode } from './sign-in.ts'

const ADA = 'ada@example.org'
const DAY_MS = 86_400_000

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  service.call('POST', url, { payload, headers })

it('a human comes from an invite to level 2', async () => {
  const [invite] = await addInviteCodes(service.db, service, { count: 1, now: service.now() })
  expect((await post('/api/invite/validate', { code: invite })).json()).toMatchObject({ valid: true, reason: null })
  expect((await post('/api/send-otp', { email: ADA, invite_code: invite })).json()).toMatchObject({ skip_otp: false })
  const joined = await post('/api/verify-otp', { email: ADA, otp: await lastCode(service, ADA) })
  expect(joined.json()).toMatchObject({ status: 'GENESIS_NODE', is_genesis: true, genesis_index: 1 })
  const headers = { authorization: `Bearer ${joined.json().node_token}` }

  let day = service.now().getTime()
  let gained = { leveledUp: false, particleLevel: 1, entropyScore: 0 }
  while (!gained.leveledUp) {
    expect((await post('/api/motion/record', { email: ADA }, headers)).statusCode).toBe(200)
    gained = (await post('/api/node/entropy', { email: ADA, pesScore: 0.9 }, headers)).json()
    day += DAY_MS
    service.clock.set(new Date(day).toISOString())
  }
  expect(gained).toMatchObject({ particleLevel: 2, entropyScore: 102 })

  const privileges = await service.call('GET', `/api/node/privileges?email=${ADA}`, { headers })
  expect(privileges.json()).toMatchObject({
    tier: 'FOUNDING_ENTITY',
    particle_level: 2,
    scan_count: 12,
    streak_days: 12,
  })
  expect((await service.call('GET', `/api/node/privileges?email=${ADA}`)).statusCode).toBe(401)
  const network = await service.call('GET', '/api/presence/network')
  expect(network.json()).toMatchObject({
    totalNodes: 1,
    totalScans: 12,
    nodes: [{ particleLevel: 2, isGenesis: true }],
  })
  expect(network.body).not.toContain('ada@')
})

it('an agent comes from its declaration into the public count', async () => {
  const before = (await service.call('GET', '/api/nodes/count')).json()
  const agent = { agent_handle: 'indexer-1', agent_type: 'bot', origin: 'example.org', public_key: 'key' }
  expect((await post('/api/agent/declare', agent)).json()).toMatchObject({
    agent_id: 'agent:indexer-1@example.org',
    alreadyDeclared: false,
  })
  const after = (await service.call('GET', '/api/nodes/count')).json()
  expect(after).toEqual({ ...before, agents: before.agents + 1, total: before.total + 1 })
})
