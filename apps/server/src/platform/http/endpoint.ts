import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@stillhere/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify'
import type { Transaction } from '../database/pool.ts'
import { refuseField, type RequestProblem } from '../problem.ts'
import { openToken, type Secrets } from '../secrets.ts'

/** The parsed body of a call; for an endpoint with large bodies the bytes, which a worker thread parses (see readBody). */
type ReceivedBody<One extends Endpoint> = One extends { maxBodyBytes: number } ? Buffer : BodyOf<One>

/** One call of an endpoint, typed by the contract. */
type Call<One extends Endpoint> = {
  body: ReceivedBody<One>
  query: QueryOf<One>
  params: ParamsOf<One>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Registers the handler of an endpoint of the contract; requests are validated before it and responses are serialized by the schema. For
 * reads, and for work outside a transaction: the response to a POST is stored for its Idempotency-Key only after the handler. The handler
 * refuses a request by throwing a RequestProblem.
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
    ...(bodyIsOptional && {
      preValidation: async (request: FastifyRequest) => void (request.body ??= {}),
    }),
    schema: {
      ...(endpoint.body && !isLarge ? { body: endpoint.body } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.params ? { params: endpoint.params } : {}),
      response: responses,
    },
    config: { endpoint },
    ...(endpoint.alternative ? { onSend: createMemberSender(endpoint.alternative) } : {}),
    handler: async (request, reply) => {
      reply.code(Number(Object.keys(responses)[0]))
      const { query, params } = request as unknown as Call<One>
      const body = isLarge && !Buffer.isBuffer(request.body) ? Buffer.alloc(0) : request.body
      return handle({ body: body as ReceivedBody<One>, query, params, request, reply })
    },
  })
}

/**
 * Creates a hook that sends only one member of a response, as text, to callers that prefer its media type. A response without this member,
 * such as a problem, stays unchanged. The hook runs after the response is stored for its Idempotency-Key, so a repetition can ask for
 * another form.
 */
function createMemberSender({ mediaType, member }: NonNullable<Endpoint['alternative']>): onSendAsyncHookHandler {
  return async (request, reply, payload) => {
    reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '))
    if (!isPreferred(request.headers.accept, mediaType) || reply.statusCode >= 300 || typeof payload !== 'string')
      return payload
    const alone: unknown = JSON.parse(payload)[member]
    if (typeof alone !== 'string') return payload
    reply.type(mediaType)
    return alone
  }
}

/** Returns whether an Accept header names this media type with at least the weight of JSON (RFC 9110, section 12.5.1). Wildcards don't count. */
export function isPreferred(accept = '', mediaType: string): boolean {
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
  const [weight = 0, jsonWeight = 0] = [mediaType, 'application/json'].map((type) => {
    const range = ranges.find(([name]) => name === type)
    const q = range?.find((part) => part.startsWith('q='))?.slice(2)
    return range && (q === undefined ? 1 : Number(q) || 0)
  })
  return weight > 0 && weight >= jsonWeight
}

/** Does the work of a call in a transaction. A RequestProblem that it throws rolls the transaction back; one that it returns is sent after the commit. */
type Commit<One extends Endpoint, Prepared> = (
  tx: Transaction,
  call: Call<One> & { prepared: Prepared },
) => Promise<AnswerOf<One> | RequestProblem>

/** A handler with work before its transaction, such as spending budgets or calling other servers. `prepare` refuses a request by throwing. */
type Steps<One extends Endpoint, Prepared> = {
  prepare: (call: Call<One>) => Promise<Prepared>
  commit: Commit<One, Prepared>
}

/**
 * Registers the handler of an endpoint whose work is one transaction. The transaction also stores the response for the Idempotency-Key. A
 * RequestProblem that the handler returns is sent after the commit; one that it throws rolls the transaction back. `prepare`, if given,
 * runs before the transaction.
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

/** Registers an endpoint whose response is JSON text prepared by toSnapshot. Sends 304 if the caller's If-None-Match has the entity tag. */
export function serveSnapshot<One extends Endpoint>(
  app: FastifyInstance,
  endpoint: One,
  find: (call: Pick<Call<One>, 'query'>) => Promise<Snapshot>,
): void {
  const { method, path, query, responses } = endpoint
  app.route({
    method,
    url: path,
    schema: query ? { querystring: query } : {},
    config: { endpoint },
    handler: async (request, reply) => {
      const { text, tag } = await find({ query: request.query as QueryOf<One> })
      reply.headers({ 'cache-control': 'no-cache', etag: tag })
      if (hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      return reply
        .code(Number(Object.keys(responses)[0]))
        .type('application/json; charset=utf-8')
        .send(text)
    },
  })
}

/** A serialized response and its entity tag. */
export type Snapshot = { text: string; tag: string }

type Snapshots<Key> = {
  /** Returns the response for a key that this process read less than a second ago, otherwise reads it. Concurrent calls share one read. */
  recent: (key: Key) => Promise<Snapshot>
  /** Deletes all cached responses. Called after a write by this process, so that its caller gets the new state. */
  forget: () => void
}

const MAX_AGE_MS = 1000
// Most responses have a hundred kilobytes at most, the longest status list two megabytes.
const MAX_SNAPSHOTS = 20

/** Creates a cache of JSON responses by key. A response is read at most once per second and serialized once; the cache keeps the 20 newest. */
export function createSnapshots<Key extends string | number>(
  now: () => Date,
  read: (key: Key) => Promise<object>,
): Snapshots<Key> {
  const kept = new Map<Key, { at: number; reading: Promise<Snapshot> }>()
  const begin = (key: Key): Promise<Snapshot> => {
    const begun = { at: now().getTime(), reading: read(key).then(toSnapshot) }
    kept.delete(key)
    kept.set(key, begun)
    const [oldest] = kept.keys()
    if (kept.size > MAX_SNAPSHOTS && oldest !== undefined) kept.delete(oldest)
    // Its callers see a failed reading; the next caller reads again.
    begun.reading.catch(() => kept.get(key) === begun && kept.delete(key))
    return begun.reading
  }
  return {
    recent: (key) => {
      const found = kept.get(key)
      const ageMs = now().getTime() - (found?.at ?? 0)
      // A clock that was set back makes an age below zero.
      return found && ageMs >= 0 && ageMs < MAX_AGE_MS ? found.reading : begin(key)
    },
    forget: () => kept.clear(),
  }
}

/** Serializes a response as JSON, with its entity tag (RFC 9110, section 8.8.3). */
export function toSnapshot(answer: object): Snapshot {
  const text = JSON.stringify(answer)
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}

/**
 * Registers an endpoint that responds with server-sent events. `handle` returns a function that gets the open response and writes the
 * events to it; refusals must be thrown before.
 */
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

/**
 * Returns whether an If-None-Match header contains an entity tag or `*`, so that the caller has the response already (RFC 9110, section
 * 13.1.2). Undefined means no header.
 */
export function hasTag(condition: string | undefined, tag: string): boolean {
  const tags = (condition ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}

/** Encrypts the position at which a page of a list ended into a cursor, which openCursor accepts for the same list only. */
export function sealCursor(secrets: Secrets, list: string, position: string): string {
  return secrets.seal('cursor', `${list} ${position}`).toString('base64url')
}

/** Decrypts a cursor of sealCursor and returns its position; throws 400 if it isn't a cursor of this list. */
export function openCursor(secrets: Secrets, list: string, cursor: string): string {
  const text = openToken(secrets, 'cursor', cursor)
  if (text?.startsWith(`${list} `)) return text.slice(list.length + 1)
  throw refuseField('/cursor', 'must be the nextCursor of an earlier answer')
}
