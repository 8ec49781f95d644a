import type { AnswerOf, getWaitlist } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { DAY_MS, toDaysBefore } from '../../platform/day.ts'
import type { Settings } from '../../platform/settings/settings.ts'

type NewWaiting = { emailHash: Buffer; sealed: Buffer; now: Date }

/** Puts an address on the list or changes what it says; returns whether it was invited before, which stays as it is. */
export async function putWaiting(db: Queries, { emailHash, sealed, now }: NewWaiting): Promise<boolean> {
  const { isAdmitted } = await db.one<{ isAdmitted: boolean }>(sql`
    INSERT INTO waiting (email_hash, sealed, asked_at) VALUES (${emailHash}, ${sealed}, ${now})
    ON CONFLICT (email_hash) DO UPDATE SET sealed = excluded.sealed
    RETURNING admitted_at IS NOT NULL AS "isAdmitted"`)
  return isAdmitted
}

export async function deleteWaiting(db: Queries, emailHash: Buffer): Promise<void> {
  await db.query(sql`DELETE FROM waiting WHERE email_hash = ${emailHash}`)
}

export type StoredWaiting = { id: number; sealed: Buffer; askedAt: Date }

/** Who waits after the given one, the longest waiting first. */
export function listWaitingPage(
  db: Queries,
  { after, limit }: { after: number; limit: number },
): Promise<StoredWaiting[]> {
  return db.query<StoredWaiting>(sql`
    SELECT id, sealed, asked_at AS "askedAt" FROM waiting WHERE admitted_at IS NULL AND id > ${after}
    ORDER BY id LIMIT ${limit}`)
}

/** Marks somebody who waits as invited, once, and returns what they gave; undefined when nobody of this id waits. */
export async function markAdmitted(db: Queries, id: number, now: Date): Promise<Buffer | undefined> {
  const admitted = await db.maybeOne<{ sealed: Buffer }>(sql`
    UPDATE waiting SET admitted_at = greatest(asked_at, ${now}::timestamptz) WHERE id = ${id} AND admitted_at IS NULL
    RETURNING sealed`)
  return admitted?.sealed
}

/** Takes somebody who waits off the list; false when nobody of this id waits. */
export async function deleteWaitingById(db: Queries, id: number): Promise<boolean> {
  const deleted = await db.query(sql`DELETE FROM waiting WHERE id = ${id} AND admitted_at IS NULL RETURNING id`)
  return deleted.length > 0
}

/** Whoever asked 90 days ago, invited or not. */
export const expiredWaiting = createExpiry({
  table: sql`waiting`,
  where: (now) => sql`asked_at < ${toDaysBefore(now, KEPT_DAYS)}`,
})

/** After so many days nobody waits any more. */
const KEPT_DAYS = 90

/** How long the link in a mail is good: to get on the list, and off again. */
export const LINK_MS = 7 * DAY_MS

/** Whether people can ask for an invite here. */
export function decideState({
  invites,
  waitlist,
}: Pick<Settings, 'invites' | 'waitlist'>): AnswerOf<typeof getWaitlist>['state'] {
  return invites === 'open' ? 'not_needed' : waitlist
}
