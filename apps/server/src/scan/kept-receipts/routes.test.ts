import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { openSecondProcess } from '../../../test/second-process.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import type { Node } from '../../identity/node-store.ts'
import { sql } from '../../platform/database/sql.ts'

const PATH = '/api/kept-receipts'

let service: TestService
let second: FastifyInstance
let node: Node
let headers: { authorization: string }
beforeAll(async () => {
  service = await startTestService()
  second = openSecondProcess(service)
})
afterAll(async () => {
  await second.close()
  await service.stop()
})
beforeEach(async () => {
  node = await addNode(service)
  headers = await bearerFor(service, node)
})

const encrypted = (bytes = 64) => randomBytes(bytes).toString('base64url')
const keep = (ciphertext = encrypted(), whose = headers) =>
  service.call('POST', PATH, { payload: { ciphertext }, headers: whose })
const list = async () => (await service.call('GET', PATH, { headers })).json()
const look = (id: string) => service.call('GET', `${PATH}/${id}`)

/** Stores so many receipts of the node at once, without their budget. */
const fill = (count: number) =>
  service.db.query(sql`
    INSERT INTO kept_receipt (id, node_id, slot, ciphertext, created_at)
    SELECT substr(replace(gen_random_uuid()::text, '-', ''), 1, 22), ${node.id}, slot, ${randomBytes(29)}, ${service.now()}
    FROM generate_series(1, ${count}::int) AS slot`)

describe('POST /api/kept-receipts', () => {
  it('201: anybody reads the ciphertext by its id, pages of every origin too, and nobody finds it in a cache', async () => {
    const ciphertext = encrypted()
    const kept = (await keep(ciphertext)).json()
    expect(kept).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      bytes: 64,
      created_at: '2026-03-10T12:00:00.000Z',
    })
    expect(await list()).toEqual({ kept: [kept], most: 100 })
    const answer = await look(kept.id)
    expect(answer.json()).toEqual({ id: kept.id, ciphertext })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=0',
    })
  })

  it.each([
    ['too long', encrypted(32_769)],
    ['too short', encrypted(28)],
    ['no base64url', `${encrypted()}=+/`],
  ])('400: names /ciphertext that is %s', async (_, ciphertext) => {
    const refused = await keep(ciphertext)
    expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, '/ciphertext'])
  })

  it('201: takes as much as it says', async () => {
    expect((await keep(encrypted(32_768))).json().bytes).toBe(32_768)
  })

  it('409: of six at once in two processes the node keeps the two that fit, and a removed one makes room', async () => {
    await fill(98)
    const calls = [service.app, second].flatMap((app) =>
      [1, 2, 3].map(() => app.inject({ method: 'POST', url: PATH, headers, payload: { ciphertext: encrypted() } })),
    )
    const answers = await Promise.all(calls)
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409, 409])
    expect(answers[codes.indexOf(409)]!.json().error).toBe('KEPT_RECEIPTS_LIMIT_REACHED')
    const { kept } = await list()
    expect(kept).toHaveLength(100)
    await service.call('DELETE', `${PATH}/${kept[0].id}`, { headers })
    expect((await keep()).statusCode).toBe(201)
  })

  it('201: sent twice with one Idempotency-Key, in two processes, it is kept once', async () => {
    const call = { method: 'POST', url: PATH, payload: { ciphertext: encrypted() } } as const
    const once = { ...headers, 'idempotency-key': 'one-receipt' }
    const first = await service.app.inject({ ...call, headers: once })
    const again = await second.inject({ ...call, headers: once })
    expect(again.json()).toEqual(first.json())
    expect((await list()).kept).toHaveLength(1)
  })

  it('401: is for the owner of a node, with a token given at activation', async () => {
    const unproved = await bearerFor(service, node, { proved: false })
    expect((await keep(encrypted(), unproved)).statusCode).toBe(401)
    expect((await service.call('POST', PATH, { payload: { ciphertext: encrypted() } })).statusCode).toBe(401)
  })

  it('429: a node gives only so many an hour', async () => {
    const limited = await startTestService({
      limits: { ...service.settings.limits, 'kept.node': { count: 1, perSeconds: 3600 } },
    })
    const whose = await bearerFor(limited, await addNode(limited))
    const give = () => limited.call('POST', PATH, { payload: { ciphertext: encrypted() }, headers: whose })
    expect([(await give()).statusCode, (await give()).statusCode]).toEqual([201, 429])
    await limited.stop()
  })
})

describe('DELETE /api/kept-receipts/:id', () => {
  it('200: only its owner removes it; from then on it is 404, as every id that names nothing', async () => {
    const { id } = (await keep()).json()
    const other = await bearerFor(service, await addNode(service))
    const remove = (one: string, whose = headers) => service.call('DELETE', `${PATH}/${one}`, { headers: whose })
    const codes = [await remove(id, other), await look(id), await remove('%00'), await remove(id), await remove(id)]
    expect(codes.map(({ statusCode }) => statusCode)).toEqual([404, 200, 404, 200, 404])
    expect([(await look(id)).statusCode, (await look('%00')).statusCode]).toEqual([404, 404])
  })
})

describe('a node', () => {
  it('exports what it keeps, and takes it along when it is erased', async () => {
    const ciphertext = encrypted()
    const { id, created_at } = (await keep(ciphertext)).json()
    const exported = (await service.call('GET', '/api/node/export', { headers })).json()
    expect(exported.kept_receipts).toEqual([{ id, ciphertext, created_at }])
    await service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
    expect((await look(id)).statusCode).toBe(404)
  })
})
