import { AnswerError, type FieldProblem, NetworkError, type ProblemContent, ProblemError } from './errors.ts'

/** The answer that a response carries; throws what it is instead. */
export async function readAnswer(call: string, response: Response, nowMs: number): Promise<unknown> {
  const text = await readText(call, response)
  refuseRedirect(call, response)
  if (!response.ok) throw new ProblemError(call, problemIn(response, text, nowMs))
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AnswerError(call, `the answer (${response.status}) is not JSON; does baseUrl lead to the service?`, {
      cause,
    })
  }
}

// Followed, a redirect would carry the admin secret to wherever it points, and turn a POST into a GET.
function refuseRedirect(call: string, { status, type, headers }: Response): void {
  if (type !== 'opaqueredirect' && (status < 300 || status >= 400)) return
  const place = headers.get('location')
  const where = place === null ? 'elsewhere' : `to ${place}`
  throw new AnswerError(call, `the service sends us ${where}; set baseUrl to its own address`)
}

// The longest answers of the service are pages of a few hundred kilobytes; one without end would fill the memory.
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

function problemIn({ status, statusText, headers }: Response, text: string, nowMs: number): ProblemContent {
  const written = objectIn(text)
  const title = textIn(written.title) || statusText || `HTTP ${status}`
  return {
    status,
    code: (textIn(written.error) || 'UNEXPECTED_ANSWER') as ProblemContent['code'],
    title,
    detail: textIn(written.detail) || title,
    errors: fieldsIn(written.errors),
    otherWays: textsIn(written.other_ways),
    retryAfterMs: readRetryAfterMs(headers.get('retry-after'), nowMs),
    requestId: headers.get('x-request-id') ?? undefined,
  }
}

/** One try that failed: `status` and `code` are there where an answer came. */
export type Failure = {
  status?: number | undefined
  code?: string | undefined
  retryAfterMs?: number | undefined
}

export type RetrySituation = {
  /** Whether doing it twice is the same as doing it once. */
  isRepeatable: boolean
  /** Failures before this one. */
  failures: number
  retries: number
  /** No wait is longer. */
  longestWaitMs: number
  /** From 0 to 1. */
  random: number
}

const FIRST_WAIT_MS = 250
const LONGEST_BACKOFF_MS = 8000
const LOOK_AGAIN_MS = 1000
// The request was not looked at, so any kind of request may be sent again.
const NOT_TAKEN = [408, 425, 429]
const PERHAPS_TAKEN = [502, 503, 504]

/** How long to wait before a call is tried again; undefined where it must not be, or is not worth it. */
export function retryWaitMs(failure: Failure, situation: RetrySituation): number | undefined {
  if (!isWorthTrying(failure, situation)) return undefined
  const waitMs = readWaitMs(failure, situation) ?? situation.random * backoffMs(situation.failures)
  return waitMs <= situation.longestWaitMs ? waitMs : undefined
}

function isWorthTrying(failure: Failure, { failures, retries, isRepeatable }: RetrySituation): boolean {
  return isUnderWay(failure) || (failures < retries && mayRepeat(failure, isRepeatable))
}

// Never earlier than asked; later by a little, so that those who were sent away do not all come back at once.
function readWaitMs(failure: Failure, { random }: RetrySituation): number | undefined {
  const asked = failure.retryAfterMs ?? (isUnderWay(failure) ? LOOK_AGAIN_MS : undefined)
  return asked === undefined ? undefined : asked + random * FIRST_WAIT_MS
}

/** The same POST is being done by its first try: no failure, only a matter of waiting. */
export function isUnderWay({ code }: Failure): boolean {
  return code === 'REQUEST_IN_FLIGHT'
}

function mayRepeat({ status, code = '' }: Failure, isRepeatable: boolean): boolean {
  // The platform has refused the post, or may hold it already: going on is a person's decision.
  if (code.startsWith('PUBLISH_')) return false
  if (status === undefined) return isRepeatable
  return NOT_TAKEN.includes(status) || (isRepeatable && PERHAPS_TAKEN.includes(status))
}

// Full jitter: anything between nothing and twice the last bound.
function backoffMs(failures: number): number {
  return Math.min(LONGEST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** failures)
}

/** The wait that a Retry-After field asks for (RFC 9110, 10.2.3): seconds or a date; undefined where it says nothing. */
export function readRetryAfterMs(field: string | null, nowMs: number): number | undefined {
  const text = field?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Dates have letters; Date.parse would take "-1" and "1.5" for years.
  const at = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

// A proxy may answer a page, or nothing at all.
function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function fieldsIn(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return []
  return value.filter((one): one is FieldProblem => typeof one?.pointer === 'string' && typeof one.message === 'string')
}
