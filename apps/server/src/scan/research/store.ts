import type { ResearchUpload, StrokeUpload } from '@stillhere/contract'
import { addToTally } from '../../identity/node-store.ts'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDay } from '../../platform/day.ts'

/** The four parts of a presence score and the score itself, each 0 to 1. */
export type Presence = {
  score: number
  microTiming: number
  noiseResidual: number
  freqEntropy: number
  bioPerturb: number
}

/** What was understood of the landmarks. */
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
 * Adds a session; false when its id is taken, or when its motion is stored already and it is not marked as a repetition. Of two
 * at once, the second waits for the first to commit.
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

/** A session as calibration reads it; person and source are labels in hexadecimal, equal for equal ones. */
type UsableSession = {
  id: number
  sessionId: string
  person: string | null
  source: string | null
  presence: number | null
  landmarks: Buffer
}

/** Sessions whose landmarks were understood, one of each motion, in the order of their ids. */
export function listUsableSessions(
  db: Queries,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<UsableSession[]> {
  return db.query(sql`
    SELECT id, session_id AS "sessionId", encode(person, 'hex') AS person, encode(source, 'hex') AS source, presence,
      landmarks
    FROM research_session WHERE usable AND NOT repeats AND id > ${afterId} ORDER BY id LIMIT ${limit}`)
}

/** Tallies of the sessions that are stored, and of those that calibration reads. */
export const ACCEPTED_TALLY = 'research.accepted'
export const USABLE_TALLY = 'research.usable'

/** How many sessions are stored, how many of them calibration reads, and when the last one came; no table is scanned. */
export function countSessions(db: Queries): Promise<{ accepted: number; usable: number; latestAt: Date | null }> {
  return db.one(sql`
    SELECT
      coalesce(sum(value) FILTER (WHERE name = ${ACCEPTED_TALLY}), 0)::bigint AS accepted,
      coalesce(sum(value) FILTER (WHERE name = ${USABLE_TALLY}), 0)::bigint AS usable,
      (SELECT max(received_at) FROM research_session) AS "latestAt"
    FROM tally WHERE name IN (${ACCEPTED_TALLY}, ${USABLE_TALLY})`)
}

/** Makes the day's salt unless there is one; of several callers at once, one makes it. */
export async function addSalt(db: Queries, day: string, salt: Buffer): Promise<void> {
  await db.query(sql`INSERT INTO research_salt (day, salt) VALUES (${day}, ${salt}) ON CONFLICT (day) DO NOTHING`)
}

export async function readSalt(db: Queries, day: string): Promise<Buffer | undefined> {
  return (await db.maybeOne<{ salt: Buffer }>(sql`SELECT salt FROM research_salt WHERE day = ${day}`))?.salt
}

/** A locked session, as its deletion needs it. */
export type DeletableSession = { id: number; deleteHash: Buffer; counts: boolean; contentHash: Buffer | null }

export function lockSession(db: Queries, sessionId: string): Promise<DeletableSession | undefined> {
  return db.maybeOne(sql`
    SELECT id, delete_hash AS "deleteHash", usable AND NOT repeats AS counts, content_hash AS "contentHash"
    FROM research_session WHERE session_id = ${sessionId} FOR UPDATE`)
}

export async function deleteSession(db: Queries, id: number): Promise<void> {
  await db.query(sql`DELETE FROM research_session WHERE id = ${id}`)
}

/** Lets the next session of the same motion count; false when there is none. */
export async function updateRepeat(db: Queries, contentHash: Buffer): Promise<boolean> {
  const promoted = await db.query(sql`
    UPDATE research_session SET repeats = false WHERE id = (
      SELECT id FROM research_session WHERE repeats AND content_hash = ${contentHash} ORDER BY id LIMIT 1 FOR UPDATE)
    RETURNING id`)
  return promoted.length > 0
}

/** Whether a node exists; it cannot be erased until the transaction ends. */
export async function lockNodeRow(db: Queries, nodeId: number): Promise<boolean> {
  return (await db.query(sql`SELECT id FROM node WHERE id = ${nodeId} FOR KEY SHARE`)).length > 0
}

/** Cuts what ties sessions to a node. */
export async function removePerson(db: Queries, person: Buffer): Promise<void> {
  await db.query(sql`UPDATE research_session SET person = NULL WHERE person = ${person}`)
}

/** The ids of the sessions that a node sent with its token, in their order. */
export async function listSessionIds(db: Queries, person: Buffer): Promise<string[]> {
  const sessions = await db.query<{ sessionId: string }>(sql`
    SELECT session_id AS "sessionId" FROM research_session WHERE person = ${person} ORDER BY id`)
  return sessions.map(({ sessionId }) => sessionId)
}

/** Salts of earlier days: without its salt, the label of a research session leads back to no address. */
export const expiredSalts = createExpiry({
  table: sql`research_salt`,
  where: (now) => sql`day < ${toDay(now)}`,
})

/** The stored description of an upload. Without the handle, which any caller could write and which would name a person. */
export type UploadDescription = Omit<ResearchUpload, 'landmarks' | 'node_handle'>

/** What is kept of strokes that a calibration can learn from: packed, and a hash that is equal for equal motion. */
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

/** Adds a session of a person locked by addGiver or lockGiver; false if its id or its motion is stored already. */
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

/** A session as calibration reads it; person and source are labels in hexadecimal, equal for equal ones. */
type StrokeSessionRow = {
  id: number
  person: string
  source: string
  /** The UTC day on which it came, YYYY-MM-DD. */
  day: string
  /** Equal for equal phones, as far as a browser tells them apart. */
  device: string
  /** For decodeStrokes, in the thread that works on them. */
  strokes: Buffer
}

/** Usable sessions in the order of their ids. */
export function listStrokeSessions(
  db: Queries,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<StrokeSessionRow[]> {
  return db.query(sql`
    SELECT id, encode(person, 'hex') AS person, encode(source, 'hex') AS source,
      received_on AS day, device, strokes
    FROM research_strokes WHERE usable AND id > ${afterId} ORDER BY id LIMIT ${limit}`)
}

/** Whether a session of this id is stored. */
export async function isStrokeSessionStored(db: Queries, sessionId: string): Promise<boolean> {
  return (await db.query(sql`SELECT id FROM research_strokes WHERE session_id = ${sessionId}`)).length > 0
}

/** Adds a person who gives for the first time. */
export async function addGiver(db: Queries, person: Buffer): Promise<void> {
  await db.query(sql`INSERT INTO research_giver (person) VALUES (${person})`)
}

/** Whether something of this person is stored; their figures stay as they are until the transaction ends. */
export async function lockGiver(db: Queries, person: Buffer): Promise<boolean> {
  return (await db.query(sql`SELECT person FROM research_giver WHERE person = ${person} FOR UPDATE`)).length > 0
}

/** Forgets a person of whom nothing is stored any more. */
export async function deleteIdleGiver(db: Queries, person: Buffer): Promise<void> {
  await db.query(sql`
    DELETE FROM research_giver g WHERE person = ${person}
      AND NOT EXISTS (SELECT 1 FROM research_strokes s WHERE s.person = g.person)`)
}

/** On how many days and with how many phones a person has given usable sessions, and how many. */
type GivenSessions = { sessions: number; days: number; devices: number }

function countGiven(db: Queries, person: Buffer): Promise<GivenSessions> {
  return db.one(sql`
    SELECT count(*)::int AS sessions, count(DISTINCT received_on)::int AS days, count(DISTINCT device)::int AS devices
    FROM research_strokes WHERE person = ${person} AND usable`)
}

/** A locked session, as its deletion needs it. */
export type DeletableStrokes = { id: number; deleteHash: Buffer; person: Buffer }

export function lockStrokeSession(db: Queries, sessionId: string): Promise<DeletableStrokes | undefined> {
  return db.maybeOne(sql`
    SELECT id, delete_hash AS "deleteHash", person FROM research_strokes WHERE session_id = ${sessionId} FOR UPDATE`)
}

export async function deleteStrokeSession(db: Queries, id: number): Promise<void> {
  await db.query(sql`DELETE FROM research_strokes WHERE id = ${id}`)
}

/** Tallies of sessions of strokes and of those who gave them, in the order in which they are written. */
export const STROKE_TALLIES = {
  accepted: 'research.strokes.accepted',
  usable: 'research.strokes.usable',
  people: 'research.strokes.people',
  onOtherDays: 'research.strokes.days',
  onOtherDevices: 'research.strokes.devices',
} as const

export type StrokeFigures = Record<keyof typeof STROKE_TALLIES, number>

/** What the tallies say; no table is scanned. */
export async function countStrokeSessions(db: Queries): Promise<StrokeFigures> {
  const names = Object.values(STROKE_TALLIES)
  const rows = await db.query<{ name: string; value: number }>(sql`
    SELECT name, sum(value)::bigint AS value FROM tally WHERE name = ANY(${names}::text[]) GROUP BY name`)
  const valueOf = new Map(rows.map(({ name, value }) => [name, value]))
  const entries = Object.entries(STROKE_TALLIES).map(([figure, name]) => [figure, valueOf.get(name) ?? 0])
  return Object.fromEntries(entries) as StrokeFigures
}

/** Whose sessions change, and by how many. The person must be locked, or new. */
type Change = { person: Buffer; accepted: 1 | -1 }

/** Changes what a person has given, and moves the public figures by what has become different. */
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

/** What one person adds to the public figures of strokes. */
function countFigures({ sessions, days, devices }: GivenSessions): Omit<StrokeFigures, 'accepted'> {
  return {
    usable: sessions,
    people: sessions > 0 ? 1 : 0,
    onOtherDays: days > 1 ? 1 : 0,
    onOtherDevices: devices > 1 ? 1 : 0,
  }
}
