import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from '../../../test/contents.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { deleteExpired } from '../../app/jobs/tidy.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { AUDIENCE, newKey, prove, sortStatuses, type TestKey } from './testing.ts'

const DECLARE = '/api/agent/declare'
const FREE = '/api/admin/agents/free'
const ADMIN = { 'x-admin-secret': 'the-admin-secret' }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

type Names = { agent_handle: string; origin?: string }

function unproved({ agent_handle, origin = 'squatter.example' }: Names) {
  return { agent_handle, agent_type: 'ai', origin, public_key: 'not a key' }
}

function proved({ agent_handle, origin = 'owner.example' }: Names, key: TestKey) {
  const declared = { agent_handle, agent_type: 'ai', origin, public_key: key.publicKey }
  return { ...declared, proof: prove(key, { action: 'declare', audience: AUDIENCE, ...declared }, service.now()) }
}

const declare = (payload: object) => service.call('POST', DECLARE, { payload })
const free = (agent_id: string, headers: Record<string, string> = ADMIN) =>
  service.call('POST', FREE, { payload: { agent_id }, headers })
const revoke = (agent_id: string) =>
  service.call('POST', '/api/agent/revoke', { payload: { agent_id }, headers: ADMIN })
const recordOf = (id: string) => service.call('GET', `/api/agents/${encodeURIComponent(id)}`)
const agents = async () => (await service.call('GET', '/api/nodes/count')).json().agents

describe('a handle that a squatter has', () => {
  it.each([
    ['of another origin', 'claimed', 'claimed', 'squatter.example'],
    ['of the same origin with another key', 'claimed-too', 'claimed-too', 'owner.example'],
    ['that looks the same', 'c1aimed three', 'claimed three', 'squatter.example'],
  ])('200: F16: %s goes to whoever proves a key, and the figure stays', async (_what, squatted, wanted, origin) => {
    const taken = (await declare(unproved({ agent_handle: squatted, origin }))).json().agent_id
    const before = await agents()
    expect((await declare({ ...unproved({ agent_handle: wanted }), public_key: 'other' })).statusCode).toBe(409)
    const answer = await declare(proved({ agent_handle: wanted }, newKey()))
    expect([answer.statusCode, answer.json().alreadyDeclared], answer.body).toEqual([200, false])
    expect((await recordOf(answer.json().agent_id)).json()).toMatchObject({ state: 'verified' })
    if (taken !== answer.json().agent_id) expect((await recordOf(taken)).statusCode).toBe(404)
    expect(await agents()).toBe(before)
  })

  it('401: F16: stays where it is when the proof is wrong', async () => {
    await declare(unproved({ agent_handle: 'contested' }))
    const { agent, tally } = await contentsOf(service.db)
    const forged = { ...proved({ agent_handle: 'contested' }, newKey()), public_key: newKey().publicKey }
    expect((await declare(forged)).statusCode).toBe(401)
    expect(await contentsOf(service.db)).toMatchObject({ agent, tally })
  })

  it.each([
    ['the same', 'proved one', 'proved one', 'AGENT_HANDLE_TAKEN'],
    ['one that looks the same', 'proved two', 'proved tw0', 'AGENT_HANDLE_TAKEN'],
  ])('409: F16: is not taken from whoever proved %s', async (_what, own, wanted, code) => {
    await declare(proved({ agent_handle: own }, newKey()))
    const { agent, tally } = await contentsOf(service.db)
    for (const late of [
      unproved({ agent_handle: wanted }),
      proved({ agent_handle: wanted, origin: 'b.example' }, newKey()),
    ]) {
      const answer = await declare(late)
      expect([answer.statusCode, answer.json().error]).toEqual([409, code])
    }
    expect(await contentsOf(service.db)).toMatchObject({ agent, tally })
  })

  it('F16: of many proofs at once over 2 processes one takes it, and it counts once', async () => {
    await declare(unproved({ agent_handle: 'wanted by all' }))
    const before = await agents()
    const { connection, now } = service
    const pools = Array.from({ length: 2 }, () => openDatabase({ connection, max: 10, now }))
    const apps = pools.map((db) => createTestApp({ ...service, db }))
    const payloads = Array.from({ length: 12 }, () => proved({ agent_handle: 'wanted by all' }, newKey()))
    const answers = await Promise.all(
      payloads.map((payload, i) => apps[i % 2]!.inject({ method: 'POST', url: DECLARE, payload })),
    )
    await Promise.all(pools.map((db) => db.close()))
    expect(sortStatuses(answers)).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    expect(await agents()).toBe(before)
  })
})

describe('an agent that never proved its key', () => {
  it('F16: is gone after 30 days, and can be declared again', async () => {
    const own = await startTestService()
    const count = async () => (await own.call('GET', '/api/nodes/count')).json().agents
    const send = (payload: object) => own.call('POST', DECLARE, { payload })
    await send(unproved({ agent_handle: 'sleeper' }))
    const key = newKey()
    const declared = { agent_handle: 'awake', agent_type: 'ai', origin: 'owner.example', public_key: key.publicKey }
    const proof = prove(key, { action: 'declare', audience: AUDIENCE, ...declared }, own.now())
    expect((await send({ ...declared, proof })).statusCode).toBe(200)
    const day = (days: number) => new Date(own.now().getTime() + days * 86_400_000).toISOString()
    own.clock.set(day(29.9))
    await deleteExpired(own)
    expect(await count()).toBe(2)
    own.clock.set(day(0.2))
    await deleteExpired(own)
    expect(await count()).toBe(1)
    expect((await send(unproved({ agent_handle: 'sleeper', origin: 'b.example' }))).json()).toMatchObject({
      alreadyDeclared: false,
    })
    await own.stop()
  })
})

describe(`POST ${FREE}`, () => {
  it('200: F16: frees the handle of a revoked agent; its key is not proved again', async () => {
    const key = newKey()
    const agent_id = (await declare(proved({ agent_handle: 'retired' }, key))).json().agent_id
    expect((await free(agent_id)).json()).toMatchObject({ status: 409, error: 'AGENT_VERIFIED' })
    await revoke(agent_id)
    expect((await declare(proved({ agent_handle: 'retired' }, newKey()))).statusCode).toBe(409)
    const before = await agents()
    expect((await free(agent_id)).json()).toEqual({ success: true, agent_id })
    expect(await agents()).toBe(before - 1)
    expect((await free(agent_id)).json()).toMatchObject({ error: 'AGENT_NOT_FOUND' })
    expect((await declare(proved({ agent_handle: 'retired' }, key))).json()).toMatchObject({
      error: 'AGENT_KEY_IN_USE',
    })
    expect((await declare(proved({ agent_handle: 'retired' }, newKey()))).statusCode).toBe(200)
  })

  it('401: without the admin secret', async () => {
    expect((await free('agent:indexer-1@example.org', {})).statusCode).toBe(401)
  })
})
