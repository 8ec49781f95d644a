import type { Site, WebhookDelivery } from '@stillhere/contract'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from '../../../test/contents.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { issue } from '../../../test/receipts.ts'
import { pointersOf } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { deleteExpired } from '../../app/jobs/tidy.ts'
import { sendDue } from '../../platform/outbox/deliver.ts'
import type { PostRequest } from '../../platform/outbox/post.ts'
import { createWebhookTransport } from './webhooks.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ publicUrl: 'https://id.example' })
})
afterAll(() => service.stop())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const HEADERS = { 'x-admin-secret': 'the-admin-secret', host: 'id.example' }
const asAdmin = (method: Method, path: string, more: Partial<InjectOptions> = {}) =>
  service.call(method, `/api/admin/${path}`, { ...more, headers: HEADERS })
const URL = 'https://hooks.shop.example/in'
type Made = { site: Site; webhook_secret: string }
let count = 0
const newOrigin = () => `https://shop-${++count}.example`
const register = async (origins = [newOrigin()], addresses: object = { webhook_url: URL }): Promise<Made> =>
  (await asAdmin('POST', 'sites', { payload: { name: 'Shop', origins, ...addresses } })).json()
const change = (key: string, payload: object) => asAdmin('PATCH', `sites/${key}`, { payload })
const deliveriesTo = async (key: string): Promise<WebhookDelivery[]> =>
  (await asAdmin('GET', `webhooks?site_key=${key}`)).json().deliveries

type Letter = { headers: Record<string, string>; body: string }

/** Takes what is due instead of the sites, and returns it. */
async function sendTo(key: string, status = 200): Promise<Letter[]> {
  const letters: Letter[] = []
  const post = async ({ headers, body }: PostRequest) => {
    letters.push({ headers, body: body.toString() })
    return { outcome: 'answered' as const, status, retryAfter: undefined }
  }
  await sendDue(service, createWebhookTransport(service, post), { log: () => {} })
  const ids = (await deliveriesTo(key)).map(({ id }) => id)
  return letters.filter(({ headers }) => ids.includes(headers['webhook-id'] ?? ''))
}

describe('the webhook of a site', () => {
  it('201: its secret is shown once, and stands in no list, no later answer and no table', async () => {
    const { site, webhook_secret: secret } = await register()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(site.webhook).toMatchObject({ url: URL, secret_hint: secret.slice(-4), disabled_at: null })
    await asAdmin('POST', `sites/${site.site_key}/webhook-test`)
    const later = await Promise.all([
      change(site.site_key, { webhook_url: `${URL}/2` }),
      asAdmin('GET', 'sites'),
      asAdmin('GET', 'webhooks'),
    ])
    const texts = [...later.map(({ body }) => body), ...Object.values(await contentsOf(service.db))].join('')
    expect(texts).toContain(`${URL}/2`)
    expect(texts).not.toContain(secret)
    expect(texts).not.toContain(Buffer.from(secret).toString('hex'))
  })

  it('200: set later it has a secret, and removed it has none: the next is another', async () => {
    const { site } = await register([newOrigin()], {})
    expect(site.webhook).toBeNull()
    const set = await change(site.site_key, { webhook_url: URL })
    expect([set.statusCode, set.headers['cache-control']]).toEqual([200, 'no-store'])
    const { webhook_secret: first } = set.json()
    expect((await change(site.site_key, { name: 'Other' })).json()).not.toHaveProperty('webhook_secret')
    expect((await change(site.site_key, { webhook_url: null })).json().webhook).toBeNull()
    expect((await contentsOf(service.db))['site_webhook_secret']).not.toContain(first.slice(-4))
    expect((await change(site.site_key, { webhook_url: URL })).json().webhook_secret).not.toBe(first)
  })

  it.each(['http://shop.example/', 'https://localhost/', 'https://10.0.0.1/', 'x'])('400: names %s', async (url) => {
    const answers = [
      await asAdmin('POST', 'sites', { payload: { name: 'S', origins: [newOrigin()], webhook_url: url } }),
      await change((await register()).site.site_key, { webhook_url: url }),
    ]
    for (const answer of answers)
      expect([answer.statusCode, pointersOf(answer.json())]).toEqual([400, ['/webhook_url']])
  })
})

describe('POST /api/admin/sites/:site_key/webhook-secret', () => {
  const rotate = (key: string, payload?: object) =>
    asAdmin('POST', `sites/${key}/webhook-secret`, payload ? { payload } : {})

  it('201: a new secret, and until when the earlier one signs, which is then removed', async () => {
    service.clock.set('2026-03-10T12:00:00Z')
    const { site, webhook_secret: first } = await register()
    const answer = await rotate(site.site_key)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store'])
    const { webhook, webhook_secret: second } = answer.json()
    expect(second).not.toBe(first)
    expect(webhook).toMatchObject({ secret_hint: second.slice(-4), earlier_secret_until: '2026-03-11T12:00:00.000Z' })
    service.clock.set('2026-03-11T12:00:00Z')
    await deleteExpired(service)
    expect((await contentsOf(service.db))['site_webhook_secret']).not.toContain(first.slice(-4))
    expect((await rotate(site.site_key, { overlap_hours: 0 })).json().webhook.earlier_secret_until).toBeNull()
  })

  it('of many at once, each is answered and one is current', async () => {
    const { site } = await register()
    const answers = await Promise.all(Array.from({ length: 5 }, () => rotate(site.site_key)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(201))
  })

  it('400: hours out of bounds; 404: no site, or none with a webhook', async () => {
    const { site } = await register()
    expect((await rotate(site.site_key, { overlap_hours: 169 })).statusCode).toBe(400)
    const { site: bare } = await register([newOrigin()], {})
    for (const key of [bare.site_key, `site_${'A'.repeat(22)}`, '%00']) expect((await rotate(key)).statusCode).toBe(404)
  })
})

describe('deliveries', () => {
  const test = (key: string) => asAdmin('POST', `sites/${key}/webhook-test`)
  const replay = (id: string) => asAdmin('POST', `webhooks/${id}/replay`)

  it('201: a test event is sent; 200: again with the same id and body', async () => {
    const { site } = await register()
    const made = await test(site.site_key)
    expect([made.statusCode, made.json()]).toMatchObject([201, { type: 'webhook.test', state: 'waiting', attempts: 0 }])
    const [first] = await sendTo(site.site_key)
    expect(JSON.parse(first!.body)).toMatchObject({ type: 'webhook.test', data: { site_key: site.site_key } })
    expect(await deliveriesTo(site.site_key)).toMatchObject([{ state: 'sent', last_status: 200, attempts: 1 }])
    expect(await sendTo(site.site_key)).toEqual([])
    const again = await replay(made.json().id)
    expect([again.statusCode, again.json()]).toMatchObject([200, { state: 'waiting', sent_at: null }])
    const [second] = await sendTo(site.site_key)
    expect([second!.body, second!.headers['webhook-id']]).toEqual([first!.body, first!.headers['webhook-id']])
  })

  it('409: neither test nor replay while the webhook is disabled; 404: without one', async () => {
    const { site } = await register()
    const { id } = (await test(site.site_key)).json()
    await sendTo(site.site_key, 410)
    for (const answer of [await test(site.site_key), await replay(id)])
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'WEBHOOK_DISABLED'])
    const { webhook } = (await change(site.site_key, { webhook_url: URL })).json()
    expect(webhook).toMatchObject({ disabled_at: null, disabled_reason: null })
    expect((await replay(id)).statusCode).toBe(200)
    await change(site.site_key, { webhook_url: null })
    for (const answer of [await test(site.site_key), await replay(id), await replay('%00')])
      expect(answer.statusCode).toBe(404)
  })

  it('200: the newest first, page by page, of one site or of all; they are forgotten after 30 days', async () => {
    service.clock.set('2026-03-12T12:00:00Z')
    const [one, other] = [(await register()).site.site_key, (await register()).site.site_key]
    const ids = []
    for (const key of [one, other, one, one]) ids.unshift((await test(key)).json().id)
    const idsIn = (answer: { deliveries: WebhookDelivery[] }) => answer.deliveries.map(({ id }) => id)
    expect(idsIn((await asAdmin('GET', 'webhooks?limit=4')).json())).toEqual(ids)
    const first = (await asAdmin('GET', `webhooks?site_key=${one}&limit=2`)).json()
    const second = (await asAdmin('GET', `webhooks?site_key=${one}&limit=2&cursor=${first.nextCursor}`)).json()
    expect([...idsIn(first), ...idsIn(second)]).toEqual([ids[0], ids[1], ids[3]])
    for (const query of ['cursor=x', 'limit=0', `site_key=${other}&cursor=${first.nextCursor}`])
      expect((await asAdmin('GET', `webhooks?${query}`)).statusCode).toBe(400)
    await sendTo(one)
    service.clock.set('2026-04-11T12:00:00Z')
    await deleteExpired(service)
    expect(await deliveriesTo(one)).toHaveLength(3)
    service.clock.pass(1)
    await deleteExpired(service)
    expect(await deliveriesTo(one)).toEqual([])
  })
})

describe('what sites are told of', () => {
  const revoke = (id: string) => asAdmin('POST', `receipts/${id}/revoke`, { payload: { reason: 'private words' } })

  it('receipt.revoked: once, to the sites of the audience and no other', async () => {
    const origin = newOrigin()
    const [shop, tests, stranger] = [await register([newOrigin(), origin]), await register([origin]), await register()]
    const { receiptId, subject } = await issue(service, { audience: origin })
    await Promise.all([revoke(receiptId), revoke(receiptId)])
    const [letter, ...rest] = await sendTo(shop.site.site_key)
    expect(JSON.parse(letter!.body)).toEqual({
      type: 'receipt.revoked',
      timestamp: service.now().toISOString(),
      test: false,
      data: { receipt_id: receiptId, subject: subject.id, revoked_at: service.now().toISOString() },
    })
    expect([rest, (await deliveriesTo(tests.site.site_key)).length]).toEqual([[], 1])
    expect(await deliveriesTo(stranger.site.site_key)).toEqual([])
  })

  it('node.erased: to the sites that have receipts of the node, with the names that each of them knows', async () => {
    const [mine, theirs] = [newOrigin(), newOrigin()]
    const [shop, other, stranger] = [await register([mine]), await register([theirs]), await register()]
    const node = await addNode(service)
    const known = []
    for (const audience of [mine, theirs, mine])
      known.push((await issue(service, { audience, nodeId: node.id, userId: `node-${node.id}` })).subject.id)
    const headers = { ...(await bearerFor(service, node)), host: 'id.example' }
    await service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
    const [letter] = await sendTo(shop.site.site_key)
    expect(JSON.parse(letter!.body)).toMatchObject({ type: 'node.erased', data: { subjects: [known[0]] } })
    expect(letter!.body).not.toContain(known[1])
    const counts = await Promise.all([other, stranger].map(({ site }) => deliveriesTo(site.site_key)))
    expect(counts.map(({ length }) => length)).toEqual([1, 0])
  })
})
