import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Email, OptionalDateTime, Success } from './fields.ts'

export const validateInvite = endpoint({
  area: 'invites',
  method: 'POST',
  path: '/api/invite/validate',
  summary: 'Returns whether an invite code is valid and unused',
  access: 'public',
  repeatable: true,
  body: Type.Object({ code: Type.String() }),
  example: { code: 'SERVICE-7F3K-9QXZ' },
  responses: {
    200: Type.Object({
      valid: Type.Boolean(),
      code: Type.String(),
      reason: Type.Union([Type.Enum(['malformed', 'unknown', 'used', 'revoked']), Type.Null()]),
    }),
  },
  problems: [],
})

export const createInvites = endpoint({
  area: 'invites',
  method: 'POST',
  path: '/api/admin/invites',
  summary: 'Creates invite codes; this response is the only place where they are shown',
  access: 'admin',
  body: Type.Object({
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1 })),
    note: Type.Optional(
      Type.String({ maxLength: 200, description: 'Who they are for; only operators see it', examples: ['Book club'] }),
    ),
  }),
  bodyIsOptional: true,
  example: { count: 10, note: 'Book club' },
  responses: { 201: Type.Object({ codes: Type.Array(Type.String()) }) },
  problems: ['UNAUTHORIZED'],
})

export const Invite = Type.Object({
  id: Type.String(),
  hint: Type.String({ description: 'The last two characters of the code' }),
  note: Type.String(),
  state: Type.Enum(['unused', 'reserved', 'used', 'revoked']),
  created_at: DateTime,
  used_at: OptionalDateTime,
})

export const listInvites = endpoint({
  area: 'invites',
  method: 'GET',
  path: '/api/admin/invites',
  summary: 'Lists the invite codes, newest first, without the codes themselves',
  access: 'admin',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  responses: {
    200: Type.Object({ invites: Type.Array(Invite), nextCursor: Type.Union([Type.String(), Type.Null()]) }),
  },
  problems: ['UNAUTHORIZED'],
})

export const revokeInvite = endpoint({
  area: 'invites',
  method: 'DELETE',
  path: '/api/admin/invites/:id',
  summary: 'Revokes an unused invite code',
  access: 'admin',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'INVITE_CODE_USED'],
})

export const mailInvite = endpoint({
  area: 'invites',
  method: 'POST',
  path: '/api/admin/invites/mail',
  summary: 'Mails a free invite code as a link',
  access: 'admin',
  body: Type.Object({ code: Type.String({ maxLength: 64 }), to: Email }),
  example: { code: 'SERVICE-7F3K-9QXZ', to: 'ada@example.org' },
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'INVITE_CODE_INVALID', 'INVITE_CODE_USED', 'INVITE_CODE_REVOKED'],
})
