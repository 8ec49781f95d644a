import { FRESH_SIGN_IN_MINUTES } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { issue } from '../../../test/receipts.ts'
import { readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import type { Node } from '../../identity/node-store.ts'
import { sql } from '../../platform/database/sql.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'
import { AUDIENCE, addAgent, newKey, prove, sendSignedPost, sortStatuses, type TestAgent } from './testing.ts'

const OPERATOR = '/api/agent/operator'
const LEAVE = '/api/agent/operator/leave'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    limits: { ...DEFAULT_LIMITS, 'agent.address': { count: 10_000, perSeconds: 60 } },
  })
})
afterAll(() => service.stop())

const pass = (ms: number) => service.clock.set(new Date(service.now().getTime() + ms).toISOString())

type Person = { node: Node; receiptId: string; headers: { authorization: string } }
async function addPerson(): Promise<Person> {
  const node = await addNode(service)
  const { receiptId } = await issue(service, { userId: String(node.id), nodeId: node.id })
  return { node, receiptId, headers: await bearerFor(service, node) }
}
const offer = ({ agentId, key }: TestAgent, { node, receiptId }: Person, changes: object = {}) => ({
  agent_id: agentId,
  receipt_id: receiptId,
  proof: prove(
    key,
    {
      action: 'operator',
      audience: AUDIENCE,
      agent_id: agentId,
      node_handle: node.handle,
      receipt_id: receiptId,
      ...changes,
    },
    service.now(),
  ),
})
const send = (payload: object, headers: Record<string, string> = {}) =>
  service.call('POST', OPERATOR, { payload, headers })
const leave = ({ agentId }: TestAgent, headers: Record<string, string>) =>
  service.call('POST', LEAVE, { payload: { agent_id: agentId }, headers })
const codeOf = (answer: { statusCode: number; json: () => { error: string } }) => [
  answer.statusCode,
  answer.json().error,
]
const recordOf = ({ agentId }: TestAgent) => service.call('GET', `/api/agents/${encodeURIComponent(agentId)}`)

describe('POST /api/agent/operator', () => {
  it('200: the record names the node’s handle and its receipt, and never its e-mail address', async () => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    const answer = await send(offer(agent, person), person.headers)
    expect(answer.statusCode, answer.body).toBe(200)
    const { operator } = (await recordOf(agent)).json()
    expect(operator).toEqual({
      node_handle: person.node.handle,
      receipt_id: person.receiptId,
      since: service.now().toISOString(),
    })
    expect(answer.body).not.toContain(person.node.email)
    expect((await recordOf(agent)).body).not.toContain(person.node.email)
  })

  it('403: ten minutes after the sign-in, for an operator lets its agent ask for approvals', async () => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    pass(FRESH_SIGN_IN_MINUTES * 60_000)
    const { receiptId } = await issue(service, { userId: String(person.node.id), nodeId: person.node.id })
    const refused = await send(offer(agent, { ...person, receiptId }), person.headers)
    expect(codeOf(refused)).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
    expect((await recordOf(agent)).json().operator).toBeNull()
    const signedInAgain = await bearerFor(service, person.node)
    expect((await send(offer(agent, { ...person, receiptId }), signedInAgain)).statusCode).toBe(200)
  })

  it('the owner is mailed', async () => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    await send(offer(agent, person), person.headers)
    const mails = await listQueuedMails(service)
    expect(mails.filter(({ to }) => to === person.node.email).map(({ params }) => params['event'])).toEqual(['asker'])
  })

  it('200: the node’s own export names the agents that it answers for', async () => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    await send(offer(agent, person), person.headers)
    const { agents } = (await service.call('GET', '/api/node/export', { headers: person.headers })).json()
    expect(agents).toEqual([
      { agent_id: agent.agentId, receipt_id: person.receiptId, since: service.now().toISOString() },
    ])
  })

  it('200: the same node again renews its receipt', async () => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    await send(offer(agent, person), person.headers)
    const { receiptId } = await issue(service, { userId: 'again', nodeId: person.node.id })
    const answer = await send(offer(agent, { ...person, receiptId }), person.headers)
    expect(answer.json().agent.operator).toMatchObject({ receipt_id: receiptId })
  })

  it('401: without a token, or with one given before activation', async () => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    const unproved = await bearerFor(service, person.node, { proved: false })
    expect(codeOf(await send(offer(agent, person)))).toEqual([401, 'UNAUTHORIZED'])
    expect(codeOf(await send(offer(agent, person), unproved))).toEqual([401, 'UNAUTHORIZED'])
  })

  it.each<[string, object]>([
    ['another node', { node_handle: 'somebody-else' }],
    ['another receipt', { receipt_id: '019b76da-a800-7000-8000-000000000000' }],
    ['another agent', { agent_id: 'agent:other@example.org' }],
    ['another service', { audience: 'elsewhere.example' }],
    ['another action', { action: 'prove' }],
  ])('401: the agent’s consent to %s is none', async (_what, changes) => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    const answer = await send(offer(agent, person, changes), person.headers)
    expect(codeOf(answer)).toEqual([401, 'AGENT_SIGNATURE_REFUSED'])
    expect((await recordOf(agent)).json().operator).toBeNull()
  })

  it('401: the consent of another key, or of an agent that proved nothing', async () => {
    const [agent, unproved, person] = [
      await addAgent(service),
      await addAgent(service, { proved: false }),
      await addPerson(),
    ]
    for (const one of [{ ...agent, key: newKey() }, unproved])
      expect(codeOf(await send(offer(one, person), person.headers))).toEqual([401, 'AGENT_SIGNATURE_REFUSED'])
  })

  it('401: a consent counts once, also after the operator stepped back', async () => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    const consent = offer(agent, person)
    expect((await send(consent, person.headers)).statusCode).toBe(200)
    expect((await leave(agent, person.headers)).statusCode).toBe(200)
    expect(codeOf(await send(consent, person.headers))).toEqual([401, 'AGENT_SIGNATURE_REFUSED'])
    expect((await recordOf(agent)).json().operator).toBeNull()
  })

  it('404: a receipt of somebody else, of nobody, and no receipt at all', async () => {
    const [agent, person, other] = [await addAgent(service), await addPerson(), await addPerson()]
    const { receiptId: nobodys } = await issue(service, { userId: 'nobody' })
    for (const receiptId of [other.receiptId, nobodys, 'nonsense', '019b76da-a800-7000-8000-000000000000'])
      expect(codeOf(await send(offer(agent, { ...person, receiptId }), person.headers))).toEqual([404, 'NOT_FOUND'])
  })

  it('400: a receipt that is revoked', async () => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    await service.call('POST', `/api/node/receipts/${person.receiptId}/revoke`, { headers: person.headers })
    const answer = await send(offer(agent, person), person.headers)
    expect([answer.statusCode, answer.json().errors]).toEqual([
      400,
      [{ pointer: '/receipt_id', message: 'must be a receipt that is not revoked' }],
    ])
  })

  it('400: a receipt that has expired', async () => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    pass(300_000)
    const answer = await send(offer(agent, person), person.headers)
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      'must be a receipt that has not expired',
    ])
  })

  it('403: not for a revoked agent', async () => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    await sendSignedPost(service, '/api/agent/revoke', { key: agent.key, body: { agent_id: agent.agentId } })
    expect(codeOf(await send(offer(agent, person), person.headers))).toEqual([403, 'AGENT_REVOKED'])
  })

  it('404: not for an agent that was never declared', async () => {
    const person = await addPerson()
    const nobody = { agentId: 'agent:nobody@example.org', key: newKey() }
    expect(codeOf(await send(offer(nobody, person), person.headers))).toEqual([404, 'AGENT_NOT_FOUND'])
  })

  it('409: one operator at a time, also when several come at once', async () => {
    const agent = await addAgent(service)
    const people = [await addPerson(), await addPerson(), await addPerson(), await addPerson()]
    const answers = await Promise.all(people.map((person) => send(offer(agent, person), person.headers)))
    expect(sortStatuses(answers)).toEqual([200, 409, 409, 409])
    const late = await addPerson()
    expect(codeOf(await send(offer(agent, late), late.headers))).toEqual([409, 'AGENT_HAS_OPERATOR'])
  })

  it.each(BAD_REQUESTS)('refuses %s with %i and writes nothing', async (_what, status, request) => {
    const headers = { ...(await bearerFor(service, await addNode(service))), ...request.headers }
    const before = await readStored(service)
    expect((await service.call('POST', OPERATOR, { ...request, headers })).statusCode).toBe(status)
    expect(await readStored(service)).toEqual(before)
  })
})

describe('POST /api/agent/operator/leave', () => {
  it('200: by the operator, and by the agent', async () => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    await send(offer(agent, person), person.headers)
    expect((await leave(agent, person.headers)).json().agent.operator).toBeNull()
    // Else the consent would be the same, which counts once.
    pass(1000)
    expect((await send(offer(agent, person), person.headers)).statusCode).toBe(200)
    const answer = await sendSignedPost(service, LEAVE, { key: agent.key, body: { agent_id: agent.agentId } })
    expect(answer.json().agent.operator).toBeNull()
  })

  it('401: by nobody, and by another node', async () => {
    const [agent, person, other] = [await addAgent(service), await addPerson(), await addPerson()]
    await send(offer(agent, person), person.headers)
    expect(codeOf(await leave(agent, {}))).toEqual([401, 'UNAUTHORIZED'])
    expect(codeOf(await leave(agent, other.headers))).toEqual([401, 'UNAUTHORIZED'])
    expect((await recordOf(agent)).json().operator).not.toBeNull()
  })

  it('200: an operator that erases its node is gone from the record', async () => {
    const [agent, person] = [await addAgent(service), await addPerson()]
    await send(offer(agent, person), person.headers)
    const { headers, node } = person
    await service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
    expect((await recordOf(agent)).json()).toMatchObject({ state: 'verified', operator: null })
    const left = await service.db.query(sql`SELECT 1 FROM agent_operator WHERE node_id = ${node.id}`)
    expect(left).toEqual([])
  })
})
