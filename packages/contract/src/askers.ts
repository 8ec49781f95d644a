import { type Static, Type } from 'typebox'
import { NullableText } from './check-fields.ts'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, Success } from './fields.ts'
import { Thumbprint } from './passkeys.ts'
import { ApprovalMethod } from './verification.ts'

/** Requests that one asker may send to one person in a day, by default and at most, and the maximum number of askers of one person. */
export const ASKER_LIMITS = { perDay: 20, mostPerDay: 100, askers: 100 }

/** An asker: a site by its key, or an agent by its id. */
export const Asker = Type.Object({
  id: Type.String({ examples: ['agent:deployer@example.org'] }),
  kind: Type.Enum(['site', 'agent']),
  name: Type.String({ examples: ['deployer'] }),
  /** The origin of an agent, or the first origin of a site. */
  origin: Type.String({ examples: ['example.org'] }),
  /** The handle of the node that answers for an agent. */
  operator: NullableText,
})
export type Asker = Static<typeof Asker>

/** The name of a person for an asker. */
export const PersonName = Type.String({
  maxLength: 100,
  pattern: '^.*\\S.*$',
  description: 'one line, not blank',
  examples: ['Ada Lovelace'],
})

/** An asker that a node allows to ask for approvals, with its limits. */
export const AllowedAsker = Type.Object({
  asker: Asker,
  allowed_at: DateTime,
  per_day: Type.Integer({ minimum: 1, maximum: ASKER_LIMITS.mostPerDay }),
  asked_today: Count,
  /** True if receipts for this asker contain the key of the person that signed. */
  shares_key: Type.Boolean(),
  /** The key of the person that was introduced to this asker, or null. Only this key signs approvals for the asker. */
  known_key: Type.Union([Type.Object({ thumbprint: Thumbprint, since: DateTime }), Type.Null()]),
  /** The name of the person that the asker gets with each approval, or null. */
  shares_name: Type.Union([PersonName, Type.Null()]),
  /** The subject by which the asker knows the node. The asker may use it instead of the handle. */
  subject: Type.String(),
})
export type AllowedAsker = Static<typeof AllowedAsker>

export const listAskers = endpoint({
  area: 'approvals',
  method: 'GET',
  path: '/api/node/askers',
  summary: 'Lists who may ask the caller’s node for approvals',
  access: 'token',
  scope: 'read',
  responses: {
    200: Type.Object({
      askers: Type.Array(AllowedAsker),
      /** The weakest method by which one approves. */
      least_method: ApprovalMethod,
    }),
  },
  problems: ['UNAUTHORIZED'],
})

export const AskerParams = Type.Object({
  asker: Type.String({ minLength: 1, maxLength: 400, examples: ['agent:deployer@example.org'] }),
})

export const getAsker = endpoint({
  area: 'approvals',
  method: 'GET',
  path: '/api/node/askers/:asker',
  summary: 'Returns who a site key or an agent id belongs to, to read before allowing it to ask',
  access: 'token',
  scope: 'read',
  params: AskerParams,
  responses: { 200: Asker },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const allowAsker = endpoint({
  area: 'approvals',
  method: 'PUT',
  path: '/api/node/askers/:asker',
  summary: 'Allows a site, by its key, or an agent, by its id, to ask the caller’s node for approvals',
  access: 'token',
  freshFor: 'Letting it ask',
  params: AskerParams,
  body: Type.Object({
    /** Maximum number of requests in a day (UTC). */
    per_day: Type.Optional(
      Type.Integer({ minimum: 1, maximum: ASKER_LIMITS.mostPerDay, default: ASKER_LIMITS.perDay }),
    ),
    /** If true, receipts for this asker contain the key that signed, by which the asker recognizes the person. Absent: unchanged, initially false. */
    share_key: Type.Optional(Type.Boolean()),
    /** The name of the person that the asker gets with each approval; null for no name. Absent: unchanged. */
    share_name: Type.Optional(Type.Union([PersonName, Type.Null()])),
  }),
  bodyIsOptional: true,
  example: { per_day: 5 },
  responses: { 200: AllowedAsker },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'ASKER_LIMIT_REACHED'],
})

export const removeAsker = endpoint({
  area: 'approvals',
  method: 'DELETE',
  path: '/api/node/askers/:asker',
  summary: 'Stops a site or an agent from asking; its open approvals are denied',
  access: 'token',
  params: AskerParams,
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const setLeastMethod = endpoint({
  area: 'approvals',
  method: 'PUT',
  path: '/api/node/least-method',
  summary: 'Sets the weakest method for approvals; an asker that requests a weaker one is refused',
  access: 'token',
  freshFor: 'Changing it',
  body: Type.Object({ method: ApprovalMethod }),
  example: { method: 'passkey' },
  responses: { 200: Type.Object({ method: ApprovalMethod }) },
  problems: ['UNAUTHORIZED'],
})
