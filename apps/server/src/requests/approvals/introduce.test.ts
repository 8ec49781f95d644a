import type { AllowedAsker, AnswerOf, redeemApproval, startIntroduction } from '@stillhere/contract'
import type { Receipt } from '@stillhere/receipt'
import {
  acceptApproval,
  acceptIntroduction,
  computeApproverChallenge,
  computeStatementDigest,
} from '@stillhere/receipt/approver'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectNoChange, MANY_ATTACKS } from '../../../test/approval-attacks.ts'
import { allowAsker, askAsAgent, DEPLOY, redeemAsAgent } from '../../../test/approvals.ts'
import { type Authenticator, newAuthenticator } from '../../../test/authenticator.ts'
import { addNode, bearerFor, renewSignIn } from '../../../test/nodes.ts'
import { addPasskey, askForOptions } from '../../../test/passkeys.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import type { Node } from '../../identity/node-store.ts'
import { addAgent, sendSignedGet, type TestAgent } from '../agents/testing.ts'

type Key = { id: string; thumbprint: string; authenticator: Authenticator }
type Person = { node: Node; handle: string; headers: { authorization: string } }
type Redeemed = AnswerOf<typeof redeemApproval>

let service: TestService
let agent: TestAgent
let ada: Person
let phone: Key

beforeAll(async () => {
  service = await startTestService({ limits: MANY_ATTACKS })
})
afterAll(() => service.stop())
beforeEach(async () => {
  agent = await addAgent(service)
  ada = await addPerson()
  phone = await addKey()
})

async function addPerson(): Promise<Person> {
  const node = await addNode(service)
  const person = { node, handle: node.handle, headers: await bearerFor(service, node) }
  expect((await allowAsker(service, person, agent.agentId, { per_day: 100 })).statusCode).toBe(200)
  return person
}

async function addKey(options: object = {}): Promise<Key> {
  await renewSignIn(service, ada.headers)
  const authenticator = newAuthenticator()
  const added = await addPasskey(service, ada.headers, { authenticator, options })
  expect(added.statusCode, added.body).toBe(201)
  return { ...added.json<Omit<Key, 'authenticator'>>(), authenticator }
}

const refusalOf = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().error]
const path = (asker = agent.agentId) => `/api/node/askers/${encodeURIComponent(asker)}/key`

async function tryStarting({ id }: Pick<Key, 'id'>, { headers } = ada): Promise<LightMyRequestResponse> {
  return service.call('POST', path(), { headers, payload: { passkey: id } })
}
type Started = AnswerOf<typeof startIntroduction>
async function start(key: Key): Promise<Started> {
  await renewSignIn(service, ada.headers)
  const started = await tryStarting(key)
  expect(started.statusCode, started.body).toBe(200)
  return started.json()
}
const sign = ({ statement }: Started, { authenticator }: Key) =>
  authenticator.sign(computeApproverChallenge([computeStatementDigest(statement)]))
const send = (payload: object, { headers } = ada) => service.call('PUT', path(), { headers, payload })

/** Has Ada introduce a key to the agent, signed by that key unless it says otherwise. */
async function introduce(key: Key, signer = key): Promise<LightMyRequestResponse> {
  const started = await start(key)
  return send({ token: started.token, response: sign(started, signer) })
}

async function listPending(): Promise<Redeemed[]> {
  const answer = await sendSignedGet(service, '/api/approvals', { key: agent.key })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().approvals
}
const listAskers = async (): Promise<AllowedAsker[]> =>
  (await service.call('GET', '/api/node/askers', { headers: ada.headers })).json().askers

/** Redeems the newest introduction as the agent. */
async function redeemNewest(): Promise<Redeemed> {
  const [newest] = await listPending()
  if (newest === undefined) throw new Error('the agent has no approval to redeem')
  const redeemed = await redeemAsAgent(service, agent, newest)
  expect(redeemed.statusCode, redeemed.body).toBe(200)
  return redeemed.json()
}

function demand({ receipt, nonce }: Redeemed) {
  return {
    trustedIssuers: [(receipt as Receipt).issuer.publicKey],
    audience: agent.agentId,
    nonce,
    now: service.now().toISOString(),
  }
}
const accept = (redeemed: Redeemed, pinnedKey?: string) =>
  acceptIntroduction(redeemed.receipt, { ...demand(redeemed), action: redeemed.action, pinnedKey })

describe('an introduction', () => {
  it('200: lets the asker learn the key by a receipt that it verifies, also hours later, once', async () => {
    const answer = await introduce(phone)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({
        shares_key: true,
        known_key: { thumbprint: phone.thumbprint, since: service.now().toISOString() },
      }),
    ])
    service.clock.pass(20 * 3_600_000)
    const pending = await listPending()
    expect(pending).toMatchObject([{ status: 'granted', method: 'passkey', action: { type: 'key.introduce' } }])
    const redeemed = await redeemNewest()
    expect(redeemed.action).toEqual({
      type: 'key.introduce',
      summary: 'Introduce my key',
      details: { key: phone.thumbprint },
    })
    expect(await accept(redeemed)).toEqual({ accepted: true, approverKey: phone.thumbprint, subject: redeemed.subject })
    expect(await listPending()).toEqual([])
    expect(refusalOf(await redeemAsAgent(service, agent, redeemed))).toEqual([409, 'APPROVAL_REDEEMED'])
  })

  it('409: is not given out a day later', async () => {
    await introduce(phone)
    const [pending] = await listPending()
    service.clock.pass(86_400_000)
    expect(await listPending()).toEqual([])
    if (pending === undefined) throw new Error('nothing was introduced')
    expect(refusalOf(await redeemAsAgent(service, agent, pending))).toEqual([409, 'APPROVAL_ENDED'])
  })

  it('leaves nothing behind where it is not signed, or signed by another key', async () => {
    const laptop = await addKey()
    const started = await start(phone)
    const refused = await send({ token: started.token, response: sign(started, laptop) })
    expect(refusalOf(refused)).toEqual([400, 'PASSKEY_REFUSED'])
    expect([await listPending(), (await listAskers())[0]?.known_key]).toEqual([[], null])
  })

  it('400: a token serves once, for its asker and its node', async () => {
    const started = await start(phone)
    const payload = { token: started.token, response: sign(started, phone) }
    const eve = await addPerson()
    expect(refusalOf(await send(payload, eve))).toEqual([400, 'PASSKEY_REFUSED'])
    expect((await send(payload)).statusCode).toBe(200)
    expect(refusalOf(await send(payload))).toEqual([400, 'PASSKEY_REFUSED'])
    const other = await addAgent(service)
    await allowAsker(service, ada, other.agentId)
    const again = await start(phone)
    const moved = await service.call('PUT', path(other.agentId), {
      headers: ada.headers,
      payload: { token: again.token, response: sign(again, phone) },
    })
    expect(refusalOf(moved)).toEqual([400, 'PASSKEY_REFUSED'])
  })

  it('confirms no approval, and the token of an approval introduces no key', async () => {
    await service.call('PUT', '/api/node/least-method', { headers: ada.headers, payload: { method: 'passkey' } })
    const asking = (await askAsAgent(service, agent, ada, { method: 'passkey' })).json()
    const begun = (await service.call('POST', `/api/approvals/${asking.id}/passkey`, { headers: ada.headers })).json()
    expect(refusalOf(await send({ token: begun.token, response: sign(begun, phone) }))).toEqual([
      400,
      'PASSKEY_REFUSED',
    ])
    const started = await start(phone)
    const confirmed = await service.call('POST', `/api/approvals/${asking.id}/confirm`, {
      headers: ada.headers,
      payload: { digest: asking.digest, passkey: { token: started.token, response: sign(started, phone) } },
    })
    expect(refusalOf(confirmed)).toEqual([400, 'PASSKEY_REFUSED'])
  })

  it('403: takes a fresh sign-in; 404: an asker that may ask, and a passkey of the node', async () => {
    service.clock.pass(600_001)
    expect(refusalOf(await expectNoChange(service, () => tryStarting(phone)))).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
    await renewSignIn(service, ada.headers)
    const eve = await addPerson()
    await renewSignIn(service, eve.headers)
    expect(refusalOf(await tryStarting(phone, eve))).toEqual([404, 'NOT_FOUND'])
    await service.call('DELETE', `/api/node/askers/${encodeURIComponent(agent.agentId)}`, { headers: ada.headers })
    expect(refusalOf(await tryStarting(phone))).toEqual([404, 'NOT_FOUND'])
  })

  it('400: no asker can ask for one', async () => {
    for (const type of ['key.introduce', 'key.replace', 'key.other']) {
      const answer = await askAsAgent(service, agent, ada, { action: { ...DEPLOY, type } })
      expect([answer.statusCode, answer.json().errors]).toEqual([
        400,
        [expect.objectContaining({ pointer: '/action/type' })],
      ])
    }
  })

  it('is possible while the asker has as many approvals open as it may', async () => {
    for (let i = 0; i < 3; i += 1) expect((await askAsAgent(service, agent, ada)).statusCode).toBe(201)
    expect((await askAsAgent(service, agent, ada)).statusCode).toBe(429)
    expect((await introduce(phone)).statusCode).toBe(200)
    expect(await listPending()).toHaveLength(4)
  })
})

describe('a key that an asker knows', () => {
  let laptop: Key
  beforeEach(async () => {
    expect((await introduce(phone)).statusCode).toBe(200)
    await redeemNewest()
    laptop = await addKey()
  })

  it('alone signs approvals for this asker', async () => {
    await service.call('PUT', '/api/node/least-method', { headers: ada.headers, payload: { method: 'passkey' } })
    const asking = (await askAsAgent(service, agent, ada, { method: 'passkey' })).json()
    const begin = async () =>
      (await service.call('POST', `/api/approvals/${asking.id}/passkey`, { headers: ada.headers })).json()
    const begun = await begin()
    expect(begun.credential_ids).toEqual([phone.authenticator.credentialId])
    const confirm = (started: Started, signer: Key) =>
      service.call('POST', `/api/approvals/${asking.id}/confirm`, {
        headers: ada.headers,
        payload: { digest: asking.digest, passkey: { token: started.token, response: sign(started, signer) } },
      })
    expect(refusalOf(await confirm(begun, laptop))).toEqual([400, 'PASSKEY_REFUSED'])
    expect((await confirm(await begin(), phone)).statusCode).toBe(200)
    const redeemed: Redeemed = (await redeemAsAgent(service, agent, asking)).json()
    const demands = { ...demand(redeemed), actionDigest: asking.digest, method: 'passkey' } as const
    const pinned = { ...demands, approverKeys: [phone.thumbprint] }
    expect(await acceptApproval(redeemed.receipt, pinned)).toMatchObject({ accepted: true })
  })

  it('alone introduces another key, and an asker that has pinned it takes no other introduction', async () => {
    const started = await start(laptop)
    expect(started.credential_ids).toEqual([phone.authenticator.credentialId])
    expect(started.action).toEqual({
      type: 'key.replace',
      summary: 'Replace my key by another one',
      details: { old_key: phone.thumbprint, new_key: laptop.thumbprint },
    })
    expect(refusalOf(await introduce(laptop, laptop))).toEqual([400, 'PASSKEY_REFUSED'])
    const replaced = await introduce(laptop, phone)
    expect(replaced.json()).toMatchObject({ known_key: { thumbprint: laptop.thumbprint } })
    const redeemed = await redeemNewest()
    expect(await accept(redeemed, phone.thumbprint)).toMatchObject({ accepted: true, approverKey: laptop.thumbprint })
    expect(await accept(redeemed)).toMatchObject({ accepted: false, reason: 'APPROVER_UNTRUSTED' })
  })

  it('once its passkey is removed, another can only introduce itself, which an asker that has pinned the old one refuses', async () => {
    await renewSignIn(service, ada.headers)
    await service.call('DELETE', `/api/node/passkeys/${phone.id}`, { headers: ada.headers })
    expect((await listAskers())[0]?.known_key?.thumbprint).toBe(phone.thumbprint)
    expect((await introduce(laptop)).statusCode).toBe(200)
    const redeemed = await redeemNewest()
    expect(redeemed.action.type).toBe('key.introduce')
    expect(await accept(redeemed, phone.thumbprint)).toMatchObject({ accepted: false, reason: 'APPROVER_UNTRUSTED' })
    expect(await accept(redeemed)).toMatchObject({ accepted: true, approverKey: laptop.thumbprint })
  })

  it('400: is not replaced by a signature from before another page replaced it', async () => {
    const tablet = await addKey()
    const started = await start(laptop)
    await introduce(tablet, phone)
    const late = await send({ token: started.token, response: sign(started, phone) })
    expect([refusalOf(late), (await listAskers())[0]?.known_key?.thumbprint]).toEqual([
      [400, 'PASSKEY_REFUSED'],
      tablet.thumbprint,
    ])
  })

  it('is introduced again where the asker missed it, and stays as old as it is', async () => {
    const since = (await listAskers())[0]?.known_key?.since
    service.clock.pass(60_000)
    expect((await introduce(phone)).json().known_key).toEqual({ thumbprint: phone.thumbprint, since })
    expect(await accept(await redeemNewest(), phone.thumbprint)).toMatchObject({ accepted: true })
  })
})

describe('a passkey for one asker alone', () => {
  it('signs for no other, and is offered to no other', async () => {
    const own = await addKey({ asker: agent.agentId })
    expect(own).toMatchObject({ only_for: agent.agentId })
    const other = await addAgent(service)
    await allowAsker(service, ada, other.agentId)
    const refused = await service.call('POST', path(other.agentId), {
      headers: ada.headers,
      payload: { passkey: own.id },
    })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/passkey' })],
    ])
    await service.call('PUT', '/api/node/least-method', { headers: ada.headers, payload: { method: 'passkey' } })
    const begin = async (one: TestAgent) => {
      const asking = (await askAsAgent(service, one, ada, { method: 'passkey' })).json()
      return (await service.call('POST', `/api/approvals/${asking.id}/passkey`, { headers: ada.headers })).json()
    }
    const [here, there] = [await begin(agent), await begin(other)]
    expect(here.credential_ids).toEqual([phone, own].map(({ authenticator }) => authenticator.credentialId))
    expect(there.credential_ids).toEqual([phone.authenticator.credentialId])
  })

  it('has a user handle of its own, so a device keeps it beside the others', async () => {
    await renewSignIn(service, ada.headers)
    const usual = await askForOptions(service, ada.headers)
    const own = await askForOptions(service, ada.headers, { payload: { asker: agent.agentId } })
    expect(own.options.user.id).not.toBe(usual.options.user.id)
    expect(own.options.user.name).toContain(ada.handle)
    expect([usual.options.excludeCredentials.length, own.options.excludeCredentials.length]).toEqual([1, 0])
  })

  it('404: is made for no asker that the node does not let ask', async () => {
    const stranger = await addAgent(service)
    await renewSignIn(service, ada.headers)
    const answer = await service.call('POST', '/api/node/passkeys/options', {
      headers: ada.headers,
      payload: { asker: stranger.agentId },
    })
    expect(refusalOf(answer)).toEqual([404, 'NOT_FOUND'])
  })
})

describe('the name of a person', () => {
  const allow = (payload: object) => allowAsker(service, ada, agent.agentId, { per_day: 100, ...payload })
  const approve = async (): Promise<Redeemed> => {
    const asking = (await askAsAgent(service, agent, ada, { method: 'tap' })).json()
    await service.call('POST', `/api/approvals/${asking.id}/confirm`, {
      headers: ada.headers,
      payload: { digest: asking.digest },
    })
    return (await redeemAsAgent(service, agent, asking)).json()
  }
  beforeEach(async () => {
    await service.call('PUT', '/api/node/least-method', { headers: ada.headers, payload: { method: 'tap' } })
  })

  it('is given to an asker only where the person says so, with what it redeems', async () => {
    expect((await approve()).approver).toBeUndefined()
    expect((await allow({ share_name: 'Ada Lovelace' })).json()).toMatchObject({ shares_name: 'Ada Lovelace' })
    expect(await approve()).toMatchObject({
      approver: { name: 'Ada Lovelace' },
      receipts: [{ approver: { name: 'Ada Lovelace' } }],
    })
    expect((await allow({})).json()).toMatchObject({ shares_name: 'Ada Lovelace' })
    expect((await allow({ share_name: null })).json()).toMatchObject({ shares_name: null })
    expect((await approve()).approver).toBeUndefined()
  })

  it('400: must read as it is written', async () => {
    const answer = await allow({ share_name: 'Ad\u0430' })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/share_name' })],
    ])
  })
})
