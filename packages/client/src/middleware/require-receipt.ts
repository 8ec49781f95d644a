import { decide, noteReceipt, type Refusal, type Sent, toAnswer, type VerifiedReceipt } from './decide.ts'
import {
  announcesForm,
  fieldIn,
  fieldOfBody,
  FORM_TOO_LARGE,
  type HeaderFields,
  headerIn,
  isForm,
  readForm,
  withVary,
} from './form-field.ts'
import { type CheckedPolicy, checkPolicy, type ReceiptPolicy } from './policy.ts'

/** One guard in three shapes. */
export type ReceiptGuard = { express: ExpressGuard; fastify: FastifyGuard; fetch: FetchGuard }

/**
 * Makes a guard that runs a handler only for requests with a receipt that meets the policy.
 *
 * @returns the guard, as middleware for Express, as a hook for Fastify, and around a fetch handler.
 * @throws {TypeError} at once when the policy names no issuer, no greatest age or no audience.
 * @example
 * app.post('/vote', requireReceipt({ issuer, audience, maxAgeMs: 60_000 }).express, vote)
 */
export function requireReceipt(policy: ReceiptPolicy): ReceiptGuard {
  const checked = checkPolicy(policy)
  return { express: expressGuard(checked), fastify: fastifyGuard(checked), fetch: fetchGuard(checked) }
}

declare global {
  namespace Express {
    interface Request {
      /** The receipt that requireReceipt let through. */
      stillhere?: VerifiedReceipt
    }
  }
}

/** What is used of a request of Express 4 and 5, Connect or node:http. */
export type NodeRequest = {
  headers: HeaderFields
  /** What a parser made of the body, where one has run. */
  body?: unknown
  /** The body as it comes in, where none has. */
  iterator?: (options: { destroyOnReturn: boolean }) => AsyncIterable<unknown>
}

/** What is used of a response of Express 4 and 5, Connect or node:http. */
export type NodeResponse = {
  readonly headersSent: boolean
  statusCode: number
  getHeader: (name: string) => unknown
  setHeader: (name: string, value: string) => unknown
  end: (body: string) => unknown
}

/** Middleware of Express 4 and 5, Connect or node:http; it never passes an error to `next`. */
export type ExpressGuard = (request: NodeRequest, response: NodeResponse, next: () => void) => void

/** Calls `next` for an accepted receipt only, and answers everybody else itself. */
function expressGuard(policy: CheckedPolicy): ExpressGuard {
  return (request, response, next) => {
    void guard(policy, { request, response, next })
  }
}

type Exchange = { request: NodeRequest; response: NodeResponse; next: () => void }

async function guard(policy: CheckedPolicy, { request, response, next }: Exchange): Promise<void> {
  const decision = await decide({ request, read: () => readExpressReceipt(request, policy) }, policy)
  // While the host was asked, somebody else (a time-out, say) may have answered.
  if (response.headersSent) return
  response.setHeader('vary', withVary(response.getHeader('vary'), policy.header))
  if (decision.status === 'REFUSED') return refuse(response, decision.refusal)
  noteReceipt(request, decision.verified)
  next()
}

/** The receipt in the header, or else in the field of a form; a form that no parser has read is read here. */
async function readExpressReceipt(request: NodeRequest, { header, field }: CheckedPolicy): Promise<Sent> {
  const inHeader = headerIn(request.headers, header)
  if (inHeader !== undefined || field === null || !announcesForm(request.headers)) {
    return { from: 'header', value: inHeader }
  }
  const value = request.body === undefined ? await readUnparsed(request, field) : fieldOfBody(request.body, field)
  return { from: 'field', value }
}

async function readUnparsed(request: NodeRequest, field: string): Promise<unknown> {
  if (!isForm(headerIn(request.headers, 'content-type')) || request.iterator === undefined) return undefined
  // The connection must live on: somebody waits for the refusal.
  const form = await readForm(request.iterator({ destroyOnReturn: false }))
  if ('isTooLarge' in form) return FORM_TOO_LARGE
  const names = new Set(form.fields.keys())
  // Nobody can read the body again: handlers find it here, and body-parser 1 sees by `_body` that it is read.
  const body = Object.fromEntries([...names].map((name) => [name, fieldIn(form.fields, name)]))
  Object.assign(request, { body, _body: true })
  return fieldIn(form.fields, field)
}

function refuse(response: NodeResponse, refusal: Refusal): void {
  const { status, headers, body } = toAnswer(refusal)
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}

/** What is used of a request of Fastify 4 and 5. */
export type FastifyRequestLike = { headers: HeaderFields; body?: unknown }

/** What is used of a reply of Fastify 4 and 5. */
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

/** Lets a request with an accepted receipt go on, and answers everybody else itself. */
function fastifyGuard(policy: CheckedPolicy): FastifyGuard {
  return async (request, reply) => {
    const decision = await decide({ request, read: () => readFastifyReceipt(request, policy) }, policy)
    if (reply.sent) return reply
    reply.header('vary', withVary(reply.getHeader('vary'), policy.header))
    if (decision.status === 'ACCEPTED') return noteReceipt(request, decision.verified)
    const { status, headers, body } = toAnswer(decision.refusal)
    reply.code(status)
    reply.headers({ ...headers })
    reply.send(body)
    return reply
  }
}

/** The receipt in the header, or else in the field of a form; only a preHandler hook has a parsed body to look at. */
function readFastifyReceipt({ headers, body }: FastifyRequestLike, { header, field }: CheckedPolicy): Sent {
  const value = headerIn(headers, header)
  if (value !== undefined || field === null || !announcesForm(headers)) return { from: 'header', value }
  return { from: 'field', value: fieldOfBody(body, field) }
}

/** A handler that gets the verified receipt beside the request, and then whatever its runtime passes on. */
export type GuardedHandler<Rest extends unknown[]> = (
  request: Request,
  verified: VerifiedReceipt,
  ...rest: Rest
) => Response | Promise<Response>

/** Wraps a handler of the Fetch kind (Deno, Bun, Workers, service workers, route handlers). */
export type FetchGuard = <Rest extends unknown[]>(
  handler: GuardedHandler<Rest>,
) => (request: Request, ...rest: Rest) => Promise<Response>

/** Runs the handler for an accepted receipt only, and answers everybody else itself. */
function fetchGuard(policy: CheckedPolicy): FetchGuard {
  return (handler) =>
    async (request, ...rest) => {
      const decision = await decide({ request, read: () => readFetchReceipt(request, policy) }, policy)
      if (decision.status === 'ACCEPTED') return addVary(await handler(request, decision.verified, ...rest), policy)
      const { status, headers, body } = toAnswer(decision.refusal)
      return addVary(new Response(body, { status, headers }), policy)
    }
}

/** The receipt in the header, or else in the field of a form; the handler can still read the request. */
async function readFetchReceipt(request: Request, { header, field }: CheckedPolicy): Promise<Sent> {
  const value = request.headers.get(header)
  const isFieldMeant = value === null && field !== null && isForm(request.headers.get('content-type'))
  const body = isFieldMeant ? request.clone().body : null
  if (!isFieldMeant || body === null) return { from: 'header', value }
  // Canceling one of two branches waits for the other one, which is the handler’s.
  const form = await readForm(body.values({ preventCancel: true }))
  return { from: 'field', value: 'isTooLarge' in form ? FORM_TOO_LARGE : fieldIn(form.fields, field) }
}

// A copy: the headers of a redirect, or of an answer that was fetched, cannot be changed. What upgrades a connection has no
// body and no place in a cache, and cannot be copied either.
function addVary(response: Response, { header }: CheckedPolicy): Response {
  if (response.status < 200) return response
  const copy = new Response(response.body, response)
  copy.headers.set('vary', withVary(copy.headers.get('vary'), header))
  return copy
}
