import { type Credential, type Endpoint, listCredentials, startSession } from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireAccessAgain, readPresented, requireTokenEarly } from '../identity/access/authorize.ts'
import { refuseBySignInToken } from '../identity/sessions/open.ts'
import type { Transaction } from '../platform/database/pool.ts'
import { stopReading } from '../platform/load/connections.ts'
import type { Service } from '../platform/service.ts'
import { refuseParty } from '../requests/agents/declare.ts'
import { requireAgent, isSigned } from '../requests/agents/signed-requests.ts'
import { refuseStranger } from '../requests/checks/page.ts'
import { requireSiteSecret, hashPresentedSecret } from '../requests/sites/authorize.ts'

/** A body of up to this size is read to its end after the answer, so that the connection can be used again. */
const MOST_READ_BYTES = 65_536

/**
 * Adds a hook that requires an endpoint's credential before the body of a request is read, and refuses with 401 or 403 otherwise. Handlers check
 * the rest, for example that the token belongs to the node in the body, in their transaction.
 */
export function addCredentialGuard(app: FastifyInstance, service: Service): void {
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint === undefined) return
    try {
      if (endpoint.access === 'admin') await app.requireAdmin(request)
      else if (endpoint.body !== undefined || hasBody(request)) await refuseEarly(app, service, { endpoint, request })
    } catch (refusal) {
      if (readLength(request) > MOST_READ_BYTES) {
        reply.header('connection', 'close')
        stopReading(request.raw)
      }
      throw refusal
    }
  })
}

async function refuseEarly(
  app: FastifyInstance,
  service: Service,
  { endpoint, request }: { endpoint: Endpoint; request: FastifyRequest },
): Promise<void> {
  const takes = new Set<Credential>(listCredentials(endpoint))
  const showsSite = hashPresentedSecret(service, request) !== undefined
  if (takes.has('siteSecret') && showsSite) return void (await requireSiteSecret(service.db, service, request))
  // Publishing needs the operator's secret only once a platform is set up, which its handler knows.
  if (takes.has('adminSecret') && takes.has('siteSecret') && request.headers['x-admin-secret'] !== undefined)
    return app.requireAdmin(request)
  if (endpoint.access === 'node')
    return isNodeRequired(endpoint) ? requireTokenEarly(service, request, 'node') : undefined
  // Signatures are verified where they are read.
  if (takes.has('nothing') || (takes.has('agentSignature') && isSigned(request))) return
  if (takes.has('adminSecret') && request.headers['x-admin-secret'] !== undefined) return app.requireAdmin(request)
  if (endpoint === startSession) return refuseBySignInToken(service, request)
  if (takes.has('checkToken')) return refuseStranger(service.db, service, { id: readId(request), request })
  if (takes.has('nodeToken')) {
    if (takes.has('agentSignature') && readPresented(service, request) === undefined) throw refuseParty()
    return requireTokenEarly(service, request, 'token')
  }
  if (takes.has('agentSignature') && request.headers.authorization === undefined) requireAgent(request)
  else if (takes.has('siteSecret')) await requireSiteSecret(service.db, service, request)
}

/** Returns true if the body of an endpoint must name the node that the caller acts for. */
function isNodeRequired({ body }: Endpoint): boolean {
  return body?.required?.includes('email') === true
}

function hasBody(request: FastifyRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD' && readLength(request) > 0
}

/** Returns the announced length of a request's body in bytes; Infinity if the body is sent in chunks. */
function readLength({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
}

function readId({ params }: FastifyRequest): string {
  const { id = '' } = params as { id?: string }
  return id
}

/**
 * Requires that the caller is still authorized to get a stored response of an earlier request (idempotency); throws a RequestProblem otherwise.
 * For sites it checks the site secret, for all others their access.
 */
export async function requireCredentialAgain(
  tx: Transaction,
  service: Service,
  request: FastifyRequest,
): Promise<void> {
  const { endpoint } = request.routeOptions.config
  const isOfSite = endpoint !== undefined && listCredentials(endpoint).includes('siteSecret')
  if (endpoint?.access === 'site' || (isOfSite && hashPresentedSecret(service, request) !== undefined))
    await requireSiteSecret(tx, service, request)
  else await requireAccessAgain(tx, service, request)
}
