import { judgeRequest, setReceipt, type Refusal, type SentReceipt, toAnswer, type VerifiedReceipt } from './decide.ts'
import {
  hasForm,
  readFormField,
  readBodyField,
  FORM_TOO_LARGE,
  type HeaderFields,
  readHeaderField,
  isForm,
  readForm,
  addToVary,
} from './form-field.ts'
import { type CheckedPolicy, checkPolicy, type ReceiptPolicy } from './policy.ts'

/** The same guard for three kinds of frameworks. */
export type ReceiptGuard = { express: ExpressGuard; fastify: FastifyGuard; fetch: FetchGuard }

/**
 * Creates a guard that runs a request handler only if the request contains a receipt that meets the policy. It answers any other request with a
 * problem document (RFC 9457).
 *
 * @returns the guard as Express middleware, as a Fastify hook, and as a wrapper of a fetch handler.
 * @throws {TypeError} if the policy is invalid, or lacks an issuer, an age or an audience.
 * @example
 * app.post('/vote', requireReceipt({ issuer, audience, maxAgeMs: 60_000 }).express, vote)
 */
export function requireReceipt(policy: ReceiptPolicy): ReceiptGuard {
  const checked = checkPolicy(policy)
  return {
    express: createExpressGuard(checked),
    fastify: createFastifyGuard(checked),
    fetch: createFetchGuard(checked),
  }
}

declare global {
  namespace Express {
    interface Request {
      /** The receipt that requireReceipt accepted. */
      stillhere?: VerifiedReceipt
    }
  }
}

/** The part of a request of Express 4 and 5, Connect or node:http that is used. */
export type NodeRequest = {
  headers: HeaderFields
  /** The parsed body, if a parser has run. */
  body?: unknown
  /** The raw body, if no parser has run. */
  iterator?: (options: { destroyOnReturn: boolean }) => AsyncIterable<unknown>
}

/** The part of a response of Express 4 and 5, Connect or node:http that is used. */
export type NodeResponse = {
  readonly headersSent: boolean
  statusCode: number
  getHeader: (name: string) => unknown
  setHeader: (name: string, value: string) => unknown
  end: (body: string) => unknown
}

/** Middleware for Express 4 and 5, Connect or node:http. It never passes an error to `next`. */
export type ExpressGuard = (request: NodeRequest, response: NodeResponse, next: () => void) => void

/** Creates middleware that calls `next` only for an accepted receipt, and sends the refusal otherwise. */
function createExpressGuard(policy: CheckedPolicy): ExpressGuard {
  return (request, response, next) => {
    void runExpressGuard(policy, { request, response, next })
  }
}

type Exchange = { request: NodeRequest; response: NodeResponse; next: () => void }

async function runExpressGuard(policy: CheckedPolicy, { request, response, next }: Exchange): Promise<void> {
  const decision = await judgeRequest({ request, read: () => readExpressReceipt(request, policy) }, policy)
  // Another handler, such as a timeout, may have responded meanwhile.
  if (response.headersSent) return
  response.setHeader('vary', addToVary(response.getHeader('vary'), policy.header))
  if (decision.status === 'REFUSED') return sendRefusal(response, decision.refusal)
  setReceipt(request, decision.verified)
  next()
}

/** Reads the receipt from the header, or else from a form field. Parses the form if no parser has run. */
async function readExpressReceipt(request: NodeRequest, { header, field }: CheckedPolicy): Promise<SentReceipt> {
  const inHeader = readHeaderField(request.headers, header)
  if (inHeader !== undefined || field === null || !hasForm(request.headers)) {
    return { from: 'header', value: inHeader }
  }
  const value = request.body === undefined ? await readUnparsed(request, field) : readBodyField(request.body, field)
  return { from: 'field', value }
}

async function readUnparsed(request: NodeRequest, field: string): Promise<unknown> {
  if (!isForm(readHeaderField(request.headers, 'content-type')) || request.iterator === undefined) return undefined
  // The connection must stay open for the refusal.
  const form = await readForm(request.iterator({ destroyOnReturn: false }))
  if ('isTooLarge' in form) return FORM_TOO_LARGE
  const names = new Set(form.fields.keys())
  // The body can't be read twice, so handlers find it here; `_body` tells body-parser 1 that it is parsed.
  const body = Object.fromEntries([...names].map((name) => [name, readFormField(form.fields, name)]))
  Object.assign(request, { body, _body: true })
  return readFormField(form.fields, field)
}

function sendRefusal(response: NodeResponse, refusal: Refusal): void {
  const { status, headers, body } = toAnswer(refusal)
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}

/** The part of a request of Fastify 4 and 5 that is used. */
export type FastifyRequestLike = { headers: HeaderFields; body?: unknown }

/** The part of a reply of Fastify 4 and 5 that is used. */
export type FastifyReplyLike = {
  readonly sent: boolean
  getHeader: (name: string) => unknown
  header: (name: string, value: string) => unknown
  headers: (values: Record<string, string>) => unknown
  code: (status: number) => unknown
  send: (body: string) => unknown
}

/** A Fastify hook for onRequest, preParsing, preValidation or preHandler. */
export type FastifyGuard = (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>

/** Creates a hook that continues only for an accepted receipt, and sends the refusal otherwise. */
function createFastifyGuard(policy: CheckedPolicy): FastifyGuard {
  return async (request, reply) => {
    const decision = await judgeRequest({ request, read: () => readFastifyReceipt(request, policy) }, policy)
    if (reply.sent) return reply
    reply.header('vary', addToVary(reply.getHeader('vary'), policy.header))
    if (decision.status === 'ACCEPTED') return setReceipt(request, decision.verified)
    const { status, headers, body } = toAnswer(decision.refusal)
    reply.code(status)
    reply.headers({ ...headers })
    reply.send(body)
    return reply
  }
}

/** Reads the receipt from the header, or else from a form field. Only a preHandler hook has a parsed body. */
function readFastifyReceipt({ headers, body }: FastifyRequestLike, { header, field }: CheckedPolicy): SentReceipt {
  const value = readHeaderField(headers, header)
  if (value !== undefined || field === null || !hasForm(headers)) return { from: 'header', value }
  return { from: 'field', value: readBodyField(body, field) }
}

/** A handler that receives the request, the verified receipt, and further arguments of its runtime. */
export type GuardedHandler<Rest extends unknown[]> = (
  request: Request,
  verified: VerifiedReceipt,
  ...rest: Rest
) => Response | Promise<Response>

/** Wraps a fetch handler (Deno, Bun, Workers, service workers, route handlers). */
export type FetchGuard = <Rest extends unknown[]>(
  handler: GuardedHandler<Rest>,
) => (request: Request, ...rest: Rest) => Promise<Response>

/** Creates a wrapper that runs the handler only for an accepted receipt, and returns the refusal otherwise. */
function createFetchGuard(policy: CheckedPolicy): FetchGuard {
  return (handler) =>
    async (request, ...rest) => {
      const decision = await judgeRequest({ request, read: () => readFetchReceipt(request, policy) }, policy)
      if (decision.status === 'ACCEPTED') return addVary(await handler(request, decision.verified, ...rest), policy)
      const { status, headers, body } = toAnswer(decision.refusal)
      return addVary(new Response(body, { status, headers }), policy)
    }
}

/** Reads the receipt from the header, or else from a form field. The handler can still read the request. */
async function readFetchReceipt(request: Request, { header, field }: CheckedPolicy): Promise<SentReceipt> {
  const value = request.headers.get(header)
  const isFieldMeant = value === null && field !== null && isForm(request.headers.get('content-type'))
  const body = isFieldMeant ? request.clone().body : null
  if (!isFieldMeant || body === null) return { from: 'header', value }
  // Canceling one branch of a clone would wait for the other, which belongs to the handler.
  const form = await readForm(body.values({ preventCancel: true }))
  return { from: 'field', value: 'isTooLarge' in form ? FORM_TOO_LARGE : readFormField(form.fields, field) }
}

// Copies the response, because the headers of a redirect or a fetched response are immutable. A protocol switch (1xx) can't be copied and is
// never cached.
function addVary(response: Response, { header }: CheckedPolicy): Response {
  if (response.status < 200) return response
  const copy = new Response(response.body, response)
  copy.headers.set('vary', addToVary(copy.headers.get('vary'), header))
  return copy
}
