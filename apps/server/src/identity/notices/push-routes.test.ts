import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { newPushBrowser } from '../../../test/push-browser.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Node } from '../node-store.ts'
import { computeVapidKey } from './push.ts'

const PATH = '/api/node/push'

let service: TestService
let node: Node
let headers: { authorization: string }
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  node = await addNode(service)
  headers = await bearerFor(service, node)
})

const subscribe = () => newPushBrowser({ origin: 'https://push.example' }).subscription
const add = (payload: object = subscribe(), whose = headers) => service.call('POST', PATH, { payload, headers: whose })
const list = async (whose = headers) => (await service.call('GET', PATH, { headers: whose })).json()

describe('GET /api/push/key', () => {
  it('200: the public key, and never the private one', async () => {
    const answer = await service.call('GET', '/api/push/key')
    const { publicKey, privateKey } = computeVapidKey(service.secrets)
    expect(answer.json()).toEqual({ public_key: publicKey })
    expect(answer.body).not.toContain(privateKey)
  })
})

describe('POST /api/node/push', () => {
  it('201: is listed with the host of its push service, without address and keys', async () => {
    const subscription = subscribe()
    const added = await add({ ...subscription, name: ' Phone ' })
    expect(added.statusCode).toBe(201)
    const device = { name: 'Phone', host: 'push.example', created_at: '2026-03-10T12:00:00.000Z', last_sent_at: null }
    expect(added.json()).toEqual({ id: expect.any(String), ...device })
    expect(await list()).toEqual({ devices: [added.json()], most: 10 })
    const [row] = await service.db.query<Record<string, unknown>>(
      sql`SELECT * FROM push_device WHERE node_id = ${node.id}`,
    )
    const seen = JSON.stringify([await list(), row]) + Object.values(row!).map(String).join()
    for (const secret of [subscription.endpoint, subscription.keys.p256dh, subscription.keys.auth])
      expect(seen).not.toContain(secret)
  })

  it('201: the same endpoint again updates name and keys; another node has it for itself', async () => {
    const subscription = subscribe()
    const first = (await add(subscription)).json()
    const again = (await add({ ...subscription, keys: subscribe().keys, name: 'Phone' })).json()
    expect([first.name, again]).toEqual(['Browser', { ...first, name: 'Phone' }])
    const other = await bearerFor(service, await addNode(service))
    expect((await add(subscription, other)).json().id).not.toBe(first.id)
    expect((await list()).devices).toHaveLength(1)
  })

  it('409: of twelve at once ten are taken, and one of the ten can still be updated', async () => {
    const subscriptions = Array.from({ length: 12 }, subscribe)
    const answers = await Promise.all(subscriptions.map((subscription) => add(subscription)))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.toSorted((a, b) => a - b)).toEqual([...Array(10).fill(201), 409, 409])
    expect(answers[codes.indexOf(409)]!.json().error).toBe('PUSH_LIMIT_REACHED')
    const known = subscriptions[codes.lastIndexOf(201)]!
    expect((await add({ ...known, name: 'Phone' })).statusCode).toBe(201)
    await service.call('DELETE', `${PATH}/${(await list()).devices[4].id}`, { headers })
    expect((await add()).statusCode).toBe(201)
    expect((await add()).statusCode).toBe(409)
  })

  it.each([
    ['/endpoint', { endpoint: 'http://push.example/a' }],
    ['/endpoint', { endpoint: 'https://127.0.0.1/a' }],
    ['/endpoint', { endpoint: 'http://localhost:8787/a' }],
    ['/endpoint', { endpoint: `https://push.example/${'a'.repeat(1024)}` }],
    ['/keys/p256dh', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'q83vEjRWeJCrze8SNFZ4kA' } }],
    ['/keys/p256dh', { keys: { p256dh: 'short', auth: 'q83vEjRWeJCrze8SNFZ4kA' } }],
    ['/keys/auth', { keys: { p256dh: subscribe().keys.p256dh, auth: 'short' } }],
    ['/name', { name: ' ' }],
    ['/name', { name: 'enohp\u202E' }],
  ])('400: names %s for %j', async (pointer, change) => {
    const refused = await add({ ...subscribe(), ...change })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toMatchObject([{ pointer }])
  })

  it('401: is for the owner, with a token given at activation', async () => {
    const unproved = await bearerFor(service, node, { proved: false })
    expect((await add(subscribe(), unproved)).statusCode).toBe(401)
    expect((await service.call('GET', PATH, { headers: unproved })).statusCode).toBe(401)
    expect((await service.call('DELETE', `${PATH}/1`, { headers: unproved })).statusCode).toBe(401)
  })
})

describe('DELETE /api/node/push/:id', () => {
  it('200: removes one’s own device; 404 for others, for ids that are none, and the second time', async () => {
    const { id } = (await add()).json()
    const other = await bearerFor(service, await addNode(service))
    const remove = (one: string, whose = headers) => service.call('DELETE', `${PATH}/${one}`, { headers: whose })
    const codes = [await remove(id, other), await remove('%00'), await remove(id), await remove(id)]
    expect(codes.map(({ statusCode }) => statusCode)).toEqual([404, 404, 200, 404])
    expect((await list()).devices).toEqual([])
  })
})

describe('a node', () => {
  it('exports its devices and its notices, and takes all of them along when it is erased', async () => {
    const device = (await add()).json()
    const notices = { mail: false, quiet: { from: '22:00', to: '07:00', time_zone: 'UTC' } }
    await service.call('PUT', '/api/node/notices', { headers, payload: notices })
    const exported = (await service.call('GET', '/api/node/export', { headers })).json()
    expect([exported.notice_devices, exported.notices]).toEqual([[device], notices])
    await service.db.query(sql`
      INSERT INTO outbox (channel, kind, device_id, payload, created_at, next_try_at)
      VALUES ('push', 'approval', ${device.id}, ${Buffer.alloc(1)}, ${service.now()}, ${service.now()})`)
    await service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
    const left = await service.db.query(sql`
      SELECT node_id FROM push_device WHERE node_id = ${node.id}
      UNION ALL SELECT node_id FROM notice_setting WHERE node_id = ${node.id}
      UNION ALL SELECT id FROM outbox WHERE device_id = ${device.id}`)
    expect(left).toEqual([])
  })
})
