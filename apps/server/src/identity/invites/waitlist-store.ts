import type { AnswerOf, getWaitlist } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { DAY_MS, toDaysBefore } from '../../platform/day.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/**
 * Saves the waitlist entry of an e-mail address with its sealed contents; an existing entry keeps its place. Returns whether the operator
 * has admitted the address already.
 */
export async function saveWaiting(
  db: Queries,
  { emailHash, sealed, now }: { emailHash: Buffer; sealed: Buffer; now: Date },
): Promise<boolean> {
  const { isAdmitted } = await db.one<{ isAdmitted: boolean }>(sql`
    INSERT INTO waiting (email_hash, sealed, asked_at) VALUES (${emailHash}, ${sealed}, ${now})
    ON CONFLICT (email_hash) DO UPDATE SET sealed = excluded.sealed
    RETURNING admitted_at IS NOT NULL AS "isAdmitted"`)
  return isAdmitted
}

/** Deletes the waitlist entry of an e-mail address, admitted or not. */
export async function deleteWaiting(db: Queries, emailHash: Buffer): Promise<void> {
  await db.query(sql`DELETE FROM waiting WHERE email_hash = ${emailHash}`)
}

/** Lists up to `limit` waitlist entries with an id above `after` that haven't been admitted, oldest first. */
export function listWaitingAfter(
  db: Queries,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; sealed: Buffer; askedAt: Date }[]> {
  return db.query(sql`
    SELECT id, sealed, asked_at AS "askedAt" FROM waiting WHERE admitted_at IS NULL AND id > ${after}
    ORDER BY id LIMIT ${limit}`)
}

/** Marks a waitlist entry as admitted and returns its sealed contents; returns undefined if there is no entry with this id, or it was admitted before. */
export async function setAdmitted(db: Queries, id: number, now: Date): Promise<Buffer | undefined> {
  const admitted = await db.maybeOne<{ sealed: Buffer }>(sql`
    UPDATE waiting SET admitted_at = greatest(asked_at, ${now}::timestamptz) WHERE id = ${id} AND admitted_at IS NULL
    RETURNING sealed`)
  return admitted?.sealed
}

/** Deletes a waitlist entry that hasn't been admitted; returns false if there is no such entry. */
export async function deleteWaitingById(db: Queries, id: number): Promise<boolean> {
  const deleted = await db.query(sql`DELETE FROM waiting WHERE id = ${id} AND admitted_at IS NULL RETURNING id`)
  return deleted.length > 0
}

/** Deletes waitlist entries after 90 days, admitted or not. */
export const expiredWaiting = createExpiry({
  table: sql`waiting`,
  where: (now) => sql`asked_at < ${toDaysBefore(now, KEPT_DAYS)}`,
})

/** The number of days after which an entry is deleted. */
const KEPT_DAYS = 90

/** The time for which a mailed link to join or leave the waitlist is valid. */
export const LINK_MS = 7 * DAY_MS

/** Returns the state of the waitlist by the settings: `not_needed` if anyone can join without an invite, otherwise the value of WAITLIST. */
export function judgeWaitlist({
  invites,
  waitlist,
}: Pick<Settings, 'invites' | 'waitlist'>): AnswerOf<typeof getWaitlist>['state'] {
  return invites === 'open' ? 'not_needed' : waitlist
}
