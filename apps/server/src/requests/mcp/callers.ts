import { getMcpResource, MCP_SCOPE } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { findIssuerName } from '../../platform/http/origin.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { CallingAgent } from '../agents/signed-requests.ts'
import { findSiteOfToken, nameMcpResource } from '../oidc/resources.ts'
import type { SiteRow } from '../sites/store.ts'

/** Who calls the tools: a site by a token for /mcp, or an agent by its signature; and under which name it knows the service. */
export type Caller = { serviceName: string } & (
  | { kind: 'site'; site: SiteRow }
  | { kind: 'agent'; agent: CallingAgent }
)

/** The caller of /mcp; 401 for anybody else, with the address of the document that says where tokens are given. */
export async function demandCaller(service: Service, request: FastifyRequest): Promise<Caller> {
  const serviceName = demandServiceName(service, request)
  // A bad signature was refused before; whoever shows both is taken for what it signed.
  if (request.agent) return { kind: 'agent', agent: request.agent, serviceName }
  const { authorization } = request.headers
  const token = /^Bearer ([\w-]{1,200})$/i.exec(authorization ?? '')?.[1]
  const site = token && (await findSiteOfToken(service, token, nameMcpResource(serviceName)))
  if (site) return { kind: 'site', site, serviceName }
  throw challenge(serviceName, authorization !== undefined)
}

/** Under which name the service is called; 404 where it does not know its own. */
export function demandServiceName({ settings }: Service, request: FastifyRequest): string {
  const name = findIssuerName(settings, request)
  if (name !== undefined) return name
  throw new RequestProblem('NOT_FOUND', 'MCP needs PUBLIC_URL: the service does not know its own address.')
}

// RFC 9728, section 5.1, and RFC 6750, section 3.
function challenge(serviceName: string, showedSomething: boolean): RequestProblem {
  const metadata = `resource_metadata="${serviceName}${getMcpResource.path}", scope="${MCP_SCOPE}"`
  const detail = 'Send an access token for /mcp, or sign the request as an agent.'
  return new RequestProblem('UNAUTHORIZED', detail, {
    headers: { 'www-authenticate': `Bearer ${showedSomething ? 'error="invalid_token", ' : ''}${metadata}` },
  })
}
