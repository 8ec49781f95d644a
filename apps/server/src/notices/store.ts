import type { ApprovalNotices, NoticeSettings, StreakReminder } from '@stillhere/contract'
import { expireRows } from '../database/expiry.ts'
import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { daysBefore } from '../day.ts'
import { DEFAULT_NOTICES } from './rules.ts'

type Row = {
  mail: boolean
  from: string | null
  to: string | null
  timeZone: string | null
  remindAt: string | null
  remindZone: string | null
}

/** How the owner of a node is told. */
export async function readNotices(db: Queries, nodeId: number): Promise<NoticeSettings> {
  const row = await db.maybeOne<Row>(sql`
    SELECT mail, quiet_from AS "from", quiet_to AS "to", time_zone AS "timeZone", remind_at AS "remindAt",
      remind_zone AS "remindZone"
    FROM notice_setting WHERE node_id = ${nodeId}`)
  if (!row) return DEFAULT_NOTICES
  const { mail, from, to, timeZone, remindAt, remindZone } = row
  const isSet = from !== null && to !== null && timeZone !== null
  const quiet = isSet ? { from, to, time_zone: timeZone } : null
  const reminder = remindAt !== null && remindZone !== null ? { at: remindAt, time_zone: remindZone } : null
  return { mail, quiet, reminder }
}

export async function saveNotices(db: Queries, nodeId: number, { mail, quiet }: ApprovalNotices): Promise<void> {
  await db.query(sql`
    INSERT INTO notice_setting (node_id, mail, quiet_from, quiet_to, time_zone)
    VALUES (${nodeId}, ${mail}, ${quiet?.from ?? null}, ${quiet?.to ?? null}, ${quiet?.time_zone ?? null})
    ON CONFLICT (node_id) DO UPDATE SET mail = excluded.mail, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
      time_zone = excluded.time_zone`)
}

export async function saveReminder(db: Queries, nodeId: number, reminder: StreakReminder | null): Promise<void> {
  await db.query(sql`
    INSERT INTO notice_setting (node_id, mail, remind_at, remind_zone)
    VALUES (${nodeId}, ${DEFAULT_NOTICES.mail}, ${reminder?.at ?? null}, ${reminder?.time_zone ?? null})
    ON CONFLICT (node_id) DO UPDATE SET remind_at = excluded.remind_at, remind_zone = excluded.remind_zone`)
}

/** The time zones whose clocks decide about reminders: those that people chose, and those of their quiet hours. */
export async function listReminderZones(db: Queries): Promise<string[]> {
  const rows = await db.query<{ zone: string }>(sql`
    SELECT remind_zone AS zone FROM notice_setting WHERE remind_zone IS NOT NULL
    UNION SELECT time_zone FROM notice_setting WHERE remind_zone IS NOT NULL AND time_zone IS NOT NULL`)
  return rows.map(({ zone }) => zone)
}

/** Reminders that are decided at once. */
export const REMINDER_BATCH = 500

export type ReminderTimes = {
  zones: readonly string[]
  /** What the clocks of each zone show, like 18:04. */
  clocks: readonly string[]
  today: string
  /** Whoever scanned on this day last has to scan today to keep a streak. */
  lastDay: string
}

/** A streak that ends today, and the language of whose it is, where it is known. */
export type DueReminder = { nodeId: number; streakDays: number; language: string | null }

/**
 * Notes who is reminded now and returns them: at the hour they chose, outside their quiet hours, of a streak of at least two days that ends
 * today. The key of the table lets one in for each node and day, however many processes ask at once.
 */
export function takeDueReminders(
  db: Queries,
  { zones, clocks, today, lastDay }: ReminderTimes,
): Promise<DueReminder[]> {
  return db.query<DueReminder>(sql`
    WITH zone AS (SELECT name, clock FROM unnest(${zones}::text[], ${clocks}::text[]) AS z (name, clock)),
    reminded AS (
      INSERT INTO streak_reminder (node_id, day)
      SELECT n.id, ${today}::date FROM notice_setting AS s
      JOIN node AS n ON n.id = s.node_id
      JOIN zone AS here ON here.name = s.remind_zone
      LEFT JOIN zone AS there ON there.name = s.time_zone
      WHERE left(here.clock, 2) = left(s.remind_at, 2)
        AND (there.clock IS NULL OR NOT CASE WHEN s.quiet_from <= s.quiet_to
          THEN s.quiet_from <= there.clock AND there.clock < s.quiet_to
          ELSE s.quiet_from <= there.clock OR there.clock < s.quiet_to END)
        AND n.streak_days >= 2 AND n.last_entropy_day = ${lastDay}::date AND n.blocked_at IS NULL
        AND EXISTS (SELECT FROM push_device AS d WHERE d.node_id = n.id)
        AND NOT EXISTS (SELECT FROM streak_reminder AS r WHERE r.node_id = n.id AND r.day = ${today}::date)
      LIMIT ${REMINDER_BATCH}
      ON CONFLICT (node_id, day) DO NOTHING RETURNING node_id)
    SELECT n.id AS "nodeId", n.streak_days AS "streakDays", n.language FROM reminded AS r JOIN node AS n ON n.id = r.node_id`)
}

/** Reminders of a week ago: nobody is reminded of that day any more. */
export const expiredReminders = expireRows({
  table: sql`streak_reminder`,
  where: (now) => sql`day < ${daysBefore(now, 7)}::date`,
})
