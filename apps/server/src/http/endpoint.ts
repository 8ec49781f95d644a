import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@stillhere/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../database/pool.ts'
import { sendMemberAlone } from './accept.ts'
import { namesTag } from './entity-tag.ts'
import { keepInTransaction } from './idempotency.ts'
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

declare const kept: unique symbol

/** The answer to a POST of which it was decided how a repetition with the same Idempotency-Key gets it. */
export type Kept<Answer> = Answer & { readonly [kept]: true }

/** How the answer to a POST is kept for its Idempotency-Key. */
export type Keeping<Answer> = {
  /** Keeps the answer in the transaction that does the work. */
  keep: (tx: Transaction, answer: Answer) => Promise<Kept<Answer>>
  /** Keeps it after the handler: for work that changes nothing, or that something else keeps from being done twice. */
  keepAfterwards: (answer: Answer) => Kept<Answer>
}

// A POST cannot answer before it has said how its answer is kept.
type Answered<One extends Endpoint> = One['method'] extends 'POST' ? Kept<AnswerOf<One>> : AnswerOf<One>

/** One call of an endpoint, with the types that the contract gives it. */
export type Call<One extends Endpoint> = Keeping<AnswerOf<One>> & {
  body: BodyOf<One>
  query: QueryOf<One>
  params: ParamsOf<One>
  request: FastifyRequest
  reply: FastifyReply
}

/** Serves an endpoint of the contract: its path, its bounds before the handler, its answer after it. */
export function serve<One extends Endpoint>(
  app: FastifyInstance,
  endpoint: One,
  handle: (call: Call<One>) => Promise<Answered<One>>,
): void {
  const { method, path, body, bodyIsOptional, query, params, responses } = endpoint
  const status = successOf(endpoint)
  app.route({
    method,
    url: path,
    ...(bodyIsOptional ? { preValidation: takeAbsentBodyAsEmpty } : {}),
    schema: {
      ...(body ? { body } : {}),
      ...(query ? { querystring: query } : {}),
      ...(params ? { params } : {}),
      response: responses,
    },
    config: { endpoint },
    ...(endpoint.alone ? { onSend: sendMemberAlone(endpoint.alone) } : {}),
    handler: async (request, reply) => {
      reply.code(status)
      const given = request as unknown as Call<One>
      const keeping = createKeeping<AnswerOf<One>>(request, reply)
      return handle({ body: given.body, query: given.query, params: given.params, request, reply, ...keeping })
    },
  })
}

type LargeCall<One extends Endpoint> = Keeping<AnswerOf<One>> & {
  bytes: Buffer
  request: FastifyRequest
  reply: FastifyReply
}

/** Serves an endpoint whose body may be large: the handler gets its bytes and has them read in a thread (see readBody). */
export function serveLarge<One extends Endpoint>(
  app: FastifyInstance,
  endpoint: One & { maxBodyBytes: number },
  handle: (call: LargeCall<One>) => Promise<Answered<One>>,
): void {
  const { method, path, maxBodyBytes, responses } = endpoint
  const status = successOf(endpoint)
  app.route({
    method,
    url: path,
    bodyLimit: maxBodyBytes,
    schema: { response: responses },
    config: { endpoint },
    ...(endpoint.alone ? { onSend: sendMemberAlone(endpoint.alone) } : {}),
    handler: async (request, reply) => {
      reply.code(status)
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      return handle({ bytes, request, reply, ...createKeeping<AnswerOf<One>>(request, reply) })
    },
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

function createKeeping<Answer>(request: FastifyRequest, reply: FastifyReply): Keeping<Answer> {
  return {
    keep: async (tx, answer) => {
      await keepInTransaction(tx, { request, reply }, answer)
      return answer as Kept<Answer>
    },
    keepAfterwards: (answer) => answer as Kept<Answer>,
  }
}

async function takeAbsentBodyAsEmpty(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}

function successOf({ responses }: Endpoint): number {
  return Number(Object.keys(responses)[0])
}
