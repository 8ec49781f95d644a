import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'
import { addAgent, newKey, rotation, sendSignedPost, type TestAgent } from './testing.ts'

const REVOKE = '/api/agent/revoke'
const ADMIN = { 'x-admin-secret': 'the-admin-secret' }

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    limits: { ...DEFAULT_LIMITS, 'agent.address': { count: 10_000, perSeconds: 60 } },
  })
})
afterAll(() => service.stop())

const codeOf = (answer: { statusCode: number; json: () => { error: string } }) => [
  answer.statusCode,
  answer.json().error,
]
const send = ({ agentId }: Pick<TestAgent, 'agentId'>, headers: Record<string, string> = {}) =>
  service.call('POST', REVOKE, { payload: { agent_id: agentId }, headers })
const revokeSelf = ({ key, agentId }: TestAgent) =>
  sendSignedPost(service, REVOKE, { key, body: { agent_id: agentId } })

async function operatedBy(nodeId: number): Promise<TestAgent> {
  const agent = await addAgent(service)
  await service.db.query(sql`
    INSERT INTO agent_operator (agent_id, node_id, receipt_id, since)
    SELECT id, ${nodeId}, gen_random_uuid(), ${service.now()} FROM agent WHERE agent_id = ${agent.agentId}`)
  return agent
}

describe('POST /api/agent/revoke', () => {
  it('200: by the agent itself, for good', async () => {
    const agent = await addAgent(service)
    const answer = await revokeSelf(agent)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().agent).toMatchObject({
      state: 'revoked',
      revoked_at: service.now().toISOString(),
      revoked_by: 'agent',
    })
    expect(codeOf(await revokeSelf(agent))).toEqual([403, 'AGENT_REVOKED'])
  })

  it('200: by the token of its operator', async () => {
    const node = await addNode(service)
    const agent = await operatedBy(node.id)
    const answer = await send(agent, await bearerFor(service, node))
    expect(answer.json().agent).toMatchObject({ state: 'revoked', revoked_by: 'operator' })
    expect(answer.body).not.toContain(node.email)
  })

  it('200: by the admin, also an agent that proved nothing; a second time changes nothing', async () => {
    const agent = await addAgent(service, { proved: false })
    expect((await send(agent, ADMIN)).json().agent).toMatchObject({ state: 'revoked', revoked_by: 'admin' })
    const before = await readStored(service)
    expect((await send(agent, ADMIN)).statusCode).toBe(200)
    expect(await readStored(service)).toEqual(before)
  })

  it('200: its handle stays taken, and a declaration says that it is revoked', async () => {
    const agent = await addAgent(service)
    const { agent_handle } = (await revokeSelf(agent)).json().agent
    const payload = { agent_handle, agent_type: 'ai', origin: 'example.org', public_key: agent.key.publicKey }
    const answer = await service.call('POST', '/api/agent/declare', { payload })
    expect(answer.json()).toMatchObject({
      alreadyDeclared: true,
      message: 'The agent was declared before, and is revoked.',
    })
  })

  it('401: by nobody, a stranger’s token, an unproved token, or another agent', async () => {
    const [owner, stranger] = [await addNode(service), await addNode(service)]
    const agent = await operatedBy(owner.id)
    const other = await addAgent(service)
    const answers = [
      await send(agent),
      await send(agent, await bearerFor(service, stranger)),
      await send(agent, await bearerFor(service, owner, { proved: false })),
      await send(agent, { authorization: 'Bearer nonsense' }),
      await sendSignedPost(service, REVOKE, { key: other.key, body: { agent_id: agent.agentId } }),
    ]
    expect(answers.map(codeOf)).toEqual(answers.map(() => [401, 'UNAUTHORIZED']))
    expect((await send(agent, { 'x-admin-secret': 'wrong' })).statusCode).toBe(401)
    const record = await service.call('GET', `/api/agents/${encodeURIComponent(agent.agentId)}`)
    expect(record.json().state).toBe('verified')
  })

  it('401: by the key before the current one', async () => {
    const agent = await addAgent(service)
    const body = rotation(agent, newKey(), { now: service.now() })
    await sendSignedPost(service, '/api/agent/rotate', { key: agent.key, body })
    expect(codeOf(await revokeSelf(agent))).toEqual([401, 'AGENT_SIGNATURE_REFUSED'])
  })

  it('404: an agent that was never declared', async () => {
    expect(codeOf(await send({ agentId: 'agent:nobody@example.org' }, ADMIN))).toEqual([404, 'AGENT_NOT_FOUND'])
  })

  it('of a rotation and a revocation at once, the agent ends revoked either way', async () => {
    for (let tries = 0; tries < 5; tries++) {
      const agent = await addAgent(service)
      const body = rotation(agent, newKey(), { now: service.now() })
      const [rotated, revoked] = await Promise.all([
        sendSignedPost(service, '/api/agent/rotate', { key: agent.key, body }),
        send(agent, ADMIN),
      ])
      expect(revoked.json().agent.state).toBe('revoked')
      expect([200, 403]).toContain(rotated.statusCode)
    }
  })

  it.each(BAD_REQUESTS)('refuses %s with %i and writes nothing', async (_what, status, request) => {
    const headers = { ...(await bearerFor(service, await addNode(service))), ...request.headers }
    const before = await readStored(service)
    expect((await service.call('POST', REVOKE, { ...request, headers })).statusCode).toBe(status)
    expect(await readStored(service)).toEqual(before)
  })
})

describe('the agents of a service', () => {
  it('200: are listed for the operator, newest first, page by page, and revoked there', async () => {
    const [older, newer] = [await addAgent(service), await addAgent(service)]
    const list = async (query: string) =>
      (await service.call('GET', `/api/admin/agents${query}`, { headers: ADMIN })).json()
    const first = await list('?limit=1')
    const second = await list(`?limit=1&cursor=${first.nextCursor}`)
    expect([first.agents[0].agent_id, second.agents[0].agent_id]).toEqual([newer.agentId, older.agentId])
    const payload = { agent_id: newer.agentId }
    const revoked = await service.call('POST', '/api/admin/agents/revoke', { headers: ADMIN, payload })
    expect(revoked.json().agent).toMatchObject({ state: 'revoked', revoked_by: 'admin' })
    expect((await list('?limit=1')).agents[0].state).toBe('revoked')
  })
})
