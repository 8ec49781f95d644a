import { STATUS_CODES } from 'node:http'
import { OTHER_WAYS, PROBLEMS, type Problem, type ProblemCode } from '@stillhere/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isContended, isDatabaseUnavailable } from '../database/pool.ts'
import { RequestProblem, refuseForNow } from '../problem.ts'

/** Sends an error as a problem document (RFC 9457). An error that isn't a RequestProblem, for example a bug, is logged, and its cause isn't sent. */
export function sendProblem(error: Error | FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error)
  const status = PROBLEMS[problem.code]
  if (status >= 500 && problem !== error) request.log.error({ err: error }, 'a request failed')
  const wait = problem.headers['retry-after']
  // Clients look for the same fact in three places.
  const limits =
    status === 429 && wait !== undefined ? { 'x-ratelimit-remaining': '0', ratelimit: `"default";r=0;t=${wait}` } : {}
  const contentType = isJsonOnly(request.headers.accept) ? 'application/json' : 'application/problem+json'
  // A handler may have set one for a response that was not committed.
  reply.removeHeader('set-cookie')
  const document: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: problem.message,
    // Without the query, which may hold an e-mail address.
    instance: request.url.replace(/\?.*$/s, ''),
    error: problem.code,
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...(status === 429 && request.routeOptions.config.endpoint?.hasOtherWays ? { other_ways: [...OTHER_WAYS] } : {}),
  }
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...limits, ...problem.headers })
    .type(`${contentType}; charset=utf-8`)
    .serializer(JSON.stringify)
    .send(document)
}

/**
 * Converts an error to the RequestProblem that the caller gets: 503 if the database is unavailable or contended, the status of the
 * framework's own 4xx errors, otherwise 500 without the cause.
 */
export function toProblem(error: Error | FastifyError): RequestProblem {
  if (error instanceof RequestProblem) return error
  if (isDatabaseUnavailable(error)) return refuseForNow('The data store does not answer.')
  if (isContended(error)) return refuseForNow('Too many calls change the same at once.')
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status < 400 || status >= 500)
    return new RequestProblem('INTERNAL_SERVER_ERROR', 'The service failed to answer this request.')
  // Most codes are the words of their status; a status of the framework that has none is a bad request.
  const words = (STATUS_CODES[status] ?? '').toUpperCase().replaceAll(/[^A-Z]+/g, '_')
  return new RequestProblem(words in PROBLEMS ? (words as ProblemCode) : 'INVALID_REQUEST', error.message)
}

function isJsonOnly(accept = '*/*'): boolean {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .filter((range) => !/;\s*q=0(?:\.0*)?\s*$/.test(range))
    .map((range) => range.split(';')[0]?.trim())
  const allowsProblems = ['*/*', 'application/*', 'application/problem+json'].some((range) => ranges.includes(range))
  return ranges.includes('application/json') && !allowsProblems
}

/** Logs one line for each response: method, route, status and duration. The URL isn't logged, because it may contain an e-mail address. */
export function recordResponses(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method: request.method, route: readRoute(request), status: reply.statusCode, ms }, 'answered')
    done()
  })
}

/** Returns the path pattern of the route that serves a request, for logs and metrics; 'unknown' if no route does, so that callers can't create new names. */
export function readRoute({ servedPath }: { servedPath: string | undefined }): string {
  return servedPath ?? 'unknown'
}
