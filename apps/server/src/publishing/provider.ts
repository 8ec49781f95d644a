import type { Outcome } from './target.ts'

/**
 * Result of a request to a platform: an answer; `not sent`, if the request never left this machine; or `no answer`, if the platform may have
 * got it.
 */
export type Reply =
  | { kind: 'answer'; status: number; headers: Headers; json: Json }
  | { kind: 'not sent'; says: string }
  | { kind: 'no answer'; says: string }

export type Answer = Extract<Reply, { kind: 'answer' }>

/** The unchecked JSON body of a platform's answer; undefined if it can't be read. */
export type Json = unknown

type Request = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string; signal: AbortSignal }

const MAX_ANSWER_BYTES = 1_048_576
const USER_AGENT = 'stillhere/1.0 (publishing)'

// Each of these happens before a request leaves the machine.
const BEFORE_SENDING = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * Sends a request to a platform's API and returns the answer, or why there is none; doesn't throw for network errors. The address comes from
 * constants and settings, never from a caller.
 */
export async function sendRequest(url: string, request: Request): Promise<Reply> {
  if (request.signal.aborted) return { kind: 'not sent', says: 'was not asked any more: time was up' }
  try {
    const headers = { 'user-agent': USER_AGENT, accept: 'application/json', ...request.headers }
    const answer = await fetch(url, { ...request, headers, redirect: 'manual' })
    return { kind: 'answer', status: answer.status, headers: answer.headers, json: await readJson(answer) }
  } catch (error) {
    const code = readCode(error)
    if (BEFORE_SENDING.has(code) || code.startsWith('ERR_TLS') || code.includes('CERT'))
      return { kind: 'not sent', says: `could not be reached (${code})` }
    return { kind: 'no answer', says: request.signal.aborted ? 'did not answer in time' : 'broke the connection off' }
  }
}

/** Sends a POST request with a JSON body to a platform's API; see sendRequest. */
export function sendJson(url: string, body: object, { headers, signal }: Omit<Request, 'method'>): Promise<Reply> {
  const all = { 'content-type': 'application/json', ...headers }
  return sendRequest(url, { method: 'POST', headers: all, body: JSON.stringify(body), signal })
}

/** Sends a POST request with a form as its body to a platform's API; see sendRequest. */
export function sendForm(
  url: string,
  fields: Record<string, string>,
  { headers, signal }: Omit<Request, 'method'>,
): Promise<Reply> {
  const all = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  return sendRequest(url, { method: 'POST', headers: all, body: new URLSearchParams(fields).toString(), signal })
}

function readCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
}

/** Returns the JSON body of an answer; undefined if it isn't JSON or is larger than a megabyte. */
async function readJson(answer: Response): Promise<Json> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size <= MAX_ANSWER_BYTES) chunks.push(chunk)
  }
  if (size > MAX_ANSWER_BYTES) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Returns the text at a path inside a platform's answer, a number as text; undefined for empty text, other values and a path that doesn't exist. */
export function readText(json: Json, ...path: (string | number)[]): string | undefined {
  const value = readValue(json, ...path)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the value at a path inside a platform's answer; undefined if the path doesn't exist. */
export function readValue(json: Json, ...path: (string | number)[]): Json {
  let value: unknown = json
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string | number, unknown>)[step]
  }
  return value
}

/** What a platform's answer says about a failure: its code, its message, and how many seconds to wait. */
export type Wording = {
  code?: string | undefined
  message?: string | undefined
  retryAfterSeconds?: number | undefined
}

/**
 * Converts an unsuccessful reply to an outcome of the post: `refused` for a 4xx or a request that never left, otherwise `unknown`, because a
 * server can fail after it has stored the post. `words`: reads code, message and waiting time from the answer.
 */
export function toFailure(reply: Reply, words: (answer: Answer) => Wording): Outcome {
  if (reply.kind === 'not sent') return { kind: 'refused', says: reply.says }
  if (reply.kind === 'no answer') return { kind: 'unknown', says: reply.says }
  const { code, message, retryAfterSeconds } = words(reply)
  const said = [code, message].filter((one) => one !== undefined).join(': ')
  const says = `answered ${reply.status}${said === '' ? '' : ` (${said})`}`
  if (reply.status < 400 || reply.status >= 500) return { kind: 'unknown', says }
  const wait = retryAfterSeconds ?? (reply.status === 429 ? readRetryAfter(reply.headers) : undefined)
  return { kind: 'refused', says, ...(wait === undefined ? {} : { retryAfterSeconds: wait }) }
}

/** Converts a failed step before a post is sent, such as signing in, to `refused`: nothing is posted yet, so its outcome is never unknown. */
export function toRefusal(outcome: Outcome): Outcome {
  return outcome.kind === 'unknown' ? { kind: 'refused', says: outcome.says } : outcome
}

const UNREADABLE = 'answered in a form that we cannot read'

/** Returns the outcome of an answer that reports success but can't be read: `unknown`, since the post is probably there. */
export function refuseUnreadable(): Extract<Outcome, { kind: 'unknown' }> {
  return { kind: 'unknown', says: UNREADABLE }
}

const MAX_WAIT_SECONDS = 604_800

/** Returns the seconds of a Retry-After header (RFC 9110, section 10.2.3); undefined if it is missing or a date, which these platforms don't send. */
export function readRetryAfter(headers: Headers): number | undefined {
  return parseWait(headers.get('retry-after'))
}

/**
 * Parses a number of seconds that a platform wrote as a number or text: rounded up, and limited to one second up to one week; undefined if it
 * isn't a number.
 */
export function parseWait(seconds: unknown): number | undefined {
  if (seconds === null || seconds === undefined || seconds === '') return undefined
  const value = Math.ceil(Number(seconds))
  return Number.isFinite(value) ? Math.min(Math.max(value, 1), MAX_WAIT_SECONDS) : undefined
}
