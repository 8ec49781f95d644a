import {
  type AgentRecord,
  type AnswerOf,
  getAgentKeys,
  getApiCatalog,
  getHealth,
  type ParamsOf,
} from '@stillhere/contract'
import { describeCheapestAttack, listApprovalLimits, listLevels } from '@stillhere/receipt/view'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findIssuerName } from '../../platform/http/origin.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { readRecord } from '../../requests/agents/declare.ts'
import { serveDocument } from '../../scan/receipts/routes.ts'

const DOCUMENT_SECONDS = 300
// As long as this, a key that was changed or revoked may still be taken for good elsewhere.
const KEYS_SECONDS = 60

/** Registers the documents by which programs discover the service: the API catalog, the public keys of an agent, and /llms.txt. */
export function serveDiscovery(app: FastifyInstance, service: Service): void {
  const { settings, db } = service
  const findOffers = (request: FastifyRequest): Offers => ({
    base: findIssuerName(settings, request) ?? '',
    sandbox: settings.sandbox,
    ...listWaysIn(app),
  })
  serveDocument(app, getApiCatalog, {
    maxAgeSeconds: DOCUMENT_SECONDS,
    read: async (request) => createCatalog(requireName(findOffers(request))),
    readHeaders: (request) => ({ link: formatCatalogLink(findOffers(request)) }),
  })
  serveDocument(app, getAgentKeys, {
    maxAgeSeconds: KEYS_SECONDS,
    read: async ({ params }) => listSigningKeys(await readRecord(db, (params as ParamsOf<typeof getAgentKeys>).id)),
  })
  app.get('/llms.txt', async (request, reply) => {
    reply.header('cache-control', `public, max-age=${DOCUMENT_SECONDS}`)
    return reply.type('text/plain; charset=utf-8').send(formatGuide(findOffers(request)))
  })
}

// Both are copied to other places, where a path alone leads nowhere.
function requireName(offers: Offers): Offers {
  if (offers.base !== '') return offers
  throw new RequestProblem('NOT_FOUND', 'This document needs PUBLIC_URL: the service does not know its own address.')
}

type Catalog = AnswerOf<typeof getApiCatalog>

/** Creates the API catalog (RFC 9727) as a link set (RFC 9264). It links the MCP endpoint only if the service offers it. */
export function createCatalog({ base, mcp }: Offers): Catalog {
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

/** Formats the `Link` header, so that HEAD requests find the catalog, too (RFC 9727, section 2). */
function formatCatalogLink({ base }: Offers): string {
  return `<${base}${getApiCatalog.path}>; rel="api-catalog"`
}

type KeyDirectory = AnswerOf<typeof getAgentKeys>

/**
 * Lists the keys that currently verify an agent's requests. Empty for an agent that is revoked or was never proved: verifiers apply an empty
 * directory, but keep the keys they know if a directory isn't found.
 */
function listSigningKeys({ state, keys }: AgentRecord): KeyDirectory {
  const current = keys.filter((key) => key.ended_at === null)
  return {
    keys: state === 'verified' ? current.flatMap(({ jwk }) => (jwk ? [{ ...jwk, use: 'sig' as const }] : [])) : [],
  }
}

/**
 * Returns the text of /llms.txt (see llmstxt.org), a guide for AI agents: how to declare an agent, ask for approvals and verify receipts.
 * Features that this service doesn't offer are left out.
 */
export function formatGuide(offers: Offers): string {
  const { base, sandbox } = offers
  const notes = [
    ...(sandbox ? [SANDBOX] : []),
    describeDeclaring(base),
    ...(offers.approvals ? [describeApprovals(base), APPROVAL_LIMITS] : []),
    ...(offers.mcp ? [describeTools(base)] : []),
    ...(offers.ciba ? [describeCiba(base)] : []),
    describeLevels(),
    describeVerifying(base),
  ]
  return [TITLE, ...notes, listLinks(offers)].join('\n\n') + '\n'
}

const TITLE = `# Stillhere

> Registers people and AI agents, judges motion, and signs receipts that anyone can check offline. An agent declares itself here with a key, signs its requests with it, and verifies receipts.`

const SANDBOX = '**This service is a sandbox.** Everything that it signs is marked as a test and proves nothing.'

function describeDeclaring(base: string): string {
  return `**Declare yourself.** Make an Ed25519 key and send \`POST ${base}/api/agent/declare\` with \`{ "agent_handle", "agent_type", "origin", "public_key" }\`, signed by HTTP Message Signatures (RFC 9421) with that key:

- \`tag="web-bot-auth"\`, \`keyid\` the JWK thumbprint of the key (RFC 7638), \`created\` and \`expires\` at most an hour apart, and a fresh \`nonce\`;
- it covers \`@authority\`, \`@method\`, \`@path\` and \`content-digest\` (RFC 9530).

The signature is the proof: the agent is \`verified\` at once. That says that it holds the key, and no more; \`origin\` is not checked. Every later request is signed in the same way; a GET need cover \`@authority\` only. \`GET ${base}/api/agent/whoami\` names the agent that signed it. Others find your key at \`${base}/api/agents/AGENT_ID/http-message-signatures-directory\`.`
}

function describeApprovals(base: string): string {
  return `**Ask a person to approve one action.** \`POST ${base}/api/approvals\`, signed, with \`{ "approver", "action": { "type", "summary", "details" } }\`. The person must have allowed you to ask before, or be your operator; otherwise it is 403. They must reach level 2, unless \`assurance\` asks for another by its number. Give them the \`url\` of the answer, where they are shown the action and approve it by a scan, or deny it. \`GET ${base}/api/approvals/ID\` says what became of it; \`POST ${base}/api/approvals/ID/redeem\` with the \`digest\` gives the receipt out once. Do only the action with that digest, and only once. No answer is not a yes.`
}

const APPROVAL_LIMITS = `**What an approval does not prove:** ${listApprovalLimits().join('; ')}. It is for one digest and counts for no other action.`

function describeTools(base: string): string {
  return `**By MCP.** \`${base}/mcp\` (streamable HTTP) has tools for this; its list of tools says which.`
}

function describeCiba(base: string): string {
  return `**By OpenID Connect.** Sites ask for an approval by CIBA at \`${base}/oidc\`, as \`backchannel_authentication_endpoint\` of its configuration says.`
}

function describeLevels(): string {
  const rows = Object.values(listLevels()).map(
    ({ name, motion, key, proves, doesNotProve }) =>
      `- ${name}: ${motion}; ${key}. It shows ${proves}. It does not prove ${doesNotProve}.`,
  )
  return `**What a receipt shows of a person** is its \`assurance\`, in the evidence block \`PRESENCE-POLICY\`:

${rows.join('\n')}

${describeCheapestAttack()} A receipt names no person, does not count heads, and is good for five minutes. Anyone who holds it can send it: let it count once.`
}

function describeVerifying(base: string): string {
  return `**Verify a receipt offline.** Fetch the keys (\`${base}/.well-known/continuity-issuer.json\`) and the revoked receipts (\`${base}/.well-known/continuity-status.json\`) beforehand. A receipt (CPS-0001) is signed by Ed25519 over canonical JSON (RFC 8785); \`packages/receipt\` and \`packages/receipt-python\` in the source of Stillhere verify it without a network. Demand a trusted issuer, your own audience, the action or nonce you asked for, a level, and an age. Or ask here: \`POST ${base}/api/verify-receipt\`.`
}

function listLinks({ base, approvals }: Offers): string {
  const link = (name: string, path: string, note: string) => `- [${name}](${base}${path}): ${note}`
  return [
    '## Docs\n',
    link('API', '/docs/api', 'every endpoint, with its bounds and problems'),
    link('OpenAPI', '/openapi.json', 'the same for programs'),
    link('Declaring an agent', '/docs/api#declareAgent', 'fields and problems'),
    ...(approvals ? [link('Asking for an approval', '/docs/api#createApproval', 'fields and problems')] : []),
    link('Verifying a receipt', '/docs/api#verifyReceipt', 'fields and problems'),
    '\n## Documents for programs\n',
    link('API catalog', '/.well-known/api-catalog', 'RFC 9727'),
    link('Issuer', '/.well-known/continuity-issuer.json', 'the keys that sign receipts, now and before'),
    link('Status list', '/.well-known/continuity-status.json', 'the revoked receipts, signed'),
    link('JWKS', '/.well-known/jwks.json', 'the keys of presence tokens'),
    '\n## Optional\n',
    link('Health', '/api/health', 'whether the service works'),
  ].join('\n')
}

/** The service's address, and the features that it offers. Documents don't mention the others. */
export type Offers = {
  /** The service's address, which begins every link; empty if the service doesn't know its own address. */
  base: string
  sandbox: boolean
  approvals: boolean
  mcp: boolean
  ciba: boolean
}

/** The paths of the features that not every version of the service has. */
const WAYS_IN = { approvals: '/api/approvals', mcp: '/mcp', ciba: '/oidc/backchannel' } as const

/** Returns which optional features this service has, by its routes. Call it after all routes were registered. */
function listWaysIn(app: FastifyInstance): Pick<Offers, keyof typeof WAYS_IN> {
  const isServed = (way: keyof typeof WAYS_IN) => app.hasRoute({ method: 'POST', url: WAYS_IN[way] })
  return { approvals: isServed('approvals'), mcp: isServed('mcp'), ciba: isServed('ciba') }
}
