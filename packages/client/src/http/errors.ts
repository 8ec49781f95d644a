import type { ProblemCode } from '@stillhere/contract'

/** What every failure of a call has in common: which call it was, and after how many tries. */
export abstract class CallError extends Error {
  abstract readonly kind: 'problem' | 'network' | 'timeout' | 'answer'
  /** The name of the client's method. */
  readonly call: string
  attempts = 1

  constructor(call: string, message: string, options?: ErrorOptions) {
    super(`${call}: ${message}`, options)
    this.call = call
  }
}

/** A bad field: where (RFC 6901) and what was expected. */
export type FieldProblem = { pointer: string; message: string }

export type ProblemContent = {
  status: number
  code: ProblemCode | 'UNEXPECTED_ANSWER'
  title: string
  detail: string
  errors: readonly FieldProblem[]
  otherWays?: readonly string[]
  retryAfterMs: number | undefined
  requestId: string | undefined
}

/** The service refused the call, or something between answered in its place (`UNEXPECTED_ANSWER`). */
export class ProblemError extends CallError {
  override readonly name = 'ProblemError'
  readonly kind = 'problem'
  readonly status: number
  /** Stable, and made for programs. */
  readonly code: ProblemCode | 'UNEXPECTED_ANSWER'
  readonly title: string
  /** For people; may change. */
  readonly detail: string
  /** The bad fields, where there are any. */
  readonly errors: readonly FieldProblem[]
  /** How a person signs in who gets no code, such as `passkey`, where the service names ways. */
  readonly otherWays: readonly string[]
  readonly retryAfterMs: number | undefined
  /** Under which the service logged it. */
  readonly requestId: string | undefined

  constructor(call: string, content: ProblemContent) {
    super(call, `${content.status} ${content.code}: ${content.detail}`)
    this.status = content.status
    this.code = content.code
    this.title = content.title
    this.detail = content.detail
    this.errors = content.errors
    this.otherWays = content.otherWays ?? []
    this.retryAfterMs = content.retryAfterMs
    this.requestId = content.requestId
  }
}

/** No answer arrived, or it broke off; the `cause` is what `fetch` said. */
export class NetworkError extends CallError {
  override readonly name = 'NetworkError'
  readonly kind = 'network'
}

/** The call was not done within `timeoutMs`. */
export class TimeoutError extends CallError {
  override readonly name = 'TimeoutError'
  readonly kind = 'timeout'
}

/** What came is not an answer of this service: a redirect, or a page where JSON was expected. */
export class AnswerError extends CallError {
  override readonly name = 'AnswerError'
  readonly kind = 'answer'
}
