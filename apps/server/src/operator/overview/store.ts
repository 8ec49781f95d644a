import type { DayFigures } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { IS_UNOPENED } from '../../requests/request/store.ts'

/** Reads the statistics of each day from `from` to `to` (YYYY-MM-DD, UTC, both included), oldest first. Days without activity have zeros. */
export function readDays(db: Queries, { from, to }: { from: string; to: string }): Promise<DayFigures[]> {
  return db.query<DayFigures>(sql`
    SELECT to_char(d, 'YYYY-MM-DD') AS day, coalesce(n.sign_ups, 0) AS sign_ups,
      coalesce(v.passed, 0) AS scans_passed, coalesce(v.failed, 0) AS scans_failed,
      coalesce(r.checks, 0) AS checks, coalesce(r.passed, 0) AS checks_passed,
      coalesce(r.approvals, 0) AS approvals, coalesce(r.granted, 0) AS approvals_granted
    FROM generate_series(${from}::timestamp, ${to}::timestamp, '1 day') AS d
    LEFT JOIN (
      SELECT (activated_at AT TIME ZONE 'UTC')::date AS day, count(*) AS sign_ups
      FROM node WHERE activated_at >= ${from}::timestamp AT TIME ZONE 'UTC' GROUP BY 1) AS n ON n.day = d::date
    LEFT JOIN (
      SELECT split_part(name, ':', 2) AS day, sum(value) FILTER (WHERE name ^@ 'verified:')::int AS passed,
        sum(value) FILTER (WHERE name ^@ 'refused:')::int AS failed
      FROM tally WHERE name ^@ 'verified:' OR name ^@ 'refused:' GROUP BY 1) AS v ON v.day = to_char(d, 'YYYY-MM-DD')
    LEFT JOIN (
      SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) FILTER (WHERE kind = 'check') AS checks,
        count(*) FILTER (WHERE kind = 'check' AND state = 'granted') AS passed, count(*) FILTER (WHERE kind = 'approval') AS approvals,
        count(*) FILTER (WHERE kind = 'approval' AND state = 'granted') AS granted
      FROM request WHERE ${IS_UNOPENED} IS NOT TRUE AND created_at >= ${from}::timestamp AT TIME ZONE 'UTC' GROUP BY 1) AS r ON r.day = d::date
    ORDER BY d`)
}

/** Numbers that may need the operator's attention. Dead mails and events are those that can't be delivered. */
export type State = { active: number; blocked: number; deadMails: number; deadEvents: number; backedUpAt: Date | null }

/**
 * Reads the numbers that may need the operator's attention: active and blocked nodes, undeliverable mails and webhook events, and the time of the
 * last backup.
 */
export function readState(db: Queries): Promise<State> {
  return db.one<State>(sql`
    SELECT (SELECT count(*) FROM node WHERE activated_at IS NOT NULL) AS active,
      (SELECT count(*) FROM node WHERE blocked_at IS NOT NULL) AS blocked,
      (SELECT count(*) FROM outbox WHERE channel = 'mail' AND state = 'dead') AS "deadMails",
      (SELECT count(*) FROM outbox WHERE channel = 'webhook' AND state = 'dead') AS "deadEvents",
      (SELECT backed_up_at FROM service) AS "backedUpAt"`)
}
