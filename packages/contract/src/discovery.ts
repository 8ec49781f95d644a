import { type Static, Type } from 'typebox'
import { AgentId } from './agents.ts'
import { endpoint } from './endpoint.ts'

const Text = Type.String()
const like = (example: string) => Type.String({ examples: [example] })
const SITE = 'https://id.example.org'

const Target = Type.Object({ href: like(`${SITE}/openapi.json`), type: like('application/json') })
const Targets = Type.Optional(Type.Array(Target))

/** One API and what is to be known of it; the names are link relations (RFC 8631). */
const ApiLinks = Type.Object({
  anchor: like(`${SITE}/api`),
  'service-desc': Targets,
  'service-doc': Targets,
  status: Targets,
})

export const getApiCatalog = endpoint({
  area: 'discovery',
  method: 'GET',
  path: '/.well-known/api-catalog',
  summary: 'The APIs of this service, with their descriptions, documentation and state (RFC 9727)',
  access: 'public',
  mediaType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  responses: { 200: Type.Object({ linkset: Type.Array(ApiLinks) }) },
  problems: ['NOT_FOUND'],
})

/** Where and how the service is called. No interface here speaks A2A, so the version of A2A is `none`. */
const Interface = Type.Object({
  url: like(`${SITE}/api`),
  protocolBinding: like('https://spec.openapis.org/oas/v3.1.1'),
  protocolVersion: Type.Enum(['none']),
})

const Skill = Type.Object({
  id: like('verify-receipt'),
  name: like('Verify a receipt'),
  description: like('Judges a receipt of this service: genuine, fresh, not revoked.'),
  tags: Type.Array(like('receipts')),
})
export type Skill = Static<typeof Skill>

const Modes = Type.Array(like('application/json'))
const No = Type.Boolean({ examples: [false] })

export const getServiceCard = endpoint({
  area: 'discovery',
  method: 'GET',
  path: '/.well-known/agent-card.json',
  summary: 'What agents can have done here, as an agent card of A2A 1.0; the interfaces are MCP and HTTP, not A2A',
  access: 'public',
  responses: {
    200: Type.Object({
      name: like('Stillhere'),
      description: like('Registers people and AI agents, judges motion, and signs receipts.'),
      version: like('1.0.0'),
      documentationUrl: like(`${SITE}/llms.txt`),
      supportedInterfaces: Type.Array(Interface),
      capabilities: Type.Object({ streaming: No, pushNotifications: No, extendedAgentCard: No }),
      defaultInputModes: Modes,
      defaultOutputModes: Modes,
      skills: Type.Array(Skill),
    }),
  },
  problems: ['NOT_FOUND'],
})

/** A key without `alg`, whose names in JOSE and in HTTP Message Signatures differ. */
const SigningKey = Type.Object({ kty: Text, crv: Text, x: Text, kid: Text, use: Type.Enum(['sig']) })

export const getAgentKeys = endpoint({
  area: 'discovery',
  method: 'GET',
  path: '/api/agents/:id/http-message-signatures-directory',
  summary: 'The key that an agent signs with now, as a key directory of Web Bot Auth; none once it is revoked',
  access: 'public',
  mediaType: 'application/http-message-signatures-directory+json',
  params: Type.Object({ id: AgentId }),
  responses: { 200: Type.Object({ keys: Type.Array(SigningKey) }) },
  problems: ['AGENT_NOT_FOUND'],
})
