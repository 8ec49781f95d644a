import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { openSecondProcess } from '../../../test/second-process.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { deleteExpired } from '../../app/jobs/tidy.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Node } from '../node-store.ts'

const OWN = { 'sec-fetch-site': 'same-origin' }
const DAY_MS = 86_400_000

let service: TestService
let ada: Node
beforeAll(async () => {
  service = await startTestService()
  ada = await addNode(service, { email: 'ada@example.org', handle: 'ada-1' })
})
afterAll(() => service.stop())

const cookieIn = (answer: LightMyRequestResponse) => String(answer.headers['set-cookie'] ?? '')
const pairIn = (answer: LightMyRequestResponse) => cookieIn(answer).split(';')[0] ?? ''

const exchange = (bearer: { authorization: string }, headers: object = OWN, payload: object = {}) =>
  service.call('POST', '/api/session', { headers: { ...bearer, ...headers }, payload })

/** The Cookie header of a browser that has signed in, with what its pages send. */
async function signIn(node: Node = ada, deviceName = 'Chrome on Android') {
  const answer = await exchange(await bearerFor(service, node), OWN, { device_name: deviceName })
  return { cookie: pairIn(answer), ...OWN }
}

const list = (headers: object) => service.call('GET', '/api/node/tokens', { headers: { ...headers } })

describe('POST /api/session', () => {
  it('201: gives a cookie that no script reads in exchange for the token, which ends', async () => {
    const bearer = await bearerFor(service, ada)
    const answer = await exchange(bearer, OWN, { device_name: 'Firefox on Linux' })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { email: 'ada@example.org', node_handle: 'ada-1', device_name: 'Firefox on Linux' },
    ])
    expect(cookieIn(answer)).toMatch(
      /^stillhere-session=ss_[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect((await list(bearer)).statusCode).toBe(401)
    expect((await list({ cookie: pairIn(answer), ...OWN })).statusCode).toBe(200)
  })

  it('201: gives the same cookie to a page that asks again soon, and 401 later', async () => {
    const bearer = await bearerFor(service, ada)
    const first = pairIn(await exchange(bearer))
    expect(pairIn(await exchange(bearer))).toBe(first)
    service.clock.pass(300_001)
    expect((await exchange(bearer)).statusCode).toBe(401)
  })

  it('201: of eight that exchange one token at once, on two processes, all get one cookie of one session', async () => {
    const node = await addNode(service)
    const headers = { ...(await bearerFor(service, node)), ...OWN }
    const second = openSecondProcess(service)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        [service.app, second][index % 2]!.inject({ method: 'POST', url: '/api/session', headers, payload: {} }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map(pairIn)).size).toBe(1)
    const open = await service.db.query(sql`
      SELECT 1 FROM node_token WHERE node_id = ${node.id} AND device_name IS NOT NULL`)
    expect(open).toHaveLength(1)
    await second.close()
  })

  it('401: opens none for a token given before activation, for a session, and for nothing', async () => {
    const { cookie } = await signIn()
    const unproved = await bearerFor(service, ada, { proved: false })
    const asBearer = { authorization: `Bearer ${cookie.split('=')[1]}` }
    for (const headers of [unproved, asBearer, { authorization: 'Bearer x' }])
      expect((await exchange(headers)).statusCode).toBe(401)
    const withCookie = await service.call('POST', '/api/session', { headers: { cookie, ...OWN }, payload: {} })
    expect(withCookie.statusCode).toBe(401)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another origin, by a browser without Sec-Fetch-Site', { origin: 'https://evil.example' }],
    ['a program', {}],
  ])('403: gives no cookie to %s', async (_who, headers) => {
    const answer = await exchange(await bearerFor(service, ada), headers)
    expect([answer.statusCode, answer.json().error, cookieIn(answer)]).toEqual([403, 'CROSS_SITE_REQUEST', ''])
  })

  it('400: names a device name that is no line', async () => {
    const answer = await exchange(await bearerFor(service, ada), OWN, { device_name: 'a\nb' })
    expect([answer.statusCode, answer.json().errors]).toMatchObject([400, [{ pointer: '/device_name' }]])
  })

  it('keeps ten sessions of a node, and no session drives out the token of a program', async () => {
    const bob = await addNode(service)
    const program = await bearerFor(service, bob)
    const cookies = []
    for (let at = 0; at < 11; at++) cookies.push(await signIn(bob))
    expect((await list(cookies[0] ?? {})).statusCode).toBe(401)
    expect((await list(cookies[1] ?? {})).statusCode).toBe(200)
    expect((await list(program)).json().tokens).toHaveLength(11)
  })
})

describe('behind HTTPS', () => {
  it('is Secure, has the __Host- prefix, and no cookie of the plain name counts', async () => {
    const secure = await startTestService({ publicUrl: 'https://id.example.org' })
    const headers = { host: 'id.example.org', ...OWN }
    const bearer = await bearerFor(secure, await addNode(secure))
    const answer = await secure.call('POST', '/api/session', { headers: { ...headers, ...bearer }, payload: {} })
    expect(cookieIn(answer)).toMatch(/^__Host-stillhere-session=ss_.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    const statusWith = async (cookie: string) =>
      (await secure.call('GET', '/api/node/tokens', { headers: { ...headers, cookie } })).statusCode
    expect(await statusWith(pairIn(answer))).toBe(200)
    expect(await statusWith(pairIn(answer).replace('__Host-', ''))).toBe(401)
    await secure.stop()
  })
})

describe('a session cookie', () => {
  const rename = (headers: object) =>
    service.call('PATCH', '/api/node/handle', { headers: { ...headers }, payload: { node_handle: 'ada-1' } })

  it.each([
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }],
    ['Origin, where the browser sends no Sec-Fetch-Site', { origin: 'http://localhost:80' }],
  ])('200: counts for our own pages, known by %s', async (_by, headers) => {
    const { cookie } = await signIn()
    const answer = await rename({ cookie, host: 'localhost:80', ...headers })
    expect(answer.statusCode).toBe(200)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:9999' }],
    ['a foreign origin without Sec-Fetch-Site', { origin: 'https://evil.example' }],
    [
      'a foreign origin that claims to be the same',
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    ],
    ['an opaque origin', { origin: 'null' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['a browser that says nothing', {}],
  ])('403: changes nothing for %s', async (_who, headers) => {
    const { cookie } = await signIn()
    const answer = await rename({ cookie, ...headers })
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'CROSS_SITE_REQUEST'])
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['an allowed origin of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:9999' }],
  ])('401: reads nothing for %s', async (_who, headers) => {
    const { cookie } = await signIn()
    const answer = await list({ cookie, ...headers })
    expect([answer.statusCode, answer.headers['access-control-allow-credentials']]).toEqual([401, undefined])
    const who = await service.call('GET', '/api/session', { headers: { cookie, ...headers } })
    expect(who.json()).toEqual({ session: null })
  })

  it('does not count beside a token, which is what the caller means', async () => {
    const { cookie } = await signIn()
    const other = await addNode(service, { handle: 'other-9' })
    const answer = await service.call('GET', '/api/node/export', {
      headers: { cookie, ...OWN, ...(await bearerFor(service, other)) },
    })
    expect(answer.json().node.node_handle).toBe('other-9')
    expect((await list({ cookie, ...OWN, authorization: 'Bearer wrong' })).statusCode).toBe(401)
  })

  it('closes the node for calls without it from the beginning, and opens no other node', async () => {
    const carol = await addNode(service, { email: 'carol@example.org' })
    const headers = await signIn(carol)
    const look = (who: string, more: object) =>
      service.call('GET', `/api/node/privileges?email=${who}`, { headers: { ...more } })
    expect((await look('carol@example.org', headers)).statusCode).toBe(200)
    expect((await look('carol@example.org', {})).statusCode).toBe(401)
    expect((await look('ada@example.org', headers)).statusCode).toBe(401)
  })

  it('gives a kept answer to the browser that did the work, and to no other', async () => {
    const dora = await addNode(service)
    const post = async (headers: object) =>
      service.call('POST', '/api/node/passkeys/options', {
        headers: { ...headers, host: 'localhost', 'idempotency-key': 'the-very-same-key-1' },
      })
    const [first, again] = [await signIn(dora), await signIn(dora)]
    const answers = [await post(first), await post(first), await post(again)]
    const tokens = answers.map((one) => one.json().token)
    expect([tokens[1] === tokens[0], tokens[2] === tokens[0]]).toEqual([true, false])
  })
})

describe('GET and DELETE /api/session', () => {
  const who = (headers: object) => service.call('GET', '/api/session', { headers: { ...headers } })

  it('200: says who is signed in, and null to whoever is not', async () => {
    const headers = await signIn(ada, 'Safari on iPhone')
    expect((await who(headers)).json().session).toMatchObject({ node_handle: 'ada-1', device_name: 'Safari on iPhone' })
    expect((await who({})).json()).toEqual({ session: null })
  })

  it('200: says how many scans still count today', async () => {
    const gus = await addNode(service, { email: 'gus@example.org' })
    const headers = await signIn(gus)
    const payload = { email: 'gus@example.org' }
    expect((await who(headers)).json().session.scans_left).toBe(3)
    await service.call('POST', '/api/motion/record', { headers, payload })
    expect((await who(headers)).json().session.scans_left).toBe(2)
    service.clock.pass(DAY_MS)
    expect((await who(headers)).json().session.scans_left).toBe(3)
  })

  it('200: signs out, takes the cookie back, and says so again to whoever repeats it', async () => {
    const headers = await signIn()
    const leave = () => service.call('DELETE', '/api/session', { headers })
    const answer = await leave()
    expect([answer.statusCode, cookieIn(answer)]).toEqual([200, expect.stringContaining('=; Max-Age=0; Path=/')])
    expect((await list(headers)).statusCode).toBe(401)
    expect((await leave()).statusCode).toBe(200)
    expect(cookieIn(await who(headers))).toContain('Max-Age=0')
  })

  it('403: no other site signs anybody out', async () => {
    const { cookie } = await signIn()
    const foreign = { cookie, 'sec-fetch-site': 'cross-site' }
    expect((await service.call('DELETE', '/api/session', { headers: foreign })).statusCode).toBe(403)
    expect((await list({ cookie, ...OWN })).statusCode).toBe(200)
  })

  it('ends after 30 days, not before, and is then removed', async () => {
    const eve = await addNode(service)
    const headers = await signIn(eve)
    service.clock.pass(30 * DAY_MS - 1000)
    expect((await list(headers)).statusCode).toBe(200)
    service.clock.pass(1000)
    expect((await list(headers)).statusCode).toBe(401)
    expect((await who(headers)).json()).toEqual({ session: null })
    service.clock.pass(DAY_MS + 1)
    await deleteExpired(service)
    expect(await service.db.query(sql`SELECT id FROM node_token WHERE node_id = ${eve.id}`)).toEqual([])
  })
})

describe('devices', () => {
  it('200: are listed by name, renamed, and signed out one by one or all others at once', async () => {
    const finn = await addNode(service)
    const [phone, laptop] = [await signIn(finn, 'Phone'), await signIn(finn, 'Laptop')]
    const program = await bearerFor(service, finn)
    const rows = (await list(phone)).json().tokens
    expect(rows.map((row: Record<string, unknown>) => [row.device_name, row.current])).toEqual([
      [null, false],
      ['Laptop', false],
      ['Phone', true],
    ])
    const rename = (id: string) =>
      service.call('PATCH', `/api/node/tokens/${id}`, { headers: phone, payload: { device_name: ' Old laptop ' } })
    expect((await rename(rows[1].id)).statusCode).toBe(200)
    expect([(await rename(rows[0].id)).statusCode, (await rename('x')).statusCode]).toEqual([404, 404])
    expect((await list(laptop)).json().tokens[1].device_name).toBe('Old laptop')
    const ended = await service.call('DELETE', '/api/node/tokens', { headers: phone })
    expect(ended.json()).toEqual({ success: true, ended: 2 })
    const statuses = [await list(phone), await list(laptop), await list(program)].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([200, 401, 401])
  })

  it.each([
    ['all others', () => '/api/node/tokens'],
    ['each other', (id: string) => `/api/node/tokens/${id}`],
  ])('401: of two that sign out %s at once one stays signed in', async (_, path) => {
    for (let turn = 0; turn < 10; turn++) {
      const node = await addNode(service)
      const bearers = [await bearerFor(service, node), await bearerFor(service, node)] as const
      const ids = (await list(bearers[0])).json<{ tokens: { id: string }[] }>().tokens.map(({ id }) => id)
      const answers = await Promise.all(
        bearers.map((headers, nth) => service.call('DELETE', path(ids[nth] ?? ''), { headers })),
      )
      expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 401])
    }
  })

  it('404: nobody renames or signs out the browsers of others', async () => {
    const mine = await signIn()
    const [row] = (await list(await signIn(await addNode(service)))).json().tokens
    const path = `/api/node/tokens/${row.id}`
    const renamed = await service.call('PATCH', path, { headers: mine, payload: { device_name: 'x' } })
    expect([renamed.statusCode, (await service.call('DELETE', path, { headers: mine })).statusCode]).toEqual([404, 404])
  })
})
