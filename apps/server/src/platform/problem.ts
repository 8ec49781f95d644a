import type { Endpoint, ProblemCode } from '@stillhere/contract'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Leaves a form unparsed, for a handler that reads it itself. */
    keepsForm?: true
    /** Leaves a body of JSON unparsed. */
    keepsJson?: true
    /** Set for a route outside the contract whose requests may be signed by an agent. */
    takesSignatures?: true
  }
}

/** A bad field: its JSON pointer (RFC 6901) and what was expected. */
export type FieldProblem = { pointer: string; message: string }

/** A refusal of a request, sent as a problem document. The caller reads the detail, so it must not contain secrets. */
export class RequestProblem extends Error {
  readonly code: ProblemCode
  readonly errors: FieldProblem[] | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    detail: string,
    { errors, headers = {} }: { errors?: FieldProblem[]; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.name = 'RequestProblem'
    this.code = code
    this.errors = errors
    this.headers = headers
  }
}

/** The seconds after which a 503 asks callers to retry. */
export const RETRY_SECONDS = 2

/** Returns a 503 that asks the caller to retry in two seconds. */
export function refuseForNow(detail: string): RequestProblem {
  return new RequestProblem('SERVICE_UNAVAILABLE', `${detail} Try again in ${RETRY_SECONDS} seconds.`, {
    headers: { 'retry-after': String(RETRY_SECONDS) },
  })
}

/** Throws a 400 that names all bad fields, unless the list is empty. */
export function requireNoProblems(errors: FieldProblem[]): void {
  const [first] = errors
  if (first) throw new RequestProblem('INVALID_REQUEST', `${first.pointer} ${first.message}`, { errors })
}

/** Returns a 400 that names one bad field by its JSON pointer. */
export function refuseField(pointer: string, message: string): RequestProblem {
  return new RequestProblem('INVALID_REQUEST', `${pointer} ${message}`, { errors: [{ pointer, message }] })
}

/** Escapes a member name for use in a JSON pointer (RFC 6901, section 3). */
export function encodePointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
