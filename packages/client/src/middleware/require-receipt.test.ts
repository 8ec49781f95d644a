import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { encodeHeader } from '@stillhere/receipt'
import express from 'express'
import fastify from 'fastify'
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import {
  AUDIENCE,
  editReceipt,
  guardReceipt,
  encodeAny,
  OTHER_KEYS,
  oldReceipt,
  POLICY,
} from '../../test/guard-receipts.ts'
import { type ReceiptPolicy, receiptOf, requireReceipt, type VerifiedReceipt } from './index.ts'

const GOOD = guardReceipt()
const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Called = (verified: VerifiedReceipt | undefined) => void

/** Starts a server whose only handler is guarded, and answers its port. */
type Start = (policy: ReceiptPolicy, called: Called) => Promise<number>

const SERVERS: [string, Start][] = [
  ['Express', startExpress],
  ['Express behind a router', startExpressRouter],
  ['node:http', startPlain],
  ['Fastify onRequest', (policy, called) => startFastify('onRequest', policy, called)],
  ['Fastify preHandler', (policy, called) => startFastify('preHandler', policy, called)],
  ['a Fetch handler', startFetch],
]

describe.each(SERVERS)('requireReceipt with %s', { timeout: 30_000 }, (_, start) => {
  it('runs the handler for a good receipt, with the receipt in its hands', async () => {
    const { answer, called } = await ask(start, {}, encodeHeader(GOOD))
    expect(answer).toMatchObject({ status: 200, body: GOOD.subject.id })
    const receiptHash = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(called.mock.calls).toEqual([[{ receipt: GOOD, receiptHash, assurance: 1, registered: false }]])
  })

  it('tells caches that the answer depends on the receipt', async () => {
    const { answer } = await ask(start, {}, encodeHeader(GOOD))
    expect(answer.headers.vary).toBe('Accept-Language, stillhere-receipt')
    const refused = await ask(start, {})
    expect(refused.answer.headers).toMatchObject({ vary: expect.stringContaining('stillhere-receipt') })
  })

  it.each<[string, string | string[] | undefined, Partial<ReceiptPolicy>, number, string]>([
    ['no receipt', undefined, {}, 401, 'RECEIPT_REQUIRED'],
    ['two headers', [encodeHeader(GOOD), encodeHeader(GOOD)], {}, 401, 'RECEIPT_REPEATED'],
    ['a huge header', 'A'.repeat(70_000), {}, 401, 'INVALID_SCHEMA'],
    ['something else', 'swordfish', {}, 401, 'INVALID_SCHEMA'],
    [
      'an attempt at pollution',
      encodeAny('{"__proto__":{"status":"ACCEPTED"},"constructor":{"prototype":{"verdict":"PASS"}}}', 'text'),
      {},
      401,
      'INVALID_SCHEMA',
    ],
    ['a tampered receipt', encodeAny(editReceipt(GOOD, { references: ['more'] })), {}, 401, 'INVALID_SIGNATURE'],
    [
      'a forged receipt',
      encodeAny(editReceipt(guardReceipt({ keys: OTHER_KEYS }), { issuer: GOOD.issuer })),
      {},
      401,
      'INVALID_SIGNATURE',
    ],
    ['a receipt of the old profile', encodeAny(oldReceipt()), {}, 401, 'INVALID_SIGNATURE'],
    ['another issuer', encodeAny(guardReceipt({ keys: OTHER_KEYS })), {}, 403, 'UNTRUSTED_ISSUER'],
    ['an expired receipt', encodeAny(guardReceipt({ endedAgoMs: 50_000, lifetimeMs: 1 })), {}, 401, 'EXPIRED'],
    ['an old scan', encodeAny(guardReceipt({ endedAgoMs: 61_000 })), {}, 401, 'TOO_OLD'],
    ['another audience', encodeAny(guardReceipt({ audience: 'https://b.example' })), {}, 403, 'AUDIENCE_MISMATCH'],
    ['no assurance', encodeAny(guardReceipt({ policy: null })), {}, 403, 'ASSURANCE_TOO_LOW'],
    ['nobody registered', encodeHeader(GOOD), { registered: true }, 403, 'NOT_REGISTERED'],
    ['a FAIL', encodeAny(guardReceipt({ verdict: 'FAIL' })), {}, 403, 'NOT_PASSED'],
    ['practice', encodeAny(guardReceipt({ engines: ['PRACTICE-POINTER'] })), {}, 403, 'PRACTICE_ONLY'],
    ['too little evidence', encodeAny(guardReceipt({ engines: ['EE-001'] })), {}, 403, 'EVIDENCE_MISSING'],
    ['a revoked receipt', encodeHeader(GOOD), { revoked: async () => true }, 401, 'REVOKED'],
    ['a list that is down', encodeHeader(GOOD), { revoked: () => Promise.reject(new Error('x')) }, 503, 'UNDECIDED'],
    ['a used receipt', encodeHeader(GOOD), { remember: async () => false }, 401, 'REPLAYED'],
    ['an unwelcome subject', encodeHeader(GOOD), { accept: () => false }, 403, 'NOT_ACCEPTED'],
  ])('answers %s with a problem and runs nothing', async (__, header, options, status, error) => {
    const { answer, called } = await ask(start, options, header)
    expect(answer).toMatchObject({ status, problem: { type: 'about:blank', status, error } })
    expect(answer.problem.detail).toMatch(/\.$/)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Stillhere-Receipt' : undefined)
    expect(called).not.toHaveBeenCalled()
  })

  it('lets one of many equal requests through when receipts count once', async () => {
    const used = new Set<string>()
    const called = vi.fn()
    const port = await start({ ...POLICY, remember: async (hash) => used.size < used.add(hash).size }, called)
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(port, encodeHeader(GOOD))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(401)])
    expect(called).toHaveBeenCalledTimes(1)
  })

  it('reads the header that the host names, and no other', async () => {
    const options = { header: 'X-Presence' }
    const other = await ask(start, options, encodeHeader(GOOD))
    expect(other.answer).toMatchObject({ status: 401, problem: { error: 'RECEIPT_REQUIRED' } })
    const called = vi.fn()
    const port = await start({ ...POLICY, ...options }, called)
    expect(await send(port, encodeHeader(GOOD), 'x-presence')).toMatchObject({ status: 200 })
  })

  it('says nothing of what a stranger sent', async () => {
    const { answer } = await ask(start, {}, encodeAny({ swordfish: AUDIENCE }))
    expect(answer.body).not.toContain('swordfish')
  })
})

describe('requireReceipt with Express', () => {
  it('leaves a request alone that was answered while the host was asked', async () => {
    const called = vi.fn()
    let decide = (_isRevoked: boolean) => {}
    const revoked = () =>
      new Promise<boolean>((resolve) => {
        decide = resolve
      })
    const app = express()
    app.use((_request, response, next) => {
      next()
      response.status(504).end('too late')
    })
    app.get('/', requireReceipt({ ...POLICY, revoked }).express, called)
    const port = await listen(createServer(big, app))
    expect(await send(port, encodeHeader(GOOD))).toMatchObject({ status: 504 })
    decide(false)
    await new Promise((turned) => setImmediate(turned))
    expect(called).not.toHaveBeenCalled()
  })

  it('types request.stillhere', () => {
    expectTypeOf<express.Request['stillhere']>().toEqualTypeOf<VerifiedReceipt | undefined>()
  })
})

describe('requireReceipt with a Fetch handler', () => {
  const guard = requireReceipt(POLICY).fetch
  const asked = () => new Request('https://shop.example/', { headers: { 'Stillhere-Receipt': encodeHeader(GOOD) } })

  it('passes on what the runtime gives beside the request', async () => {
    const handler = guard((_request, _verified, env: { name: string }, n: number) => new Response(env.name.repeat(n)))
    expect(await (await handler(asked(), { name: 'ab' }, 2)).text()).toBe('abab')
  })

  it('copes with answers whose headers cannot be changed', async () => {
    const handler = guard(() => Response.redirect('https://shop.example/next', 303))
    const answer = await handler(asked())
    expect([answer.status, answer.headers.get('location'), answer.headers.get('vary')]).toEqual([
      303,
      'https://shop.example/next',
      'stillhere-receipt',
    ])
  })

  it('leaves an error of the handler to the runtime', async () => {
    const handler = guard(() => {
      throw new Error('a bug')
    })
    await expect(handler(asked())).rejects.toThrow('a bug')
  })
})

describe('receiptOf', () => {
  it('throws where no guard stood before the handler', () => {
    expect(() => receiptOf({ stillhere: { receipt: GOOD, receiptHash: '', assurance: 1, registered: false } })).toThrow(
      /did not guard/,
    )
  })
})

// Node's own limit for all headers together is 16 KiB, below that of a receipt.
const big = { maxHeaderSize: 131_072 }

async function startExpress(policy: ReceiptPolicy, called: Called): Promise<number> {
  const app = express()
  app.use((_request, response, next) => {
    response.vary('Accept-Language')
    next()
  })
  app.get('/', requireReceipt(policy).express, (request_, response) => {
    called(seenIn(request_))
    response.send(request_.stillhere?.receipt.subject.id)
  })
  return listen(createServer(big, app))
}

async function startExpressRouter(policy: ReceiptPolicy, called: Called): Promise<number> {
  const app = express()
  const router = express.Router()
  router.use((_request, response, next) => {
    response.vary('Accept-Language')
    next()
  })
  router.use(requireReceipt(policy).express)
  router.get('/', (request_, response) => {
    called(seenIn(request_))
    response.send(request_.stillhere?.receipt.subject.id)
  })
  app.use('/', router)
  return listen(createServer(big, app))
}

async function startPlain(policy: ReceiptPolicy, called: Called): Promise<number> {
  const guard = requireReceipt(policy).express
  const handle: RequestListener = (request_, response) => {
    response.setHeader('vary', ['Accept-Language'])
    guard(request_, response, () => {
      called(seenIn(request_))
      response.end(receiptOf(request_).receipt.subject.id)
    })
  }
  return listen(createServer(big, handle))
}

async function startFastify(hook: 'onRequest' | 'preHandler', policy: ReceiptPolicy, called: Called): Promise<number> {
  const app = fastify({ http: big })
  closers.push(() => app.close())
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('vary', 'Accept-Language')
  })
  app.get('/', { [hook]: requireReceipt(policy).fastify }, async (request_) => {
    called(seenIn(request_))
    return receiptOf(request_).receipt.subject.id
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

async function startFetch(policy: ReceiptPolicy, called: Called): Promise<number> {
  const handler = requireReceipt(policy).fetch((_request, verified) => {
    called(verified)
    return new Response(verified.receipt.subject.id, { headers: { vary: 'Accept-Language' } })
  })
  async function answer(request_: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = new Headers()
    for (let i = 0; i < request_.rawHeaders.length; i += 2) {
      headers.append(request_.rawHeaders[i]!, request_.rawHeaders[i + 1]!)
    }
    const { status, headers: fields, body } = await handler(new Request('http://127.0.0.1/', { headers }))
    response.writeHead(status, Object.fromEntries(fields)).end(await text(body!))
  }
  return listen(
    createServer(big, (request_, response) => {
      void answer(request_, response)
    }),
  )
}

// A handler that runs without a receipt must be counted, and not end before it is.
function seenIn(request_: object): VerifiedReceipt | undefined {
  try {
    return receiptOf(request_)
  } catch {
    return undefined
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closers.push(() => new Promise((closed) => server.close(closed)))
  return (server.address() as AddressInfo).port
}

type Answer = { status: number; headers: Record<string, unknown>; body: string; problem: Record<string, string> }

async function ask(start: Start, options: Partial<ReceiptPolicy>, header?: string | string[]) {
  const called = vi.fn<Called>()
  const port = await start({ ...POLICY, ...options }, called)
  return { answer: await send(port, header), called }
}

// node:http, because fetch joins repeated headers before they leave.
async function send(port: number, header?: string | string[], name = 'Stillhere-Receipt'): Promise<Answer> {
  const headers = header === undefined ? {} : { [name]: header }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, headers, agent: false }, resolve).on('error', reject).end()
  })
  const body = await text(response)
  const isProblem = response.headers['content-type']?.startsWith('application/problem+json')
  const problem: Record<string, string> = isProblem ? JSON.parse(body) : {}
  return { status: response.statusCode ?? 0, headers: response.headers, body, problem }
}
