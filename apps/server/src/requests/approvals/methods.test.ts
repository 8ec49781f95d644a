import type {
  AnswerOf,
  ApprovalMethod,
  createApproval,
  redeemApproval,
  startPasskeyApproval,
} from '@stillhere/contract'
import { acceptReceipt, type Receipt, readPresencePolicy } from '@stillhere/receipt'
import {
  acceptApproval,
  acceptApprovals,
  type ApproverKey,
  computeApproverChallenge,
  computeStatementDigest,
  computeThumbprint,
} from '@stillhere/receipt/approver'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectNoChange, MANY_ATTACKS } from '../../../test/approval-attacks.ts'
import { allowAsker, askAsAgent, DEPLOY, lookAsAgent, redeemAsAgent } from '../../../test/approvals.ts'
import { type Authenticator, newAuthenticator } from '../../../test/authenticator.ts'
import { addNode, bearerFor, renewSignIn } from '../../../test/nodes.ts'
import { addPasskey } from '../../../test/passkeys.ts'
import { rotate } from '../../../test/receipts.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import type { Node } from '../../identity/node-store.ts'
import { addAgent, type TestAgent } from '../agents/testing.ts'

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

async function addProgram({ headers }: Person): Promise<Pick<Person, 'headers'>> {
  await renewSignIn(service, headers)
  const payload = { name: 'Agent', scopes: ['read', 'scan', 'entropy'] }
  const made = await service.call('POST', '/api/node/tokens', { headers, payload })
  return { headers: { authorization: `Bearer ${made.json().node_token}` } }
}

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

it.each(['tap', 'passkey'] as const)('400: no scan grants an approval by %s, at whichever level', async (method) => {
  await setLeast(ada, 'tap')
  const { id, digest } = await ask(method)
  const { node, headers } = ada
  const bound = { purpose: 'verify', email: node.email, approval: id, approval_digest: digest }
  for (const assurance of [undefined, 1, 2]) {
    const payload = { ...bound, pace: 'live', ...(assurance && { assurance }) }
    const answer = await expectNoChange(service, () => service.call('POST', '/api/challenge', { headers, payload }))
    expect([answer.statusCode, answer.json().errors?.[0]?.pointer]).toEqual([400, '/approval'])
  }
  expect((await lookAsAgent(service, agent, id)).json()).toMatchObject({ status: 'open' })
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
    const program = await addProgram(ada)
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
    ['/assurance', { method: 'passkey', assurance: 2 }],
    ['/other_way', { method: 'passkey', other_way: true }],
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

describe('an approval by passkey', () => {
  type Started = AnswerOf<typeof startPasskeyApproval>
  type Owner = Person & { key: Authenticator }

  /** A person who approves by passkey alone, and shares the key with the agent. */
  async function addOwner(person: Person): Promise<Owner> {
    const key = newAuthenticator()
    expect((await addPasskey(service, person.headers, { authenticator: key })).statusCode).toBe(201)
    await allowAsker(service, person, agent.agentId, { share_key: true })
    await setLeast(person, 'passkey')
    return { ...person, key }
  }

  let owner: Owner
  beforeEach(async () => {
    owner = await addOwner(ada)
  })

  const tryStarting = ({ id }: Asking, { headers }: Pick<Person, 'headers'> = owner) =>
    service.call('POST', `/api/approvals/${id}/passkey`, { headers })
  async function start(asking: Asking, person: Pick<Person, 'headers'> = owner): Promise<Started> {
    const answer = await tryStarting(asking, person)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  /** What a passkey says to a statement; a key whose counter stays at zero may sign several at once. */
  const sign = ({ token, statement }: Started, key = owner.key) => ({
    token,
    response: key.sign(computeApproverChallenge([computeStatementDigest(statement)]), { counter: 0 }),
  })
  const send = (asking: Asking, passkey: object, person: Pick<Person, 'headers'> = owner) =>
    confirm(asking, { digest: asking.digest, passkey }, person)
  const thumbprintOf = ({ key }: Owner) =>
    computeThumbprint(key.keys.publicKey.export({ format: 'jwk' }) as ApproverKey)
  const demand = ({ issuer }: Receipt, { id, digest }: Asking) => ({
    trustedIssuers: [issuer.publicKey],
    audience: agent.agentId,
    now: service.now(),
    actionDigest: digest,
    nonce: id,
  })
  const refuse = (pointer: string) => [400, 'PASSKEY_REFUSED', pointer]
  const problemOf = (answer: LightMyRequestResponse) => [...refusalOf(answer), answer.json().errors?.[0]?.pointer]
  const expectOpen = async ({ id }: Asking) =>
    expect((await lookAsAgent(service, agent, id)).json()).toMatchObject({ status: 'open' })

  async function redeem(asking: Asking): Promise<{ receipt: Receipt }> {
    const answer = await redeemAsAgent(service, agent, asking)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ status: 'granted', method: 'passkey', assurance: 0, reached: 0 })
    return answer.json()
  }

  it('200: is a receipt of level 0 that acceptApproval takes by the pinned key, and acceptReceipt does not', async () => {
    const asking = await ask('passkey')
    const started = await start(asking)
    expect(started).toMatchObject({ rp_id: 'localhost', credential_ids: [owner.key.credentialId] })
    expect((await send(asking, sign(started))).json()).toEqual({
      id: asking.id,
      status: 'granted',
      decision: 'granted',
    })
    const { receipt } = await redeem(asking)
    const policy = readPresencePolicy(receipt)
    expect(policy).toMatchObject({ assurance: 0, method: 'passkey', device: 'passkey', nonce: asking.id })
    expect(policy).not.toHaveProperty('motion')
    expect(receipt.expiresAt).toBe(started.statement.not_after)
    const demands = { ...demand(receipt, asking), approverKeys: [thumbprintOf(owner)] }
    expect(await acceptApproval(receipt, { ...demands, method: 'passkey' })).toMatchObject({
      accepted: true,
      assurance: 0,
      method: 'passkey',
    })
    expect(await acceptApproval(receipt, demands)).toMatchObject({ accepted: false, reason: 'EVIDENCE_MISSING' })
    const { nonce: _, ...others } = demand(receipt, asking)
    expect(acceptReceipt(receipt, others)).toMatchObject({ accepted: false, reason: 'EVIDENCE_MISSING' })
    const stranger = { ...demands, approverKeys: [thumbprintOf({ ...owner, key: newAuthenticator() })] }
    const refused = await acceptApproval(receipt, { ...stranger, method: 'passkey' })
    expect(refused).toMatchObject({ accepted: false, reason: 'APPROVER_UNTRUSTED' })
  })

  it('200: carries no key unless the person shares it with this asker', async () => {
    await allowAsker(service, ada, agent.agentId, { share_key: false })
    const asking = await ask('passkey')
    expect((await send(asking, sign(await start(asking)))).statusCode).toBe(200)
    const { receipt } = await redeem(asking)
    expect(receipt.evidence.map(({ engineId }) => engineId)).toEqual(['PRESENCE-POLICY'])
    const demands = { ...demand(receipt, asking), approverKeys: [thumbprintOf(owner)], method: 'passkey' as const }
    expect(await acceptApproval(receipt, demands)).toMatchObject({ accepted: false, reason: 'APPROVER_MISSING' })
  })

  it('200: is of two people of three, each with a receipt of their own', async () => {
    const [eve, bob] = [await addOwner(await addPerson()), await addOwner(await addPerson())]
    const of = [ada.handle, eve.handle, bob.handle]
    const asking = await ask('passkey', { approver: undefined, approvers: { of, need: 2 } })
    const [first, second] = [await start(asking, eve), await start(asking, bob)]
    // The token is of one person.
    expect(problemOf(await send(asking, sign(second, eve.key), eve))).toEqual(refuse('/passkey/token'))
    expect((await send(asking, sign(first, eve.key), eve)).json()).toMatchObject({ status: 'open' })
    expect((await send(asking, sign(second, bob.key), bob)).json()).toMatchObject({ status: 'granted' })
    const { receipts }: AnswerOf<typeof redeemApproval> = (await redeemAsAgent(service, agent, asking)).json()
    expect(receipts.map(({ reached }) => reached)).toEqual([0, 0])
    const given = receipts.map(({ receipt }) => receipt as Receipt)
    const approvers = { ada: [thumbprintOf(owner)], eve: [thumbprintOf(eve)], bob: [thumbprintOf(bob)] }
    const demands = { ...demand(given[0] as Receipt, asking), approvers, need: 2, method: 'passkey' as const }
    const accepted = await acceptApprovals(given, demands)
    expect(accepted).toMatchObject({ accepted: true, refusals: [] })
    expect(accepted.approvals.map(({ name }) => name).toSorted()).toEqual(['bob', 'eve'])
  })

  it('400: is not granted by the passkey of another node, nor by what signs another text', async () => {
    const [asking, other] = [
      await ask('passkey'),
      await ask('passkey', { action: { type: 'pay', summary: 'Pay 7 €' } }),
    ]
    const eve = await addOwner(await addPerson())
    expect(problemOf(await send(asking, sign(await start(asking), eve.key)))).toEqual(refuse('/response'))
    const [started, foreign] = [await start(asking), await start(other)]
    const swapped = sign({ ...started, statement: foreign.statement })
    expect(problemOf(await send(asking, swapped))).toEqual(refuse('/response'))
    const edited = async (change: object) => {
      const next = await start(asking)
      return problemOf(await send(asking, sign({ ...next, statement: { ...next.statement, ...change } })))
    }
    for (const change of [
      { nonce: 'other' },
      { audience: 'https://eve.example' },
      { not_after: '2100-01-01T00:00:00.000Z' },
    ])
      expect(await edited(change)).toEqual(refuse('/response'))
    await expectOpen(asking)
  })

  it('400: takes a token once, also where its signature was refused; no token of another approval, and none that is too old', async () => {
    const [asking, other] = [await ask('passkey'), await ask('passkey')]
    const [started, late] = [await start(asking), await start(asking)]
    const bad = { token: started.token, response: newAuthenticator().sign(new Uint8Array(32)) }
    expect(problemOf(await send(asking, bad))).toEqual(refuse('/response'))
    expect(problemOf(await send(asking, sign(started)))).toEqual(refuse('/passkey/token'))
    expect(problemOf(await send(asking, sign(await start(other))))).toEqual(refuse('/passkey/token'))
    expect(problemOf(await send(asking, { ...sign(late), token: 'AQID' }))).toEqual(refuse('/passkey/token'))
    service.clock.pass(120_000)
    expect(problemOf(await send(asking, sign(late)))).toEqual(refuse('/passkey/token'))
    await expectOpen(asking)
  })

  it('400: is signed once more where the key of the service was replaced meanwhile', async () => {
    const asking = await ask('passkey')
    const started = await start(asking)
    await rotate(service)
    expect(problemOf(await send(asking, sign(started)))).toEqual(refuse('/passkey/token'))
    await expectOpen(asking)
    expect((await send(asking, sign(await start(asking)))).statusCode).toBe(200)
  })

  it('403, 401 and 404: is not granted for another action, by a program, nor by another node', async () => {
    const [asking, other] = [
      await ask('passkey'),
      await ask('passkey', { action: { type: 'pay', summary: 'Pay 7 €' } }),
    ]
    const passkey = sign(await start(asking))
    expect(refusalOf(await confirm(asking, { digest: other.digest, passkey }, owner))).toEqual([
      403,
      'APPROVAL_DIGEST_WRONG',
    ])
    const unproved = { headers: await bearerFor(service, ada.node, { proved: false }) }
    const callers: [Pick<Person, 'headers'>, [number, string]][] = [
      [await addProgram(ada), [403, 'SCOPE_REQUIRED']],
      [unproved, [401, 'UNAUTHORIZED']],
      [await addPerson(), [404, 'NOT_FOUND']],
    ]
    for (const [caller, refusal] of callers) {
      expect(refusalOf(await tryStarting(asking, caller))).toEqual(refusal)
      expect(refusalOf(await send(asking, passkey, caller))).toEqual(refusal)
    }
    await expectOpen(asking)
    // None of them used up the signature.
    expect((await send(asking, passkey)).statusCode).toBe(200)
    expect(refusalOf(await tryStarting(asking))).toEqual([409, 'APPROVAL_ENDED'])
  })

  it('403: is not granted once the person accepts scans only', async () => {
    const asking = await ask('passkey')
    const passkey = sign(await start(asking))
    await setLeast(ada, 'hand')
    expect(refusalOf(await tryStarting(asking))).toEqual([403, 'METHOD_TOO_WEAK'])
    expect(refusalOf(await send(asking, passkey))).toEqual([403, 'METHOD_TOO_WEAK'])
    expect(refusalOf(await tryAsking(ada, { method: 'passkey' }))).toEqual([403, 'METHOD_TOO_WEAK'])
    await expectOpen(asking)
  })

  it('is granted once by eight signatures at once', async () => {
    const asking = await ask('passkey')
    const signed: ReturnType<typeof sign>[] = []
    for (let count = 0; count < 8; count++) signed.push(sign(await start(asking)))
    const answers = await Promise.all(signed.map((passkey) => send(asking, passkey)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array<number>(7).fill(409),
    ])
    expect((await redeem(asking)).receipt).toBeDefined()
  })

  it('is granted once by one signature that is sent eight times', async () => {
    const asking = await ask('passkey')
    const passkey = sign(await start(asking))
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(asking, passkey)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('400: is granted by no press and no code, and no signature grants a tap', async () => {
    await setLeast(ada, 'tap')
    const [asking, tap] = [await ask('passkey'), await ask('tap')]
    const passkey = sign(await start(asking))
    const pointerOf = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().errors?.[0]?.pointer]
    expect(pointerOf(await press(asking))).toEqual([400, '/passkey'])
    expect(pointerOf(await confirm(asking, { digest: asking.digest, otp: '123456' }))).toEqual([400, '/otp'])
    expect(pointerOf(await confirm(asking, { digest: asking.digest, otp: '123456', passkey }))).toEqual([400, '/otp'])
    expect(pointerOf(await send(tap, passkey))).toEqual([400, '/passkey'])
    expect(pointerOf(await tryStarting(tap))).toEqual([400, '/id'])
    await expectOpen(asking)
  })
})
