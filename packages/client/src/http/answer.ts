import { AnswerError, type FieldProblem, NetworkError, type ProblemContent, ProblemError } from './errors.ts'

/**
 * Reads the body of a successful response as JSON. Throws a ProblemError for an error status, an AnswerError for a redirect, an overlong body or
 * invalid JSON, and a NetworkError if the connection breaks. `call` names the endpoint in the error.
 */
export async function readAnswer(call: string, response: Response, nowMs: number): Promise<unknown> {
  const text = await readText(call, response)
  refuseRedirect(call, response)
  if (!response.ok) throw new ProblemError(call, readProblem(response, text, nowMs))
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AnswerError(call, `the answer (${response.status}) is not JSON; does baseUrl lead to the service?`, {
      cause,
    })
  }
}

// Following a redirect would send the admin secret to its target and turn a POST into a GET.
function refuseRedirect(call: string, { status, type, headers }: Response): void {
  if (type !== 'opaqueredirect' && (status < 300 || status >= 400)) return
  const place = headers.get('location')
  const where = place === null ? 'elsewhere' : `to ${place}`
  throw new AnswerError(call, `the service sends us ${where}; set baseUrl to its own address`)
}

// The longest responses have a few hundred kilobytes; an endless one would fill the memory.
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

async function readText(call: string, { body }: Response): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new NetworkError(call, 'the answer broke off', { cause })
    })
    if (done) return text + decoder.decode()
    length += value.length
    if (length > MAX_ANSWER_BYTES) {
      void reader.cancel().catch(() => {})
      throw new AnswerError(call, `the answer is longer than ${MAX_ANSWER_BYTES} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}

function readProblem({ status, statusText, headers }: Response, text: string, nowMs: number): ProblemContent {
  const written = parseObject(text)
  const title = toText(written.title) || statusText || `HTTP ${status}`
  return {
    status,
    code: (toText(written.error) || 'UNEXPECTED_ANSWER') as ProblemContent['code'],
    title,
    detail: toText(written.detail) || title,
    errors: selectFieldProblems(written.errors),
    otherWays: selectTexts(written.other_ways),
    retryAfterMs: readRetryAfterMs(headers.get('retry-after'), nowMs),
    requestId: headers.get('x-request-id') ?? undefined,
  }
}

/** A failed attempt; `status` and `code` are set if the service responded. */
export type Failure = {
  status?: number | undefined
  code?: string | undefined
  retryAfterMs?: number | undefined
}

export type RetrySituation = {
  /** True if repeating the call has no further effect. */
  isRepeatable: boolean
  /** Number of failures before this one. */
  failures: number
  retries: number
  /** The longest acceptable wait. */
  longestWaitMs: number
  /** A random number from 0 to 1. */
  random: number
}

const FIRST_WAIT_MS = 250
const LONGEST_BACKOFF_MS = 8000
const LOOK_AGAIN_MS = 1000
// The service did not process the request, so any request may be repeated.
const NOT_TAKEN = [408, 425, 429]
const PERHAPS_TAKEN = [502, 503, 504]

/**
 * Computes how many ms to wait before a call is sent again: Retry-After if the service sent it, otherwise a random exponential backoff. Returns
 * undefined if the call must not be retried, or if the wait would be longer than `longestWaitMs`.
 */
export function computeRetryWaitMs(failure: Failure, situation: RetrySituation): number | undefined {
  if (!isWorthTrying(failure, situation)) return undefined
  const waitMs = readWaitMs(failure, situation) ?? situation.random * computeBackoffMs(situation.failures)
  return waitMs <= situation.longestWaitMs ? waitMs : undefined
}

function isWorthTrying(failure: Failure, { failures, retries, isRepeatable }: RetrySituation): boolean {
  return isUnderWay(failure) || (failures < retries && canRepeat(failure, isRepeatable))
}

// Never earlier than requested, and a little later at random, so that clients don't all return at once.
function readWaitMs(failure: Failure, { random }: RetrySituation): number | undefined {
  const asked = failure.retryAfterMs ?? (isUnderWay(failure) ? LOOK_AGAIN_MS : undefined)
  return asked === undefined ? undefined : asked + random * FIRST_WAIT_MS
}

/** Returns true if the service said that the first attempt of the same POST is still running (REQUEST_IN_FLIGHT). The client then asks again, and doesn't count it as a failure. */
export function isUnderWay({ code }: Failure): boolean {
  return code === 'REQUEST_IN_FLIGHT'
}

function canRepeat({ status, code = '' }: Failure, isRepeatable: boolean): boolean {
  // The platform refused the post or may already have it. A person must decide whether to repeat it.
  if (code.startsWith('PUBLISH_')) return false
  if (status === undefined) return isRepeatable
  return NOT_TAKEN.includes(status) || (isRepeatable && PERHAPS_TAKEN.includes(status))
}

// The bound doubles with each failure; the wait is random below it (full jitter).
function computeBackoffMs(failures: number): number {
  return Math.min(LONGEST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** failures)
}

/** Parses a Retry-After header (RFC 9110, 10.2.3), which holds seconds or a date, to ms from now. Returns undefined if it is missing or malformed. */
export function readRetryAfterMs(field: string | null, nowMs: number): number | undefined {
  const text = field?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Date.parse would accept "-1" and "1.5" as years, so a date must begin with letters.
  const at = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

// A proxy may respond with HTML or with nothing.
function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function selectTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function selectFieldProblems(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return []
  return value.filter((one): one is FieldProblem => typeof one?.pointer === 'string' && typeof one.message === 'string')
}
