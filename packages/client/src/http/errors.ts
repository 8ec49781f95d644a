import type { ProblemCode } from '@stillhere/contract'

/** Base class of all failures of a call, with the name of the call and the number of tries. */
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

/** An invalid field: its JSON Pointer (RFC 6901) and what was expected. */
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

/** The service refused the call, or a proxy responded instead of it (`UNEXPECTED_ANSWER`). */
export class ProblemError extends CallError {
  override readonly name = 'ProblemError'
  readonly kind = 'problem'
  readonly status: number
  /** Stable code for programs. */
  readonly code: ProblemCode | 'UNEXPECTED_ANSWER'
  readonly title: string
  /** Text for people; it may change. */
  readonly detail: string
  /** The invalid fields, if there are any. */
  readonly errors: readonly FieldProblem[]
  /** Other ways to sign in for a person who gets no code, such as `passkey`. */
  readonly otherWays: readonly string[]
  readonly retryAfterMs: number | undefined
  /** The id of the request in the service's log. */
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

/** No response arrived, or it was cut off. `cause` is the error of `fetch`. */
export class NetworkError extends CallError {
  override readonly name = 'NetworkError'
  readonly kind = 'network'
}

/** The call took longer than `timeoutMs`. */
export class TimeoutError extends CallError {
  override readonly name = 'TimeoutError'
  readonly kind = 'timeout'
}

/** The response doesn't come from this service: a redirect, or a page where JSON was expected. */
export class AnswerError extends CallError {
  override readonly name = 'AnswerError'
  readonly kind = 'answer'
}
