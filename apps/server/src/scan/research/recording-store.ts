import type { RecordingProblem, StrokeUpload } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDay, toDaysBefore } from '../../platform/day.ts'

// What adds captures holds this, so that they are counted one after the other. Any number will do: "RSCH" in ASCII.
const RECORDING_LOCK = 0x52534348

/** Maximum number of captures that are stored of one person or node, in total and for one UTC day. */
const MOST_OF_PERSON = 300
const MOST_OF_PERSON_A_DAY = 30
/** Maximum size of a sealed capture. */
export const MOST_SEALED_BYTES = 131_072
/** A capture is removed this many days after it came. */
export const RECORDING_KEPT_DAYS = 730

type Placement = NonNullable<NonNullable<StrokeUpload['recording']>['placement']>

/** A capture to store; its session is stored already. `place` is its index among the captures of the session. */
export type NewCapture = {
  place: number
  rateHz: number
  problem: RecordingProblem | null
  followed: boolean
  sealed: Buffer
}

/** Members that all captures of a session share; `most` is the maximum number of captures in the whole service. */
export type NewRecording = {
  sessionId: string
  node: Buffer | null
  consentVersion: number
  placement: Placement
  browserVersion: number | null
  most: number
}

/**
 * Stores the whole captures of a session and returns how many it stored: all of them, or none if that would exceed the limit of the person, of the
 * person and day, or of the service (`most`).
 */
export async function addCaptures(
  db: Queries,
  { sessionId, node, consentVersion, placement, browserVersion, most }: NewRecording,
  captures: readonly NewCapture[],
): Promise<number> {
  if (captures.length === 0) return 0
  await db.query(sql`SELECT pg_advisory_xact_lock(${RECORDING_LOCK})`)
  const rows = captures.map(({ sealed, ...rest }) => ({ ...rest, sealed: sealed.toString('base64') }))
  const added = await db.query(sql`
    WITH session AS (SELECT id, person, received_on FROM research_strokes WHERE session_id = ${sessionId}),
      own AS (
        SELECT count(*) AS stored, count(*) FILTER (WHERE s.received_on = session.received_on) AS today
        FROM session, research_capture c JOIN research_strokes s ON s.id = c.strokes_id
        WHERE s.person = session.person OR c.node = ${node}::bytea)
    INSERT INTO research_capture (strokes_id, place, node, consent_version, placement, browser_version, rate_hz, problem,
      followed, sealed)
    SELECT session.id, r.place, ${node}::bytea, ${consentVersion}, ${placement}, ${browserVersion}, r."rateHz", r.problem,
      r.followed, decode(r.sealed, 'base64')
    FROM session, own, json_to_recordset(${JSON.stringify(rows)}::json)
      AS r(place smallint, "rateHz" real, problem text, followed boolean, sealed text)
    WHERE (SELECT count(*) FROM research_capture) + ${captures.length} <= ${most}
      AND own.stored + ${captures.length} <= ${MOST_OF_PERSON}
      AND own.today + ${captures.length} <= ${MOST_OF_PERSON_A_DAY}
    RETURNING 1`)
  return added.length
}

/** Deletes the whole captures of a session of strokes by its row id; the strokes stay. */
export async function deleteCaptures(db: Queries, strokesId: number): Promise<void> {
  await db.query(sql`DELETE FROM research_capture WHERE strokes_id = ${strokesId}`)
}

/** Deletes the captures that a node gave while signed in. `node` is its label from computePersonLabel. */
export async function deleteCapturesOfNode(db: Queries, node: Buffer): Promise<void> {
  await db.query(sql`DELETE FROM research_capture WHERE node = ${node}`)
}

/** Everything that is stored of a capture except its motion. Person and device are labels, the same for the same person or device. */
export type CaptureRow = {
  id: number
  sessionId: string
  person: string
  day: string
  device: string
  os: StrokeUpload['device']['os']
  browser: StrokeUpload['device']['browser']
  browserVersion: number | null
  placement: Placement
  consentVersion: number
  rateHz: number
  problem: RecordingProblem | null
  followed: boolean
}

const CAPTURE = sql`c.id, s.session_id AS "sessionId", encode(s.person, 'hex') AS person, s.received_on AS day, s.device, s.os,
  s.browser, c.browser_version AS "browserVersion", c.placement, c.consent_version AS "consentVersion", c.rate_hz AS "rateHz",
  c.problem, c.followed`

/** Lists all recorded captures without their motion, session by session, each in the order in which its captures were made. */
export function listCaptures(db: Queries): Promise<CaptureRow[]> {
  return db.query(sql`
    SELECT ${CAPTURE} FROM research_capture c JOIN research_strokes s ON s.id = c.strokes_id ORDER BY s.id, c.place`)
}

/** Reads the encrypted motion of the captures with these row ids, by ascending id. */
export function readSealed(db: Queries, ids: readonly number[]): Promise<{ id: number; sealed: Buffer }[]> {
  return db.query(sql`SELECT id, sealed FROM research_capture WHERE id = ANY(${ids}::bigint[]) ORDER BY id`)
}

/** Lists the captures that a node gave while signed in, with their encrypted motion, session by session. `node` is its label from computePersonLabel. */
export function readCapturesOfNode(db: Queries, node: Buffer): Promise<(CaptureRow & { sealed: Buffer })[]> {
  return db.query(sql`
    SELECT ${CAPTURE}, c.sealed FROM research_capture c JOIN research_strokes s ON s.id = c.strokes_id
    WHERE c.node = ${node} ORDER BY s.id, c.place`)
}

/** Counts of the captures of one browser and placement. */
export type CaptureGroup = Pick<CaptureRow, 'browser' | 'placement'> & {
  captures: number
  people: number
  notFollowed: number
  problems: Partial<Record<RecordingProblem, number>>
}

/** Counts the recorded captures of each browser and placement, with the reasons for which the engine refused them. The largest group comes first. */
export function countCaptures(db: Queries): Promise<CaptureGroup[]> {
  return db.query(sql`
    SELECT s.browser, c.placement, count(*)::int AS captures, count(DISTINCT s.person)::int AS people,
      count(*) FILTER (WHERE NOT c.followed)::int AS "notFollowed",
      json_build_object(
        'insufficient_signal', count(*) FILTER (WHERE c.problem = 'insufficient_signal'),
        'liveness_failed', count(*) FILTER (WHERE c.problem = 'liveness_failed'),
        'replay_detected', count(*) FILTER (WHERE c.problem = 'replay_detected')) AS problems
    FROM research_capture c JOIN research_strokes s ON s.id = c.strokes_id
    GROUP BY s.browser, c.placement ORDER BY captures DESC, s.browser, c.placement`)
}

/** Counts the people who gave whole captures. */
export async function countRecordedPeople(db: Queries): Promise<number> {
  const { people } = await db.one<{ people: number }>(sql`
    SELECT count(DISTINCT s.person)::int AS people
    FROM research_capture c JOIN research_strokes s ON s.id = c.strokes_id`)
  return people
}

/** Deletes whole captures 730 days after they came. */
export const expiredRecordings = createExpiry({
  table: sql`research_capture`,
  where: (now) => sql`strokes_id IN (
    SELECT id FROM research_strokes WHERE received_on < ${toDay(toDaysBefore(now, RECORDING_KEPT_DAYS))})`,
})
