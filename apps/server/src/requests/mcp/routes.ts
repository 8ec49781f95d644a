import { type AnswerOf, getMcpResource, MCP_SCOPE } from '@stillhere/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseBody } from '../../platform/http/body.ts'
import { findIssuerName, isFromKnownOrigin } from '../../platform/http/origin.ts'
import { spendAddressBudget, runOnCpuBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { judgeBody } from '../../scan/receipts/judge.ts'
import { serveDocument } from '../../scan/receipts/routes.ts'
import type { CallingAgent } from '../agents/signed-requests.ts'
import { addApproval, requirePossibleApproval } from '../request/create.ts'
import { redeemForAsker, requireOwnApproval } from '../request/redeem.ts'
import { describeAgent, describeApproval, describeSite } from '../request/rules.ts'
import { toMcpResource } from '../sites/rules.ts'
import type { SiteRow } from '../sites/store.ts'
import type { Backend } from './tools.ts'

const METADATA_SECONDS = 300

/** Returns the site that an access token for this resource was issued to; undefined for any other token. */
type FindSiteOfToken = (service: Service, token: string, resource: string) => Promise<SiteRow | undefined>

/**
 * Serves /mcp: tools for AI agents by the Model Context Protocol (MCP) over HTTP, without sessions. `findSiteOfToken`: finds the site to which
 * an access token was issued.
 */
export function serveMcp(app: FastifyInstance, service: Service, findSiteOfToken: FindSiteOfToken): void {
  serveDocument(app, getMcpResource, {
    maxAgeSeconds: METADATA_SECONDS,
    read: async (request) => describeResource(requireServiceName(service, request)),
  })

  // GET and DELETE belong to sessions, and there are none: other methods are 405, as the protocol wants it.
  app.post('/mcp', {
    config: { keepsJson: true, takesSignatures: true },
    onRequest: async (request) => refuseOtherOrigins(service, request),
    handler: async (request, reply) => {
      const caller = await requireCaller(service, request, findSiteOfToken)
      const message = readMessage(request.body)
      return 'refused' in message
        ? reply.code(400).send(message.refused)
        : sendToTools(service, { request, reply, caller, parsedBody: message.value })
    },
  })
}

function describeResource(serviceName: string): AnswerOf<typeof getMcpResource> {
  return {
    resource: toMcpResource(serviceName),
    authorization_servers: [`${serviceName}/oidc`],
    scopes_supported: [MCP_SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Stillhere approvals',
  }
}

function refuseOtherOrigins({ settings }: Service, request: FastifyRequest): void {
  if (!isFromKnownOrigin(settings, request))
    throw new RequestProblem('FORBIDDEN', 'Pages of this origin may not call /mcp. CORS_ORIGINS can allow it.')
}

type Message = { value: unknown } | { refused: object }

/** Returns the message that was posted, or the JSON-RPC error if it isn't one. */
function readMessage(body: unknown): Message {
  if (!Buffer.isBuffer(body)) return refuse(-32_700, 'Parse error: there is no body.')
  try {
    const value = parseBody(body)
    // The protocol gave batches up in 2025; one would be many calls at the price of one.
    return Array.isArray(value) ? refuse(-32_600, 'Invalid request: batches are not taken.') : { value }
  } catch (error) {
    if (error instanceof RequestProblem) return refuse(-32_700, `Parse error: ${error.message}`)
    throw error
  }
}

function refuse(code: number, message: string): Message {
  return { refused: { jsonrpc: '2.0', error: { code, message }, id: null } }
}

type PostedMessage = { request: FastifyRequest; reply: FastifyReply; caller: Caller; parsedBody: unknown }

async function sendToTools(
  service: Service,
  { request, reply, caller, parsedBody }: PostedMessage,
): Promise<FastifyReply> {
  // Loaded on the first call: the library takes 0.2 s and 30 MB.
  const { handleMessage } = await import('./tools.ts')
  const ends = new AbortController()
  reply.raw.once('close', () => ends.abort())
  const answer = await handleMessage({
    backend: createBackend(service, request, caller),
    callerId: caller.kind === 'site' ? caller.site.siteKey : caller.agent.agentId,
    stateKey: service.secrets.hash('mcp-state', ''),
    request: new Request(`${caller.serviceName}/mcp`, {
      method: 'POST',
      headers: readHeaders(request),
      signal: ends.signal,
    }),
    parsedBody,
    report: (error) => request.log.error({ err: error }, 'a tool failed'),
  })
  return reply.send(answer)
}

function readHeaders({ headers }: FastifyRequest): Headers {
  const { authorization: _secret, cookie: _cookie, ...others } = headers
  return new Headers(
    Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** Creates the backend of the tools inside the service, for a verified caller; it calls the same functions as the endpoints. */
function createBackend(service: Service, request: FastifyRequest, caller: Caller): Backend {
  const { db } = service
  const asker = caller.kind === 'site' ? describeSite(caller.site) : describeAgent(caller.agent)
  return {
    createApproval: async (body) => {
      await spendAddressBudget(service, 'approval.address', request)
      // Programs call these tools, also with the secret of a site: they choose no gate without motion.
      await requirePossibleApproval(service, body, { kind: 'agent' })
      return db.transaction((tx) => addApproval(tx, service, { asker, body, origin: caller.serviceName }))
    },
    getApproval: async (id) => describeApproval(await requireOwnApproval(db, { id, asker }), service.now()),
    redeemApproval: (id, digest) => db.transaction((tx) => redeemForAsker(tx, service, { id, digest, asker })),
    verifyReceipt: (body) =>
      runOnCpuBudget(service, request, (metered) => judgeBody(metered, Buffer.from(JSON.stringify(body)))),
    declareAgent: async () => {
      throw refuseDeclaration(caller)
    },
    whoAmI: async () => ({ ...describeCaller(caller), service: caller.serviceName }),
  }
}

function describeCaller(caller: Caller) {
  if (caller.kind === 'agent') {
    const { agentId, handle, origin } = caller.agent
    return { kind: caller.kind, id: agentId, name: handle, origin }
  }
  const { siteKey, name, origins } = caller.site
  return { kind: caller.kind, id: siteKey, name, origin: origins[0] ?? null }
}

// An agent that can sign here has declared its key before; a site has none.
function refuseDeclaration(caller: Caller): RequestProblem {
  const how =
    'run `npx --no-install stillhere mcp`, which has a key of its own, or send a signed POST to /api/agent/declare.'
  if (caller.kind === 'agent')
    return new RequestProblem(
      'AGENT_KEY_IN_USE',
      `Your key is that of ${caller.agent.agentId}. For another agent, ${how}`,
    )
  return new RequestProblem(
    'FORBIDDEN',
    `A site declares no agent: an agent does it with its own key. To do so, ${how}`,
  )
}

/** The caller of the tools: a site by a token for /mcp, or an agent by its signature. `serviceName`: the service's own address. */
type Caller = { serviceName: string } & ({ kind: 'site'; site: SiteRow } | { kind: 'agent'; agent: CallingAgent })

/** Returns the caller of /mcp. Throws 401 without credentials, with the address of the document that says where tokens are issued. */
async function requireCaller(
  service: Service,
  request: FastifyRequest,
  findSiteOfToken: FindSiteOfToken,
): Promise<Caller> {
  const serviceName = requireServiceName(service, request)
  // A bad signature was refused before; a caller that shows both counts as what it signed.
  if (request.agent) return { kind: 'agent', agent: request.agent, serviceName }
  const { authorization } = request.headers
  const token = /^Bearer ([\w-]{1,200})$/i.exec(authorization ?? '')?.[1]
  const site = token && (await findSiteOfToken(service, token, toMcpResource(serviceName)))
  if (site) return { kind: 'site', site, serviceName }
  throw refuseWithoutToken(serviceName, authorization !== undefined)
}

/** Returns the service's own address; throws 404 if the service doesn't know it. */
function requireServiceName({ settings }: Service, request: FastifyRequest): string {
  const name = findIssuerName(settings, request)
  if (name !== undefined) return name
  throw new RequestProblem('NOT_FOUND', 'MCP needs PUBLIC_URL: the service does not know its own address.')
}

// RFC 9728, section 5.1, and RFC 6750, section 3.
function refuseWithoutToken(serviceName: string, showedSomething: boolean): RequestProblem {
  const metadata = `resource_metadata="${serviceName}${getMcpResource.path}", scope="${MCP_SCOPE}"`
  const detail = 'Send an access token for /mcp, or sign the request as an agent.'
  return new RequestProblem('UNAUTHORIZED', detail, {
    headers: { 'www-authenticate': `Bearer ${showedSomething ? 'error="invalid_token", ' : ''}${metadata}` },
  })
}
