import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import type { Database } from '../database/pool.ts'
import { toScript, sql } from '../database/sql.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Another process on the same database, whose transactions go as the test says, but for the first, which claims the key. */
function processWith(transaction: Database['transaction']): FastifyInstance {
  let hasClaimed = false
  const choose: Database['transaction'] = (work, options) => {
    if (hasClaimed) return transaction(work, options)
    hasClaimed = true
    return service.db.transaction(work, options)
  }
  return createTestApp({ ...service, db: { ...service.db, transaction: choose } })
}

/** A process that dies as soon as a transaction is committed: nothing after it is ever done. */
function dyingProcess(): { app: FastifyInstance; committed: Promise<void> } {
  const { promise: committed, resolve } = Promise.withResolvers<void>()
  const app = processWith(async (work, options) => {
    await service.db.transaction(work, options)
    resolve()
    return new Promise(() => undefined)
  })
  return { app, committed }
}

type Post = { url: string; payload: object; headers?: Record<string, string> }

function post(app: FastifyInstance, key: string, { url, payload, headers = {} }: Post) {
  return app.inject({ method: 'POST', url, payload, headers: { 'idempotency-key': key, ...headers } })
}

const count = async (table: 'invite' | 'entropy_entry' | 'outbox') =>
  (await service.db.query(toScript(`SELECT FROM ${table}`))).length
const admin = { 'x-admin-secret': 'the-admin-secret' }

describe('S1: a process that dies between the work and its answer', () => {
  it.each([
    ['invite', async () => ({ url: '/api/admin/invites', payload: { count: 1 }, headers: admin })],
    ['outbox', async () => ({ url: '/api/subscribe', payload: { email: 'new@example.org' } })],
    [
      'entropy_entry',
      async () => ({ url: '/api/node/entropy', payload: { email: (await addNode(service)).email, pesScore: 0.5 } }),
    ],
  ] as const)('S1: leaves the work done once and its answer kept (%s)', async (table, asked) => {
    const [call, key] = [await asked(), `a key of its own for ${table}`.replaceAll(' ', '-')]
    const before = await count(table)
    const { app, committed } = dyingProcess()
    void post(app, key, call).then(() => undefined)
    await committed
    const again = await post(service.app, key, call)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect([again.statusCode < 300, await count(table)]).toEqual([true, before + 1])
  })

  it('S1: counts a scan once, also when the process that takes over comes minutes later', async () => {
    const { email } = await addNode(service)
    const call = { url: '/api/motion/record', payload: { email } }
    const { app, committed } = dyingProcess()
    void post(app, 'a-key-for-one-scan-only', call).then(() => undefined)
    await committed
    service.clock.set('2026-03-10T12:02:00.000Z')
    expect((await post(service.app, 'a-key-for-one-scan-only', call)).json()).toMatchObject({ scan_count: 1 })
    expect((await post(service.app, 'a-key-for-another-scan', call)).json()).toMatchObject({ scan_count: 2 })
  })
})

it('S1: a process that hung until another did its work undoes its own', async () => {
  const call = { url: '/api/admin/invites', payload: { count: 1 }, headers: admin }
  const before = await count('invite')
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = processWith(async (work, options) => {
    begun.resolve()
    await goOn.promise
    return service.db.transaction(work, options)
  })
  const first = post(slow, 'a-key-that-two-have-held', call)
  await begun.promise
  service.clock.set('2026-03-10T12:10:00.000Z')
  expect((await post(service.app, 'a-key-that-two-have-held', call)).statusCode).toBe(201)
  goOn.resolve()
  expect((await first).json()).toMatchObject({ status: 409, error: 'REQUEST_IN_FLIGHT' })
  expect(await count('invite')).toBe(before + 1)
})

describe('S2: a kept answer', () => {
  const gain = (email: string, headers: Record<string, string>) => ({
    url: '/api/node/entropy',
    payload: { email, pesScore: 0.5 },
    headers,
  })

  it('S2: 401: is not repeated to a token that was revoked', async () => {
    const node = await addNode(service)
    const call = gain(node.email, await bearerFor(service, node))
    expect((await post(service.app, 'a-key-of-a-revoked-token', call)).statusCode).toBe(200)
    expect((await post(service.app, 'a-key-of-a-revoked-token', call)).headers['idempotency-replayed']).toBe('true')
    await service.db.query(sql`DELETE FROM node_token WHERE node_id = ${node.id}`)
    expect((await post(service.app, 'a-key-of-a-revoked-token', call)).statusCode).toBe(401)
  })

  it('S2: 401 with the token, 404 without one: is not repeated once the node is erased', async () => {
    const node = await addNode(service)
    const bare = gain(node.email, {})
    expect((await post(service.app, 'a-key-without-a-token', bare)).statusCode).toBe(200)
    const call = gain(node.email, await bearerFor(service, node))
    expect((await post(service.app, 'a-key-of-an-erased-node', call)).statusCode).toBe(200)
    const { headers } = call
    const erased = await service.call('POST', '/api/node/erase', { payload: { email: node.email }, headers })
    expect(erased.statusCode).toBe(200)
    expect((await post(service.app, 'a-key-of-an-erased-node', call)).statusCode).toBe(401)
    expect((await post(service.app, 'a-key-without-a-token', bare)).statusCode).toBe(404)
  })
})
