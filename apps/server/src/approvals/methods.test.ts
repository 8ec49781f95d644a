import type { AnswerOf, ApprovalMethod, createApproval, redeemApproval } from '@stillhere/contract'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectNoChange, MANY_ATTACKS } from '../../test/approval-attacks.ts'
import { allowAsker, askAsAgent, DEPLOY, lookAsAgent, redeemAsAgent } from '../../test/approvals.ts'
import { addNode, bearerFor, renewSignIn } from '../../test/nodes.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { listQueuedMails } from '../../test/sign-in.ts'
import { addAgent, type TestAgent } from '../agents/testing.ts'
import type { Node } from '../nodes/store.ts'

type Person = { node: Node; handle: string; headers: { authorization: string } }

let service: TestService
let agent: TestAgent
let ada: Person

beforeAll(async () => {
  service = await startTestService({ limits: MANY_ATTACKS })
  agent = await addAgent(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  ada = await addPerson()
})

async function addPerson(): Promise<Person> {
  const node = await addNode(service)
  const person = { node, handle: node.handle, headers: await bearerFor(service, node) }
  expect((await allowAsker(service, person, agent.agentId, { per_day: 100 })).statusCode).toBe(200)
  return person
}

async function setLeast({ headers }: Person, method: ApprovalMethod): Promise<void> {
  await renewSignIn(service, headers)
  const answer = await service.call('PUT', '/api/node/least-method', { headers, payload: { method } })
  expect([answer.statusCode, answer.json()]).toEqual([200, { method }])
}

type Asking = AnswerOf<typeof createApproval>

const tryAsking = (person: Person, changes: object) => askAsAgent(service, agent, person, changes)
async function ask(method: ApprovalMethod, changes: object = {}, person = ada): Promise<Asking> {
  const answer = await tryAsking(person, { method, ...changes })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const confirm = ({ id }: Asking, payload: object, { headers }: Pick<Person, 'headers'> = ada) =>
  service.call('POST', `/api/approvals/${id}/confirm`, { headers, payload })
const press = (asking: Asking, person: Pick<Person, 'headers'> = ada) =>
  confirm(asking, { digest: asking.digest }, person)
const refusalOf = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().error]

describe('the weakest method of a person', () => {
  it('403: is a scan at first, so no person is asked for a tap', async () => {
    const answer = await expectNoChange(service, () => tryAsking(ada, { method: 'tap' }))
    expect(refusalOf(answer)).toEqual([403, 'METHOD_TOO_WEAK'])
    expect((await tryAsking(ada, {})).json()).toMatchObject({ status: 'open' })
  })

  it('403: tells an asker that may not ask nothing more than before', async () => {
    const stranger = await addAgent(service)
    const answers = await Promise.all(
      [ada.handle, 'nobody-here'].map((handle) => askAsAgent(service, stranger, { handle }, { method: 'tap' })),
    )
    expect(answers.map(refusalOf)).toEqual([1, 2].map(() => [403, 'ASKER_NOT_ALLOWED']))
  })

  it('200: is lowered by a fresh sign-in, which the owner is mailed, and raised again', async () => {
    const eventsOf = async () =>
      (await listQueuedMails(service)).filter(({ to }) => to === ada.node.email).map(({ params }) => params['event'])
    await setLeast(ada, 'passkey')
    expect(refusalOf(await tryAsking(ada, { method: 'tap' }))).toEqual([403, 'METHOD_TOO_WEAK'])
    expect((await eventsOf()).filter((event) => event === 'least_method')).toHaveLength(1)
    await setLeast(ada, 'hand')
    expect((await eventsOf()).filter((event) => event === 'least_method')).toHaveLength(1)
    const { least_method } = (await service.call('GET', '/api/node/askers', { headers: ada.headers })).json()
    expect(least_method).toBe('hand')
  })

  it('403: is not changed by a sign-in of more than ten minutes ago, nor by the token of a program', async () => {
    await renewSignIn(service, ada.headers)
    const made = await service.call('POST', '/api/node/tokens', {
      headers: ada.headers,
      payload: { name: 'Home', scopes: ['read', 'scan', 'entropy'] },
    })
    const program = { authorization: `Bearer ${made.json().node_token}` }
    service.clock.pass(600_001)
    const change = (headers: object) =>
      service.call('PUT', '/api/node/least-method', { headers: { ...headers }, payload: { method: 'tap' } })
    expect(refusalOf(await change(ada.headers))).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
    expect(refusalOf(await change(program))).toEqual([403, 'SCOPE_REQUIRED'])
    expect(refusalOf(await tryAsking(ada, { method: 'tap' }))).toEqual([403, 'METHOD_TOO_WEAK'])
  })
})

describe('an approval by tap', () => {
  beforeEach(() => setLeast(ada, 'tap'))

  it('200: is granted by one press, once, at level 0, and there is no receipt', async () => {
    const asking = await ask('tap')
    expect((await lookAsAgent(service, agent, asking.id)).json()).toMatchObject({ method: 'tap', assurance: 0 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => press(asking)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const redeemed: AnswerOf<typeof redeemApproval> = (await redeemAsAgent(service, agent, asking)).json()
    expect(redeemed).toMatchObject({ status: 'granted', method: 'tap', assurance: 0, reached: 0, action: DEPLOY })
    expect([redeemed.receipt, redeemed.token]).toEqual([undefined, undefined])
    expect(refusalOf(await redeemAsAgent(service, agent, asking))).toEqual([409, 'APPROVAL_REDEEMED'])
  })

  it('403: is not granted once the person accepts stronger methods only', async () => {
    const asking = await ask('tap')
    await setLeast(ada, 'passkey')
    expect(refusalOf(await expectNoChange(service, () => press(asking)))).toEqual([403, 'METHOD_TOO_WEAK'])
  })

  it('403 and 401: is not granted by the token of a program, nor by one from before the activation', async () => {
    const asking = await ask('tap')
    await renewSignIn(service, ada.headers)
    const payload = { name: 'Agent', scopes: ['read', 'scan', 'entropy'] }
    const made = await service.call('POST', '/api/node/tokens', { headers: ada.headers, payload })
    const program = { headers: { authorization: `Bearer ${made.json().node_token}` } }
    const unproved = { headers: await bearerFor(service, ada.node, { proved: false }) }
    expect(refusalOf(await press(asking, program))).toEqual([403, 'SCOPE_REQUIRED'])
    expect(refusalOf(await press(asking, unproved))).toEqual([401, 'UNAUTHORIZED'])
    expect(refusalOf(await press(asking, { headers: { authorization: '' } }))).toEqual([401, 'UNAUTHORIZED'])
    expect((await lookAsAgent(service, agent, asking.id)).json()).toMatchObject({ status: 'open' })
  })

  it('404: is not granted by another node, however weak its own method', async () => {
    const eve = await addPerson()
    await setLeast(eve, 'tap')
    expect(refusalOf(await press(await ask('tap'), eve))).toEqual([404, 'NOT_FOUND'])
  })

  it('403 and 409: is of one action, and over after a denial', async () => {
    const [asking, other] = [await ask('tap'), await ask('tap', { action: { type: 'pay', summary: 'Pay 7 €' } })]
    const swapped = await confirm(asking, { digest: other.digest })
    expect(refusalOf(swapped)).toEqual([403, 'APPROVAL_DIGEST_WRONG'])
    await service.call('POST', `/api/approvals/${asking.id}/deny`, { headers: ada.headers })
    expect(refusalOf(await press(asking))).toEqual([409, 'APPROVAL_ENDED'])
  })

  it.each([
    ['/assurance', { method: 'tap', assurance: 1 }],
    ['/method', { method: 'passkey' }],
    ['/other_way', { method: 'tap', other_way: true }],
    ['/method', { method: 'nod' }],
  ])('400: %s of %o', async (pointer, changes) => {
    const answer = await tryAsking(ada, changes)
    expect([answer.statusCode, answer.json().errors?.[0]?.pointer]).toEqual([400, pointer])
  })

  it('400: takes no code; a scan is not granted by a press', async () => {
    const asking = await ask('tap')
    const coded = await confirm(asking, { digest: asking.digest, otp: '123456' })
    expect([coded.statusCode, coded.json().errors?.[0]?.pointer]).toEqual([400, '/otp'])
    expect(refusalOf(await press(await ask('hand')))).toEqual([403, 'OTHER_WAY_NOT_ALLOWED'])
  })
})
