import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, Day, OptionalDateTime } from './fields.ts'

/** What happened on one day (UTC). */
export const DayFigures = Type.Object({
  day: Day,
  sign_ups: Count,
  scans_passed: Count,
  scans_failed: Count,
  checks: Type.Integer({ minimum: 0, description: 'Checks are kept for a week; earlier days say 0' }),
  checks_passed: Count,
  approvals: Count,
  approvals_granted: Count,
})
export type DayFigures = Static<typeof DayFigures>

/** The work that no request waits for. */
export const JobName = Type.Enum(['mail', 'webhooks', 'push', 'pings', 'calibration', 'memory', 'housekeeping'])
export type JobName = Static<typeof JobName>

/** What an operator should look at; `count` says how many there are of it, where that means something. */
export const Attention = Type.Object({
  about: Type.Enum([
    'jobs_failing',
    'no_smtp',
    'no_public_url',
    'no_backup',
    'mails_failed',
    'webhooks_failed',
    'errors_logged',
  ]),
  count: Count,
  jobs: Type.Optional(Type.Array(JobName, { description: 'For jobs_failing: which, in the process that answers' })),
})
export type Attention = Static<typeof Attention>

export const getOverview = endpoint({
  area: 'overview',
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'Figures of the last 30 days, and what needs attention',
  access: 'admin',
  responses: {
    200: Type.Object({
      days: Type.Array(DayFigures, { description: 'The last 30 days, today last' }),
      people: Type.Object({ active: Count, blocked: Count }),
      backed_up_at: OptionalDateTime,
      attention: Type.Array(Attention),
    }),
  },
  problems: ['UNAUTHORIZED'],
})

/** One line of the log; it holds no address, no e-mail address and no secret. */
export const LoggedLine = Type.Object({
  at: DateTime,
  level: Type.Enum(['debug', 'info', 'warn', 'error']),
  text: Type.String(),
})
export type LoggedLine = Static<typeof LoggedLine>

export const listLogs = endpoint({
  area: 'overview',
  method: 'GET',
  path: '/api/admin/logs',
  summary: 'The last lines of the log of the process that answers, newest first',
  access: 'admin',
  query: Type.Object({
    level: Type.Optional(
      Type.Enum(['debug', 'info', 'warn', 'error'], { description: 'This level and graver ones', default: 'debug' }),
    ),
    text: Type.Optional(Type.String({ maxLength: 100, description: 'Lines that contain it, in whatever letter case' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 200 })),
  }),
  responses: { 200: Type.Object({ lines: Type.Array(LoggedLine) }) },
  problems: ['UNAUTHORIZED'],
})
