import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, OptionalDateTime, Success } from './fields.ts'

export const OutboxMail = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['subscription', 'code', 'founding_tester', 'notice', 'approval']),
  state: Type.Enum(['waiting', 'sending', 'sent', 'dead']),
  attempts: Count,
  created_at: DateTime,
  next_try_at: OptionalDateTime,
  sent_at: OptionalDateTime,
  problem: Type.String({ description: 'Why the last try failed; empty when none did' }),
})

export const listOutbox = endpoint({
  area: 'mail',
  method: 'GET',
  path: '/api/admin/outbox',
  summary: 'The mails of the service, newest first, without addresses and contents',
  access: 'admin',
  query: Type.Object({
    state: Type.Optional(Type.Enum(['waiting', 'sending', 'sent', 'dead'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  }),
  responses: { 200: Type.Object({ mails: Type.Array(OutboxMail), waiting: Count, dead: Count }) },
  problems: ['UNAUTHORIZED'],
})

export const retryMail = endpoint({
  area: 'mail',
  method: 'POST',
  path: '/api/admin/outbox/:id/retry',
  summary: 'Tries a dead mail again',
  access: 'admin',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})
