import { MCP_SCOPE } from '@stillhere/contract'
import type { Configuration } from 'oidc-provider'
import type { Service } from '../../platform/service.ts'
import { findAskingSite, type SiteRow } from '../sites/store.ts'
import { createAdapter } from './adapter.ts'
import { library } from './library.ts'

/** The one resource that has tokens of its own, of the service by this name. */
export function nameMcpResource(serviceName: string): string {
  return `${serviceName}/mcp`
}

type Resources = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

/** Tokens for /mcp, for sites that ask for themselves. People who sign in give no site a token for anything but /oidc/me. */
export function describeResources(issuer: string): Resources {
  const mcp = nameMcpResource(issuer.replace(/\/oidc$/, ''))
  return {
    enabled: true,
    defaultResource: () => [],
    getResourceServerInfo: ({ oidc }, resource) => {
      const isForItself = oidc.route === 'token' && oidc.params?.['grant_type'] === 'client_credentials'
      if (resource !== mcp || !isForItself) throw new library.errors.InvalidTarget()
      return { scope: MCP_SCOPE, audience: mcp, accessTokenFormat: 'opaque' }
    },
  }
}

/** The site that was given this token for this resource; undefined for any other token, and once the site is disabled. */
export async function findSiteOfToken(service: Service, token: string, resource: string): Promise<SiteRow | undefined> {
  const given = await createAdapter(service, 'ClientCredentials').find(token)
  const isGood = (given?.exp ?? 0) * 1000 > service.now().getTime() && given?.['aud'] === resource
  if (!isGood || !given.scope?.split(' ').includes(MCP_SCOPE)) return undefined
  return findAskingSite(service.db, given.clientId ?? '')
}
