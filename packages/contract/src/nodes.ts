import { type Static, Type } from 'typebox'
import { AskedApproval } from './approvals.ts'
import { AllowedAsker } from './askers.ts'
import { endpoint, PROGRAM_SCOPES } from './endpoint.ts'
import { LedgerEntry } from './entropy.ts'
import {
  ChosenHandle,
  Count,
  DateTime,
  Day,
  Email,
  EmailQuery,
  NodeStatus,
  OptionalDateTime,
  Otp,
  Score,
  Success,
  Tier,
} from './fields.ts'
import { ExportedKeptReceipt } from './kept-receipts.ts'
import { NoticeSettings } from './notices.ts'
import { ExportedPasskey } from './passkeys.ts'
import { PushDevice } from './push.ts'
import { IssuedReceipt } from './receipts.ts'
import { RecoveryState } from './recovery.ts'
import { ExportedRecording } from './research.ts'
import { DeviceName } from './sessions.ts'
import { ApprovalMethod } from './verification.ts'
import { NodeWallet } from './wallet.ts'

export const NodeCounts = Type.Object({ total: Count, humans: Count, agents: Count, genesis_nodes: Count })
export type NodeCounts = Static<typeof NodeCounts>

export const getNodeCount = endpoint({
  area: 'nodes',
  method: 'GET',
  path: '/api/nodes/count',
  summary: 'Returns the number of humans, agents and genesis nodes',
  access: 'public',
  responses: { 200: NodeCounts },
  problems: [],
})

export const GenesisCohort = Type.Object({
  total: Count,
  remaining: Count,
  nodes: Type.Array(
    Type.Object({ index: Type.Integer({ minimum: 1, maximum: 100 }), id: Type.String(), joined: DateTime }),
  ),
})

export const getGenesisNodes = endpoint({
  area: 'nodes',
  method: 'GET',
  path: '/api/nodes/genesis',
  summary: 'Lists the first hundred nodes in the order of their activation, under pseudonyms',
  access: 'public',
  responses: { 200: GenesisCohort },
  problems: [],
})

export const NetworkStatus = Type.Object({
  total_nodes: Count,
  genesis_nodes: Count,
  genesis_remaining: Count,
  active_humans: Count,
  agents: Count,
  last_scan: OptionalDateTime,
  cohort_sealed: Type.Boolean(),
  status: Type.Enum(['OPERATIONAL', 'SEALED']),
  timestamp: DateTime,
})
export type NetworkStatus = Static<typeof NetworkStatus>

export const getNodeStatus = endpoint({
  area: 'nodes',
  method: 'GET',
  path: '/api/nodes/status',
  summary: 'Returns the state of the network; figures may be up to a second old',
  access: 'public',
  responses: { 200: NetworkStatus },
  problems: [],
})

export const Privileges = Type.Object({
  email: Email,
  node_handle: Type.String(),
  status: NodeStatus,
  registered_at: DateTime,
  is_genesis: Type.Boolean(),
  is_active: Type.Boolean(),
  scan_count: Count,
  tier: Tier,
  early_access: Type.Boolean(),
  entropy_score: Type.Number({ minimum: 0 }),
  particle_level: Type.Integer({ minimum: 1, maximum: 8 }),
  streak_days: Count,
  streak_multiplier: Type.Number(),
  best_pes: Score,
})
export type Privileges = Static<typeof Privileges>

export const getPrivileges = endpoint({
  area: 'nodes',
  method: 'GET',
  path: '/api/node/privileges',
  summary: 'Returns the identity and the privileges of a node',
  access: 'node',
  scope: 'read',
  query: EmailQuery,
  responses: { 200: Privileges },
  problems: ['NODE_NOT_FOUND', 'UNAUTHORIZED'],
})

export const NetworkNode = Type.Object({
  handle: Type.String(),
  mask: Type.String(),
  status: NodeStatus,
  particleLevel: Type.Integer({ minimum: 1, maximum: 8 }),
  entropy: Type.Number({ minimum: 0 }),
  lastSeen: DateTime,
  scans: Count,
  isGenesis: Type.Boolean(),
})
export type NetworkNode = Static<typeof NetworkNode>

export const PresenceNetwork = Type.Object({
  totalNodes: Count,
  activeHumans: Count,
  genesisNodes: Count,
  agents: Count,
  activeToday: Count,
  scansToday: Count,
  totalScans: Count,
  protocolEnclave: Type.Boolean(),
  nodes: Type.Array(NetworkNode),
  nextCursor: Type.Union([Type.String(), Type.Null()]),
})

export const getPresenceNetwork = endpoint({
  area: 'nodes',
  method: 'GET',
  path: '/api/presence/network',
  summary: 'Returns anonymous figures of the network and pages of activated humans, newest first',
  access: 'public',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 200 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  responses: { 200: PresenceNetwork },
  problems: [],
})

/** Maximum number of program tokens of one node. */
export const MOST_PROGRAM_TOKENS = 10

const TokenName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$',
  description: 'one line, not blank',
  examples: ['Home server'],
})

const TokenScopes = Type.Array(Type.Enum([...PROGRAM_SCOPES]), { minItems: 1, maxItems: 3, uniqueItems: true })

export const NodeToken = Type.Object({
  id: Type.String(),
  created_at: DateTime,
  last_used_at: OptionalDateTime,
  current: Type.Boolean(),
  device_name: Type.Union([DeviceName, Type.Null()], {
    description: 'For a browser that is signed in; null for a program',
  }),
  expires_at: Type.Union([DateTime, Type.Null()], {
    description: 'When a browser has to sign in again; a program’s token stays valid',
  }),
  waits_until: Type.Union([DateTime, Type.Null()], {
    description: 'For a sign-in by recovery code: the time before which it grants no lasting authority; otherwise null',
  }),
  name: Type.Union([TokenName, Type.Null()], { description: 'For a token created for a program, otherwise null' }),
  scopes: Type.Union([TokenScopes, Type.Null()], {
    description: 'What the program may do; null for a sign-in, which may do everything',
  }),
})

export const listTokens = endpoint({
  area: 'nodes',
  method: 'GET',
  path: '/api/node/tokens',
  summary: 'Lists the active tokens of the caller’s node',
  access: 'token',
  scope: 'read',
  responses: { 200: Type.Object({ tokens: Type.Array(NodeToken) }) },
  problems: ['UNAUTHORIZED'],
})

export const makeToken = endpoint({
  area: 'nodes',
  method: 'POST',
  path: '/api/node/tokens',
  summary: 'Creates a token for a program, limited to scopes, and returns it once',
  access: 'token',
  freshFor: 'Making a token',
  body: Type.Object({ name: TokenName, scopes: TokenScopes }),
  example: { name: 'Home server', scopes: ['read', 'entropy'] },
  responses: {
    201: Type.Object({
      id: Type.String(),
      name: TokenName,
      scopes: TokenScopes,
      created_at: DateTime,
      node_token: Type.String({ examples: ['sh_9rX2kq0V1m3nB5c7D8fG2hJ4kL6pQ8sT0vW2xY4zA6b'] }),
    }),
  },
  problems: ['UNAUTHORIZED', 'TOKEN_LIMIT_REACHED'],
})

export const revokeToken = endpoint({
  area: 'nodes',
  method: 'DELETE',
  path: '/api/node/tokens/:id',
  summary: 'Revokes one of the caller’s tokens',
  access: 'token',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const renameNode = endpoint({
  area: 'nodes',
  method: 'PATCH',
  path: '/api/node/handle',
  summary: 'Changes the handle of the caller’s node; blank for a generated one',
  access: 'token',
  body: Type.Object({ node_handle: ChosenHandle }),
  example: { node_handle: 'quiet-river' },
  responses: { 200: Type.Object({ success: Type.Boolean(), node_handle: Type.String() }) },
  problems: ['UNAUTHORIZED', 'HANDLE_TAKEN'],
})

/** Everything stored of a node, as stored: the score is before decay, and no secret is among it. */
export const NodeExport = Type.Object({
  exported_at: DateTime,
  node: Type.Object({
    email: Email,
    node_handle: Type.String(),
    status: NodeStatus,
    origin_domain: Type.Union([Type.String(), Type.Null()]),
    registered_at: DateTime,
    activated_at: OptionalDateTime,
    genesis_index: Type.Union([Type.Integer(), Type.Null()]),
    locked_at: OptionalDateTime,
    blocked_at: OptionalDateTime,
    language: Type.Union([Type.String(), Type.Null()]),
    least_method: ApprovalMethod,
    scan_count: Count,
    last_scan_at: OptionalDateTime,
    last_seen_at: OptionalDateTime,
    entropy_score: Count,
    streak_days: Count,
    best_pes: Score,
    last_entropy_day: Type.Union([Day, Type.Null()]),
  }),
  tokens: Type.Array(
    Type.Object({
      id: Type.String(),
      created_at: DateTime,
      last_used_at: OptionalDateTime,
      proved: Type.Boolean(),
      device_name: Type.Union([DeviceName, Type.Null()]),
      expires_at: OptionalDateTime,
      waits_until: OptionalDateTime,
      name: Type.Union([TokenName, Type.Null()]),
      scopes: Type.Union([TokenScopes, Type.Null()]),
    }),
  ),
  days: Type.Array(Type.Object({ day: Day, scans: Count, gains: Count })),
  ledger: Type.Array(LedgerEntry),
  invites: Type.Array(Type.Object({ hint: Type.String(), used_at: DateTime })),
  receipts: Type.Array(IssuedReceipt),
  research_sessions: Type.Array(Type.String()),
  /** Recordings that the owner gave to research while signed in, each with a separate consent. */
  research_recordings: Type.Array(ExportedRecording),
  wallets: Type.Array(NodeWallet),
  passkeys: Type.Array(ExportedPasskey),
  recovery_codes: RecoveryState,
  askers: Type.Array(AllowedAsker),
  approvals: Type.Array(AskedApproval),
  kept_receipts: Type.Array(ExportedKeptReceipt),
  notices: NoticeSettings,
  notice_devices: Type.Array(PushDevice),
  agents: Type.Array(Type.Object({ agent_id: Type.String(), receipt_id: Type.String(), since: DateTime })),
  recruitment: Type.Union([
    Type.Object({
      email: Email,
      technical_bg: Type.Union([Type.String(), Type.Null()]),
      handle: Type.Union([Type.String(), Type.Null()]),
      source: Type.Union([Type.String(), Type.Null()]),
      position_number: Type.Integer({ minimum: 1 }),
      applied_at: DateTime,
      confirmed_at: OptionalDateTime,
    }),
    Type.Null(),
  ]),
})
export type NodeExport = Static<typeof NodeExport>

export const exportNode = endpoint({
  area: 'nodes',
  method: 'GET',
  path: '/api/node/export',
  summary: 'Returns everything the service stores about the caller’s node',
  access: 'token',
  freshFor: 'Exporting a node',
  responses: { 200: NodeExport },
  problems: ['UNAUTHORIZED'],
})

export const eraseNode = endpoint({
  area: 'nodes',
  method: 'POST',
  path: '/api/node/erase',
  summary: 'Erases the caller’s node and everything stored about it; needs its token or a fresh code',
  access: 'public',
  accepts: ['nodeToken', 'sessionCookie', 'nothing'],
  freshFor: 'Erasing a node by its token',
  body: Type.Object({ email: Email, otp: Type.Optional(Otp) }),
  example: { email: 'ada@example.org' },
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'CODE_INVALID', 'TOO_MANY_TRIES'],
})
