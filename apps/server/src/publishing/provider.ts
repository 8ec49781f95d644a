import type { Outcome } from './target.ts'

/** What came back from a platform: its answer, or nothing, and then whether it can have got the request at all. */
export type Reply =
  | { kind: 'answer'; status: number; headers: Headers; json: Json }
  | { kind: 'not sent'; says: string }
  | { kind: 'no answer'; says: string }

export type Answer = Extract<Reply, { kind: 'answer' }>

/** An unchecked answer of a platform. */
export type Json = unknown

type Request = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string; signal: AbortSignal }

const MAX_ANSWER_BYTES = 1_048_576
const USER_AGENT = 'stillhere/1.0 (publishing)'

// Each of these happens before a request leaves the machine.
const BEFORE_SENDING = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Asks a platform. The address comes from constants and settings, never from a caller. */
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

/** As ask, with a body of JSON. */
export function sendJson(url: string, body: object, { headers, signal }: Omit<Request, 'method'>): Promise<Reply> {
  const all = { 'content-type': 'application/json', ...headers }
  return sendRequest(url, { method: 'POST', headers: all, body: JSON.stringify(body), signal })
}

/** As ask, with the body of a form. */
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

/** Undefined for what is no JSON, or more of it than any of these answers has. */
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

/** The text at a path inside an answer; numbers count as text, anything else as nothing. */
export function readText(json: Json, ...path: (string | number)[]): string | undefined {
  const value = readValue(json, ...path)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function readValue(json: Json, ...path: (string | number)[]): Json {
  let value: unknown = json
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string | number, unknown>)[step]
  }
  return value
}

/** How a platform words a refusal: its code, its sentence, when to come back, and what we would do about it. */
export type Wording = {
  code?: string | undefined
  message?: string | undefined
  retryAfterSeconds?: number | undefined
}

/**
 * What an answer that is no success means for the post: a 4xx is a refusal; after anything else the post may be there,
 * because a server can fail after it has stored it.
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

/** Runs a step before the post is sent, such as signing in. Nothing is posted yet, so every failure is a refusal. */
export function toRefusal(outcome: Outcome): Outcome {
  return outcome.kind === 'unknown' ? { kind: 'refused', says: outcome.says } : outcome
}

const UNREADABLE = 'answered in a form that we cannot read'

/** A success without what we need to know of it: the post is probably there. */
export function refuseUnreadable(): Extract<Outcome, { kind: 'unknown' }> {
  return { kind: 'unknown', says: UNREADABLE }
}

const MAX_WAIT_SECONDS = 604_800

/** RFC 9110, section 10.2.3: seconds. Platforms send no dates. */
export function readRetryAfter(headers: Headers): number | undefined {
  return parseWait(headers.get('retry-after'))
}

/** A number of seconds as a platform wrote it, rounded up, between a second and a week. */
export function parseWait(seconds: unknown): number | undefined {
  if (seconds === null || seconds === undefined || seconds === '') return undefined
  const value = Math.ceil(Number(seconds))
  return Number.isFinite(value) ? Math.min(Math.max(value, 1), MAX_WAIT_SECONDS) : undefined
}
