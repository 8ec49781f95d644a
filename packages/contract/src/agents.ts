import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, OptionalDateTime } from './fields.ts'

const Text = Type.String()
/** The id of an agent, as part of a path or of a body. */
export const AgentId = Type.String({ minLength: 1, maxLength: 400, examples: ['agent:indexer-1@example.org'] })
const PublicKey = Type.String({ minLength: 1, maxLength: 2048 })

/** A statement that an agent signs outside an HTTP message: when, and 64 bytes of Ed25519 as hex. */
export const AgentProof = Type.Object({
  signed_at: Type.String({ maxLength: 40, format: 'date-time', examples: ['2026-01-01T12:00:00.000Z'] }),
  signature: Type.String({
    pattern: '^[0-9a-f]{128}$',
    description: '128 lowercase hex digits',
    examples: ['0'.repeat(128)],
  }),
})
export type AgentProof = Static<typeof AgentProof>

const EXAMPLE_KEY = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
const EXAMPLE_PROOF = { signed_at: '2026-01-01T12:00:00.000Z', signature: '0'.repeat(128) }

export const declareAgent = endpoint({
  area: 'agents',
  method: 'POST',
  path: '/api/agent/declare',
  summary:
    'Declares an AI agent by its handle, type, origin and public key; a proof, or a signature of the request, verifies it at once',
  access: 'public',
  accepts: ['nothing', 'agentSignature'],
  body: Type.Object({
    agent_handle: Type.String({ minLength: 1, maxLength: 100 }),
    agent_type: Type.String({ minLength: 1, maxLength: 50 }),
    origin: Type.String({ minLength: 1, maxLength: 253 }),
    public_key: PublicKey,
    proof: Type.Optional(AgentProof),
  }),
  example: {
    agent_handle: 'indexer-1',
    agent_type: 'bot',
    origin: 'example.org',
    public_key: EXAMPLE_KEY,
  },
  responses: {
    200: Type.Object({
      success: Type.Boolean(),
      agent_id: Type.String(),
      alreadyDeclared: Type.Boolean(),
      message: Type.String(),
    }),
  },
  problems: [
    'AGENT_KEY_MISMATCH',
    'AGENT_HANDLE_TAKEN',
    'AGENT_SIGNATURE_REFUSED',
    'AGENT_KEY_UNPROVABLE',
    'AGENT_KEY_IN_USE',
    'AGENT_REVOKED',
  ],
})

const AgentState = Type.Enum(['declared', 'verified', 'revoked'])

/** A key of an agent; `jwk` is null for a key that cannot be proved. */
export const AgentKey = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  public_key: Text,
  jwk: Type.Union([Type.Object({ kty: Text, crv: Text, x: Text, kid: Text }), Type.Null()]),
  added_at: DateTime,
  proved_at: OptionalDateTime,
  ended_at: OptionalDateTime,
})

/** The human node that answers for an agent, by its own consent. */
export const AgentOperator = Type.Object({ node_handle: Text, receipt_id: Text, since: DateTime })

/** All that is public of an agent; its keys stand in the order in which it had them. */
export const AgentRecord = Type.Object({
  agent_id: Text,
  agent_handle: Text,
  agent_type: Text,
  origin: Text,
  state: AgentState,
  declared_at: DateTime,
  verified_at: OptionalDateTime,
  revoked_at: OptionalDateTime,
  revoked_by: Type.Union([Type.Enum(['agent', 'operator', 'admin']), Type.Null()]),
  keys: Type.Array(AgentKey),
  operator: Type.Union([AgentOperator, Type.Null()]),
})
export type AgentRecord = Static<typeof AgentRecord>

const Done = Type.Object({ success: Type.Boolean(), agent: AgentRecord })
const IdParams = Type.Object({ id: AgentId })

export const getAgent = endpoint({
  area: 'agents',
  method: 'GET',
  path: '/api/agents/:id',
  summary: 'Returns the public record of an agent: its state, the history of its keys, and its operator, if any',
  access: 'public',
  params: IdParams,
  responses: { 200: AgentRecord },
  problems: ['AGENT_NOT_FOUND'],
})

export const proveAgent = endpoint({
  area: 'agents',
  method: 'POST',
  path: '/api/agent/prove',
  summary: 'Proves that the caller holds the key of a declared agent, which verifies the agent',
  access: 'public',
  body: Type.Object({ agent_id: AgentId, proof: AgentProof }),
  example: { agent_id: 'agent:indexer-1@example.org', proof: EXAMPLE_PROOF },
  responses: { 200: Done },
  problems: ['AGENT_NOT_FOUND', 'AGENT_SIGNATURE_REFUSED', 'AGENT_KEY_UNPROVABLE', 'AGENT_KEY_IN_USE', 'AGENT_REVOKED'],
})

export const whoAmI = endpoint({
  area: 'agents',
  method: 'GET',
  path: '/api/agent/whoami',
  summary: 'Returns the agent that signed this request (RFC 9421, tag web-bot-auth)',
  access: 'public',
  accepts: ['agentSignature'],
  responses: { 200: Type.Object({ agent_id: Text, keyid: Text, agent_handle: Text, agent_type: Text, origin: Text }) },
  problems: ['AGENT_SIGNATURE_REFUSED', 'AGENT_REVOKED'],
})

export const rotateAgentKey = endpoint({
  area: 'agents',
  method: 'POST',
  path: '/api/agent/rotate',
  summary: 'Replaces the key of the calling agent; the old key signs the request, the new key signs the proof',
  access: 'public',
  accepts: ['agentSignature'],
  body: Type.Object({ public_key: PublicKey, proof: AgentProof }),
  example: { public_key: EXAMPLE_KEY, proof: EXAMPLE_PROOF },
  responses: { 200: Done },
  problems: ['AGENT_SIGNATURE_REFUSED', 'AGENT_KEY_IN_USE', 'AGENT_REVOKED'],
})

export const revokeAgent = endpoint({
  area: 'agents',
  method: 'POST',
  path: '/api/agent/revoke',
  summary: 'Revokes an agent permanently: by its own signature, its operator’s token or the admin secret',
  access: 'public',
  accepts: ['nodeToken', 'sessionCookie', 'agentSignature', 'adminSecret'],
  body: Type.Object({ agent_id: AgentId }),
  example: { agent_id: 'agent:indexer-1@example.org' },
  responses: { 200: Done },
  problems: ['UNAUTHORIZED', 'AGENT_NOT_FOUND', 'AGENT_SIGNATURE_REFUSED', 'AGENT_REVOKED'],
})

export const freeAgent = endpoint({
  area: 'agents',
  method: 'POST',
  path: '/api/admin/agents/free',
  summary: 'Removes an agent that is revoked or was never proved, so that its handle becomes available again',
  access: 'admin',
  body: Type.Object({ agent_id: AgentId }),
  example: { agent_id: 'agent:indexer-1@example.org' },
  responses: { 200: Type.Object({ success: Type.Boolean(), agent_id: Text }) },
  problems: ['AGENT_NOT_FOUND', 'AGENT_VERIFIED'],
})

export const operateAgent = endpoint({
  area: 'agents',
  method: 'POST',
  path: '/api/agent/operator',
  summary: 'Takes responsibility for an agent, which agrees by its signature; this publishes the node’s handle',
  access: 'token',
  freshFor: 'Taking it',
  body: Type.Object({ agent_id: AgentId, receipt_id: Type.String({ maxLength: 64 }), proof: AgentProof }),
  example: {
    agent_id: 'agent:indexer-1@example.org',
    receipt_id: '019b76da-a800-7000-8000-000000000000',
    proof: EXAMPLE_PROOF,
  },
  responses: { 200: Done },
  problems: [
    'UNAUTHORIZED',
    'AGENT_NOT_FOUND',
    'NOT_FOUND',
    'AGENT_SIGNATURE_REFUSED',
    'AGENT_HAS_OPERATOR',
    'AGENT_REVOKED',
  ],
})

export const leaveAgent = endpoint({
  area: 'agents',
  method: 'POST',
  path: '/api/agent/operator/leave',
  summary: 'Ends an operator’s responsibility for an agent: by the operator’s token or the agent’s signature',
  access: 'public',
  accepts: ['nodeToken', 'sessionCookie', 'agentSignature'],
  body: Type.Object({ agent_id: AgentId }),
  example: { agent_id: 'agent:indexer-1@example.org' },
  responses: { 200: Done },
  problems: ['UNAUTHORIZED', 'AGENT_NOT_FOUND', 'AGENT_SIGNATURE_REFUSED', 'AGENT_REVOKED'],
})

export const listAgents = endpoint({
  area: 'agents',
  method: 'GET',
  path: '/api/admin/agents',
  summary: 'Lists the agents, newest first',
  access: 'admin',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  responses: {
    200: Type.Object({
      agents: Type.Array(Type.Omit(AgentRecord, ['keys', 'operator'])),
      nextCursor: Type.Union([Text, Type.Null()]),
    }),
  },
  problems: ['UNAUTHORIZED'],
})

export const revokeAgentAsAdmin = endpoint({
  area: 'agents',
  method: 'POST',
  path: '/api/admin/agents/revoke',
  summary: 'Revokes an agent permanently',
  access: 'admin',
  repeatable: true,
  body: Type.Object({ agent_id: AgentId }),
  example: { agent_id: 'agent:indexer-1@example.org' },
  responses: { 200: Done },
  problems: ['UNAUTHORIZED', 'AGENT_NOT_FOUND'],
})
