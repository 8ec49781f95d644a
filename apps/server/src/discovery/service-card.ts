import { type AnswerOf, declareAgent, type getServiceCard, type Skill, verifyReceipt } from '@stillhere/contract'
import type { Offers } from './offers.ts'

type ServiceCard = AnswerOf<typeof getServiceCard>

// Addresses of specifications, as A2A 1.0 (section 5.8) names bindings that are not its own.
const MCP = 'https://modelcontextprotocol.io/specification'
const OPEN_API = 'https://spec.openapis.org/oas/v3.1.1'
const NO_A2A = 'none'

const JSON_ONLY = ['application/json']

/** The card of the service itself. A client that speaks A2A alone finds no interface to call, and is told so. */
export function writeServiceCard(offers: Offers, version: string): ServiceCard {
  const { base, sandbox } = offers
  return {
    name: sandbox ? 'Stillhere (sandbox)' : 'Stillhere',
    description: `${DESCRIPTION}${sandbox ? ' This one is a sandbox: what it signs is for tests and proves nothing.' : ''}`,
    version,
    documentationUrl: `${base}/llms.txt`,
    supportedInterfaces: listInterfaces(offers),
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: JSON_ONLY,
    defaultOutputModes: JSON_ONLY,
    skills: listSkills(offers),
  }
}

const DESCRIPTION =
  'Registers people and AI agents, judges motion, and signs receipts that anybody can check offline. ' +
  'It does not speak A2A: its interfaces are those listed here.'

function listInterfaces({ base, mcp }: Offers): ServiceCard['supportedInterfaces'] {
  const http = { url: `${base}/api`, protocolBinding: OPEN_API, protocolVersion: NO_A2A } as const
  const tools = { url: `${base}/mcp`, protocolBinding: MCP, protocolVersion: NO_A2A } as const
  return mcp ? [tools, http] : [http]
}

function listSkills({ approvals }: Offers): Skill[] {
  return [DECLARE, ...(approvals ? [REQUEST_APPROVAL] : []), VERIFY]
}

const DECLARE: Skill = {
  id: 'declare-agent',
  name: 'Declare an agent',
  description: `${declareAgent.method} ${declareAgent.path}, signed by RFC 9421 with the key that it declares. Shows that the agent holds the key, and no more.`,
  tags: ['agents', 'identity', 'web-bot-auth'],
}

const REQUEST_APPROVAL: Skill = {
  id: 'request-approval',
  name: 'Ask a person to approve one action',
  description:
    'POST /api/approvals by an agent that signs. The person must have allowed the agent to ask, is shown the action, and approves by a scan or denies. ' +
    'The receipt names the digest of that action. Its level says what was shown of the person; no level excludes a simulated motion.',
  tags: ['approvals', 'human-in-the-loop', 'receipts'],
}

const VERIFY: Skill = {
  id: 'verify-receipt',
  name: 'Verify a receipt',
  description: `${verifyReceipt.method} ${verifyReceipt.path} judges a receipt of this service: genuine, fresh, not revoked. Its public keys and the list of revoked receipts let anybody do the same offline.`,
  tags: ['receipts', 'verification'],
}
