import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSecondProcess } from '../../../test/second-process.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { sql } from '../database/sql.ts'
import { claimKey } from './store.ts'

let service: TestService
let other: FastifyInstance
const KEY = '5f1c9f0e-6c0a-4b0e-9b0e-2f6f3a1d7c55'

beforeAll(async () => {
  service = await startTestService()
  other = openSecondProcess(service)
})
afterAll(async () => {
  await other.close()
  await service.stop()
})
beforeEach(async () => {
  service.clock.set('2026-03-10T12:00:00.000Z')
  await service.db.query(sql`DELETE FROM idempotent_answer`)
})

type Call = {
  key?: string
  body?: object
  headers?: Record<string, string>
  url?: string
  app?: FastifyInstance
  remoteAddress?: string
}

function makeInvites({
  key = KEY,
  body = { count: 1 },
  headers = {},
  url = '/api/admin/invites',
  app = service.app,
  remoteAddress = '127.0.0.1',
}: Call = {}) {
  return app.inject({
    method: 'POST',
    url,
    remoteAddress,
    payload: body,
    headers: { 'x-admin-secret': 'the-admin-secret', 'idempotency-key': key, ...headers },
  })
}

const countInvites = async () =>
  (await service.db.one<{ count: number }>(sql`SELECT count(*)::int AS count FROM invite`)).count

describe('a POST with an Idempotency-Key', () => {
  it('201: is done once; a repetition gets the same answer and says so', async () => {
    const before = await countInvites()
    const first = await makeInvites()
    const second = await makeInvites({ app: other })
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.body).toBe(first.body)
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    expect(second.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(await countInvites()).toBe(before + 1)
  })

  it('201: twenty at once in two processes do the work once', async () => {
    const before = await countInvites()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => makeInvites({ app: turn % 2 === 0 ? service.app : other })),
    )
    const done = answers.filter(({ statusCode }) => statusCode === 201)
    expect(new Set(done.map(({ body }) => body)).size).toBe(1)
    expect(answers.filter(({ statusCode }) => ![201, 409].includes(statusCode))).toEqual([])
    expect(await countInvites()).toBe(before + 1)
  })

  it('201: the order of names and blanks in a body do not make it another one; 422: another value does', async () => {
    await makeInvites({ body: { count: 2 } })
    expect((await makeInvites({ body: { count: 2 } })).statusCode).toBe(201)
    const reused = await makeInvites({ body: { count: 3 } })
    expect(reused.json()).toMatchObject({ status: 422, error: 'IDEMPOTENCY_KEY_REUSED' })
  })

  it.each([
    ['another key', { key: 'another-key-that-is-long' }],
    ['another token', { headers: { authorization: 'Bearer other' } }],
  ])('201: %s is another request', async (_, difference) => {
    const first = await makeInvites()
    const second = await makeInvites(difference)
    expect(second.statusCode).toBe(201)
    expect(second.body).not.toBe(first.body)
  })

  it('200: another path is another request', async () => {
    await makeInvites()
    const body = { code: 'SERVICE-AAAA-AAAA' }
    expect((await makeInvites({ url: '/api/invite/validate', body })).json()).toMatchObject({ valid: false })
  })

  it('201: a key that a stranger could guess counts only for the address it came from', async () => {
    const call = { key: '1', remoteAddress: '203.0.113.1' }
    const first = await makeInvites(call)
    expect((await makeInvites({ ...call, remoteAddress: '203.0.113.2' })).body).not.toBe(first.body)
    expect((await makeInvites(call)).body).toBe(first.body)
  })

  it('409: while the first is under way; 201: once its process must have died', async () => {
    const first = await makeInvites()
    expect(first.statusCode).toBe(201)
    await service.db.query(sql`UPDATE idempotent_answer SET status = NULL, sealed = NULL`)
    const inFlight = await makeInvites()
    expect(inFlight.json()).toMatchObject({ status: 409, error: 'REQUEST_IN_FLIGHT' })
    expect(inFlight.headers['retry-after']).toBe('1')
    service.clock.set('2026-03-10T12:00:59.000Z')
    expect((await makeInvites()).statusCode).toBe(409)
    service.clock.set('2026-03-10T12:01:00.000Z')
    const takenOver = await makeInvites()
    expect(takenOver.statusCode).toBe(201)
    expect(takenOver.headers).not.toHaveProperty('idempotency-replayed')
  })

  it('201: after a day the key is free again', async () => {
    const first = await makeInvites()
    service.clock.set('2026-03-11T11:59:59.000Z')
    expect((await makeInvites()).body).toBe(first.body)
    service.clock.set('2026-03-11T12:00:00.000Z')
    expect((await makeInvites({ body: { count: 2 } })).json().codes).toHaveLength(2)
  })

  it('201: a process whose clock is two days ahead repeats the answer, too', async () => {
    const first = await makeInvites()
    const ahead = () => new Date(service.now().getTime() + 2 * 86_400_000)
    const app = createTestApp({ ...service, now: ahead })
    const again = await makeInvites({ app })
    await app.close()
    expect([again.headers['idempotency-replayed'], again.body]).toEqual(['true', first.body])
  })

  it('404: a refusal is not kept, so the request can be tried again', async () => {
    const retry = { url: '/api/admin/outbox/7/retry' }
    expect((await makeInvites(retry)).statusCode).toBe(404)
    expect(await service.db.query(sql`SELECT 1 FROM idempotent_answer`)).toEqual([])
    expect((await makeInvites(retry)).headers).not.toHaveProperty('idempotency-replayed')
  })

  it('400: a refused body takes no key', async () => {
    expect((await makeInvites({ body: { count: 0 } })).statusCode).toBe(400)
    expect(await service.db.query(sql`SELECT 1 FROM idempotent_answer`)).toEqual([])
  })

  it.each(['', 'a b', 'ä', 'a'.repeat(256)])('400: refuses the key "%s"', async (key) => {
    expect((await makeInvites({ key })).json()).toMatchObject({ status: 400, error: 'INVALID_REQUEST' })
  })

  it('stores neither the key nor the answer in a form that the database alone can read', async () => {
    const { codes } = (await makeInvites()).json<{ codes: string[] }>()
    const [row] = await service.db.query<{ text: string }>(sql`SELECT a::text AS text FROM idempotent_answer a`)
    const stored = Buffer.from(JSON.stringify(row)).toString('latin1')
    for (const secret of [KEY, codes[0] ?? '']) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  it('keeps no answer of a process that another has replaced', async () => {
    const claim = { keyHash: Buffer.alloc(32, 1), requestHash: Buffer.alloc(32, 2), startedAt: service.now() }
    expect(await claimKey(service.db, claim)).toBe(true)
    expect(await claimKey(service.db, claim)).toBe(false)
    const later = { ...claim, startedAt: new Date(service.now().getTime() + 60_000) }
    expect(await claimKey(service.db, later)).toBe(true)
  })
})
