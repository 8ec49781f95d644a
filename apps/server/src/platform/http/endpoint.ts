import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@stillhere/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../database/pool.ts'
import type { RequestProblem } from '../problem.ts'
import { sendMemberAlone } from './accept.ts'
import { namesTag } from './entity-tag.ts'
import type { Snapshot } from './snapshots.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** A form is left as it came, for a handler that reads it itself. */
    keepsForm?: true
    /** So is a body of JSON. */
    keepsJson?: true
    /** For a route that is no endpoint of the contract: its requests may be signed by an agent. */
    takesSignatures?: true
  }
}

/** The body of a call by the contract; its bytes where it may be large, to be read in a thread (see readBody). */
type ReceivedBody<One extends Endpoint> = One extends { maxBodyBytes: number } ? Buffer : BodyOf<One>

/** One call of an endpoint, with the types that the contract gives it. */
type Call<One extends Endpoint> = {
  body: ReceivedBody<One>
  query: QueryOf<One>
  params: ParamsOf<One>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Serves an endpoint of the contract: its path, its bounds before the handler, its answer after it. For reads, and for work outside of
 * the service: the answer to a POST is stored for its Idempotency-Key only afterwards. The handler refuses by throwing.
 */
export function serve<One extends Endpoint>(
  app: FastifyInstance,
  endpoint: One,
  handle: (call: Call<One>) => Promise<AnswerOf<One>>,
): void {
  const { method, path, bodyIsOptional, maxBodyBytes, responses } = endpoint
  const isLarge = maxBodyBytes !== undefined
  app.route({
    method,
    url: path,
    ...(isLarge ? { bodyLimit: maxBodyBytes } : {}),
    ...(bodyIsOptional ? { preValidation: takeAbsentBodyAsEmpty } : {}),
    schema: {
      ...(endpoint.body && !isLarge ? { body: endpoint.body } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.params ? { params: endpoint.params } : {}),
      response: responses,
    },
    config: { endpoint },
    ...(endpoint.alone ? { onSend: sendMemberAlone(endpoint.alone) } : {}),
    handler: async (request, reply) => {
      reply.code(successOf(endpoint))
      const { query, params } = request as unknown as Call<One>
      const body = isLarge && !Buffer.isBuffer(request.body) ? Buffer.alloc(0) : request.body
      return handle({ body: body as ReceivedBody<One>, query, params, request, reply })
    },
  })
}

/** Does the work of a call. A problem is thrown where the transaction must roll back, and returned where it must be committed first. */
type Commit<One extends Endpoint, Prepared> = (
  tx: Transaction,
  call: Call<One> & { prepared: Prepared },
) => Promise<AnswerOf<One> | RequestProblem>

/** A handler that has something to do before its transaction: takes from budgets, scores, calls others. It refuses by throwing. */
type Steps<One extends Endpoint, Prepared> = {
  prepare: (call: Call<One>) => Promise<Prepared>
  commit: Commit<One, Prepared>
}

/**
 * Serves an endpoint whose work is one transaction: it commits the work, the response for the Idempotency-Key, and a refusal that the
 * handler returns.
 */
export function serveTx<One extends Endpoint, Prepared = undefined>(
  app: FastifyInstance,
  endpoint: One,
  handler: Commit<One, Prepared> | Steps<One, Prepared>,
): void {
  const commit = typeof handler === 'function' ? handler : handler.commit
  serve(app, endpoint, async (call) => {
    const prepared = (typeof handler === 'function' ? undefined : await handler.prepare(call)) as Prepared
    return app.commitAnswer(call, (tx) => commit(tx, { ...call, prepared }))
  })
}

/** Serves an endpoint whose answer is kept as JSON text; a caller that has it already is told so. */
export function serveSnapshot<One extends Endpoint>(
  app: FastifyInstance,
  endpoint: One,
  find: (call: Pick<Call<One>, 'query'>) => Promise<Snapshot>,
): void {
  const { method, path, query } = endpoint
  app.route({
    method,
    url: path,
    schema: query ? { querystring: query } : {},
    config: { endpoint },
    handler: async (request, reply) => {
      const { text, tag } = await find({ query: request.query as QueryOf<One> })
      reply.headers({ 'cache-control': 'no-cache', etag: tag })
      if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      return reply.code(successOf(endpoint)).type('application/json; charset=utf-8').send(text)
    },
  })
}

/** Serves an endpoint that answers with server-sent events: what the handler returns is given the open answer, and writes to it. */
export function serveEvents<One extends Endpoint>(
  app: FastifyInstance,
  endpoint: One & { isStream: true },
  handle: (call: Pick<Call<One>, 'params' | 'request'>) => Promise<(response: ServerResponse) => void>,
): void {
  const { method, path, params } = endpoint
  app.route({
    method,
    url: path,
    schema: params ? { params } : {},
    config: { endpoint },
    handler: async (request, reply) => {
      const begin = await handle({ params: request.params as ParamsOf<One>, request })
      // A proxy that collected the events would keep them from the page.
      reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }).hijack()
      reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
      begin(reply.raw)
    },
  })
}

async function takeAbsentBodyAsEmpty(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}

function successOf({ responses }: Endpoint): number {
  return Number(Object.keys(responses)[0])
}
