import { type AnswerOf, getMcpResource, MCP_SCOPE } from '@stillhere/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseBody } from '../../platform/http/body.ts'
import { isFromKnownOrigin } from '../../platform/http/origin.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { serveDocument } from '../../scan/receipts/well-known.ts'
import { nameMcpResource } from '../oidc/resources.ts'
import { type Caller, demandCaller, demandServiceName } from './callers.ts'
import { createBackend } from './in-process.ts'

const METADATA_SECONDS = 300

/** Tools for AI agents, by the Model Context Protocol over HTTP; nothing is remembered from one request to the next. */
export function mcpRoutes(app: FastifyInstance, service: Service): void {
  serveDocument(app, getMcpResource, {
    maxAgeSeconds: METADATA_SECONDS,
    read: async (request) => describeResource(demandServiceName(service, request)),
  })

  // GET and DELETE belong to sessions, and there are none: other methods are 405, as the protocol wants it.
  app.post('/mcp', {
    config: { keepsJson: true, takesSignatures: true },
    onRequest: async (request) => refuseOtherOrigins(service, request),
    handler: async (request, reply) => {
      const caller = await demandCaller(service, request)
      const message = readMessage(request.body)
      return 'refused' in message
        ? reply.code(400).send(message.refused)
        : passOn(service, { request, reply, caller, parsedBody: message.value })
    },
  })
}

function describeResource(serviceName: string): AnswerOf<typeof getMcpResource> {
  return {
    resource: nameMcpResource(serviceName),
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

/** What was posted, or the error of JSON-RPC for what is no message. */
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

type Posted = { request: FastifyRequest; reply: FastifyReply; caller: Caller; parsedBody: unknown }

async function passOn(service: Service, { request, reply, caller, parsedBody }: Posted): Promise<FastifyReply> {
  // Not before somebody comes: the library takes 0.2 s and 30 MB.
  const { answerMessage } = await import('./handler.ts')
  const ends = new AbortController()
  reply.raw.once('close', () => ends.abort())
  const answer = await answerMessage({
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
