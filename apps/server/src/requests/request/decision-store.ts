import type { ReachedLevel, SubjectKind } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import type { CheckFailure, Denial, StoredApproval } from './store.ts'

/** Why a request ended without a grant. */
type EndReason = CheckFailure | Denial

/** Reasons by which the person said no; all others are failures. */
const DENYING: ReadonlySet<EndReason> = new Set(['denied_by_person', 'asker_removed', 'cancelled_by_person'])

/** Counts a refused scan for a check; the fifth ends it. Returns its state afterwards, or undefined if it was not open. */
export async function countRefusal(db: Queries, id: string, now: Date): Promise<'open' | 'failed' | undefined> {
  const counted = await db.maybeOne<{ state: 'open' | 'failed' }>(sql`
    UPDATE request SET changes = changes + 1, refusals = refusals + 1,
      state = CASE WHEN refusals >= 4 THEN 'failed' ELSE state END,
      reason = CASE WHEN refusals >= 4 THEN 'too_many_refusals' END,
      ended_at = CASE WHEN refusals >= 4 THEN ${now}::timestamptz END
    WHERE id = ${id} AND kind = 'check' AND state = 'open' AND expires_at > ${now} RETURNING state`)
  return counted?.state
}

/** Ends an open check without a grant; false if it is not open. */
export async function recordCheckEnd(db: Queries, id: string, reason: CheckFailure, now: Date): Promise<boolean> {
  const ended = await db.query(sql`
    UPDATE request SET changes = changes + 1, state = ${toEndState(reason)}, reason = ${reason}, ended_at = ${now}
    WHERE id = ${id} AND kind = 'check' AND state = 'open' AND expires_at > ${now} RETURNING 1`)
  return ended.length > 0
}

function toEndState(reason: EndReason): 'denied' | 'failed' {
  return DENYING.has(reason) ? 'denied' : 'failed'
}

/** A person of an approval, by the right to ask them. */
type PersonRef = { id: string; askerId: number }

/** Counts a refused scan of one person for an approval, which the caller has locked; returns how many there were. */
export async function countRefusalOf(db: Queries, { id, askerId }: PersonRef): Promise<number> {
  const { refusals } = await db.one<{ refusals: number }>(sql`
    UPDATE request_approver SET refusals = refusals + 1 WHERE request_id = ${id} AND asker_id = ${askerId} RETURNING refusals`)
  return refusals
}

/**
 * Removes a person from an open approval, which the caller has locked, with the grant that they may have given. Ends the approval if the
 * others are too few. Returns its state afterwards, or undefined if it is not open or they were removed before.
 */
export async function removeApprover(
  db: Queries,
  { id, askerId, reason }: PersonRef & { reason: Denial },
  now: Date,
): Promise<StoredApproval['state'] | undefined> {
  const end = toEndState(reason)
  const removed = await db.maybeOne<{ state: StoredApproval['state'] }>(sql`
    WITH person AS (
      UPDATE request_approver p SET state = ${end}, reason = ${reason}, decided_at = ${now} FROM request r
      WHERE r.id = ${id} AND r.state = 'open' AND r.expires_at > ${now} AND p.request_id = r.id AND p.asker_id = ${askerId}
        AND p.state IN ('open', 'granted')
      RETURNING p.request_id),
    taken AS (
      DELETE FROM request_grant g USING person WHERE g.request_id = person.request_id AND g.asker_id = ${askerId} RETURNING 1)
    UPDATE request r SET changes = changes + 1, removed = removed + 1, grants = grants - (SELECT count(*) FROM taken),
      state = CASE WHEN people - removed <= need THEN ${end} ELSE state END,
      reason = CASE WHEN people - removed <= need THEN ${reason} END,
      ended_at = CASE WHEN people - removed <= need THEN ${now}::timestamptz END
    FROM person WHERE r.id = person.request_id RETURNING r.state`)
  return removed?.state
}

/** Removes a person whom an asker may no longer ask from all of its open approvals; returns the ids of those that ended by it. */
export async function removeFromApprovals(db: Queries, askerId: number, now: Date): Promise<string[]> {
  const open = await db.query<{ id: string }>(sql`
    SELECT id FROM request WHERE state = 'open' AND expires_at > ${now}
      AND id IN (SELECT request_id FROM request_approver WHERE asker_id = ${askerId} AND state IN ('open', 'granted'))
    ORDER BY id FOR UPDATE`)
  const ended: string[] = []
  for (const { id } of open)
    if ((await removeApprover(db, { id, askerId, reason: 'asker_removed' }, now)) === 'denied') ended.push(id)
  return ended
}

/** Deletes the approvals that asked no person but this node. */
export async function deleteApprovalsOfNode(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`
    DELETE FROM request r USING request_approver p, asker a
    WHERE a.node_id = ${nodeId} AND p.asker_id = a.id AND r.id = p.request_id AND NOT EXISTS (
      SELECT 1 FROM request_approver AS other WHERE other.request_id = r.id AND other.asker_id <> a.id)`)
}

/** The grant of one person: of an approval by the right to ask them, of a check by nothing that was known before. */
export type Grant = {
  askerId: number | null
  subject: string
  /** `once` for a first visit, which only a check takes that says so. */
  subjectKind?: SubjectKind
  reached: ReachedLevel
  sealed: Buffer | null
}

/**
 * Adds the grant of one person to an open request, which the caller has locked; the last one that it needs grants it. Returns its state
 * afterwards. Throws for a person who was not asked or has decided; a level below the one that was asked for breaks a constraint.
 */
export async function addGrant(
  db: Queries,
  id: string,
  { askerId, subject, subjectKind = 'same', reached, sealed }: Grant,
  now: Date,
): Promise<'open' | 'granted'> {
  const { state } = await db.one<{ state: 'open' | 'granted' }>(sql`
    WITH person AS (
      UPDATE request_approver SET state = 'granted', decided_at = ${now}
      WHERE request_id = ${id} AND asker_id = ${askerId}::bigint AND state = 'open' RETURNING request_id),
    counted AS (
      UPDATE request SET changes = changes + 1, grants = grants + 1,
        state = CASE WHEN grants + 1 = need THEN 'granted' ELSE state END,
        ended_at = CASE WHEN grants + 1 = need THEN ${now}::timestamptz END
      WHERE id = ${id} AND state = 'open' AND (${subjectKind}::text = 'same' OR subject_kind = 'once')
        AND (kind = 'check' AND ${askerId}::bigint IS NULL OR id IN (SELECT request_id FROM person))
      RETURNING id, assurance, other_way, state),
    given AS (
      INSERT INTO request_grant (request_id, asker_id, subject, subject_kind, reached, required, sealed, granted_at)
      SELECT id, ${askerId}::bigint, ${subject}, ${subjectKind}, ${reached}::smallint, CASE WHEN other_way AND ${reached}::smallint = 0 THEN 0 ELSE assurance END,
        ${sealed}::bytea, ${now}::timestamptz
      FROM counted)
    SELECT state FROM counted`)
  return state
}

/** `openHash` and `number` are the proof that a page presents; null where it has none. */
type Claim = { id: string; hash: Buffer; openHash: Buffer | null; number: number | null; seconds: number; now: Date }

/**
 * Gives an open check to the first page that asks. A check that a page started needs its secret or its number, and then lasts `seconds`
 * from its beginning. The third wrong number ends it. Undefined if another page has it, it has ended, or there is no proof.
 */
export function claimScreen(
  db: Queries,
  { id, hash, openHash, number, seconds, now }: Claim,
): Promise<{ opened: boolean; state: string } | undefined> {
  const isProven = sql`coalesce(open_hash IS NULL OR open_hash = ${openHash} OR open_number = ${number}, false)`
  const isLastTry = sql`(NOT ${isProven} AND wrong_numbers >= 2)`
  return db.maybeOne(sql`
    UPDATE request SET
      changes = changes + 1,
      screen_hash = CASE WHEN ${isProven} THEN ${hash}::bytea END,
      same_browser = CASE WHEN ${isProven} AND open_hash IS NOT NULL THEN coalesce(open_hash = ${openHash}, false) END,
      expires_at = CASE WHEN ${isProven} AND open_hash IS NOT NULL THEN created_at + make_interval(secs => ${seconds}) ELSE expires_at END,
      wrong_numbers = wrong_numbers + (NOT ${isProven})::int,
      state = CASE WHEN ${isLastTry} THEN 'failed' ELSE state END,
      reason = CASE WHEN ${isLastTry} THEN 'wrong_number' END,
      ended_at = CASE WHEN ${isLastTry} THEN ${now}::timestamptz END
    WHERE id = ${id} AND screen_hash IS NULL AND state = 'open' AND expires_at > ${now} AND (${isProven} OR ${number}::int IS NOT NULL)
    RETURNING screen_hash IS NOT NULL AS opened, state`)
}

type Pair = { hash: Buffer; number: number; expiresAt: Date }

/** Replaces the link for a phone, and releases a phone that has joined; false if the check is not open. */
export async function savePair(db: Queries, id: string, pair: Pair, now: Date): Promise<boolean> {
  const replaced = await db.query(sql`
    UPDATE request SET changes = changes + 1, pair_hash = ${pair.hash}, pair_number = ${pair.number}, pair_expires_at = ${pair.expiresAt},
      device_hash = NULL
    WHERE id = ${id} AND state = 'open' AND expires_at > ${now} RETURNING 1`)
  return replaced.length > 0
}

type Join = { id: string; pairHash: Buffer; number: number; deviceHash: Buffer; now: Date }

/**
 * Spends the link for a phone. With the right number the phone has the check; the third wrong number ends it. Undefined if there is no
 * such link, or it has expired or was spent.
 */
export function claimDevice(
  db: Queries,
  { id, pairHash, number, deviceHash, now }: Join,
): Promise<{ joined: boolean; state: string } | undefined> {
  return db.maybeOne(sql`
    UPDATE request c SET
      changes = changes + 1,
      pair_hash = NULL,
      device_hash = CASE WHEN pair_number = ${number} THEN ${deviceHash}::bytea END,
      wrong_numbers = wrong_numbers + (pair_number <> ${number})::int,
      state = CASE WHEN pair_number <> ${number} AND wrong_numbers >= 2 THEN 'failed' ELSE state END,
      reason = CASE WHEN pair_number <> ${number} AND wrong_numbers >= 2 THEN 'wrong_number' END,
      ended_at = CASE WHEN pair_number <> ${number} AND wrong_numbers >= 2 THEN ${now}::timestamptz END
    WHERE id = ${id} AND pair_hash = ${pairHash} AND pair_expires_at > ${now} AND state = 'open' AND expires_at > ${now}
    RETURNING device_hash IS NOT NULL AS joined, state`)
}
