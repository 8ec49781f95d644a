import { type AnswerOf, getApiCatalog, getHealth } from '@stillhere/contract'
import type { Offers } from './offers.ts'

type Catalog = AnswerOf<typeof getApiCatalog>

/** The APIs of the service as a set of links (RFC 9264). */
export function writeCatalog({ base, mcp }: Offers): Catalog {
  const json = (path: string) => [{ href: `${base}${path}`, type: 'application/json' }]
  const guide = { href: `${base}/llms.txt`, type: 'text/plain' }
  const status = json(getHealth.path)
  const http = {
    anchor: `${base}/api`,
    'service-desc': json('/openapi.json'),
    'service-doc': [{ href: `${base}/docs`, type: 'text/html' }, guide],
    status,
  }
  const openId = { anchor: `${base}/oidc`, 'service-desc': json('/oidc/.well-known/openid-configuration'), status }
  const tools = { anchor: `${base}/mcp`, 'service-doc': [guide], status }
  return { linkset: [http, openId, ...(mcp ? [tools] : [])] }
}

/** What tells even whoever only asks for the header fields that this is the catalog (RFC 9727, section 2). */
export function writeCatalogLink({ base }: Offers): string {
  return `<${base}${getApiCatalog.path}>; rel="api-catalog"`
}
