import { STATUS_CODES } from 'node:http'
import { type Endpoint, OTHER_WAYS, PROBLEMS, type Problem, type ProblemCode } from '@stillhere/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isContended, isDatabaseUnavailable } from './database/pool.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** A form is left as it came, for a handler that reads it itself. */
    keepsForm?: true
    /** So is a body of JSON. */
    keepsJson?: true
    /** For a route that is no endpoint of the contract: its requests may be signed by an agent. */
    takesSignatures?: true
  }
}

/** A bad field: where (RFC 6901) and what was expected. */
export type FieldProblem = { pointer: string; message: string }

type Extras = { errors?: FieldProblem[]; headers?: Record<string, string> }

/** A request we refuse. The detail is shown to the caller, so it holds no secret. */
export class RequestProblem extends Error {
  readonly code: ProblemCode
  readonly errors: FieldProblem[] | undefined
  readonly headers: Record<string, string>

  constructor(code: ProblemCode, detail: string, { errors, headers = {} }: Extras = {}) {
    super(detail)
    this.name = 'RequestProblem'
    this.code = code
    this.errors = errors
    this.headers = headers
  }
}

/** After how long a 503 invites callers to come back. */
export const RETRY_SECONDS = 2

/** A 503 that says when to come back. */
export function unavailable(detail: string): RequestProblem {
  return new RequestProblem('SERVICE_UNAVAILABLE', `${detail} Try again in ${RETRY_SECONDS} seconds.`, {
    headers: { 'retry-after': String(RETRY_SECONDS) },
  })
}

/** Throws a 400 that names every bad field; nothing where there is none. */
export function refuseFields(errors: FieldProblem[]): void {
  const [first] = errors
  if (first) throw new RequestProblem('INVALID_REQUEST', `${first.pointer} ${first.message}`, { errors })
}

/** A 400 that names one field. */
export function fieldProblem(pointer: string, message: string): RequestProblem {
  return new RequestProblem('INVALID_REQUEST', `${pointer} ${message}`, { errors: [{ pointer, message }] })
}

/** Writes every refused request as a problem document (RFC 9457); anything unforeseen is a bug and becomes a 500. */
export function answerProblem(error: Error | FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error)
  if (PROBLEMS[problem.code] >= 500 && problem !== error) request.log.error({ err: error }, 'a request failed')
  const contentType = acceptsOnlyJson(request.headers.accept) ? 'application/json' : 'application/problem+json'
  // A handler may have set one for an answer that was not committed.
  reply.removeHeader('set-cookie')
  return reply
    .code(PROBLEMS[problem.code])
    .headers({ 'cache-control': 'no-store', ...limitHeaders(problem), ...problem.headers })
    .type(`${contentType}; charset=utf-8`)
    .serializer(JSON.stringify)
    .send(describe(problem, request))
}

// Clients look for the same fact in three places.
function limitHeaders({ code, headers }: RequestProblem): Record<string, string> {
  const wait = headers['retry-after']
  if (PROBLEMS[code] !== 429 || wait === undefined) return {}
  return { 'x-ratelimit-remaining': '0', ratelimit: `"default";r=0;t=${wait}` }
}

function describe({ code, message, errors }: RequestProblem, request: FastifyRequest): Problem {
  const status = PROBLEMS[code]
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    // Without the query, which may hold an e-mail address.
    instance: request.url.replace(/\?.*$/s, ''),
    error: code,
    ...(errors ? { errors } : {}),
    ...(status === 429 && request.routeOptions.config.endpoint?.hasOtherWays ? { other_ways: [...OTHER_WAYS] } : {}),
  }
}

/** The refusal that a caller is told of; what nobody foresaw becomes a 500 without a word of its cause. */
export function toProblem(error: Error | FastifyError): RequestProblem {
  if (error instanceof RequestProblem) return error
  if (isDatabaseUnavailable(error)) return unavailable('The data store does not answer.')
  if (isContended(error)) return unavailable('Too many calls change the same at once.')
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  const code = status >= 400 && status < 500 ? toCode(status) : undefined
  if (code) return new RequestProblem(code, error.message)
  return new RequestProblem('INTERNAL_SERVER_ERROR', 'The service failed to answer this request.')
}

/** The code that names a status in words; a status of the framework that has none is a bad request. */
function toCode(status: number): ProblemCode {
  const words = (STATUS_CODES[status] ?? '').toUpperCase().replaceAll(/[^A-Z]+/g, '_')
  return words in PROBLEMS ? (words as ProblemCode) : 'INVALID_REQUEST'
}

function acceptsOnlyJson(accept = '*/*'): boolean {
  const wanted = accept
    .toLowerCase()
    .split(',')
    .filter((range) => !/;\s*q=0(?:\.0*)?\s*$/.test(range))
    .map((range) => range.split(';')[0]?.trim())
  const allowsProblems = ['*/*', 'application/*', 'application/problem+json'].some((range) => wanted.includes(range))
  return wanted.includes('application/json') && !allowsProblems
}

/** A name as a part of a JSON pointer (RFC 6901, section 3). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
