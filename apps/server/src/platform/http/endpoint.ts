import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@stillhere/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify'
import type { Transaction } from '../database/pool.ts'
import { refuseField, type RequestProblem } from '../problem.ts'
import { openToken, type Secrets } from '../secrets.ts'

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

/**
 * Sends one text of an answer alone to whoever prefers its media type. An answer without that text, a problem for example, stays what it is:
 * the content type tells. It runs after the answer was kept for its Idempotency-Key, so a repetition may ask for another form.
 */
function sendMemberAlone({ mediaType, member }: NonNullable<Endpoint['alone']>): onSendAsyncHookHandler {
  return async (request, reply, payload) => {
    reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '))
    if (!prefers(request.headers.accept, mediaType) || reply.statusCode >= 300 || typeof payload !== 'string')
      return payload
    const alone: unknown = JSON.parse(payload)[member]
    if (typeof alone !== 'string') return payload
    reply.type(mediaType)
    return alone
  }
}

/** Whether Accept names a media type, and JSON not before it (RFC 9110, section 12.5.1); wildcards mean JSON. */
export function prefers(accept = '', mediaType: string): boolean {
  const weight = findWeight(accept, mediaType)
  return weight > 0 && weight >= findWeight(accept, 'application/json')
}

function findWeight(accept: string, mediaType: string): number {
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
  const named = ranges.find(([range]) => range === mediaType)
  if (!named) return 0
  const weight = named.find((part) => part.startsWith('q='))?.slice(2)
  return weight === undefined ? 1 : Number(weight) || 0
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
      if (hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      return reply.code(successOf(endpoint)).type('application/json; charset=utf-8').send(text)
    },
  })
}

/** An answer that many ask for, as it goes out. */
export type Snapshot = { text: string; tag: string }

type Snapshots<Key> = {
  /** Read by this process less than a second ago, or else now; callers who come meanwhile wait for the same reading. */
  recent: (key: Key) => Promise<Snapshot>
  /** After a write by this process, so that its caller finds it in the next answer. */
  forget: () => void
}

const MAX_AGE_MS = 1000
// Most answers have a hundred kilobytes at most, the longest status list two megabytes.
const MOST_KEPT = 20

type Begun = { at: number; reading: Promise<Snapshot> }

/** Keeps answers for less than a second, each written once. */
export function createSnapshots<Key extends string | number>(
  now: () => Date,
  read: (key: Key) => Promise<object>,
): Snapshots<Key> {
  const kept = new Map<Key, Begun>()
  const begin = (key: Key): Promise<Snapshot> => {
    const begun = { at: now().getTime(), reading: read(key).then(toSnapshot) }
    kept.delete(key)
    kept.set(key, begun)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    // A failed reading is its callers' to see, and nobody's to keep.
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

/** An answer that is kept by nobody. */
export function toSnapshot(answer: object): Snapshot {
  const text = JSON.stringify(answer)
  return { text, tag: computeTag(text) }
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

/** The entity tag of a text (RFC 9110, section 8.8.3). */
function computeTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`
}

/** Whether a caller has it already, by what their If-None-Match names (RFC 9110, section 13.1.2). */
export function hasTag(condition: string | undefined, tag: string): boolean {
  const tags = (condition ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}

/** Where a list was left, for the caller to bring back: opaque, and good for that list only. */
export function sealCursor(secrets: Secrets, list: string, position: string): string {
  return secrets.seal('cursor', `${list} ${position}`).toString('base64url')
}

/** The position in a cursor that this list gave; 400 for any other. */
export function openCursor(secrets: Secrets, list: string, cursor: string): string {
  const text = openToken(secrets, 'cursor', cursor)
  if (text?.startsWith(`${list} `)) return text.slice(list.length + 1)
  throw refuseField('/cursor', 'must be the nextCursor of an earlier answer')
}
