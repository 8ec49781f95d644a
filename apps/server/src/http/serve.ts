import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@stillhere/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** One call of an endpoint, with the types that the contract gives it. */
export type Call<One extends Endpoint> = {
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
  handle: (call: Call<One>) => Promise<AnswerOf<One>>,
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
    handler: async (request, reply) => {
      reply.code(status)
      const given = request as unknown as Call<One>
      return handle({ body: given.body, query: given.query, params: given.params, request, reply })
    },
  })
}

/** Serves an endpoint whose body may be large: the handler gets its bytes and has them read in a thread (see readBody). */
export function serveLarge<One extends Endpoint>(
  app: FastifyInstance,
  endpoint: One & { maxBodyBytes: number },
  handle: (call: { bytes: Buffer; request: FastifyRequest; reply: FastifyReply }) => Promise<AnswerOf<One>>,
): void {
  const { method, path, maxBodyBytes, responses } = endpoint
  const status = successOf(endpoint)
  app.route({
    method,
    url: path,
    bodyLimit: maxBodyBytes,
    schema: { response: responses },
    config: { endpoint },
    handler: async (request, reply) => {
      reply.code(status)
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      return handle({ bytes, request, reply })
    },
  })
}

/** Serves an endpoint whose answer is kept as JSON text; it goes out as it is. */
export function serveText(app: FastifyInstance, endpoint: Endpoint, textOf: () => Promise<string>): void {
  const { method, path } = endpoint
  const status = successOf(endpoint)
  app.route({
    method,
    url: path,
    config: { endpoint },
    handler: async (_request, reply) => {
      reply.code(status).type('application/json; charset=utf-8')
      return textOf()
    },
  })
}

async function takeAbsentBodyAsEmpty(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}

function successOf({ responses }: Endpoint): number {
  return Number(Object.keys(responses)[0])
}
