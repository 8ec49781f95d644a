import { ENDPOINTS } from '@stillhere/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopbackName } from '../loopback.ts'
import { RequestProblem } from '../problem.ts'
import type { Settings } from '../settings/settings.ts'
import { isLocalCall } from './host.ts'

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
// Without x-admin-secret: no page of another origin can send it. The second line is for agents that sign in a browser (RFC 9421), the third for their calls of /mcp.
const ALLOWED_HEADERS = [
  'authorization, content-type, idempotency-key, prefer',
  'content-digest, signature, signature-agent, signature-input',
  'mcp-method, mcp-name, mcp-protocol-version',
].join(', ')
const EXPOSED_HEADERS = 'retry-after, x-ratelimit-remaining, ratelimit, idempotency-replayed, x-request-id'
const PREFLIGHT_SECONDS = 7200
const ADMIN_PATH = '/api/admin/'

/** Lets pages of the chosen origins read answers, never with credentials; admin endpoints serve our own pages only. */
export function answerOtherOrigins(app: FastifyInstance, { corsOrigins, publicUrl }: Settings): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || isOwnPage(origin, request, publicUrl)) return undefined
    if (isAdmin(request)) throw new RequestProblem('FORBIDDEN', 'Admin endpoints serve no page of another origin.')
    if (!isForPages(request) && !isAllowedOrigin(origin, request, corsOrigins)) return undefined
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS })
    return isPreflight(request) ? answerPreflight(reply) : undefined
  })
}

/** Whether a call comes from no page at all, or from one that may read the answer: our own, or of an origin in CORS_ORIGINS. */
export function isFromKnownOrigin({ corsOrigins, publicUrl }: Settings, request: FastifyRequest): boolean {
  const { origin } = request.headers
  if (origin === undefined || isOwnPage(origin, request, publicUrl)) return true
  return isAllowedOrigin(origin, request, corsOrigins)
}

const PATHS_FOR_PAGES = new Set(ENDPOINTS.filter((one) => one.isForPages).map(({ path }) => path))

/** Whether pages of all origins may call it; by its path, since a preflight has another method. */
function isForPages({ servedPath }: FastifyRequest): boolean {
  return servedPath !== undefined && PATHS_FOR_PAGES.has(servedPath)
}

/** Whether a page of this origin may read our answers. */
function isAllowedOrigin(origin: string, request: FastifyRequest, allowed: Settings['corsOrigins']): boolean {
  return allowed === 'loopback' ? isLocalCall(request) && isLoopback(origin) : allowed.includes(origin)
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname, protocol, origin: normal } = new URL(origin)
  return normal === origin && ['http:', 'https:'].includes(protocol) && isLoopbackName(hostname)
}

type Reached = Pick<FastifyRequest, 'protocol' | 'headers'>

/** Whether an origin is that of our own pages. Host is one of our names: others were refused before. */
export function isOwnPage(origin: string, { protocol, headers }: Reached, publicUrl: string | undefined): boolean {
  return origin === `${protocol}://${headers.host}` || (publicUrl !== undefined && origin === new URL(publicUrl).origin)
}

function isAdmin({ servedPath }: FastifyRequest): boolean {
  return servedPath?.startsWith(ADMIN_PATH) ?? false
}

function isPreflight({ method, headers, servedPath }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined && servedPath !== undefined
}

function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    })
    .send()
}
