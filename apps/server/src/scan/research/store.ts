import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDay } from '../../platform/day.ts'
import type { Described } from './rules.ts'

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
  described: Described
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
export type UsableSession = {
  id: number
  sessionId: string
  person: string | null
  source: string | null
  presence: number | null
  landmarks: Buffer
}

/** Sessions whose landmarks were understood, one of each motion, in the order of their ids. */
export function usableSessionsAfter(
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

/** A session as its deletion needs it; nobody else can change it until the transaction ends. */
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
export async function promoteRepeat(db: Queries, contentHash: Buffer): Promise<boolean> {
  const promoted = await db.query(sql`
    UPDATE research_session SET repeats = false WHERE id = (
      SELECT id FROM research_session WHERE repeats AND content_hash = ${contentHash} ORDER BY id LIMIT 1 FOR UPDATE)
    RETURNING id`)
  return promoted.length > 0
}

/** Whether a node exists; it cannot be erased until the transaction ends. */
export async function holdNode(db: Queries, nodeId: number): Promise<boolean> {
  return (await db.query(sql`SELECT id FROM node WHERE id = ${nodeId} FOR KEY SHARE`)).length > 0
}

/** Cuts what ties sessions to a node. */
export async function forgetPerson(db: Queries, person: Buffer): Promise<void> {
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
