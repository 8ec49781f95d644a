import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_EMAILS } from '../../../test/bad-requests.ts'
import { itRefusesBadRequests, pointersOf, readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { activate, listQueuedMails } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'

const GENERATED = /^[a-z]+-[a-z]+-[2-9a-z]{4}$/
const limits = {
  ...DEFAULT_LIMITS,
  'subscribe.address': { count: 500, perSeconds: 600 },
  'uplink.address': { count: 500, perSeconds: 600 },
  'handshake.address': { count: 500, perSeconds: 600 },
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ limits })
})
afterAll(() => service.stop())

const identity = (email: string) => service.call('GET', `/api/identity?email=${encodeURIComponent(email)}`)
const subscribe = (email: string) => service.call('POST', '/api/subscribe', { payload: { email } })
const uplink = (email: string, handle: string) =>
  service.call('POST', '/api/uplink', { payload: { email, node_handle: handle } })
const handshake = (email: string, more: object = {}) =>
  service.call('POST', '/api/nodes/handshake', { payload: { email, origin_domain: 'app.example.org', ...more } })

describe('GET /api/identity', () => {
  it('200: finds a node in any letter case and shows it as first registered, with the domain in ASCII', async () => {
    await uplink('Grace@Ｅxample.Org', 'grace-h')
    const answer = await identity(' gRACE@example.ORG ')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      found: true,
      email: 'Grace@example.org',
      node_handle: 'grace-h',
      status: 'PENDING_VERIFICATION',
      registered_at: '2026-03-10T12:00:00.000Z',
    })
  })

  it('200: says that it does not know an e-mail address', async () => {
    const answer = await identity('Nobody@example.org')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      found: false,
      email: 'Nobody@example.org',
      node_handle: null,
      status: null,
      registered_at: null,
    })
  })

  it('200: needs no token of a closed node', async () => {
    const { node_token: token } = (await activate(service, 'closed@example.org')).json()
    const headers = { authorization: `Bearer ${token}` }
    await service.app.inject({ url: '/api/node/privileges?email=closed@example.org', headers })
    expect((await identity('closed@example.org')).json()).toMatchObject({ found: true, status: 'GENESIS_NODE' })
  })

  it('200: keeps +tags and dots apart, and joins the two forms of a domain', async () => {
    await uplink('tag+one@bücher.example', '')
    expect((await identity('tag@bücher.example')).json().found).toBe(false)
    expect((await identity('t.ag+one@bücher.example')).json().found).toBe(false)
    expect((await identity('TAG+one@xn--bcher-kva.example')).json()).toMatchObject({
      found: true,
      email: 'tag+one@xn--bcher-kva.example',
    })
  })

  it('400: needs an e-mail address', async () => {
    const answer = await service.call('GET', '/api/identity')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: 'INVALID_REQUEST', errors: [{ pointer: '/email' }] })
  })

  it('S9: 400: says how a + is written in a query, when it arrived as a blank', async () => {
    const words = async (query: string) => (await service.call('GET', `/api/identity?${query}`)).json().errors
    expect(await words('email=ann+tag@example.org')).toEqual([
      { pointer: '/email', message: 'must be an e-mail address; a + in a query is written %2B' },
    ])
    expect(await words('email=ann')).toEqual([{ pointer: '/email', message: 'must be an e-mail address' }])
    const { errors } = (await subscribe('ann tag@example.org')).json()
    expect(errors).toEqual([{ pointer: '/email', message: 'must be an e-mail address' }])
  })

  const texts = BAD_EMAILS.filter((bad): bad is [string, string] => typeof bad[1] === 'string')
  it.each([...texts, ['NUL', 'ada\0@example.org']])('400: refuses the e-mail address %s', async (_, email) => {
    const answer = await identity(email)
    expect(answer.statusCode).toBe(400)
    expect(pointersOf(answer.json())).toEqual(['/email'])
  })

  it.each(['?email=a@b.org&email=c@d.org', '?email[]=a@b.org', '?email=%'])(
    '400: refuses the query %s',
    async (query) => {
      expect((await service.call('GET', `/api/identity${query}`)).statusCode).toBe(400)
    },
  )
})

describe('POST /api/subscribe', () => {
  it('200: makes a node with a handle of its own and mails a confirmation, once', async () => {
    const first = await subscribe('Sub@example.org')
    expect(first.statusCode).toBe(200)
    expect(first.json()).toEqual({ success: true, alreadySubscribed: false })
    expect((await subscribe('sub@EXAMPLE.org')).json()).toEqual({ success: true, alreadySubscribed: true })
    const found = (await identity('sub@example.org')).json()
    expect(found).toMatchObject({ found: true, email: 'Sub@example.org', status: 'SUBSCRIBED' })
    expect(found.node_handle).toMatch(GENERATED)
    const mails = await listQueuedMails(service)
    expect(mails.filter(({ to }) => to.toLowerCase() === 'sub@example.org')).toEqual([
      { kind: 'subscription', to: 'Sub@example.org', params: {} },
    ])
  })

  it('200: leaves a node as it is', async () => {
    await uplink('waits@example.org', 'waits')
    expect((await subscribe('waits@example.org')).json().alreadySubscribed).toBe(true)
    expect((await identity('waits@example.org')).json()).toMatchObject({
      node_handle: 'waits',
      status: 'PENDING_VERIFICATION',
    })
  })

  it('200: mails to the ASCII form of a domain', async () => {
    await subscribe('Ümit@bücher.example')
    expect((await listQueuedMails(service)).at(-1)?.to).toBe('Ümit@xn--bcher-kva.example')
  })

  it('200: ignores members that it does not know', async () => {
    const payload = { email: 'more@example.org', status: 'ACTIVE', node_handle: 'chosen', id: 1 }
    expect((await service.call('POST', '/api/subscribe', { payload })).json().success).toBe(true)
    const found = (await identity('more@example.org')).json()
    expect(found.status).toBe('SUBSCRIBED')
    expect(found.node_handle).toMatch(GENERATED)
  })

  itRefusesBadRequests(() => service, '/api/subscribe', {})
})

describe('POST /api/uplink', () => {
  it('200: registers a node that waits for its code', async () => {
    const answer = await uplink('up@example.org', 'Up_Link-1')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      success: true,
      alreadyExists: false,
      node_handle: 'Up_Link-1',
      status: 'PENDING_VERIFICATION',
    })
  })

  it.each(['', '   '])('200: makes a handle for the blank one %j', async (blank) => {
    const answer = await uplink(`blank${blank.length}@example.org`, blank)
    expect(answer.json().node_handle).toMatch(GENERATED)
  })

  it('200: answers the handle that a known node has, though the wanted one is free or taken', async () => {
    await uplink('known@example.org', 'known')
    for (const handle of ['another', 'up_link-1', '']) {
      expect((await uplink('KNOWN@example.org', handle)).json()).toEqual({
        success: true,
        alreadyExists: true,
        node_handle: 'known',
        status: 'PENDING_VERIFICATION',
      })
    }
  })

  it('S7: 200: a subscriber waits for a code from then on, under the chosen handle, which stays', async () => {
    await subscribe('lift@example.org')
    const { node_handle: generated } = (await identity('lift@example.org')).json()
    const lifted = { success: true, alreadyExists: true, status: 'PENDING_VERIFICATION' }
    expect((await uplink('lift@example.org', '')).json()).toEqual({ ...lifted, node_handle: generated })
    expect((await uplink('lift@example.org', 'lifted')).json()).toEqual({ ...lifted, node_handle: 'lifted' })
    expect((await uplink('lift@example.org', 'stolen')).json()).toEqual({ ...lifted, node_handle: 'lifted' })
    expect((await identity('lift@example.org')).json()).toMatchObject({
      node_handle: 'lifted',
      status: 'PENDING_VERIFICATION',
    })
  })

  it('S7: 409: a subscriber cannot choose a handle that another node has, and stays as it was', async () => {
    await uplink('holder@example.org', 'holders')
    await subscribe('wisher@example.org')
    const before = await readStored(service)
    expect((await uplink('wisher@example.org', 'HOLDERS')).json().error).toBe('HANDLE_TAKEN')
    expect(await readStored(service)).toEqual(before)
  })

  it('200: leaves an active node active', async () => {
    await activate(service, 'active@example.org')
    expect((await uplink('active@example.org', 'x-y-z')).json()).toMatchObject({
      alreadyExists: true,
      status: 'GENESIS_NODE',
    })
  })

  it('409: refuses a handle that another node has in another letter case', async () => {
    await uplink('first@example.org', 'Taken')
    const before = await readStored(service)
    const answer = await uplink('second@example.org', 'tAKEN')
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toBe('HANDLE_TAKEN')
    expect(await readStored(service)).toEqual(before)
  })

  it.each([undefined, null, 7, 'ab', '-abc', 'abc-', 'a  c', '\u0430bc', 'a'.repeat(41), 'x'.repeat(65), 'a\r\nb', {}])(
    '400: refuses the handle %j',
    async (handle) => {
      const before = await readStored(service)
      const payload = { email: 'handle@example.org', node_handle: handle }
      const answer = await service.call('POST', '/api/uplink', { payload })
      expect(answer.statusCode).toBe(400)
      expect(pointersOf(answer.json())).toEqual(['/node_handle'])
      expect(await readStored(service)).toEqual(before)
    },
  )

  itRefusesBadRequests(() => service, '/api/uplink', { node_handle: '' })
})

describe('POST /api/nodes/handshake', () => {
  it('201: registers a node and answers its first token', async () => {
    const answer = await handshake('shake@example.org')
    expect(answer.statusCode).toBe(201)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      node_token: expect.stringMatching(/^sh_[\w-]{43}$/),
      node_handle: expect.stringMatching(GENERATED),
      stage: 'INITIALIZED',
    })
    const row = await service.db.one(sql`
      SELECT status, origin_domain, proved FROM node JOIN node_token ON node_id = node.id
      WHERE email_key = 'shake@example.org'`)
    expect(row).toEqual({ status: 'PENDING_VERIFICATION', origin_domain: 'app.example.org', proved: false })
  })

  it('201: stores the token only as a hash', async () => {
    const { node_token: token } = (await handshake('hash@example.org')).json()
    const { hash } = await service.db.one<{ hash: Buffer }>(sql`
      SELECT token_hash AS hash FROM node_token ORDER BY id DESC LIMIT 1`)
    expect(hash).toEqual(service.secrets.hash('token', token))
  })

  it('201: a node that waits for its code gets another token and keeps its handle and origin', async () => {
    await handshake('again@example.org', { node_handle: 'again-1' })
    const answer = await handshake('again@example.org', { node_handle: 'again-2', origin_domain: 'evil.example' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().node_handle).toBe('again-1')
    const row = await service.db.one(sql`
      SELECT origin_domain, (SELECT count(*) FROM node_token WHERE node_id = node.id) AS tokens FROM node
      WHERE email_key = 'again@example.org'`)
    expect(row).toEqual({ origin_domain: 'app.example.org', tokens: 2 })
  })

  it('201: a subscriber waits for a code from then on', async () => {
    await subscribe('shaken@example.org')
    expect((await handshake('shaken@example.org')).statusCode).toBe(201)
    expect((await identity('shaken@example.org')).json().status).toBe('PENDING_VERIFICATION')
  })

  it('409: gives no token of an active node', async () => {
    await activate(service, 'busy@example.org')
    const before = await readStored(service)
    const answer = await handshake('busy@example.org')
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toBe('NODE_ALREADY_ACTIVE')
    expect(await readStored(service)).toEqual(before)
  })

  it('409: refuses a handle that another node has', async () => {
    await handshake('one@example.org', { node_handle: 'only-one' })
    const before = await readStored(service)
    const answer = await handshake('two@example.org', { node_handle: 'ONLY-one' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toBe('HANDLE_TAKEN')
    expect(await readStored(service)).toEqual(before)
  })

  it.each([undefined, null, 7, '', ' ', 'two words', 'a\r\nb', 'a\u0001b', 'a\u202eb', 'd'.repeat(254)])(
    '400: refuses the origin %j',
    async (origin) => {
      const before = await readStored(service)
      const answer = await handshake('origin@example.org', { origin_domain: origin })
      expect(answer.statusCode).toBe(400)
      expect(pointersOf(answer.json())).toEqual(['/origin_domain'])
      expect(await readStored(service)).toEqual(before)
    },
  )

  itRefusesBadRequests(() => service, '/api/nodes/handshake', { origin_domain: 'app.example.org' })
})

describe('budgets of a network address', () => {
  it.each([
    ['/api/subscribe', 'subscribe.address', {}],
    ['/api/uplink', 'uplink.address', { node_handle: '' }],
    ['/api/nodes/handshake', 'handshake.address', { origin_domain: 'app.example.org' }],
  ] as const)('429: %s refuses what goes beyond, and other addresses go on', async (url, name, rest) => {
    const strict = await startTestService({ limits: { ...DEFAULT_LIMITS, [name]: { count: 2, perSeconds: 600 } } })
    const send = (email: string, remoteAddress: string) =>
      strict.call('POST', url, { payload: { email, ...rest }, remoteAddress })
    expect((await send('a@example.org', '192.0.2.1')).statusCode).toBeLessThan(300)
    expect((await send('b@example.org', '192.0.2.1')).statusCode).toBeLessThan(300)
    const refused = await send('c@example.org', '192.0.2.1')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({ 'retry-after': '600', 'x-ratelimit-remaining': '0' })
    expect((await strict.db.query(sql`SELECT id FROM node`)).length).toBe(2)
    expect((await send('c@example.org', '192.0.2.2')).statusCode).toBeLessThan(300)
    await strict.stop()
  })

  it('F8: 429: a network address subscribes five times in any 24 hours, and others subscribe meanwhile', async () => {
    const plain = await startTestService()
    let asked = 0
    const send = async (remoteAddress = '192.0.2.1') =>
      (await plain.call('POST', '/api/subscribe', { payload: { email: `n${asked++}@example.org` }, remoteAddress }))
        .statusCode
    const inTurn = async (count: number) => {
      const statuses: number[] = []
      while (statuses.length < count) statuses.push(await send())
      return statuses
    }
    expect(await inTurn(6)).toEqual([200, 200, 200, 200, 200, 429])
    plain.clock.set('2026-03-11T11:59:59.000Z')
    expect(await send()).toBe(429)
    expect(await send('192.0.2.2')).toBe(200)
    plain.clock.set('2026-03-11T12:00:00.000Z')
    expect(await inTurn(6)).toEqual([200, 200, 200, 200, 200, 429])
    await plain.stop()
  })
})

describe('what strangers can do with mails', () => {
  it('F8: 200: every +tag subscribes, but one mailbox gets one confirmation', async () => {
    const before = (await listQueuedMails(service)).length
    for (const email of ['bo+1@gmail.com', 'b.o+2@gmail.com', 'bo@googlemail.com'])
      expect((await subscribe(email)).json()).toEqual({ success: true, alreadySubscribed: false })
    const mails = await listQueuedMails(service)
    expect(mails.slice(before)).toEqual([{ kind: 'subscription', to: 'bo+1@gmail.com', params: {} }])
  })

  it('F8: 200: subscriptions that use up their mails leave those of codes alone', async () => {
    const scarce = { count: 2, perSeconds: 86_400 }
    const spare = await startTestService({ limits: { ...limits, 'mail.other.all': scarce } })
    const subscribed = []
    for (const email of ['a@example.org', 'b@example.org', 'c@example.org'])
      subscribed.push((await spare.call('POST', '/api/subscribe', { payload: { email } })).statusCode)
    expect(subscribed).toEqual([200, 200, 429])
    expect((await activate(spare, 'newcomer@example.org')).statusCode).toBe(200)
    await spare.stop()
  })

  it('F8: uplink and handshake send no mail at all', async () => {
    const before = (await listQueuedMails(service)).length
    await uplink('quiet@example.org', '')
    await handshake('quieter@example.org')
    expect(await listQueuedMails(service)).toHaveLength(before)
  })
})
