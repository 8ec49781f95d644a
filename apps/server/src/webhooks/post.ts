import { lookup as lookUp } from 'node:dns/promises'
import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isPublicAddress } from '../public-address.ts'
import { findLiteralAddress, mayLeadInside, type WebhookReach } from '../sites/webhook-rules.ts'
import type { Posted } from './rules.ts'

/** A signed event on its way, or with a body of bytes a push message. */
export type Letter<Body extends string | Buffer = string> = {
  url: string
  headers: Record<string, string>
  body: Body
}

export type Post<Body extends string | Buffer = string> = (letter: Letter<Body>) => Promise<Posted>

/** The addresses of a name. */
type Resolve = (name: string) => Promise<{ address: string; family: number }[]>

export type PostOptions = { timeoutMs?: number; resolve?: Resolve }

const TIMEOUT_MS = 10_000

/** What a site may answer before it is cut off; nothing of it is kept. */
const MAX_ANSWER_BYTES = 65_536

class PrivateAddressError extends Error {}

/** Posts events over a connection of their own each; redirects are not followed. */
export function createPost(reach: WebhookReach, options: PostOptions = {}): Post<string | Buffer> {
  const { timeoutMs = TIMEOUT_MS, resolve = (name) => lookUp(name, { all: true }) } = options
  return async ({ url: text, headers, body }) => {
    const url = new URL(text)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const lookup = chooseLookup(url, { reach, resolve })
      return await send({ url, headers, body, signal, lookup })
    } catch (error) {
      return { outcome: 'failed', problem: signal.aborted ? `no answer within ${timeoutMs / 1000} s` : explain(error) }
    }
  }
}

/** Where a webhook leads is decided as it connects: what a name meant a moment ago says nothing about now. */
function chooseLookup(url: URL, { reach, resolve }: { reach: WebhookReach; resolve: Resolve }): LookupFunction {
  if (mayLeadInside(url, reach)) return answerWith(resolve)
  const literal = findLiteralAddress(url)
  // An address needs no lookup, so that nothing else would look at it.
  if (literal !== undefined && !isPublicAddress(literal)) throw new PrivateAddressError()
  return answerWith(async (name) => {
    const open = (await resolve(name)).filter(({ address }) => isPublicAddress(address))
    if (open.length === 0) throw new PrivateAddressError()
    return open
  })
}

function answerWith(resolve: Resolve): LookupFunction {
  const resolveName = callbackify(resolve)
  return (name, { all }, callback) =>
    resolveName(name, (error, found) => {
      if (error) callback(error, '', 0)
      else if (all) callback(null, found)
      else callback(null, found[0]?.address ?? '', found[0]?.family)
    })
}

type Sending = Omit<Letter<string | Buffer>, 'url'> & { url: URL; signal: AbortSignal; lookup: LookupFunction }

function send({ url, headers, body, signal, lookup }: Sending): Promise<Posted> {
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp
  const { promise, resolve, reject } = Promise.withResolvers<Posted>()
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
    sent.off('error', reject).on('error', ignore)
    void drain(answer).then(() => resolve(describeAnswer(answer)))
  })
  sent.end(body)
  return promise
}

function describeAnswer({ statusCode = 0, headers }: IncomingMessage): Posted {
  return { outcome: 'answered', status: statusCode, retryAfter: headers['retry-after'] }
}

/** Waits until an answer has ended, in whatever way: its status has been read, and the rest does not count. */
function drain(answer: IncomingMessage): Promise<void> {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) answer.destroy()
  })
  answer.on('error', ignore)
  return new Promise((resolve) => answer.once('close', resolve))
}

function ignore(): void {}

// Only what Node calls it: the text may quote an answer or an address.
function explain(error: unknown): string {
  if (error instanceof PrivateAddressError) return 'leads to a private address, which WEBHOOK_PRIVATE_ADDRESSES forbids'
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return `could not be reached (${code})`
}
