import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** A request we refuse. The detail is shown to the caller, so it holds no secret. */
export class RequestProblem extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, detail: string, code = codeOf(status)) {
    super(detail)
    this.status = status
    this.code = code
  }
}

/** Writes every refused request as a problem document (RFC 9457); anything unforeseen is a bug and becomes a 500. */
export function answerProblem(error: Error | FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, message, code } = asProblem(error)
  if (status >= 500) request.log.error({ err: error }, 'a request failed')
  const body = { type: 'about:blank', title: titleOf(status), status, detail: message, instance: pathOf(request) }
  const contentType = acceptsOnlyJson(request.headers.accept) ? 'application/json' : 'application/problem+json'
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(`${contentType}; charset=utf-8`)
    .send(JSON.stringify({ ...body, error: code }))
}

function asProblem(error: Error | FastifyError): RequestProblem {
  if (error instanceof RequestProblem) return error
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status >= 400 && status < 500) return new RequestProblem(status, error.message)
  return new RequestProblem(500, 'The service failed to answer this request.')
}

function titleOf(status: number): string {
  return STATUS_CODES[status] ?? 'Error'
}

/** INVALID_REQUEST for 400, else the status in words: NOT_FOUND, METHOD_NOT_ALLOWED. */
function codeOf(status: number): string {
  return status === 400
    ? 'INVALID_REQUEST'
    : titleOf(status)
        .toUpperCase()
        .replaceAll(/[^A-Z]+/g, '_')
}

// Without the query, which may hold an e-mail address.
function pathOf(request: FastifyRequest): string {
  return request.url.replace(/\?.*$/s, '')
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
