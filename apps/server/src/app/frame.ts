import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify'
import { addRequireAdmin } from '../identity/access/admin.ts'
import { readSessionCookie } from '../identity/access/credentials.ts'
import { isPageWanted } from '../operator/web/documents.ts'
import {
  createSerializer,
  createValidator,
  loadSerializersOnceListening,
  readJsonBodies,
} from '../platform/http/body.ts'
import { recordResponses, sendProblem } from '../platform/http/errors.ts'
import {
  addSecurityHeaders,
  handleOtherOrigins,
  refuseOtherHosts,
  refuseOtherMethods,
  setSecurityHeaders,
} from '../platform/http/origin.ts'
import { addIdempotency } from '../platform/idempotency/idempotency.ts'
import { addLookupLimit } from '../platform/limits/flood.ts'
import { handleClientError, addConnectionLimit, refuseExpectation } from '../platform/load/connections.ts'
import { LOAD_BOUNDS, type LoadBounds, addLoadShedding } from '../platform/load/load.ts'
import type { RecentLines } from '../platform/logger.ts'
import { RequestProblem } from '../platform/problem.ts'
import type { Service } from '../platform/service.ts'
import { toSignerKey } from '../requests/agents/signed-requests.ts'
import { requireCredentialAgain, addCredentialGuard } from './credentials.ts'
import type { FailingJobs } from './jobs/worker.ts'

export type FrameOptions = {
  logger?: FastifyBaseLogger
  /** The last lines of the log, for Admin. */
  recent?: RecentLines
  /** The background jobs of this process whose last run failed, for Admin. */
  failing?: FailingJobs
  loadBounds?: LoadBounds
  timeouts?: Timeouts
}

/** Time limits for the arrival of a request, and how often they are checked, in Node's names and milliseconds. */
type Timeouts = { headersTimeout: number; requestTimeout: number; connectionsCheckingInterval: number }

const MAX_BODY_BYTES = 65_536
const MAX_URL_LENGTH = 4096
// The id of an agent: its handle and origin may have 353 characters, each two in UTF-16.
const MAX_PARAM_LENGTH = 720
// A caller that sends its request byte by byte holds a connection no longer than this.
const TIMEOUTS: Timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 }
const SERVER_OPTIONS = {
  maxHeaderSize: 16_384,
  // Node would answer without a word; see refuseOtherHosts.
  requireHostHeader: false,
}
// Longer than the minute after which proxies let go: else they would meet connections that are just being closed.
const KEEP_ALIVE_MS = 72_000
// For a caller that does not read its answer.
const IDLE_CONNECTION_MS = 300_000

// Given with the options, so that Fastify does not load its own; their types name those of Ajv only.
const COMPILERS: object = { buildValidator: () => createValidator, buildSerializer: () => createSerializer }

/** The Fastify app without routes. `closeList`, called after the last route was registered, makes each path refuse methods that it doesn't have. */
export type Frame = { app: FastifyInstance; closeList: () => void }

/**
 * Creates the Fastify app with everything that applies to all routes: limits, security headers, error documents, load shedding, credentials,
 * idempotency and logs. Call `closeList` after the last route was registered: paths then refuse other methods.
 */
export function createFrame(service: Service, options: FrameOptions): Frame {
  const app = fastify(createServerOptions(service, options)) as unknown as FastifyInstance
  app.setErrorHandler(sendProblem)
  readJsonBodies(app)
  loadSerializersOnceListening(app)
  // In this order: what costs least and protects most comes first.
  addSecurityHeaders(app)
  recordResponses(app)
  refuseOtherHosts(app, service.settings)
  addLoadShedding(app, service.db, options.loadBounds ?? LOAD_BOUNDS)
  handleOtherOrigins(app, service.settings)
  const closeList = refuseOtherMethods(app)
  app.addHook('onRequest', refuseUnknownPath)
  addRequireAdmin(app, service)
  addCredentialGuard(app, service)
  addLookupLimit(app, service)
  addIdempotency(app, service, {
    requireAccess: requireCredentialAgain,
    findSigner: (request) => toSignerKey(request) ?? readSessionCookie(service.settings, request),
  })
  if (service.settings.sandbox) addTestMark(app)
  closeUnusedSockets(app)
  addConnectionLimit(app, service.settings)
  app.server.on('checkExpectation', refuseExpectation)
  return { app, closeList }
}

/**
 * Adds a hook that marks every JSON response of a sandbox as a test, including stored responses and problems. As a hook, no handler can forget
 * it.
 */
function addTestMark(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type')).split(';')[0] ?? ''
    // Documents below /.well-known/ have forms that standards set.
    const isAnswer = type === 'application/json' && request.routeOptions.config.endpoint?.path.startsWith('/api/')
    const isMarked = isAnswer || type === 'application/problem+json'
    if (!isMarked || typeof payload !== 'string' || !payload.startsWith('{')) return payload
    return JSON.stringify({ ...JSON.parse(payload), test: true })
  })
}

// On shutdown Node would wait for sockets that never sent a byte.
function closeUnusedSockets(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    done()
  })
}

function createServerOptions(
  { settings }: Service,
  { logger, timeouts = TIMEOUTS }: FrameOptions,
): FastifyServerOptions {
  const server = { ...SERVER_OPTIONS, ...timeouts }
  return {
    ...(settings.tls ? { https: { ...server, ...settings.tls } } : { http: server }),
    ...(logger ? { loggerInstance: logger } : {}),
    // Fastify's own lines would name the URL; see recordResponses.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    trustProxy: settings.trustProxy,
    schemaController: { compilersFactory: COMPILERS },
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: timeouts.requestTimeout,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: IDLE_CONNECTION_MS,
    // addLoadShedding answers in our own form.
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply)
      void sendProblem(error, request, reply)
    },
  }
}

// Before the body is read: an unknown path is 404 for any body.
async function refuseUnknownPath(request: FastifyRequest): Promise<void> {
  if ((request.raw.url ?? '').length > MAX_URL_LENGTH)
    throw new RequestProblem('URI_TOO_LONG', `The address is longer than ${MAX_URL_LENGTH} characters.`)
  if (request.is404 && !isPageWanted(request)) throw new RequestProblem('NOT_FOUND', 'Nothing is served at this path.')
}
