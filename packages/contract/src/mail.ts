import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, Email, OptionalDateTime, Success } from './fields.ts'

export const OutboxMail = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['subscription', 'code', 'founding_tester', 'notice', 'approval', 'invite', 'waitlist', 'test']),
  to: Type.Union([Type.String(), Type.Null()], {
    description: 'The shortened recipient while the mail can be read here, otherwise null',
    examples: ['a…@example.org'],
  }),
  state: Type.Enum(['waiting', 'sending', 'sent', 'dead']),
  attempts: Count,
  created_at: DateTime,
  next_try_at: OptionalDateTime,
  sent_at: OptionalDateTime,
  problem: Type.String({ description: 'Why the last attempt failed; empty if none did' }),
})

export const listOutbox = endpoint({
  area: 'mail',
  method: 'GET',
  path: '/api/admin/outbox',
  summary: 'Lists the mails of the service, newest first, without full addresses and contents',
  access: 'admin',
  query: Type.Object({
    state: Type.Optional(Type.Enum(['waiting', 'sending', 'sent', 'dead'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  }),
  responses: {
    200: Type.Object({
      mails: Type.Array(OutboxMail),
      waiting: Count,
      dead: Count,
      readable: Type.Boolean({
        description: 'Whether mails are files that can be read here, because SMTP_URL is not set',
      }),
    }),
  },
  problems: ['UNAUTHORIZED'],
})

export const retryMail = endpoint({
  area: 'mail',
  method: 'POST',
  path: '/api/admin/outbox/:id/retry',
  summary: 'Retries a mail that failed permanently',
  access: 'admin',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const readMail = endpoint({
  area: 'mail',
  method: 'GET',
  path: '/api/admin/outbox/:id',
  summary: 'Returns a mail as written, if SMTP_URL is not set and its file still exists',
  access: 'admin',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Type.Object({ to: Type.String(), subject: Type.String(), text: Type.String() }) },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const sendTestMail = endpoint({
  area: 'mail',
  method: 'POST',
  path: '/api/admin/outbox/test',
  summary: 'Sends a test mail; the list of mails shows whether it was delivered',
  access: 'admin',
  body: Type.Object({ to: Email }),
  example: { to: 'ada@example.org' },
  responses: { 201: Type.Object({ id: Type.String() }) },
  problems: ['UNAUTHORIZED'],
})
