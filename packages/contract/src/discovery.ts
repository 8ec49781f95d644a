import { Type } from 'typebox'
import { AgentId } from './agents.ts'
import { endpoint } from './endpoint.ts'

const Text = Type.String()
const like = (example: string) => Type.String({ examples: [example] })
const SITE = 'https://id.example.org'

const Target = Type.Object({ href: like(`${SITE}/openapi.json`), type: like('application/json') })
const Targets = Type.Optional(Type.Array(Target))

/** One API with links to its descriptions; the names are link relations (RFC 8631). */
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
  summary: 'Lists the APIs of this service with their descriptions, documentation and state (RFC 9727)',
  access: 'public',
  mediaType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  responses: { 200: Type.Object({ linkset: Type.Array(ApiLinks) }) },
  problems: ['NOT_FOUND'],
})

/** A key without `alg`, whose names in JOSE and in HTTP Message Signatures differ. */
const SigningKey = Type.Object({ kty: Text, crv: Text, x: Text, kid: Text, use: Type.Enum(['sig']) })

export const getAgentKeys = endpoint({
  area: 'discovery',
  method: 'GET',
  path: '/api/agents/:id/http-message-signatures-directory',
  summary: 'Returns the current key of an agent as a key directory of Web Bot Auth; empty once it is revoked',
  access: 'public',
  mediaType: 'application/http-message-signatures-directory+json',
  params: Type.Object({ id: AgentId }),
  responses: { 200: Type.Object({ keys: Type.Array(SigningKey) }) },
  problems: ['AGENT_NOT_FOUND'],
})
