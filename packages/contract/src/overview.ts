import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, Day, OptionalDateTime } from './fields.ts'

/** Figures of one day (UTC). */
export const DayFigures = Type.Object({
  day: Day,
  sign_ups: Count,
  scans_passed: Count,
  scans_failed: Count,
  checks: Type.Integer({ minimum: 0, description: 'Checks are stored for a week; earlier days are 0' }),
  checks_passed: Count,
  approvals: Count,
  approvals_granted: Count,
})
export type DayFigures = Static<typeof DayFigures>

/** The background jobs of the service. */
export const JobName = Type.Enum(['mail', 'webhooks', 'push', 'pings', 'calibration', 'memory', 'housekeeping'])
export type JobName = Static<typeof JobName>

/** A matter that the operator should look at; `count` is the number of cases, if it can be counted. */
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
  jobs: Type.Optional(
    Type.Array(JobName, { description: 'For jobs_failing: the failing jobs of the process that responds' }),
  ),
})
export type Attention = Static<typeof Attention>

export const getOverview = endpoint({
  area: 'overview',
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'Returns figures of the last 30 days and what needs attention',
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
  summary: 'Lists the latest log lines of the process that responds, newest first',
  access: 'admin',
  query: Type.Object({
    level: Type.Optional(
      Type.Enum(['debug', 'info', 'warn', 'error'], {
        description: 'This level and more severe ones',
        default: 'debug',
      }),
    ),
    text: Type.Optional(Type.String({ maxLength: 100, description: 'Lines that contain it, ignoring case' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 200 })),
  }),
  responses: { 200: Type.Object({ lines: Type.Array(LoggedLine) }) },
  problems: ['UNAUTHORIZED'],
})
