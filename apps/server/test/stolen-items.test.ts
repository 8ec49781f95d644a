import { FRESH_SIGN_IN_MINUTES, type Method, PROGRAM_SCOPES } from '@stillhere/contract'
import { acceptApproval, type ApproverKey, computeThumbprint } from '@stillhere/receipt/approver'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNonce } from '../src/identity/wallet/sign-in.ts'
import { sql } from '../src/platform/database/sql.ts'
import { addAgent, signRequest, type TestAgent, type TestKey } from '../src/requests/agents/testing.ts'
import { askAsSite, MANY_ATTACKS, readAsking, redeemAsSite } from './approval-attacks.ts'
import {
  addApprover,
  allowAsker,
  type Approver,
  askAsAgent,
  grant,
  lookAsAgent,
  moveFor,
  signScan,
  verifyScan,
} from './approvals.ts'
import { type Authenticator, newAuthenticator } from './authenticator.ts'
import { addTestSite, SHOP_ORIGIN, type TestSite } from './checks.ts'
import { bearerFor } from './nodes.ts'
import { addPasskey, askForOptions } from './passkeys.ts'
import { enrollPerson, EVE } from './people.ts'
import { newPushBrowser } from './push-browser.ts'
import { startTestService, type TestService } from './service.ts'
import { activate, listQueuedMails } from './sign-in.ts'
import { messageOf, newWallet, signBody } from './wallets.ts'

// A thief takes one thing of a person, and tries all that would last or approve. Each thing is used when its own sign-in is no longer
// fresh, and again a day later. Wherever motion is needed, the thief moves exactly as the person does.

const PAGE = { 'sec-fetch-site': 'same-origin', host: 'localhost' }
const DAY_MS = 86_400_000
const TOO_LATE_MS = FRESH_SIGN_IN_MINUTES * 60_000 + 1000

type Headers = Record<string, string>
/** What a thief calls the service with. */
type Thief = {
  headers: Headers
  send: (method: Method, url: string, payload?: object) => Promise<LightMyRequestResponse>
}

let service: TestService
let agent: TestAgent
let shop: TestSite
let owner: Approver
let oldDevice: Authenticator

beforeAll(async () => {
  service = await startTestService({ limits: MANY_ATTACKS })
  ;[agent, shop] = [await addAgent(service), await addTestSite(service)]
  owner = await addApprover(service)
  expect((await allowAsker(service, owner, agent.agentId, { per_day: 100 })).statusCode).toBe(200)
  oldDevice = newAuthenticator()
  const { id } = (await addPasskey(service, owner.headers, { authenticator: oldDevice })).json()
  const removed = await service.call('DELETE', `/api/node/passkeys/${id}`, { headers: owner.headers })
  expect(removed.statusCode).toBe(200)
}, 60_000)
afterAll(() => service.stop())

function as(headers: Headers): Thief {
  return {
    headers,
    send: (method, url, payload) => service.call(method, url, { headers, ...(payload && { payload }) }),
  }
}

function asSigner(key: TestKey): Thief {
  return {
    headers: {},
    send: async (method, url, payload) => {
      const body = payload && JSON.stringify(payload)
      const place = { method, url: `http://localhost${url}`, ...(body !== undefined && { body }) }
      const headers = await signRequest({ key, ...place, now: service.now() })
      return service.call(method, url, { headers, ...(body !== undefined && { payload: body }) })
    },
  }
}

async function openSession(authorization: string): Promise<Headers> {
  const opened = await service.call('POST', '/api/session', { headers: { ...PAGE, authorization }, payload: {} })
  expect(opened.statusCode, opened.body).toBe(201)
  return { ...PAGE, cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' }
}

const signInOwner = async () => (await bearerFor(service, { id: await findOwnerId() })).authorization
const ownToken = ({ node_token }: { node_token?: string }) => ({ authorization: `Bearer ${node_token}` })

async function findOwnerId(): Promise<number> {
  const { id } = await service.db.one<{ id: number }>(sql`SELECT id FROM node WHERE email_key = ${owner.email}`)
  return id
}

async function makeRecoveryCode(): Promise<string> {
  const headers = { authorization: await signInOwner() }
  return (await service.call('POST', '/api/node/recovery-codes', { headers })).json().codes[0]
}

async function mailLink(email: string): Promise<string> {
  await service.call('POST', '/api/send-otp', { payload: { email } })
  const mails = await listQueuedMails(service)
  return mails.findLast(({ kind, to }) => kind === 'code' && to === email)?.params['link'] ?? 'none'
}

/** Takes something of the owner; the function that it returns puts it to use later. */
const ITEMS: Record<string, () => Promise<() => Thief | Promise<Thief>>> = {
  'the token of a program': async () => {
    const payload = { name: 'Home', scopes: PROGRAM_SCOPES }
    const made = await service.call('POST', '/api/node/tokens', {
      headers: { authorization: await signInOwner() },
      payload,
    })
    return () => as(ownToken(made.json()))
  },
  'the cookie of a browser': async () => {
    const headers = await openSession(await signInOwner())
    return () => as(headers)
  },
  // Each of these attacks shows the enrollment of the owner; with this one the thief has nothing else.
  'an enrollment': async () => () => as({}),
  'a link in a mail, ten minutes later': async () => {
    const link = await mailLink(owner.email)
    return async () => {
      const opened = await service.call('POST', '/api/auth/link', { payload: { link } })
      expect(opened.statusCode).toBe(401)
      return as(ownToken(opened.json()))
    }
  },
  'the key of an agent': async () => () => asSigner(agent.key),
  'the secret of a site': async () => () => as(shop.asSite.headers),
  'the session of an operator': async () => {
    const headers = { ...PAGE, 'x-admin-secret': 'the-admin-secret' }
    const opened = await service.call('POST', '/api/admin/session', { headers })
    return () => as({ ...PAGE, cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' })
  },
  'a backup': async () => {
    await openSession(await signInOwner())
    await makeRecoveryCode()
    const hashes = await service.db.query<{ hash: Buffer }>(sql`
      SELECT token_hash AS hash FROM node_token UNION ALL SELECT code_hash FROM recovery_code`)
    return () => ({
      headers: {},
      // Each hash as a token, and as the secret of a cookie; the answer is that of the first one that opens anything.
      send: async (method, url, payload) => {
        let answer: LightMyRequestResponse | undefined
        for (const { hash } of hashes)
          for (const headers of [
            { authorization: `Bearer sh_${hash.toString('base64url')}` },
            { ...PAGE, cookie: `stillhere-session=ss_${hash.toString('base64url')}` },
          ]) {
            answer = await service.call(method, url, { headers, ...(payload && { payload }) })
            if (answer.statusCode < 300) return answer
          }
        if (!answer) throw new Error('there was no hash to try')
        return answer
      },
    })
  },
  'a push subscription': async () => {
    const { subscription } = newPushBrowser({ origin: 'https://push.example' })
    const headers = { authorization: await signInOwner() }
    const added = await service.call('POST', '/api/node/push', { headers, payload: subscription })
    expect(added.statusCode).toBe(201)
    return () => as({ authorization: `Bearer ${subscription.keys.auth}` })
  },
  'a recovery code': async () => {
    const recovery_code = await makeRecoveryCode()
    return async () => {
      const entered = await service.call('POST', '/api/auth/recovery', { payload: { recovery_code } })
      expect(entered.statusCode).toBe(200)
      const mails = (await listQueuedMails(service)).filter(({ to }) => to === owner.email)
      expect(mails.at(-1)?.params).toMatchObject({ event: 'recovery', at: service.now().toISOString() })
      return as(await openSession(`Bearer ${entered.json().node_token}`))
    }
  },
  'an invite': async () => async () => {
    const joined = await activate(service, `thief-${service.now().getTime()}@example.org`)
    return as(ownToken(joined.json()))
  },
  'a passkey that was removed': async () => async () => {
    const { token, options } = (await service.call('POST', '/api/auth/passkey/options')).json()
    const response = oldDevice.sign(Buffer.from(options.challenge, 'base64url'))
    const refused = await service.call('POST', '/api/auth/passkey', { payload: { token, response } })
    expect(refused.json().error).toBe('PASSKEY_REFUSED')
    return as({})
  },
}

/** All that a person has which outlasts a sign-in, and by which they are reached. */
async function readAuthority(): Promise<object> {
  const id = await findOwnerId()
  return service.db.one(sql`
    SELECT email, node_handle AS handle,
      (SELECT count(*) FROM node_token WHERE node_id = ${id} AND scopes IS NOT NULL) AS "programs",
      (SELECT string_agg(name, ',' ORDER BY id) FROM passkey WHERE node_id = ${id}) AS passkeys,
      (SELECT count(*) FROM wallet WHERE node_id = ${id}) AS wallets,
      (SELECT max(made_at) FROM recovery_code WHERE node_id = ${id}) AS "codesMadeAt",
      (SELECT max(number) FROM node_enrollment WHERE node_id = ${id}) AS enrollment,
      (SELECT count(*) FROM push_device WHERE node_id = ${id}) AS devices,
      (SELECT json_agg(json_build_array(a.id, per_day) ORDER BY a.id) FROM asker a WHERE node_id = ${id} AND ended_at IS NULL) AS askers
    FROM node WHERE id = ${id}`)
}

async function signWallet(): Promise<object> {
  const wallet = newWallet()
  const nonce = createNonce(service.secrets, service.now())
  return signBody(wallet, messageOf(wallet, service.now(), { nonce }))
}

async function tryPasskey({ headers, send }: Thief): Promise<LightMyRequestResponse> {
  const asked = await send('POST', '/api/node/passkeys/options')
  if (asked.statusCode !== 200) return asked
  const { token, options } = await askForOptions(service, headers as { authorization: string })
  return send('POST', '/api/node/passkeys', { token, response: newAuthenticator().register(options.challenge) })
}

/** What would last, or take something away for good; the answer to each. */
async function tryAll(thief: Thief): Promise<Record<string, number>> {
  const { send } = thief
  const { id = 'none' } = (await service.db.maybeOne<{ id: string }>(sql`SELECT id FROM passkey LIMIT 1`)) ?? {}
  const answers = {
    passkey: await tryPasskey(thief),
    'name of a passkey': await send('PATCH', `/api/node/passkeys/${id}`, { name: 'Thief' }),
    'removal of a passkey': await send('DELETE', `/api/node/passkeys/${id}`),
    token: await send('POST', '/api/node/tokens', { name: 'Thief', scopes: ['read'] }),
    asker: await send('PUT', `/api/node/askers/${shop.key}`, { per_day: 100 }),
    'more of an asker': await send('PUT', `/api/node/askers/${encodeURIComponent(agent.agentId)}`, { per_day: 99 }),
    wallet: await send('POST', '/api/auth/siwe', await signWallet()),
    'recovery codes': await send('POST', '/api/node/recovery-codes'),
    device: await send('POST', '/api/node/push', newPushBrowser({ origin: 'https://push.example' }).subscription),
    enrollment: await send('POST', '/api/challenge', { purpose: 'enroll', email: owner.email }),
    export: await send('GET', '/api/node/export'),
    erasure: await send('POST', '/api/node/erase', { email: owner.email }),
  }
  expect(answers.export.body).not.toContain(owner.email)
  return Object.fromEntries(Object.entries(answers).map(([name, { statusCode }]) => [name, statusCode]))
}

/** Has the owner asked, and tries to approve it: as a scan with the motion of the owner, signed by another key and by none. */
async function tryApproval({ headers, send }: Thief): Promise<{ isLetIn: boolean; status: string }> {
  const asking = readAsking(await askAsAgent(service, agent, owner))
  const wanted = { purpose: 'verify', pace: 'live', email: owner.email, approval: asking.id }
  const thief = { ...owner, headers: headers as Approver['headers'], authenticator: oldDevice }
  const isLetIn = (await send('POST', '/api/challenge', wanted)).statusCode === 201
  for (const isSigned of isLetIn ? [true, false] : []) {
    const scan = await moveFor(service, thief, { approval: asking.id, approval_digest: asking.digest })
    const { passkey, ...unsigned } = signScan(thief, scan)
    const verdict = await verifyScan(service, thief, isSigned ? { ...unsigned, passkey } : unsigned)
    expect(verdict.verified, JSON.stringify(verdict)).toBe(false)
  }
  await send('POST', `/api/approvals/${asking.id}/confirm`, { digest: asking.digest, otp: '123456' })
  return { isLetIn, status: (await lookAsAgent(service, agent, asking.id)).json().status }
}

/** With these a thief gets as far as the scan. */
const SCANNING = new Set(['the cookie of a browser', 'a recovery code'])

it('a cookie, the enrollment of its browser and the very motion of the owner approve at level 1, which no key signs', async () => {
  const headers = (await openSession(await signInOwner())) as unknown as Approver['headers']
  service.clock.pass(TOO_LATE_MS)
  const asking = readAsking(await askAsAgent(service, agent, owner, { assurance: 1 }))
  const scan = await moveFor(service, { ...owner, headers }, { approval: asking.id, approval_digest: asking.digest })
  const { passkey: _, ...unsigned } = signScan(owner, scan)
  expect(await verifyScan(service, { headers }, unsigned)).toMatchObject({
    verified: true,
    approval: { status: 'granted' },
  })
})

it('a link in a mail within ten minutes is a sign-in: it approves at level 2 with a key that no asker has pinned', async () => {
  const mia = await addApprover(service, { email: 'mia@example.org' })
  await allowAsker(service, mia, shop.key, { per_day: 100, share_key: true })
  const opened = await service.call('POST', '/api/auth/link', { payload: { link: await mailLink(mia.email) } })
  expect(opened.statusCode).toBe(200)

  const [headers, authenticator] = [ownToken(opened.json()), newAuthenticator()]
  expect((await addPasskey(service, headers, { authenticator })).statusCode).toBe(201)
  const enrollment = await enrollPerson(service, EVE, { email: mia.email, headers })
  const asking = readAsking(await askAsSite(service, shop, mia))
  const granted = await grant(service, { ...mia, person: EVE, headers, authenticator, enrollment }, asking)
  expect(granted).toMatchObject({ verified: true, approval: { status: 'granted' } })

  const { receipt, nonce } = (await redeemAsSite(service, shop, asking)).json()
  const pinned = mia.authenticator.keys.publicKey.export({ format: 'jwk' }) as ApproverKey
  const demands = { trustedIssuers: [receipt.issuer.publicKey], audience: SHOP_ORIGIN, now: service.now() }
  const approval = { actionDigest: asking.digest, nonce, approverKeys: [computeThumbprint(pinned)] }
  const accepted = await acceptApproval(receipt, { ...demands, ...approval })
  expect(accepted).toMatchObject({ accepted: false, reason: 'APPROVER_UNTRUSTED' })
  const mails = (await listQueuedMails(service)).filter(({ to, kind }) => to === mia.email && kind === 'notice')
  expect(mails.slice(-2).map(({ params }) => params['event'])).toEqual(['passkey', 'enrollment'])
}, 30_000)

describe.each(Object.entries(ITEMS))('%s', (name, take) => {
  it('approves nothing, and gains nothing that lasts, when it is used and a day later', async () => {
    const use = await take()
    service.clock.pass(TOO_LATE_MS)
    const before = await readAuthority()
    const thief = await use()
    const refusals = await tryAll(thief)
    expect(await readAuthority(), JSON.stringify(refusals)).toEqual(before)
    expect(await tryApproval(thief)).toEqual({ isLetIn: SCANNING.has(name), status: 'open' })
    service.clock.pass(DAY_MS)
    await tryAll(thief)
    expect(await readAuthority()).toEqual(before)
  }, 30_000)
})
