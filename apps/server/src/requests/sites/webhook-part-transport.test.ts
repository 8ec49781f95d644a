import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { sendDue, type DeliverOptions } from '../../platform/outbox/deliver.ts'
import { createPost, type Post, type PostResult, type PostOptions } from '../../platform/outbox/post.ts'
import { CHANNELS } from '../../platform/outbox/rules.ts'
import {
  claimDue,
  cancelDelivery,
  listDeliveries,
  type LoggedDelivery,
  recordFailure,
} from '../../platform/outbox/store.ts'
import type { Service } from '../../platform/service.ts'
import { addSiteWithSecret, rotateSecretOfWebhook, setWebhook } from './routes.ts'
import { findSite } from './store.ts'
import { createWebhookTransport, queueEvent } from './webhooks.ts'

let service: TestService
let receiver: Receiver
let lines: string[] = []
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  lines = []
  // Receivers refuse what was signed long ago by their own clock.
  service.clock.set(new Date().toISOString())
  receiver = await startReceiver()
})
afterEach(async () => {
  for (const { siteId } of sites.splice(0)) await inTransaction((tx) => setWebhook(tx, service, { siteId, url: null }))
  await receiver.stop()
})

type Work<T> = Parameters<typeof service.db.transaction<T>>[0]
const inTransaction = <T>(work: Work<T>) => service.db.transaction(work)
type Registered = { siteId: number; siteKey: string; secret: string }
const sites: Registered[] = []

async function addSite(url = receiver.url): Promise<Registered> {
  const wanted = { name: 'Shop', origins: ['https://shop.example'], webhook_url: url }
  const { site, webhook_secret: secret = '' } = await inTransaction((tx) => addSiteWithSecret(tx, service, wanted))
  const found = await inTransaction((tx) => findSite(tx, site.site_key))
  const registered = { siteId: found!.id, siteKey: site.site_key, secret }
  sites.push(registered)
  return registered
}

const emit = (siteId: number, check = 'chk_1') =>
  inTransaction((tx) => queueEvent(tx, service, { siteId, type: 'check.passed', data: { check, status: 'passed' } }))
const sendAll = (options: PostOptions & { post?: Post; settings?: Partial<TestService['settings']> } = {}) => {
  const settings = { ...service.settings, ...options.settings }
  const post = options.post ?? createPost(settings, options)
  return deliver(service, post)
}
const deliver = (from: Service, post: Post, options: Partial<DeliverOptions> = {}) =>
  sendDue(from, createWebhookTransport(from, post), { log: (line) => lines.push(line), random: () => 0, ...options })
const deliveriesTo = ({ siteId }: Registered): Promise<LoggedDelivery[]> =>
  listDeliveries(service.db, { channel: 'webhook', siteId, limit: 500 })
const verify = (secret: string, index = 0) => {
  const { body, headers } = receiver.received[index]!
  return new Webhook(secret).verify(body.toString(), headers as Record<string, string>)
}

describe('an event', () => {
  it('comes signed as Standard Webhooks says, and thin; another secret does not fit', async () => {
    const site = await addSite()
    const id = await emit(site.siteId)
    await sendAll()
    expect(verify(site.secret)).toEqual({
      type: 'check.passed',
      timestamp: service.now().toISOString(),
      test: false,
      data: { check: 'chk_1', status: 'passed' },
    })
    const { headers, path } = receiver.received[0]!
    expect([path, headers['webhook-id'], headers['content-type']]).toEqual(['/stillhere', id, 'application/json'])
    expect(() => verify('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=')).toThrow('No matching')
    expect(await deliveriesTo(site)).toMatchObject([{ key: id, state: 'sent', attempts: 1, status: 204 }])
    await sendAll()
    expect(receiver.received).toHaveLength(1)
  })

  it('is signed by the earlier secret, too, until that one ends', async () => {
    const site = await addSite()
    const rotated = await inTransaction((tx) =>
      rotateSecretOfWebhook(tx, service, { siteId: site.siteId, overlapHours: 1 }),
    )
    await emit(site.siteId)
    await sendAll()
    for (const secret of [site.secret, rotated.webhook_secret]) expect(verify(secret)).toBeDefined()
    const later = await inTransaction((tx) =>
      rotateSecretOfWebhook(tx, service, { siteId: site.siteId, overlapHours: 0 }),
    )
    await emit(site.siteId)
    await sendAll()
    expect(verify(later.webhook_secret, 1)).toBeDefined()
    for (const secret of [site.secret, rotated.webhook_secret]) expect(() => verify(secret, 1)).toThrow('No matching')
  })

  it('does not exist when its transaction is rolled back, or without a webhook', async () => {
    const site = await addSite()
    const failed = inTransaction(async (tx) => {
      await queueEvent(tx, service, { siteId: site.siteId, type: 'check.passed', data: {} })
      throw new Error('something else went wrong')
    })
    await expect(failed).rejects.toThrow('something else')
    expect(await deliveriesTo(site)).toEqual([])
    await inTransaction((tx) => setWebhook(tx, service, { siteId: site.siteId, url: null }))
    expect(await emit(site.siteId)).toBeUndefined()
  })
})

describe('retries', () => {
  it('come nine times over a day with one id and one body, and no earlier', async () => {
    const site = await addSite()
    receiver.answer(() => ({ status: 500 }))
    await emit(site.siteId)
    const start = service.now().getTime()
    const tried: number[] = []
    for (let [row] = await deliveriesTo(site); row?.nextTryAt; [row] = await deliveriesTo(site)) {
      service.clock.set(new Date(row.nextTryAt.getTime() - 1).toISOString())
      await sendAll()
      expect(receiver.received).toHaveLength(tried.length)
      service.clock.pass(1)
      await sendAll()
      tried.push((service.now().getTime() - start) / 1000)
    }
    expect(tried).toEqual([0, 5, 65, 365, 2165, 9365, 23_765, 52_565, 88_565])
    expect(
      new Set(receiver.received.map(({ headers, body }) => JSON.stringify([headers['webhook-id'], body.toString()])))
        .size,
    ).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(9)
    const expected = { state: 'dead', attempts: 9, status: 500, problem: 'answered 500', nextTryAt: null }
    expect(await deliveriesTo(site)).toMatchObject([expected])
  })

  it('wait as long as a busy site asks', async () => {
    const site = await addSite()
    receiver.answer(() => ({ status: 503, headers: { 'retry-after': '90' } }))
    await emit(site.siteId)
    await sendAll()
    const [row] = await deliveriesTo(site)
    expect(row!.nextTryAt!.getTime() - service.now().getTime()).toBe(90_000)
  })

  it('follow a redirect nowhere, an answer that never comes, and a site that is away', async () => {
    const elsewhere = await startReceiver()
    const site = await addSite()
    const away = await addSite('http://127.0.0.1:1/')
    receiver.answer(() => ({ status: 307, headers: { location: elsewhere.url } }))
    for (const { siteId } of [site, away]) await emit(siteId)
    await sendAll()
    receiver.answer(() => 'never')
    const slow = await addSite()
    await emit(slow.siteId)
    await sendAll({ timeoutMs: 100 })
    const rows = await Promise.all([site, away, slow].map(deliveriesTo))
    const problems = ['answered 307', 'could not be reached (ECONNREFUSED)', 'no answer within 0.1 s']
    expect(rows.map(([row]) => row?.problem)).toEqual(problems)
    // The log names the event and the problem, and neither address nor secret nor body.
    expect(lines.toSorted()).toEqual(
      rows.map(([row]) => `webhook ${row?.key} (check.passed) was not sent: ${row?.problem}`).toSorted(),
    )
    expect(elsewhere.received).toEqual([])
    await elsewhere.stop()
  })
})

it('410 disables the webhook, and nothing more is sent until its address is set again', async () => {
  const site = await addSite()
  receiver.answer(({ body }) => ({ status: body.includes('chk_2') ? 410 : 500 }))
  await emit(site.siteId, 'chk_1')
  await sendAll()
  await emit(site.siteId, 'chk_2')
  await sendAll()
  const { webhook } = (await inTransaction((tx) => findSite(tx, site.siteKey)))!
  expect(webhook).toMatchObject({ disabledAt: service.now(), disabledReason: 'the address answered 410 Gone' })
  expect((await deliveriesTo(site)).map(({ problem }) => problem)).toEqual(['answered 410', 'the webhook is disabled'])
  expect(await emit(site.siteId)).toBeUndefined()
  await inTransaction((tx) => setWebhook(tx, service, { siteId: site.siteId, url: receiver.url }))
  receiver.answer(() => ({ status: 200 }))
  await emit(site.siteId)
  await sendAll()
  expect(verify(site.secret, 2)).toBeDefined()
})

describe('private addresses', () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const REFUSED = 'leads to a private address, which WEBHOOK_PRIVATE_ADDRESSES forbids'
  const problemsOf = async (site: Registered) => (await deliveriesTo(site)).map(({ problem }) => problem)

  it('are refused as the connection is made, also behind a name', async () => {
    const named = await addSite(`https://hooks.shop.example:${receiver.port}/`)
    const loopback = await addSite()
    for (const { siteId } of [named, loopback]) await emit(siteId)
    // An operator who sets PUBLIC_URL later serves others; the address that was fine before is not any more.
    await sendAll({ resolve, settings: { publicUrl: 'https://id.example' } })
    expect([await problemsOf(named), await problemsOf(loopback)]).toEqual([[REFUSED], [REFUSED]])
    expect(receiver.received).toEqual([])
  })

  it('are reached when the setting allows it', async () => {
    const site = await addSite(`http://hooks.localhost:${receiver.port}/`)
    await emit(site.siteId)
    await sendAll({ resolve, settings: { publicUrl: 'https://id.example', webhookPrivateAddresses: true } })
    expect(receiver.received).toHaveLength(1)
  })
})

describe('several processes', () => {
  it('send each event once', async () => {
    const site = await addSite()
    for (let one = 0; one < 40; one++) await emit(site.siteId, `chk_${one}`)
    const others = [1, 2].map(() => openDatabase({ connection: service.connection, now: service.now }))
    const post = createPost(service.settings)
    await Promise.all([service.db, ...others].map((db) => deliver({ ...service, db }, post)))
    await sendAll()
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(40)
    expect(receiver.received).toHaveLength(40)
    for (const db of others) await db.close()
  })

  it('send again, with the same id, what a process had sent and not noted when it died', async () => {
    const site = await addSite()
    await emit(site.siteId)
    const [sent, late] = [Promise.withResolvers<void>(), Promise.withResolvers<PostResult>()]
    const dying = new AbortController()
    const post: Post = async (letter) => {
      await createPost(service.settings)(letter)
      sent.resolve()
      return late.promise
    }
    const dead = deliver(service, post, { stopped: dying.signal })
    await sent.promise
    dying.abort()
    await sendAll()
    expect(receiver.received).toHaveLength(1)
    service.clock.pass(120_000)
    await sendAll()
    late.resolve({ outcome: 'answered', status: 204, retryAfter: undefined })
    await dead
    const [first, second] = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body.toString()])
    expect(second).toEqual(first)
    expect(await deliveriesTo(site)).toMatchObject([{ state: 'sent', attempts: 2 }])
  })
})

describe('claims', () => {
  const claim = () => inTransaction((tx) => claimDue(tx, { channel: 'webhook', now: tx.now, limit: 10 }))

  it('a site has four events under way at most, and sites take turns', async () => {
    const [slow, other] = [await addSite(), await addSite()]
    for (let one = 0; one < 12; one++) await emit(slow.siteId)
    for (let one = 0; one < 2; one++) await emit(other.siteId)
    const [a, b] = [slow.siteId, other.siteId]
    expect((await claim()).map(({ siteId }) => siteId)).toEqual([a, b, a, b, a, a])
    expect(await claim()).toEqual([])
    await emit(b)
    expect((await claim()).map(({ siteId }) => siteId)).toEqual([b])
  })

  it('who comes back after a claim lapsed cannot disturb the newer try', async () => {
    const site = await addSite()
    await emit(site.siteId)
    const [late] = await claim()
    service.clock.pass(CHANNELS.webhook.claimMs)
    const [newer] = await claim()
    await inTransaction(async (tx) => {
      await recordFailure(tx, late!, { status: 500, problem: 'late', nextTryAt: tx.now })
      await cancelDelivery(tx, late!, { status: 500, problem: 'late', now: tx.now })
    })
    expect(await deliveriesTo(site)).toMatchObject([{ state: 'sending', nextTryAt: newer!.lapsesAt, problem: '' }])
  })
})
