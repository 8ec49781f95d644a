import type { StrokeUpload } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'

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

/** Adds a session of somebody whom addGiver or lockGiver has; false when its id or its motion is stored already. */
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
export type StrokeSessionRow = {
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
export function strokeSessionsAfter(
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

/** Lets somebody give for the first time. */
export async function addGiver(db: Queries, person: Buffer): Promise<void> {
  await db.query(sql`INSERT INTO research_giver (person) VALUES (${person})`)
}

/** Whether something of this person is stored; their figures stay as they are until the transaction ends. */
export async function lockGiver(db: Queries, person: Buffer): Promise<boolean> {
  return (await db.query(sql`SELECT person FROM research_giver WHERE person = ${person} FOR UPDATE`)).length > 0
}

/** Forgets a person of whom nothing is stored any more. */
export async function forgetIdleGiver(db: Queries, person: Buffer): Promise<void> {
  await db.query(sql`
    DELETE FROM research_giver g WHERE person = ${person}
      AND NOT EXISTS (SELECT 1 FROM research_strokes s WHERE s.person = g.person)`)
}

/** On how many days and with how many phones a person has given usable sessions, and how many. */
export type Given = { sessions: number; days: number; devices: number }

export function countGiven(db: Queries, person: Buffer): Promise<Given> {
  return db.one(sql`
    SELECT count(*)::int AS sessions, count(DISTINCT received_on)::int AS days, count(DISTINCT device)::int AS devices
    FROM research_strokes WHERE person = ${person} AND usable`)
}

/** A session as its deletion needs it; nobody else can change it until the transaction ends. */
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
