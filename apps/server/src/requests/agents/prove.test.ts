import type { AgentProof } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { contentsOf } from '../../../test/contents.ts'
import { readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'
import {
  AUDIENCE,
  addAgent,
  newKey,
  prove,
  sendSignedPost,
  sortStatuses,
  type TestAgent,
  type TestKey,
} from './testing.ts'

const PROVE = '/api/agent/prove'
const DECLARE = '/api/agent/declare'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    limits: { ...DEFAULT_LIMITS, 'agent.address': { count: 10_000, perSeconds: 60 } },
  })
})
afterAll(() => service.stop())

const later = (ms: number) => new Date(service.now().getTime() + ms)
const proofOf = ({ agentId, key }: TestAgent, changes: object = {}, at: Date | string = service.now()) =>
  prove(key, { action: 'prove', audience: AUDIENCE, agent_id: agentId, ...changes }, at)
const send = (agentId: string, proof: AgentProof) =>
  service.call('POST', PROVE, { payload: { agent_id: agentId, proof } })
const codeOf = (answer: { statusCode: number; json: () => { error: string } }) => [
  answer.statusCode,
  answer.json().error,
]
const stateOf = async ({ agentId }: TestAgent) =>
  (await service.call('GET', `/api/agents/${encodeURIComponent(agentId)}`)).json().state

describe('POST /api/agent/prove', () => {
  it('200: lifts a declared agent to verified', async () => {
    const agent = await addAgent(service, { proved: false })
    expect(await stateOf(agent)).toBe('declared')
    const answer = await send(agent.agentId, proofOf(agent))
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().agent).toMatchObject({
      agent_id: agent.agentId,
      state: 'verified',
      verified_at: service.now().toISOString(),
      keys: [
        { version: 1, proved_at: service.now().toISOString(), ended_at: null, jwk: { kid: agent.key.thumbprint } },
      ],
    })
    expect(await stateOf(agent)).toBe('verified')
  })

  it('200: a second time changes nothing', async () => {
    const agent = await addAgent(service, { proved: false })
    await send(agent.agentId, proofOf(agent))
    const before = await contentsOf(service.db)
    expect((await send(agent.agentId, proofOf(agent))).statusCode).toBe(200)
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it.each<[string, (agent: TestAgent) => AgentProof]>([
    ['of another key', (agent) => proofOf({ ...agent, key: newKey() })],
    ['of another agent', (agent) => proofOf(agent, { agent_id: 'agent:other@example.org' })],
    ['for another service', (agent) => proofOf(agent, { audience: 'elsewhere.example' })],
    ['of another action', (agent) => proofOf(agent, { action: 'declare' })],
    ['with more in it', (agent) => proofOf(agent, { more: '' })],
    ['of eleven minutes ago', (agent) => proofOf(agent, {}, later(-600_001))],
    ['of the future', (agent) => proofOf(agent, {}, later(30_001))],
    ['whose time was changed', (agent) => ({ ...proofOf(agent), signed_at: later(1).toISOString() })],
    ['of zeros', () => ({ signed_at: service.now().toISOString(), signature: '0'.repeat(128) })],
  ])('401: a proof %s writes nothing', async (_what, proof) => {
    const agent = await addAgent(service, { proved: false })
    const before = await contentsOf(service.db)
    expect(codeOf(await send(agent.agentId, proof(agent)))).toEqual([401, 'AGENT_SIGNATURE_REFUSED'])
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it('200: a proof of ten minutes ago, and one of a clock that is a little ahead', async () => {
    for (const ms of [-600_000, 30_000]) {
      const agent = await addAgent(service, { proved: false })
      expect((await send(agent.agentId, proofOf(agent, {}, later(ms)))).statusCode).toBe(200)
    }
  })

  it.each(['yesterday', '2026-03-10', '2026-03-10T12:00:00+01:00', '2026-13-10T12:00:00Z', ''])(
    '400: the time %j names its field',
    async (signedAt) => {
      const agent = await addAgent(service, { proved: false })
      const answer = await send(agent.agentId, proofOf(agent, {}, signedAt))
      expect([...codeOf(answer), answer.json().errors[0].pointer]).toEqual([400, 'INVALID_REQUEST', '/proof/signed_at'])
    },
  )

  it.each([
    ['/proof', undefined],
    ['/proof', null],
    ['/proof/signature', { signature: 'A'.repeat(128) }],
    ['/proof/signature', { signature: '0'.repeat(127) }],
    ['/proof/signature', { signature: 7 }],
    ['/proof/signed_at', { signed_at: 7 }],
  ])('400: names %s for %o', async (pointer, changes) => {
    const good = { signed_at: '2026-03-10T12:00:00Z', signature: '0'.repeat(128) }
    const proof = changes ? { ...good, ...changes } : changes
    const answer = await service.call('POST', PROVE, { payload: { agent_id: 'agent:a@b', proof } })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, pointer])
  })

  it.each(BAD_REQUESTS)('refuses %s with %i and writes nothing', async (_what, status, request) => {
    const before = await readStored(service)
    expect((await service.call('POST', PROVE, request)).statusCode).toBe(status)
    expect(await readStored(service)).toEqual(before)
  })

  it('404: an agent that was never declared', async () => {
    const agent = { agentId: 'agent:nobody@example.org', key: newKey() }
    expect(codeOf(await send(agent.agentId, proofOf(agent)))).toEqual([404, 'AGENT_NOT_FOUND'])
  })

  it('403: a revoked agent stays revoked', async () => {
    const agent = await addAgent(service)
    await sendSignedPost(service, '/api/agent/revoke', { key: agent.key, body: { agent_id: agent.agentId } })
    expect(codeOf(await send(agent.agentId, proofOf(agent)))).toEqual([403, 'AGENT_REVOKED'])
    expect(await stateOf(agent)).toBe('revoked')
  })

  it.each([
    ['any text', 'not a key'],
    ['the identity', `01${'00'.repeat(31)}`],
    ['a key that is not canonical', `ee${'ff'.repeat(30)}7f`],
    ['PEM', '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----'],
  ])('409: %s stays declared for ever', async (_what, publicKey) => {
    const key: TestKey = { ...newKey(), publicKey }
    const agent = await addAgent(service, { proved: false, key })
    expect(codeOf(await send(agent.agentId, proofOf(agent)))).toEqual([409, 'AGENT_KEY_UNPROVABLE'])
    expect(await stateOf(agent)).toBe('declared')
  })

  it('409: a key belongs to the agent that proved it first; others may only declare it', async () => {
    const first = await addAgent(service)
    const second = await addAgent(service, { proved: false, key: first.key })
    expect(codeOf(await send(second.agentId, proofOf(second)))).toEqual([409, 'AGENT_KEY_IN_USE'])
    expect(await stateOf(second)).toBe('declared')
  })

  it('of ten parallel proofs of one key by ten agents one is verified', async () => {
    const key = newKey()
    const agents = await Promise.all(Array.from({ length: 10 }, () => addAgent(service, { proved: false, key })))
    const answers = await Promise.all(agents.map((agent) => send(agent.agentId, proofOf(agent))))
    expect(sortStatuses(answers)).toEqual([200, ...Array(9).fill(409)])
  })
})

describe('POST /api/agent/declare with a proof', () => {
  const key = newKey()
  const BODY = { agent_handle: ' prover ', agent_type: 'ai', origin: 'Example.org', public_key: key.publicKey }
  const declare = (body: typeof BODY, proof: AgentProof) =>
    service.call('POST', DECLARE, { payload: { ...body, proof } })
  const proofFor = (body: typeof BODY, changes: object = {}) =>
    prove(key, { action: 'declare', audience: AUDIENCE, ...body, ...changes }, service.now())

  it('200: is verified at once; the proof covers the members as they are sent', async () => {
    const answer = await declare(BODY, proofFor(BODY))
    expect(answer.json()).toEqual({
      success: true,
      agent_id: 'agent:prover@Example.org',
      alreadyDeclared: false,
      message: 'The agent is declared and verified.',
    })
    expect(await stateOf({ agentId: 'agent:prover@Example.org', key })).toBe('verified')
  })

  it('200: lifts an agent that was declared before', async () => {
    const agent = await addAgent(service, { proved: false })
    const { agent_handle, agent_type, origin, keys } = (
      await service.call('GET', `/api/agents/${encodeURIComponent(agent.agentId)}`)
    ).json()
    const body = { agent_handle, agent_type, origin, public_key: keys[0].public_key }
    const proof = prove(agent.key, { action: 'declare', audience: AUDIENCE, ...body }, service.now())
    const answer = await declare(body, proof)
    expect(answer.json()).toMatchObject({
      alreadyDeclared: true,
      message: 'The agent was declared before, and is verified.',
    })
    expect(await stateOf(agent)).toBe('verified')
  })

  it.each<[string, object]>([
    ['another handle', { agent_handle: 'prover' }],
    ['another type', { agent_type: 'bot' }],
    ['another origin', { origin: 'example.org' }],
    ['another key', { public_key: newKey().publicKey }],
    ['another service', { audience: 'elsewhere.example' }],
  ])('401: a proof over %s declares nothing', async (_what, changes) => {
    const body = { ...BODY, agent_handle: ' refused ', public_key: newKey().publicKey }
    const before = await readStored(service)
    const answer = await declare(body, proofFor(body, changes))
    expect(codeOf(answer)).toEqual([401, 'AGENT_SIGNATURE_REFUSED'])
    expect(await readStored(service)).toEqual(before)
  })

  it('409: a proof of a key that cannot be proved declares nothing', async () => {
    const body = { ...BODY, agent_handle: 'unprovable', public_key: 'text' }
    const before = await readStored(service)
    expect(codeOf(await declare(body, proofFor(body)))).toEqual([409, 'AGENT_KEY_UNPROVABLE'])
    expect(await readStored(service)).toEqual(before)
  })

  it('409: a proof of a key that another agent has', async () => {
    const body = { ...BODY, agent_handle: 'late' }
    expect(codeOf(await declare(body, proofFor(body)))).toEqual([409, 'AGENT_KEY_IN_USE'])
  })

  it('200: the same key in another form is the same agent', async () => {
    const x = Buffer.from(key.publicKey, 'hex').toString('base64url')
    const jwk = JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x })
    for (const public_key of [x, jwk, key.publicKey.toUpperCase()]) {
      const answer = await service.call('POST', DECLARE, { payload: { ...BODY, public_key } })
      expect(answer.json()).toMatchObject({ alreadyDeclared: true })
    }
  })

  it('400: a private key is neither stored nor shown', async () => {
    const jwk = JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'a', d: 'secret' })
    for (const public_key of [jwk, '-----BEGIN PRIVATE KEY-----\nMC4\n-----END PRIVATE KEY-----']) {
      const answer = await service.call('POST', DECLARE, { payload: { ...BODY, agent_handle: 'leaky', public_key } })
      expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/public_key'])
      expect(answer.body).not.toContain('secret')
    }
  })
})
