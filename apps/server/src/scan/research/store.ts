import type { ResearchUpload, StrokeUpload } from '@stillhere/contract'
import { addToTally } from '../../identity/node-store.ts'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDay } from '../../platform/day.ts'

/** The presence score of landmarks and its four parts, each 0 to 1. */
export type Presence = {
  score: number
  microTiming: number
  noiseResidual: number
  freqEntropy: number
  bioPerturb: number
}

/** Landmarks that could be read, encoded for storage, and their presence score. */
export type Motion = {
  joints: number
  frames: number
  landmarks: Uint8Array
  presence: Presence | null
}

export type NewSession = {
  described: UploadDescription
  motion: Motion | null
  /** Equal for equal motion. */
  contentHash: Buffer | null
  person: Buffer | null
  source: Buffer
  deleteHash: Buffer
  now: Date
  repeats: boolean
}

/**
 * Stores a session of landmarks. Returns false if its id is taken, or if the same motion is stored already and `repeats` isn't set. Of two
 * concurrent calls, the second waits for the first to commit.
 */
export async function addSession(db: Queries, session: NewSession): Promise<boolean> {
  const { described: upload, motion, now, repeats } = session
  const { device } = upload
  const presence = motion?.presence ?? null
  const added = await db.query(sql`
    INSERT INTO research_session (session_id, received_at, delete_hash, person, source, usable, repeats, joints, frames,
      landmarks, content_hash, presence, micro_timing, noise_residual, freq_entropy, bio_perturb, pes_score,
      pes_micro_timing, pes_noise_residual, pes_freq_entropy, pes_bio_perturb, os, browser, viewport_width,
      viewport_height, imu_available, lighting, duration_ms, total_frames, valid_frames, phases)
    VALUES (${upload.session_id}, ${now}, ${session.deleteHash}, ${session.person}, ${session.source},
      ${motion !== null}, ${repeats}, ${motion?.joints ?? null}, ${motion?.frames ?? null}, ${motion?.landmarks ?? null},
      ${session.contentHash}, ${presence?.score ?? null}, ${presence?.microTiming ?? null},
      ${presence?.noiseResidual ?? null}, ${presence?.freqEntropy ?? null}, ${presence?.bioPerturb ?? null},
      ${upload.pes_score}, ${upload.pes_micro_timing ?? null}, ${upload.pes_noise_residual ?? null},
      ${upload.pes_freq_entropy ?? null}, ${upload.pes_bio_perturb ?? null}, ${device.os}, ${device.browser},
      ${device.viewportWidth}, ${device.viewportHeight}, ${device.imuAvailable ?? null}, ${upload.lighting},
      ${upload.duration_ms}, ${upload.total_frames}, ${upload.valid_frames}, ${JSON.stringify(upload.phases)})
    ON CONFLICT DO NOTHING RETURNING id`)
  return added.length > 0
}

/** A session of landmarks as calibration reads it. Person and source are labels in hexadecimal, equal for the same person or source. */
type UsableSession = {
  id: number
  sessionId: string
  person: string | null
  source: string | null
  presence: number | null
  landmarks: Buffer
}

/**
 * Lists a page of sessions of landmarks that calibration can use, by ascending row id, from after `afterId`: their landmarks could be read, and of
 * equal motion only one session is listed.
 */
export function listUsableSessions(
  db: Queries,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<UsableSession[]> {
  return db.query(sql`
    SELECT id, session_id AS "sessionId", encode(person, 'hex') AS person, encode(source, 'hex') AS source, presence,
      landmarks
    FROM research_session WHERE usable AND NOT repeats AND id > ${afterId} ORDER BY id LIMIT ${limit}`)
}

/** Names of the tallies of stored sessions and of sessions that calibration can use. */
export const ACCEPTED_TALLY = 'research.accepted'
export const USABLE_TALLY = 'research.usable'

/**
 * Returns how many sessions of landmarks are stored, how many of them calibration can use, and when the last one came. Reads tallies instead of
 * scanning a table.
 */
export function countSessions(db: Queries): Promise<{ accepted: number; usable: number; latestAt: Date | null }> {
  return db.one(sql`
    SELECT
      coalesce(sum(value) FILTER (WHERE name = ${ACCEPTED_TALLY}), 0)::bigint AS accepted,
      coalesce(sum(value) FILTER (WHERE name = ${USABLE_TALLY}), 0)::bigint AS usable,
      (SELECT max(received_at) FROM research_session) AS "latestAt"
    FROM tally WHERE name IN (${ACCEPTED_TALLY}, ${USABLE_TALLY})`)
}

/** Stores the random salt of a UTC day unless the day has one. Of several concurrent calls, only one stores its salt. */
export async function addSalt(db: Queries, day: string, salt: Buffer): Promise<void> {
  await db.query(sql`INSERT INTO research_salt (day, salt) VALUES (${day}, ${salt}) ON CONFLICT (day) DO NOTHING`)
}

/** Reads the random salt of a UTC day; undefined if the day has none or it was deleted. */
export async function readSalt(db: Queries, day: string): Promise<Buffer | undefined> {
  return (await db.maybeOne<{ salt: Buffer }>(sql`SELECT salt FROM research_salt WHERE day = ${day}`))?.salt
}

/** A locked session of landmarks with the members that its deletion needs. */
export type DeletableSession = { id: number; deleteHash: Buffer; counts: boolean; contentHash: Buffer | null }

/** Locks a session of landmarks until the transaction ends, and returns what its deletion needs. Returns undefined for an unknown id. */
export function lockSession(db: Queries, sessionId: string): Promise<DeletableSession | undefined> {
  return db.maybeOne(sql`
    SELECT id, delete_hash AS "deleteHash", usable AND NOT repeats AS counts, content_hash AS "contentHash"
    FROM research_session WHERE session_id = ${sessionId} FOR UPDATE`)
}

/** Deletes a session of landmarks by its row id. The caller updates the tallies. */
export async function deleteSession(db: Queries, id: number): Promise<void> {
  await db.query(sql`DELETE FROM research_session WHERE id = ${id}`)
}

/** Makes the oldest repetition of this motion a usable session, after the one that counted was deleted. Returns false if the motion has no repetition. */
export async function updateRepeat(db: Queries, contentHash: Buffer): Promise<boolean> {
  const promoted = await db.query(sql`
    UPDATE research_session SET repeats = false WHERE id = (
      SELECT id FROM research_session WHERE repeats AND content_hash = ${contentHash} ORDER BY id LIMIT 1 FOR UPDATE)
    RETURNING id`)
  return promoted.length > 0
}

/** Returns whether a node exists. If it does, it cannot be erased until the transaction ends. */
export async function lockNodeRow(db: Queries, nodeId: number): Promise<boolean> {
  return (await db.query(sql`SELECT id FROM node WHERE id = ${nodeId} FOR KEY SHARE`)).length > 0
}

/** Removes a node's label (from computePersonLabel) from its research sessions, which stay without a link to the node. */
export async function removePerson(db: Queries, person: Buffer): Promise<void> {
  await db.query(sql`UPDATE research_session SET person = NULL WHERE person = ${person}`)
}

/** Lists the session ids of the research sessions of landmarks that a node sent with its token, oldest first. `person` is its label from computePersonLabel. */
export async function listSessionIds(db: Queries, person: Buffer): Promise<string[]> {
  const sessions = await db.query<{ sessionId: string }>(sql`
    SELECT session_id AS "sessionId" FROM research_session WHERE person = ${person} ORDER BY id`)
  return sessions.map(({ sessionId }) => sessionId)
}

/** Deletes the salts of earlier days. Without its salt, the source of a research session leads to no address. */
export const expiredSalts = createExpiry({
  table: sql`research_salt`,
  where: (now) => sql`day < ${toDay(now)}`,
})

/** The stored description of an upload. It has no handle, which any caller could write and which would name a person. */
export type UploadDescription = Omit<ResearchUpload, 'landmarks' | 'node_handle'>

/** Strokes that a calibration can learn from: packed, and a hash that is equal for equal motion. */
type KeptStrokes = { packed: Uint8Array; contentHash: Buffer }

export type NewStrokeSession = {
  sessionId: string
  day: string
  deleteHash: Buffer
  person: Buffer
  source: Buffer
  strokes: KeptStrokes | null
  device: Pick<StrokeUpload['device'], 'os' | 'browser' | 'viewportWidth' | 'viewportHeight'>
}

/** Stores a session of strokes. Returns false if its id or its motion is stored already. The caller must have locked the person by addGiver or lockGiver. */
export async function addStrokeSession(db: Queries, session: NewStrokeSession): Promise<boolean> {
  const { strokes, device } = session
  const added = await db.query(sql`
    INSERT INTO research_strokes (session_id, received_on, delete_hash, person, source, usable, strokes, content_hash, os,
      browser, viewport_width, viewport_height)
    VALUES (${session.sessionId}, ${session.day}, ${session.deleteHash}, ${session.person}, ${session.source},
      ${strokes !== null}, ${strokes?.packed ?? null}, ${strokes?.contentHash ?? null}, ${device.os}, ${device.browser},
      ${device.viewportWidth}, ${device.viewportHeight})
    ON CONFLICT DO NOTHING RETURNING id`)
  return added.length > 0
}

/** A session of strokes as calibration reads it. Person and source are labels in hexadecimal, equal for the same person or source. */
type StrokeSessionRow = {
  id: number
  person: string
  source: string
  /** The UTC day on which it came, YYYY-MM-DD. */
  day: string
  /** Label that is equal for the same kind of phone, as far as a browser shows it. */
  device: string
  /** For decodeStrokes, in the thread that works on them. */
  strokes: Buffer
}

/** Lists a page of sessions of strokes that calibration can use, by ascending row id, from after `afterId`. */
export function listStrokeSessions(
  db: Queries,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<StrokeSessionRow[]> {
  return db.query(sql`
    SELECT id, encode(person, 'hex') AS person, encode(source, 'hex') AS source,
      received_on AS day, device, strokes
    FROM research_strokes WHERE usable AND id > ${afterId} ORDER BY id LIMIT ${limit}`)
}

/** Returns whether a session of strokes with this session id is stored. */
export async function isStrokeSessionStored(db: Queries, sessionId: string): Promise<boolean> {
  return (await db.query(sql`SELECT id FROM research_strokes WHERE session_id = ${sessionId}`)).length > 0
}

/** Adds a person who gives strokes for the first time. `person` is the label from computeGiverLabel. */
export async function addGiver(db: Queries, person: Buffer): Promise<void> {
  await db.query(sql`INSERT INTO research_giver (person) VALUES (${person})`)
}

/**
 * Returns whether the person with this label (from computeGiverLabel) has given strokes, and locks the person's row, so that no other transaction
 * changes their sessions.
 */
export async function lockGiver(db: Queries, person: Buffer): Promise<boolean> {
  return (await db.query(sql`SELECT person FROM research_giver WHERE person = ${person} FOR UPDATE`)).length > 0
}

/** Deletes a person's row if no session of strokes of this person is stored any more. */
export async function deleteIdleGiver(db: Queries, person: Buffer): Promise<void> {
  await db.query(sql`
    DELETE FROM research_giver g WHERE person = ${person}
      AND NOT EXISTS (SELECT 1 FROM research_strokes s WHERE s.person = g.person)`)
}

/** Number of usable sessions that a person has given, and on how many days and with how many phones. */
type GivenSessions = { sessions: number; days: number; devices: number }

function countGiven(db: Queries, person: Buffer): Promise<GivenSessions> {
  return db.one(sql`
    SELECT count(*)::int AS sessions, count(DISTINCT received_on)::int AS days, count(DISTINCT device)::int AS devices
    FROM research_strokes WHERE person = ${person} AND usable`)
}

/** A locked session of strokes with the members that its deletion needs. */
export type DeletableStrokes = { id: number; deleteHash: Buffer; person: Buffer }

/** Locks a session of strokes until the transaction ends, and returns what its deletion needs. Returns undefined for an unknown id. */
export function lockStrokeSession(db: Queries, sessionId: string): Promise<DeletableStrokes | undefined> {
  return db.maybeOne(sql`
    SELECT id, delete_hash AS "deleteHash", person FROM research_strokes WHERE session_id = ${sessionId} FOR UPDATE`)
}

/** Deletes a session of strokes by its row id. Call it within updateGiven, which updates the tallies. */
export async function deleteStrokeSession(db: Queries, id: number): Promise<void> {
  await db.query(sql`DELETE FROM research_strokes WHERE id = ${id}`)
}

/** Names of the tallies of sessions of strokes and of the people who gave them, in the order in which they are written. */
export const STROKE_TALLIES = {
  accepted: 'research.strokes.accepted',
  usable: 'research.strokes.usable',
  people: 'research.strokes.people',
  onOtherDays: 'research.strokes.days',
  onOtherDevices: 'research.strokes.devices',
} as const

export type StrokeFigures = Record<keyof typeof STROKE_TALLIES, number>

/**
 * Returns how many sessions of strokes are stored and usable, and how many people gave them, also on several days or with several phones. Reads
 * tallies instead of scanning a table.
 */
export async function countStrokeSessions(db: Queries): Promise<StrokeFigures> {
  const names = Object.values(STROKE_TALLIES)
  const rows = await db.query<{ name: string; value: number }>(sql`
    SELECT name, sum(value)::bigint AS value FROM tally WHERE name = ANY(${names}::text[]) GROUP BY name`)
  const valueOf = new Map(rows.map(({ name, value }) => [name, value]))
  const entries = Object.entries(STROKE_TALLIES).map(([figure, name]) => [figure, valueOf.get(name) ?? 0])
  return Object.fromEntries(entries) as StrokeFigures
}

/** The person whose sessions change, and by how many. The person must be locked or new. */
type Change = { person: Buffer; accepted: 1 | -1 }

/**
 * Runs `change`, which adds or deletes one session of strokes of a person, and updates the tallies by the difference. `accepted` is 1 for an added
 * session and -1 for a deleted one.
 */
export async function updateGiven(
  tx: Transaction,
  { person, accepted }: Change,
  change: () => Promise<void>,
): Promise<void> {
  const before = countFigures(await countGiven(tx, person))
  await change()
  const after = countFigures(await countGiven(tx, person))
  const moved = { accepted, ...computeDifference(after, before) }
  for (const [figure, tally] of Object.entries(STROKE_TALLIES)) {
    const by = moved[figure as keyof StrokeFigures]
    if (by !== 0) await addToTally(tx, tally, by)
  }
}

type Figures = Omit<StrokeFigures, 'accepted'>

function computeDifference(after: Figures, before: Figures): Figures {
  return {
    usable: after.usable - before.usable,
    people: after.people - before.people,
    onOtherDays: after.onOtherDays - before.onOtherDays,
    onOtherDevices: after.onOtherDevices - before.onOtherDevices,
  }
}

/** Returns what one person adds to the tallies of strokes. */
function countFigures({ sessions, days, devices }: GivenSessions): Omit<StrokeFigures, 'accepted'> {
  return {
    usable: sessions,
    people: sessions > 0 ? 1 : 0,
    onOtherDays: days > 1 ? 1 : 0,
    onOtherDevices: devices > 1 ? 1 : 0,
  }
}
