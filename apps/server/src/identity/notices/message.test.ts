import { createECDH } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { newPushBrowser, type PushBrowser, verifySender } from '../../../test/push-browser.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { sendDue } from '../../platform/outbox/deliver.ts'
import { createPost, type Post } from '../../platform/outbox/post.ts'
import type { Service } from '../../platform/service.ts'
import type { Node } from '../node-store.ts'
import { createPushTransport, encodeMessage, queueMessages } from './push.ts'

const LIFE_MS = 300_000
const TEXT = {
  title: 'Shop asks for your approval',
  body: 'You can approve or deny it until 12:05 UTC.',
  url: '/approve/apr_1',
}

let service: TestService
let push: Receiver
let node: Node
let headers: { authorization: string }
let lines: string[] = []
beforeAll(async () => {
  service = await startTestService({ webhookPrivateAddresses: true })
  // Push services refuse what was signed long ago by their own clock.
  service.clock.set(new Date().toISOString())
})
afterAll(() => service.stop())
beforeEach(async () => {
  lines = []
  push = await startReceiver()
  node = await addNode(service)
  headers = await bearerFor(service, node)
})
afterEach(async () => {
  await service.db.query(sql`DELETE FROM push_device`)
  await push.stop()
})

async function addBrowser(): Promise<PushBrowser> {
  const browser = newPushBrowser(push)
  const added = await service.call('POST', '/api/node/push', { headers, payload: browser.subscription })
  expect(added.statusCode, added.body).toBe(201)
  return browser
}
const queue = (lifeMs = LIFE_MS) =>
  service.db.transaction((tx) =>
    queueMessages(tx, service, { nodeId: node.id, text: TEXT, expiresAt: new Date(tx.now.getTime() + lifeMs) }),
  )
const send = (settings: Partial<TestService['settings']> = {}, timeoutMs = 10_000) => {
  const post = createPost({ ...service.settings, ...settings }, { timeoutMs })
  return deliver(service, post)
}
const deliver = (from: Service, post: Post) =>
  sendDue(from, createPushTransport(from, post), { log: (line) => lines.push(line), random: () => 0 })
const messages = () =>
  service.db.query<{ attempts: number; due: Date }>(
    sql`SELECT attempts, next_try_at AS due FROM outbox WHERE channel = 'push' ORDER BY id`,
  )
const devices = async () => (await service.call('GET', '/api/node/push', { headers })).json().devices

it('encrypts as the example of RFC 8291, section 5', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  const body = encodeMessage(keys, 'When I grow up, I want to be a watermelon', { sender, salt })
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

describe('a message', () => {
  it('comes signed by the key of the service (RFC 8292), and only its browser can read it (RFC 8291)', async () => {
    const browser = await addBrowser()
    expect(await queue()).toBe(1)
    await send()
    const [message] = push.received
    const { payload, publicKey } = await verifySender(message!)
    const seconds = Math.floor(service.now().getTime() / 1000)
    expect(payload).toEqual({ aud: push.origin, exp: seconds + 3600, sub: 'mailto:stillhere@localhost' })
    expect((await service.call('GET', '/api/push/key')).json()).toEqual({ public_key: publicKey })
    expect(browser.read(message!.body)).toEqual(TEXT)
    expect(() => newPushBrowser(push).read(message!.body)).toThrow()
    expect(message!.body.includes('Shop')).toBe(false)
    expect(message!.headers).toMatchObject({ ttl: '300', urgency: 'high', 'content-encoding': 'aes128gcm' })
    expect([await messages(), (await devices())[0].last_sent_at]).toEqual([[], service.now().toISOString()])
    await send()
    expect(push.received).toHaveLength(1)
  })

  it('goes to every device of its node, and to no other', async () => {
    const browsers = [await addBrowser(), await addBrowser()]
    const other = await bearerFor(service, await addNode(service))
    await service.call('POST', '/api/node/push', { headers: other, payload: newPushBrowser(push).subscription })
    await queue()
    await send()
    const paths = push.received.map(({ path }) => push.origin + path).toSorted()
    expect(paths).toEqual(browsers.map(({ subscription }) => subscription.endpoint).toSorted())
  })

  it('has PUBLIC_URL as contact, and as life what is left of it', async () => {
    await addBrowser()
    await queue()
    service.clock.pass(100_500)
    const settings = { ...service.settings, publicUrl: 'https://still.example' }
    await deliver({ ...service, settings }, createPost(service.settings))
    expect((await verifySender(push.received[0]!)).payload.sub).toBe('https://still.example')
    expect(push.received[0]!.headers['ttl']).toBe('199')
  })
})

describe('a push service that fails', () => {
  it('is tried again, later each time, until the message expires', async () => {
    const browser = await addBrowser()
    push.answer(() => ({ status: 503 }))
    await queue()
    const start = service.now().getTime()
    const tried: number[] = []
    for (let [row] = await messages(); row; [row] = await messages()) {
      service.clock.set(new Date(row.due.getTime() - 1).toISOString())
      await send()
      expect(push.received).toHaveLength(tried.length)
      service.clock.set(row.due.toISOString())
      await send()
      if (push.received.length > tried.length) tried.push((row.due.getTime() - start) / 1000)
    }
    expect(tried).toEqual([0, 5, 15, 35, 75, 135, 195, 255])
    expect(lines).toContainEqual(expect.stringMatching(/^push \d+ \(approval\) was not sent: answered 503$/))
    expect(lines.join()).not.toContain(browser.subscription.endpoint)
    expect(await devices()).toHaveLength(1)
  })

  it.each([404, 410])('%i: the device is removed, with all that waits for it', async (status) => {
    await addBrowser()
    push.answer(() => ({ status }))
    await queue()
    await send()
    expect([await devices(), await messages()]).toEqual([[], []])
  })

  it('410 to an old subscription leaves one that was made anew meanwhile', async () => {
    const { subscription } = await addBrowser()
    const keys = newPushBrowser(push).subscription.keys
    await queue()
    const post = async () => {
      await service.call('POST', '/api/node/push', { headers, payload: { ...subscription, keys } })
      return { outcome: 'answered', status: 410, retryAfter: undefined } as const
    }
    await deliver(service, post)
    expect(await devices()).toHaveLength(1)
  })

  it('does not lead elsewhere', async () => {
    await addBrowser()
    push.answer(({ path }) =>
      path === '/elsewhere' ? { status: 201 } : { status: 307, headers: { location: '/elsewhere' } },
    )
    await queue()
    await send()
    expect(push.received.map(({ path }) => path)).not.toContain('/elsewhere')
    expect([await messages(), await devices()]).toMatchObject([[], [{ last_sent_at: null }]])
  })

  it('is waited for, but not for ever', async () => {
    await addBrowser()
    push.answer(() => 'never')
    await queue()
    await send({}, 50)
    expect(lines[0]).toContain('no answer within 0.05 s')
    expect(await messages()).toMatchObject([{ attempts: 1 }])
  })

  it('is not looked for at a private address once the setting forbids it', async () => {
    await addBrowser()
    await queue()
    await send({ webhookPrivateAddresses: false, publicUrl: 'https://still.example' })
    expect(push.received).toEqual([])
    expect(lines[0]).toContain('private address')
  })
})

describe('processes', () => {
  it('send a message once between them', async () => {
    for (let i = 0; i < 10; i++) await addBrowser()
    for (let i = 0; i < 5; i++) await queue()
    const others = [1, 2, 3].map(() => openDatabase({ connection: service.connection, now: service.now }))
    await Promise.all([service.db, ...others].map((db) => deliver({ ...service, db }, createPost(service.settings))))
    await Promise.all(others.map((db) => db.close()))
    expect([push.received.length, lines]).toEqual([50, []])
  })
})

describe('a message that has expired', () => {
  it('is not sent, and deleted', async () => {
    await addBrowser()
    await queue(1000)
    await queue(1001)
    service.clock.pass(1000)
    await send()
    expect([push.received.length, await messages()]).toEqual([1, []])
  })
})
