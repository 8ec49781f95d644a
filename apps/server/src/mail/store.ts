import { expireRows } from '../database/expiry.ts'
import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { daysBefore } from '../day.ts'
import type { MailKind } from './kinds.ts'

export type NewMailRow = { kind: MailKind; sealed: Buffer; now: Date; expiresAt: Date | null }

/** Adds a mail and returns its id. */
export async function addMail(db: Queries, { kind, sealed, now, expiresAt }: NewMailRow): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    INSERT INTO mail (kind, sealed, created_at, next_try_at, expires_at)
    VALUES (${kind}, ${sealed}, ${now}, ${now}, ${expiresAt}) RETURNING id`)
  return id
}

/** A mail that this process, and no other, is to send before the claim lapses. */
export type ClaimedMail = {
  id: number
  kind: MailKind
  sealed: Buffer
  attempts: number
  createdAt: Date
  expiresAt: Date | null
  lapsesAt: Date
}

/**
 * Claims mails that are due, codes first, among them those whose last claim has lapsed. Committed before anything is
 * sent, so that no other process takes them.
 */
export function claimMails(
  db: Queries,
  { now, lapsesAt, limit }: { now: Date; lapsesAt: Date; limit: number },
): Promise<ClaimedMail[]> {
  return db.query<ClaimedMail>(sql`
    WITH due AS MATERIALIZED (
      SELECT id, next_try_at FROM mail WHERE state IN ('waiting', 'sending') AND next_try_at <= ${now}
      ORDER BY kind <> 'code', next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED),
    claimed AS (
      UPDATE mail AS m SET state = 'sending', attempts = m.attempts + 1, next_try_at = ${lapsesAt}
      FROM due WHERE m.id = due.id
      RETURNING m.id, m.kind, m.sealed, m.attempts, m.created_at, m.expires_at, m.next_try_at, due.next_try_at AS due_at)
    -- An UPDATE returns rows in the order of its plan, which changes as the table grows.
    SELECT id, kind, sealed, attempts, created_at AS "createdAt", expires_at AS "expiresAt", next_try_at AS "lapsesAt"
    FROM claimed ORDER BY kind <> 'code', due_at, id`)
}

/** Marks a mail as sent, whoever holds it by now, and forgets its contents. */
export async function markSent(db: Queries, id: number, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE mail SET state = 'sent', sealed = NULL, sent_at = ${now}, next_try_at = NULL, problem = ''
    WHERE id = ${id} AND state <> 'sent'`)
}

type Claim = { id: number; lapsesAt: Date }

/** Puts a mail back for another try, if the claim on it still holds. */
export async function postpone(
  db: Queries,
  { id, lapsesAt }: Claim,
  { nextTryAt, problem }: { nextTryAt: Date; problem: string },
): Promise<void> {
  await db.query(sql`
    UPDATE mail SET state = 'waiting', next_try_at = ${nextTryAt}, problem = ${problem}
    WHERE id = ${id} AND state = 'sending' AND next_try_at = ${lapsesAt}`)
}

/** Gives a mail up, if the claim on it still holds; what has expired is of no use to a later try and is forgotten. */
export async function bury(
  db: Queries,
  { id, lapsesAt }: Claim,
  { problem, now }: { problem: string; now: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE mail SET state = 'dead', next_try_at = NULL, problem = ${problem},
      sealed = CASE WHEN expires_at <= ${now} THEN NULL ELSE sealed END
    WHERE id = ${id} AND state = 'sending' AND next_try_at = ${lapsesAt}`)
}

/** Has a dead mail tried again from the start; false when there is none with this id, or nobody needs it any more. */
export async function revive(db: Queries, id: number, now: Date): Promise<boolean> {
  const revived = await db.query(sql`
    UPDATE mail SET state = 'waiting', attempts = 0, next_try_at = ${now}
    WHERE id = ${id} AND state = 'dead' AND sealed IS NOT NULL AND (expires_at IS NULL OR expires_at > ${now})
    RETURNING id`)
  return revived.length > 0
}

export type MailState = 'waiting' | 'sending' | 'sent' | 'dead'

export type ListedMail = {
  id: number
  kind: MailKind
  state: MailState
  attempts: number
  createdAt: Date
  nextTryAt: Date | null
  sentAt: Date | null
  problem: string
}

/** Mails, newest first, without their contents. */
export function listMails(
  db: Queries,
  { state, limit }: { state: MailState | null; limit: number },
): Promise<ListedMail[]> {
  return db.query<ListedMail>(sql`
    SELECT id, kind, state, attempts, created_at AS "createdAt", next_try_at AS "nextTryAt", sent_at AS "sentAt", problem
    FROM mail WHERE ${state}::text IS NULL OR state = ${state} ORDER BY id DESC LIMIT ${limit}`)
}

/** How many mails still have to go out, and how many were given up. */
export function countMails(db: Queries): Promise<{ waiting: number; dead: number }> {
  return db.one<{ waiting: number; dead: number }>(sql`
    SELECT (SELECT count(*) FROM mail WHERE state IN ('waiting', 'sending')) AS waiting,
      (SELECT count(*) FROM mail WHERE state = 'dead') AS dead`)
}

/** Mails that were sent or given up 30 days ago. */
export const expiredMails = expireRows({
  table: sql`mail`,
  where: (now) => sql`state IN ('sent', 'dead') AND created_at < ${daysBefore(now, 30)}`,
})
