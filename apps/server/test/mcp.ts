import {
  Client,
  ClientCredentialsProvider,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type { McpOutputOf, McpToolName } from '@stillhere/contract'
import { expect } from 'vitest'
import type { TestSite } from './checks.ts'
import type { OidcService } from './oidc.ts'

/** The protocols that clients speak: the newest, and the newest of those with a handshake. */
export const ERAS = { modern: '2026-07-28', legacy: '2025-11-25' } as const
export type Era = keyof typeof ERAS

export type ClientChoice = {
  era?: Era
  /** Answers a link that the server wants shown; without it, the client cannot show any. */
  showLink?: (url: string) => ElicitResult['action']
}

/** A client of the library, not yet connected. */
export function createMcpClient({ era = 'modern', showLink }: ClientChoice = {}): Client {
  const client = new Client(
    { name: 'a-test', version: '1.0.0' },
    {
      versionNegotiation: { mode: era === 'modern' ? { pin: ERAS.modern } : 'legacy' },
      ...(showLink && { capabilities: { elicitation: { url: {} } } }),
    },
  )
  if (showLink)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      if (params.mode !== 'url') throw new Error('a form was asked for')
      return { action: showLink(params.url) }
    })
  return client
}

/** Connects as a site, which gets its token the way that the service's own documents say. */
export async function connectAsSite(
  service: Pick<OidcService, 'address' | 'issuer' | 'clock'>,
  site: TestSite,
  choice: ClientChoice = {},
): Promise<Client> {
  const authProvider = new ClientCredentialsProvider({
    clientId: site.key,
    clientSecret: site.secret,
    expectedIssuer: service.issuer,
  })
  const client = createMcpClient(choice)
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), { authProvider }))
  return client
}

/** Connects as an agent, which signs every request. */
export async function connectSigned(
  { address }: Pick<OidcService, 'address'>,
  signed: typeof fetch,
  choice: ClientChoice = {},
): Promise<Client> {
  const client = createMcpClient(choice)
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { fetch: signed }))
  return client
}

/** Calls a tool that must work; the client holds the answer to the schema that the server told. */
export async function useTool<Name extends McpToolName>(
  client: Client,
  name: Name,
  given: Record<string, unknown> = {},
): Promise<McpOutputOf<Name> & { text: string }> {
  const { structuredContent, isError, text } = await callTool(client, name, given)
  expect(isError, text).toBeFalsy()
  return { ...(structuredContent as McpOutputOf<Name>), text }
}

/** Calls a tool, whatever comes of it. */
export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, ...answer } = await client.callTool({ name, arguments: given })
  return { ...answer, text: content.map((one) => (one.type === 'text' ? one.text : '')).join('\n') }
}
