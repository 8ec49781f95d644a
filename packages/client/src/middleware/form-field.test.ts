import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeHeader } from '@stillhere/receipt'
import express from 'express'
import fastify from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { editReceipt, guardReceipt, OTHER_KEYS, POLICY } from '../../test/guard-receipts.ts'
import { MAX_FORM_BYTES } from './form-field.ts'
import { type ReceiptPolicy, receiptOf, requireReceipt } from './index.ts'

const GOOD = guardReceipt()
const JSON_TEXT = JSON.stringify(GOOD)
const FORM = 'application/x-www-form-urlencoded'
const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Sends a form to a server whose only handler is guarded; `called` gets what the handler sees of the choice in the form. */
type Send = (policy: ReceiptPolicy, form: BodyInit, called: (choice: unknown) => void) => Promise<Response>

const SERVERS: [string, Send][] = [
  ['Express with a parser', sendToExpress([express.urlencoded()])],
  ['Express without a parser', sendToExpress([])],
  ['Express with the parser behind the guard', sendToExpress([], [express.urlencoded()])],
  ['node:http', sendToPlain],
  ['Fastify', sendToFastify],
  ['a Fetch handler', sendToFetch],
]

describe.each(SERVERS)('a form sent to %s', { timeout: 30_000 }, (_, send) => {
  const ask = async (form: BodyInit, options: Partial<ReceiptPolicy> = { field: 'receipt' }) => {
    const called = vi.fn()
    const answer = await send({ ...POLICY, ...options }, form, called)
    const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json')
    const problem = isProblem ? ((await answer.json()) as { error: string }) : undefined
    return { status: answer.status, error: problem?.error, calls: called.mock.calls }
  }

  it.each([
    ['JSON, as the element writes it', JSON_TEXT],
    ['the word of a header', encodeHeader(GOOD)],
  ])(
    'B3: lets its handler run for a receipt in the field, as %s, and the handler reads the form',
    async (__, receipt) => {
      const answer = await ask(new URLSearchParams({ choice: 'yes & no', receipt }))
      expect(answer).toEqual({ status: 200, error: undefined, calls: [['yes & no']] })
    },
  )

  it.each<[string, [string, string][], number, string]>([
    ['no field', [], 401, 'RECEIPT_REQUIRED'],
    ['an empty field', [['receipt', '']], 401, 'RECEIPT_REQUIRED'],
    ['another field', [['other', JSON_TEXT]], 401, 'RECEIPT_REQUIRED'],
    [
      'two receipts',
      [
        ['receipt', JSON_TEXT],
        ['receipt', JSON_TEXT],
      ],
      401,
      'RECEIPT_REPEATED',
    ],
    ['other text', [['receipt', 'swordfish']], 401, 'INVALID_SCHEMA'],
    ['half of a receipt', [['receipt', JSON_TEXT.slice(0, 500)]], 401, 'INVALID_SCHEMA'],
    ['a member twice', [['receipt', JSON_TEXT.replace('{', '{"verdict":"PASS",')]], 401, 'INVALID_SCHEMA'],
    [
      'a changed receipt',
      [['receipt', JSON.stringify(editReceipt(GOOD, { references: ['x'] }))]],
      401,
      'INVALID_SIGNATURE',
    ],
    ['a stranger’s', [['receipt', JSON.stringify(guardReceipt({ keys: OTHER_KEYS }))]], 403, 'UNTRUSTED_ISSUER'],
  ])('refuses %s and runs nothing', async (__, fields, status, error) => {
    expect(await ask(new URLSearchParams([['choice', 'yes'], ...fields]))).toEqual({ status, error, calls: [] })
  })

  it('does not look at forms unless the host names the field', async () => {
    const form = new URLSearchParams({ choice: 'yes', receipt: JSON_TEXT })
    expect(await ask(form, {})).toMatchObject({ error: 'RECEIPT_REQUIRED', calls: [] })
  })
})

const READS_ITSELF = SERVERS.filter(([name]) => /without|node:http|Fetch/.test(name))

describe.each(READS_ITSELF)('a form that the guard reads itself, in %s', { timeout: 30_000 }, (_, send) => {
  it('413: is not read beyond its limit', async () => {
    const called = vi.fn()
    const form = (length: number) => `receipt=${encodeURIComponent(JSON_TEXT)}&more=`.padEnd(length, 'x')
    const policy = { ...POLICY, field: 'receipt' }
    expect((await send(policy, form(MAX_FORM_BYTES), called)).status).toBe(200)
    expect((await send(policy, form(MAX_FORM_BYTES + 1), called)).status).toBe(413)
    expect(called).toHaveBeenCalledTimes(1)
  })
})

function sendToExpress(before: express.RequestHandler[], after: express.RequestHandler[] = []): Send {
  return async (policy, form, called) => {
    const app = express()
    app.post('/', ...before, requireReceipt(policy).express, ...after, (request, response) => {
      called((request.body as { choice: unknown }).choice)
      response.send(receiptOf(request).receipt.subject.id)
    })
    return post(createServer(app), form)
  }
}

async function sendToPlain(...[policy, form, called]: Parameters<Send>): Promise<Response> {
  const guard = requireReceipt(policy).express
  const handle: RequestListener = (request, response) => {
    guard(request, response, () => {
      called((request as { body?: { choice?: unknown } }).body?.choice)
      response.end()
    })
  }
  return post(createServer(handle), form)
}

async function sendToFastify(...[policy, form, called]: Parameters<Send>): Promise<Response> {
  const app = fastify()
  closers.push(() => app.close())
  app.addContentTypeParser(FORM, { parseAs: 'string' }, async (_request: unknown, text: string | Buffer) => {
    const fields = new URLSearchParams(String(text))
    return Object.fromEntries([...fields.keys()].map((name) => [name, listOrOne(fields.getAll(name))]))
  })
  app.post('/', { preHandler: requireReceipt(policy).fastify }, (request, reply) => {
    called((request.body as { choice?: unknown }).choice)
    reply.send('')
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return fetch(url, { method: 'POST', body: form, headers: { 'content-type': FORM } })
}

async function sendToFetch(...[policy, form, called]: Parameters<Send>): Promise<Response> {
  const handler = requireReceipt(policy).fetch(async (request) => {
    called((await request.formData()).get('choice'))
    return new Response('')
  })
  const headers = { 'content-type': `${FORM}; charset=UTF-8` }
  return handler(new Request('http://127.0.0.1/', { method: 'POST', body: form, headers }))
}

function listOrOne(values: string[]): string[] | string | undefined {
  return values.length > 1 ? values : values[0]
}

async function post(server: Server, form: BodyInit): Promise<Response> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closers.push(() => new Promise((closed) => server.close(closed)))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return fetch(url, { method: 'POST', body: form, headers: { 'content-type': FORM, connection: 'close' } })
}
