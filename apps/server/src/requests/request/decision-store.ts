import type { ReachedLevel, SubjectKind } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import type { CheckFailure, Denial, StoredApproval } from './store.ts'

/** The reason for which a request ended without a grant. */
type EndReason = CheckFailure | Denial

/** Reasons by which the person said no; all others are failures. */
const DENYING: ReadonlySet<EndReason> = new Set(['denied_by_person', 'asker_removed', 'cancelled_by_person'])

/**
 * Counts a refused scan of an open check; the fifth ends the check as failed. Returns the check's state afterwards, or undefined if it wasn't
 * open.
 */
export async function countRefusal(db: Queries, id: string, now: Date): Promise<'open' | 'failed' | undefined> {
  const counted = await db.maybeOne<{ state: 'open' | 'failed' }>(sql`
    UPDATE request SET changes = changes + 1, refusals = refusals + 1,
      state = CASE WHEN refusals >= 4 THEN 'failed' ELSE state END,
      reason = CASE WHEN refusals >= 4 THEN 'too_many_refusals' END,
      ended_at = CASE WHEN refusals >= 4 THEN ${now}::timestamptz END
    WHERE id = ${id} AND kind = 'check' AND state = 'open' AND expires_at > ${now} RETURNING state`)
  return counted?.state
}

/** Ends an open check without a grant, as failed or denied depending on `reason`. Returns false if the check wasn't open. */
export async function recordCheckEnd(db: Queries, id: string, reason: CheckFailure, now: Date): Promise<boolean> {
  const ended = await db.query(sql`
    UPDATE request SET changes = changes + 1, state = ${toEndState(reason)}, reason = ${reason}, ended_at = ${now}
    WHERE id = ${id} AND kind = 'check' AND state = 'open' AND expires_at > ${now} RETURNING 1`)
  return ended.length > 0
}

function toEndState(reason: EndReason): 'denied' | 'failed' {
  return DENYING.has(reason) ? 'denied' : 'failed'
}

/** A person of an approval: the approval's id, and the row id of the asker's permission to ask the person. */
type PersonRef = { id: string; askerId: number }

/**
 * Counts a refused scan of one person for an approval, and returns how many scans of the person have been refused so far. The caller has
 * locked the approval.
 */
export async function countRefusalOf(db: Queries, { id, askerId }: PersonRef): Promise<number> {
  const { refusals } = await db.one<{ refusals: number }>(sql`
    UPDATE request_approver SET refusals = refusals + 1 WHERE request_id = ${id} AND asker_id = ${askerId} RETURNING refusals`)
  return refusals
}

/**
 * Removes a person from an open approval, together with a grant that they gave, and ends the approval if too few people remain. Returns the
 * approval's state afterwards, or undefined if it isn't open or the person was removed before. The caller has locked the approval.
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

/**
 * Removes a person from all open approvals of one asker, after the permission to ask the person has ended; returns the ids of the approvals
 * that ended as a result. `askerId`: the row id of the permission.
 */
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

/** Deletes the approvals whose only approver is this node; approvals that ask other people, too, stay. */
export async function deleteApprovalsOfNode(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`
    DELETE FROM request r USING request_approver p, asker a
    WHERE a.node_id = ${nodeId} AND p.asker_id = a.id AND r.id = p.request_id AND NOT EXISTS (
      SELECT 1 FROM request_approver AS other WHERE other.request_id = r.id AND other.asker_id <> a.id)`)
}

/** The grant of one person. `askerId`: the row id of the permission by which an approval asks them, null for a check. */
export type Grant = {
  askerId: number | null
  subject: string
  /** `once` for a first visit, which only a check with `takesFirstVisit` accepts. */
  subjectKind?: SubjectKind
  reached: ReachedLevel
  sealed: Buffer | null
}

/**
 * Adds one person's grant to an open request, and grants the request if this is the last grant needed. Returns the state afterwards. Throws if
 * the person wasn't asked or has decided, or reached a level below the required one. The caller has locked the request.
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

/**
 * What a page presents to open a check: `openHash` (keyed hash of the open secret) or `number`, null if absent; `hash` is the keyed hash of
 * the page's new token.
 */
type Claim = { id: string; hash: Buffer; openHash: Buffer | null; number: number | null; seconds: number; now: Date }

/**
 * Assigns an open check to the first page that opens it; undefined if another page has it, it has ended, or proof is missing. A check that a
 * page started needs `openHash` or `number` as proof, and then lasts `seconds` from its creation. For a wrong number `opened` is false; the
 * third one ends the check.
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

/**
 * Stores the link and the number by which a phone can join a check. An earlier link becomes invalid, and a phone that has joined is
 * disconnected. Returns false if the check isn't open.
 */
export async function savePair(db: Queries, id: string, pair: Pair, now: Date): Promise<boolean> {
  const replaced = await db.query(sql`
    UPDATE request SET changes = changes + 1, pair_hash = ${pair.hash}, pair_number = ${pair.number}, pair_expires_at = ${pair.expiresAt},
      device_hash = NULL
    WHERE id = ${id} AND state = 'open' AND expires_at > ${now} RETURNING 1`)
  return replaced.length > 0
}

type Join = { id: string; pairHash: Buffer; number: number; deviceHash: Buffer; now: Date }

/**
 * Spends the link of a check for a phone, and assigns the check to the phone if the number is right. For a wrong number `joined` is false; the
 * third one ends the check. Returns undefined if the link is unknown, expired or spent, or the check isn't open.
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
