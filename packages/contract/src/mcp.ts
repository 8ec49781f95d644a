import { type Static, type TObject, Type } from 'typebox'
import { declareAgent } from './agents.ts'
import { createApproval, getApproval, redeemApproval } from './approvals.ts'
import { NullableText } from './check-fields.ts'
import { endpoint } from './endpoint.ts'
import { DateTime } from './fields.ts'
import { ReceiptReport, verifyReceipt } from './receipts.ts'
import { ActionDigest, AssuranceLevel } from './verification.ts'

/** The OAuth scope of tokens for `/mcp`. */
export const MCP_SCOPE = 'approvals'

export const getMcpResource = endpoint({
  area: 'mcp',
  method: 'GET',
  path: '/.well-known/oauth-protected-resource/mcp',
  summary: 'Returns where clients of /mcp get their tokens (RFC 9728)',
  access: 'public',
  responses: {
    200: Type.Object({
      resource: Type.String({ examples: ['https://id.example.org/mcp'] }),
      authorization_servers: Type.Array(Type.String(), { examples: [['https://id.example.org/oidc']] }),
      scopes_supported: Type.Array(Type.String(), { examples: [[MCP_SCOPE]] }),
      bearer_methods_supported: Type.Array(Type.String(), { examples: [['header']] }),
      resource_name: Type.String({ examples: ['Stillhere approvals'] }),
    }),
  },
  problems: ['NOT_FOUND'],
})

/** A tool of the Model Context Protocol: its input, its output, and hints about its effects for clients. */
export type McpTool = {
  title: string
  description: string
  input: TObject
  output: TObject
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const CHANGES = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }

// Programs cannot choose a method that anything with access to the mailbox could pass.
const { approver, approvers, action, method, assurance, language, nonce, expires_in } = createApproval.body.properties
const { receipts, subject, reached, receipt, token } = redeemApproval.responses[200].properties
const { agent_handle, agent_type, origin } = declareAgent.body.properties
const judged = verifyReceipt.body.properties

/** The tools that `/mcp` and `stillhere mcp` have, by their names. */
export const MCP_TOOLS = {
  request_approval: {
    title: 'Ask a person for approval',
    description:
      'Asks a person to approve one exact action on their phone, before you do it. `approver` is their handle here, or the subject by which you know them; they must have allowed you to ask. For several people, give `approvers` instead, `{ of: [names], need: 2 }`: one link for all of them, and as many as needed must approve. They are shown exactly `action`. The answer has a link for the person, the digest of the action, and six words that the person sees too. It does not wait for the decision: ask get_approval afterwards, every few seconds at most.',
    input: Type.Object({ approver, approvers, action, method, assurance, language, nonce, expires_in }),
    output: createApproval.responses[201],
    annotations: { ...CHANGES, openWorldHint: true },
  },
  get_approval: {
    title: 'Look at an approval',
    description:
      'Returns the state of an approval that you asked for: open, granted, denied or expired. With `digest`, a granted approval is redeemed and the response has its receipts, once, so keep them. Do the action only if the status is granted, each receipt is valid, and its digest is that of what you are about to do.',
    input: Type.Object({ ...getApproval.params.properties, digest: Type.Optional(ActionDigest) }),
    output: Type.Object({
      ...getApproval.responses[200].properties,
      receipts: Type.Optional(receipts),
      subject,
      reached,
      receipt,
      token,
    }),
    annotations: CHANGES,
  },
  verify_receipt: {
    title: 'Judge a receipt',
    description:
      'Verifies a receipt of this service: whether it is authentic, fresh and not revoked, what it proves at its level and what it does not, and, with `digest`, whether it is for the action with this digest.',
    input: Type.Object({
      receipt: Type.Union([Type.Object({}), Type.String()], { description: 'A receipt as JSON, or the text of one' }),
      digest: Type.Optional(ActionDigest),
      audience: judged.audience,
      allow_test: judged.allow_test,
    }),
    output: Type.Object({
      status: ReceiptReport.properties.status,
      verdict: ReceiptReport.properties.verdict,
      /** null unless it is valid and states one. */
      assurance: Type.Union([Type.Literal(0), AssuranceLevel, Type.Null()]),
      proves: Type.String(),
      does_not_prove: Type.String(),
      action_digest: NullableText,
      /** null where no digest was given. */
      digest_matches: Type.Union([Type.Boolean(), Type.Null()]),
      receipt_hash: NullableText,
      judged_at: DateTime,
    }),
    annotations: READS,
  },
  declare_agent: {
    title: 'Declare this agent',
    description:
      'Declares the agent that holds the signing key of this connection, under a handle and an origin; the signature is the proof. Needed once, before people can allow the agent to ask them.',
    input: Type.Object({ agent_handle, agent_type, origin }),
    output: declareAgent.responses[200],
    annotations: { ...CHANGES, idempotentHint: true },
  },
  whoami: {
    title: 'Who am I here?',
    description: 'Returns the id by which the service knows you; people use it to allow you to ask.',
    input: Type.Object({}),
    output: Type.Object({
      kind: Type.Enum(['site', 'agent']),
      /** The key of a site, or the id of an agent. */
      id: Type.String(),
      name: NullableText,
      origin: NullableText,
      service: Type.String(),
    }),
    annotations: READS,
  },
} as const satisfies Record<string, McpTool>

export type McpToolName = keyof typeof MCP_TOOLS
export type McpInputOf<Name extends McpToolName> = Static<(typeof MCP_TOOLS)[Name]['input']>
export type McpOutputOf<Name extends McpToolName> = Static<(typeof MCP_TOOLS)[Name]['output']>
