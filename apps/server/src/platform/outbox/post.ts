import { lookup as lookUp } from 'node:dns/promises'
import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { findLiteralAddress, isPublicAddress, canReachPrivate, type Reach } from '../public-address.ts'
import type { Outcome } from './rules.ts'

/** A POST request to a server outside of this service. */
export type PostRequest = { url: string; headers: Record<string, string>; body: string | Buffer }

/** The result of a POST: the response's status and Retry-After, or the reason why there was no response. */
export type PostResult =
  | { outcome: 'answered'; status: number; retryAfter: string | undefined }
  | { outcome: 'failed'; problem: string }

export type Post = (request: PostRequest) => Promise<PostResult>

/** Resolves a host name to IP addresses. */
type Resolve = (name: string) => Promise<{ address: string; family: number }[]>

export type PostOptions = { timeoutMs?: number; resolve?: Resolve }

const TIMEOUT_MS = 10_000

/** The length of a response after which the connection is closed. The content is never kept. */
const MAX_ANSWER_BYTES = 65_536

class PrivateAddressError extends Error {}

/**
 * Creates a function that sends a POST to a server outside of this service: over a new connection, without following redirects, and to
 * private addresses only where `reach` allows it. A failed request returns the problem; it doesn't throw.
 */
export function createPost(reach: Reach, options: PostOptions = {}): Post {
  const { timeoutMs = TIMEOUT_MS, resolve = (name) => lookUp(name, { all: true }) } = options
  return async ({ url: text, headers, body }) => {
    const url = new URL(text)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const lookup = selectLookup(url, { reach, resolve })
      return await send({ url, headers, body, signal, lookup })
    } catch (error) {
      return { outcome: 'failed', problem: signal.aborted ? `no answer within ${timeoutMs / 1000} s` : explain(error) }
    }
  }
}

/**
 * Returns the DNS lookup of a connection, which checks the resolved addresses. They are checked at that moment, because a name can change
 * its address between a check and the connection.
 */
function selectLookup(url: URL, { reach, resolve }: { reach: Reach; resolve: Resolve }): LookupFunction {
  if (canReachPrivate(url, reach)) return createLookup(resolve)
  const literal = findLiteralAddress(url)
  // An address needs no lookup, so that nothing else would look at it.
  if (literal !== undefined && !isPublicAddress(literal)) throw new PrivateAddressError()
  return createLookup(async (name) => {
    const open = (await resolve(name)).filter(({ address }) => isPublicAddress(address))
    if (open.length === 0) throw new PrivateAddressError()
    return open
  })
}

function createLookup(resolve: Resolve): LookupFunction {
  const resolveName = callbackify(resolve)
  return (name, { all }, callback) =>
    resolveName(name, (error, found) => {
      if (error) callback(error, '', 0)
      else if (all) callback(null, found)
      else callback(null, found[0]?.address ?? '', found[0]?.family)
    })
}

type ResolvedRequest = Omit<PostRequest, 'url'> & { url: URL; signal: AbortSignal; lookup: LookupFunction }

function send({ url, headers, body, signal, lookup }: ResolvedRequest): Promise<PostResult> {
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp
  const { promise, resolve, reject } = Promise.withResolvers<PostResult>()
  const sent = request(url, {
    method: 'POST',
    agent: false,
    lookup,
    signal,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  })
  sent.once('error', reject)
  sent.once('response', (answer) => {
    // From here on the site has answered, however the rest ends.
    sent.off('error', reject).on('error', handleNothing)
    void readToEnd(answer).then(() => resolve(describeAnswer(answer)))
  })
  sent.end(body)
  return promise
}

function describeAnswer({ statusCode = 0, headers }: IncomingMessage): PostResult {
  return { outcome: 'answered', status: statusCode, retryAfter: headers['retry-after'] }
}

/** Resolves when a response has ended or failed: its status has been read, and the rest doesn't matter. */
function readToEnd(answer: IncomingMessage): Promise<void> {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) answer.destroy()
  })
  answer.on('error', handleNothing)
  return new Promise((resolve) => answer.once('close', resolve))
}

function handleNothing(): void {}

// Only what Node calls it: the text may quote an answer or an address.
function explain(error: unknown): string {
  if (error instanceof PrivateAddressError) return 'leads to a private address, which WEBHOOK_PRIVATE_ADDRESSES forbids'
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return `could not be reached (${code})`
}

/** Converts the result of a POST to an outcome for the outbox: 2xx is `sent`, anything else is `failed` and retried, at the earliest when Retry-After says. */
export function toOutcome(posted: PostResult, now: Date): Outcome {
  if (posted.outcome === 'failed') return posted
  const { status } = posted
  if (status >= 200 && status < 300) return { outcome: 'sent', status }
  return { outcome: 'failed', status, problem: `answered ${status}`, waitMs: readAskedWait(posted, now) }
}

/** Returns the wait that a busy server asks for in Retry-After (RFC 9110, section 10.2.3), in milliseconds. */
function readAskedWait({ status, retryAfter = '' }: { status: number; retryAfter?: string | undefined }, now: Date) {
  if (status !== 429 && status !== 503) return 0
  const text = retryAfter.trim()
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isFinite(waitMs) ? waitMs : 0
}
