import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  answer,
  type Behavior,
  breaksOff,
  hangUp,
  neverEnds,
  type OddServer,
  oddServer,
  page,
  problem,
  saysNothing,
  stalls,
} from '../../test/odd-server.ts'
import { type ClientOptions, createClient, NetworkError, pages, TimeoutError } from './index.ts'

// Many connections are opened, and megabytes sent; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 30_000 })

const COUNTS = { total: 3, humans: 2, agents: 1, genesis_nodes: 2 }
const GRACE = { email: 'grace@example.org', origin_domain: 'app.example.org' }
const WELCOME = { node_token: 'sh_x', node_handle: 'x', stage: 'INITIALIZED' }
let server: OddServer
let slept: number[] = []

afterEach(async () => {
  slept = []
  await server.stop()
})

// Time passes only where the client sleeps, and luck is always one half.
async function clientOf(behaviors: Behavior[], options: Partial<ClientOptions> = {}) {
  server = await oddServer(...behaviors)
  const sleep = async (ms: number) => void slept.push(ms)
  const now = () => slept.reduce((sum, ms) => sum + ms, 0)
  return createClient({ baseUrl: server.baseUrl, runtime: { sleep, now, random: () => 0.5 }, ...options })
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error,
  )

describe('answers', () => {
  it('are given as they came', async () => {
    const client = await clientOf([answer(200, COUNTS)])
    expect(await client.getNodeCount()).toEqual(COUNTS)
    expect(server.seen).toMatchObject([{ method: 'GET', url: '/api/nodes/count', body: '' }])
    expect(server.seen[0]?.headers).not.toHaveProperty('idempotency-key')
    expect(server.seen[0]?.headers).not.toHaveProperty('content-type')
  })

  it('are found behind a proxy that adds a path', async () => {
    const client = await clientOf([answer(200, COUNTS)])
    await createClient({ baseUrl: `${server.baseUrl}/identity/` }).getNodeCount()
    await client.listTokens({}, { token: 'sh_other' })
    expect(server.seen.map(({ url }) => url)).toEqual(['/identity/api/nodes/count', '/api/node/tokens'])
    expect(server.seen[1]?.headers.authorization).toBe('Bearer sh_other')
  })

  it('may come before the work is done, if asked', async () => {
    const client = await clientOf([answer(202, { run_id: 'r' })], { adminSecret: 'a-secret' })
    await client.runCalibration({ target_fars: [0.1] }, { respondAsync: true })
    expect(server.seen[0]).toMatchObject({
      headers: { prefer: 'respond-async', 'x-admin-secret': 'a-secret', 'content-type': 'application/json' },
      body: '{"target_fars":[0.1]}',
    })
  })
})

describe('problems', () => {
  it('carry what the service said', async () => {
    const errors = [{ pointer: '/email', message: 'must be an e-mail address' }, { pointer: 7 }, null]
    const said = {
      title: 'Bad Request',
      detail: '/email must be …',
      error: 'INVALID_REQUEST',
      errors,
      other_ways: ['passkey', 7],
    }
    const client = await clientOf([answer(400, said, { 'x-request-id': 'req-1' })])
    expect(await failureOf(client.subscribe({ email: 'x' }))).toMatchObject({
      name: 'ProblemError',
      kind: 'problem',
      message: 'subscribe: 400 INVALID_REQUEST: /email must be …',
      call: 'subscribe',
      status: 400,
      code: 'INVALID_REQUEST',
      title: 'Bad Request',
      detail: '/email must be …',
      errors: [errors[0]],
      otherWays: ['passkey'],
      retryAfterMs: undefined,
      requestId: 'req-1',
      attempts: 1,
    })
  })

  it.each<[string, Behavior]>([
    ['a page of a proxy', page(404, '<h1>Not here</h1>')],
    ['nothing', (response) => response.writeHead(404).end()],
    ['null', answer(404, null)],
    ['a list', answer(404, [1])],
    ['members of wrong types', answer(404, { error: 7, title: null, detail: {}, errors: 'x' })],
  ])('are made of the status where the body is %s', async (_, behavior) => {
    const client = await clientOf([behavior])
    const known = { status: 404, code: 'UNEXPECTED_ANSWER', title: 'Not Found', detail: 'Not Found', errors: [] }
    expect(await failureOf(client.getNodeCount())).toMatchObject(known)
  })
})

describe('strange answers', () => {
  it.each<[string, Behavior]>([
    ['a page', page(200, '<h1>Sign in to this network</h1>')],
    ['nothing', (response) => response.writeHead(204).end()],
    ['half of one', (response) => response.writeHead(200).end('{"total":')],
  ])('are told from real ones: %s', async (_, behavior) => {
    const client = await clientOf([behavior])
    expect(await failureOf(client.getNodeCount())).toMatchObject({ kind: 'answer', name: 'AnswerError' })
    expect(server.seen).toHaveLength(1)
  })

  it('without end are given up before they fill the memory, and not asked for again', async () => {
    const client = await clientOf([neverEnds])
    expect(await failureOf(client.getNodeCount())).toMatchObject({
      kind: 'answer',
      message: 'getNodeCount: the answer is longer than 16777216 bytes',
    })
    expect(server.seen).toHaveLength(1)
  })

  it('leave the prototypes of the page alone', async () => {
    const poison = (response: ServerResponse, status: number) =>
      response
        .writeHead(status)
        .end('{"__proto__":{"poisoned":1,"title":"x","errors":[]},"constructor":{"prototype":{}}}')
    const client = await clientOf([(response) => poison(response, 200), (response) => poison(response, 400)])
    await client.getNodeCount()
    expect(await failureOf(client.getNodeCount())).toMatchObject({ code: 'UNEXPECTED_ANSWER', title: 'Bad Request' })
    expect({}).not.toHaveProperty('poisoned')
  })

  it('keep characters whole that arrive in parts', async () => {
    const client = await clientOf([
      (response) => {
        const bytes = Buffer.from('{"total":"ö🙂"}')
        response.writeHead(200, { 'content-type': 'application/json' })
        for (const byte of bytes) response.write(Buffer.of(byte))
        response.end()
      },
    ])
    expect(await client.getNodeCount()).toEqual({ total: 'ö🙂' })
  })

  it('never lead secrets elsewhere: a redirect is not followed', async () => {
    const client = await clientOf([answer(307, {}, { location: 'https://evil.example/' })], { adminSecret: 'a-secret' })
    expect(String(await failureOf(client.listInvites()))).toContain('sends us to https://evil.example/')
    expect(server.seen).toHaveLength(1)
  })
})

describe('tries', () => {
  it.each<[string, Behavior]>([
    ['the connection breaks', hangUp],
    ['the answer breaks off', breaksOff],
    ['a proxy finds nobody', page(502, 'Bad Gateway')],
    ['the service is overloaded', problem(503, 'SERVICE_UNAVAILABLE')],
  ])('go on when %s', async (_, behavior) => {
    const client = await clientOf([behavior, behavior, answer(200, COUNTS)])
    expect(await client.getNodeCount()).toEqual(COUNTS)
    expect(slept).toEqual([125, 250])
  })

  it('send the same POST under the same key, and another POST under another', async () => {
    const client = await clientOf([hangUp, problem(503, 'SERVICE_UNAVAILABLE'), answer(201, WELCOME)])
    await client.handshake(GRACE)
    await client.handshake(GRACE)
    const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 3])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(server.seen.map(({ body }) => body))).toEqual(new Set([JSON.stringify(GRACE)]))
  })

  it('use one token, though its source has another by then', async () => {
    let asked = 0
    const client = await clientOf([hangUp, answer(200, {})], { token: async () => `sh_${++asked}` })
    await client.recordMotion({ email: GRACE.email })
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer sh_1', 'Bearer sh_1'])
  })

  it('wait for the first one that is under way', async () => {
    const underWay = problem(409, 'REQUEST_IN_FLIGHT', { 'retry-after': '1' })
    const client = await clientOf([hangUp, ...Array(6).fill(underWay), answer(201, WELCOME)], { retries: 1 })
    expect(await client.handshake(GRACE)).toEqual(WELCOME)
    expect(slept).toEqual([125, ...Array(6).fill(1125)])
  })

  it('do not count such a wait as a failure', async () => {
    const underWay = problem(409, 'REQUEST_IN_FLIGHT', { 'retry-after': '1' })
    const client = await clientOf([underWay, underWay, hangUp, answer(201, WELCOME)], { retries: 1 })
    expect(await client.handshake(GRACE)).toEqual(WELCOME)
  })

  it('do not wait for it longer than the call may take', async () => {
    const client = await clientOf([problem(409, 'REQUEST_IN_FLIGHT', { 'retry-after': '1' })])
    expect(await failureOf(client.handshake(GRACE))).toMatchObject({ code: 'REQUEST_IN_FLIGHT', attempts: 27 })
  })

  it('wait as long as Retry-After says', async () => {
    const client = await clientOf([problem(429, 'TOO_MANY_REQUESTS', { 'retry-after': '7' }), answer(200, COUNTS)])
    await client.getNodeCount()
    expect(slept).toEqual([7125])
  })

  it('end at once where Retry-After asks for too much', async () => {
    const client = await clientOf([problem(429, 'DAILY_LIMIT_REACHED', { 'retry-after': '3600' })])
    const refused = await failureOf(client.recordMotion({ email: GRACE.email }))
    expect(refused).toMatchObject({ code: 'DAILY_LIMIT_REACHED', retryAfterMs: 3_600_000, attempts: 1 })
    expect([server.seen.length, slept]).toEqual([1, []])
  })

  it('end with the last failure when none helps', async () => {
    const client = await clientOf([hangUp])
    const failed = await failureOf(client.getNodeCount())
    expect(failed).toBeInstanceOf(NetworkError)
    expect(failed).toMatchObject({ kind: 'network', attempts: 4, cause: expect.any(Error) })
    expect(await failureOf(client.getNodeCount({}, { retries: 0 }))).toMatchObject({ attempts: 1 })
  })

  it('are one where a second could change something twice', async () => {
    const client = await clientOf([hangUp], { token: 'sh_x' })
    expect(await failureOf(client.renameNode({ node_handle: '' }))).toMatchObject({ attempts: 1 })
  })

  it('are one where nobody knows whether a post is out', async () => {
    const client = await clientOf([problem(504, 'PUBLISH_UNKNOWN')])
    const call = client.publish({ platform: 'discord', content: 'text' })
    expect(await failureOf(call)).toMatchObject({ code: 'PUBLISH_UNKNOWN', attempts: 1 })
  })

  it('of a post go without a key of their own, because the service tells posts apart by their content', async () => {
    const client = await clientOf([page(504, 'Gateway Timeout'), answer(200, {})])
    await client.publish({ platform: 'discord', content: 'text' })
    expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined])
  })
})

describe('time', () => {
  it.each<[string, Behavior]>([
    ['says nothing', saysNothing],
    ['stops in the middle of its answer', stalls],
  ])('runs out when the service %s', async (_, behavior) => {
    const client = await clientOf([behavior], { timeoutMs: 50 })
    const failed = await failureOf(client.getNodeCount())
    expect(failed).toBeInstanceOf(TimeoutError)
    expect(failed).toMatchObject({ kind: 'timeout', message: 'getNodeCount: not done within 50 ms' })
  })

  it('runs out when the source of the token or a fetch of the caller’s own never answers', async () => {
    const never = () => new Promise<never>(() => undefined)
    const client = await clientOf([saysNothing], { token: never })
    expect(await failureOf(client.listTokens({}, { timeoutMs: 20 }))).toBeInstanceOf(TimeoutError)
    const deaf = createClient({ baseUrl: server.baseUrl, fetch: never, timeoutMs: 20 })
    expect(await failureOf(deaf.getNodeCount())).toBeInstanceOf(TimeoutError)
  })

  it('may be without end', async () => {
    const client = await clientOf([answer(200, COUNTS)])
    expect(await client.getNodeCount({}, { timeoutMs: Number.POSITIVE_INFINITY })).toEqual(COUNTS)
  })
})

describe('a caller who aborts', () => {
  it('gets the own reason, before, during and between tries', async () => {
    const client = await clientOf([saysNothing])
    const reason = { why: 'the page was left' }
    expect(await failureOf(client.getNodeCount({}, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(server.seen).toHaveLength(0)

    const during = new AbortController()
    const call = failureOf(client.getNodeCount({}, { signal: during.signal }))
    await expect.poll(() => server.seen.length, { timeout: 20_000 }).toBe(1)
    during.abort(reason)
    expect(await call).toBe(reason)

    const between = new AbortController()
    const sleep = async () => between.abort(reason)
    const patient = createClient({ baseUrl: 'http://127.0.0.1:1', runtime: { sleep } })
    expect(await failureOf(patient.getNodeCount({}, { signal: between.signal }))).toBe(reason)
  })

  it('is not kept waiting by a long backoff', async () => {
    server = await oddServer(problem(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '5' }))
    const leaving = new AbortController()
    const refused = Promise.withResolvers<void>()
    // Luck is asked for once the answer is there, and just before the wait.
    const random = () => (refused.resolve(), 0.5)
    const client = createClient({ baseUrl: server.baseUrl, runtime: { random } })
    const call = failureOf(client.getNodeCount({}, { signal: leaving.signal }))
    await refused.promise
    leaving.abort()
    expect(await call).toMatchObject({ name: 'AbortError' })
  })
})

describe('settings', () => {
  it.each<[string, Partial<ClientOptions>]>([
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['retries', { retries: -1 }],
    ['maxWaitMs', { maxWaitMs: '1' as unknown as number }],
  ])('refuse a bad %s', async (name, options) => {
    await expect(clientOf([], options)).rejects.toThrow(`${name} must be a number`)
    const client = createClient({ baseUrl: server.baseUrl })
    await expect(client.getNodeCount({}, { timeoutMs: -1 })).rejects.toThrow('timeoutMs must be a number')
  })

  it('let calls run side by side without touching each other', async () => {
    const client = await clientOf([answer(200, COUNTS)])
    const aborted = AbortSignal.abort(new Error('one of them'))
    const calls = Array.from({ length: 50 }, (_, i) => client.getNodeCount({}, i % 2 ? { signal: aborted } : {}))
    const outcomes = (await Promise.allSettled(calls)).map(({ status }) => status)
    expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(25)
  })
})

it('walks through pages until there is no more, or the cursor leads to itself', async () => {
  const listed = ['a', 'b', null, 'a', 'a'].map((nextCursor) => answer(200, { entries: [], nextCursor }))
  const client = await clientOf(listed, { token: 'sh_x' })
  let count = 0
  for await (const { entries } of pages(client.getLedger, { limit: 1 })) count += entries.length + 1
  for await (const { entries } of pages(client.getLedger)) count += entries.length + 1
  expect(count).toBe(5)
  expect(server.seen.map(({ url }) => url.slice('/api/node/ledger'.length))).toEqual([
    '?limit=1',
    '?limit=1&cursor=a',
    '?limit=1&cursor=b',
    '',
    '?cursor=a',
  ])
})
