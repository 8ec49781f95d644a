import { AnswerError, type FieldProblem, NetworkError, type ProblemContent, ProblemError } from './errors.ts'
import { readRetryAfterMs } from './retry.ts'

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
