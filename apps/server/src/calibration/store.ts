import type { CalibrationReport } from '@stillhere/contract'
import type { CalibrationModel } from '@stillhere/engine'
import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'

export type FoundThresholds = CalibrationReport['thresholds']

export type Run = {
  id: string
  options: object
  state: 'running' | 'done' | 'failed' | 'cancelled'
  stage: string
  percent: number
  startedAt: Date
  finishedAt: Date | null
  artifactId: string | null
  problem: string | null
}

/** A run that this process works on, until another takes it over. */
export type Claimed = { id: string; claim: string; options: object }

const RUN = sql`id, options, state, stage, percent, started_at AS "startedAt", finished_at AS "finishedAt",
  artifact_id AS "artifactId", problem`

type NewRun = Claimed & { now: Date; until: Date }

/** Begins a run; false when one is under way. */
export async function insertRun(db: Queries, { id, claim, options, now, until }: NewRun): Promise<boolean> {
  const rows = await db.query(sql`
    INSERT INTO calibration_run (id, options, state, stage, percent, started_at, claim, claimed_until)
    VALUES (${id}, ${JSON.stringify(options)}, 'running', 'starting', 0, ${now}, ${claim}, ${until})
    ON CONFLICT DO NOTHING RETURNING 1`)
  return rows.length === 1
}

/** Takes over a run whose process has not been heard of. */
export function claimLapsedRun(
  db: Queries,
  { claim, now, until }: { claim: string; now: Date; until: Date },
): Promise<Claimed | undefined> {
  return db.maybeOne<Claimed>(sql`
    UPDATE calibration_run SET claim = ${claim}, claimed_until = ${until}
    WHERE state = 'running' AND claimed_until < ${now}
    RETURNING id, claim, options`)
}

type Progress = Claimed & { stage: string; percent: number; until: Date }

/** Notes how far a run is; false when it is no longer this process's. */
export async function noteProgress(db: Queries, { id, claim, stage, percent, until }: Progress): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE calibration_run SET stage = ${stage}, percent = ${percent}, claimed_until = ${until}
    WHERE id = ${id} AND claim = ${claim} AND state = 'running' RETURNING 1`)
  return rows.length === 1
}

/** Lets another process take over at once. */
export async function releaseRun(db: Queries, { id, claim }: Claimed): Promise<void> {
  await db.query(sql`
    UPDATE calibration_run SET claimed_until = '-infinity' WHERE id = ${id} AND claim = ${claim} AND state = 'running'`)
}

export async function failRun(db: Queries, { id, claim }: Claimed, problem: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE calibration_run SET state = 'failed', problem = ${problem}, finished_at = ${now}
    WHERE id = ${id} AND claim = ${claim} AND state = 'running'`)
}

export async function cancelRun(db: Queries, id: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE calibration_run SET state = 'cancelled', finished_at = ${now} WHERE id = ${id} AND state = 'running'`)
}

/** False when the run was canceled or taken over meanwhile. */
export async function completeRun(
  db: Queries,
  { id, claim }: Claimed,
  { artifactId, now }: { artifactId: string; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE calibration_run SET state = 'done', stage = 'done', percent = 100, artifact_id = ${artifactId}, finished_at = ${now}
    WHERE id = ${id} AND claim = ${claim} AND state = 'running' RETURNING 1`)
  return rows.length === 1
}

export function findRun(db: Queries, id: string): Promise<Run | undefined> {
  return db.maybeOne<Run>(sql`SELECT ${RUN} FROM calibration_run WHERE id = ${id}`)
}

export function listRuns(db: Queries, limit: number): Promise<Run[]> {
  return db.query<Run>(sql`SELECT ${RUN} FROM calibration_run ORDER BY started_at DESC LIMIT ${limit}`)
}

export type Artifact = {
  id: string
  createdAt: Date
  sessions: number
  people: number
  featureMode: string
  thresholds: FoundThresholds
  applicable: boolean
  active: boolean
}

export type NewArtifact = Omit<Artifact, 'active'> & {
  report: CalibrationReport
  model: CalibrationModel | null
}

export async function insertArtifact(db: Queries, artifact: NewArtifact): Promise<void> {
  const { id, createdAt, sessions, people, featureMode, thresholds, applicable, report, model } = artifact
  await db.query(sql`
    INSERT INTO calibration_artifact (id, created_at, sessions, people, feature_mode, thresholds, applicable, report, model)
    VALUES (${id}, ${createdAt}, ${sessions}, ${people}, ${featureMode}, ${JSON.stringify(thresholds)}, ${applicable},
      ${JSON.stringify(report)}, ${model && JSON.stringify(model)})`)
}

const ARTIFACT = sql`a.id, a.created_at AS "createdAt", a.sessions, a.people, a.feature_mode AS "featureMode",
  a.thresholds, a.applicable, c.artifact_id IS NOT NULL AS active`

export function listArtifacts(db: Queries, limit: number): Promise<Artifact[]> {
  return db.query<Artifact>(sql`
    SELECT ${ARTIFACT} FROM calibration_artifact a LEFT JOIN calibration_active c ON c.artifact_id = a.id
    ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}`)
}

export function findArtifact(db: Queries, id: string): Promise<Artifact | undefined> {
  return db.maybeOne<Artifact>(sql`
    SELECT ${ARTIFACT} FROM calibration_artifact a LEFT JOIN calibration_active c ON c.artifact_id = a.id
    WHERE a.id = ${id}`)
}

export async function findReport(db: Queries, id: string): Promise<CalibrationReport | undefined> {
  const row = await db.maybeOne<{ report: CalibrationReport }>(sql`
    SELECT report FROM calibration_artifact WHERE id = ${id}`)
  return row?.report
}

/** Puts an artifact in force, or with null the shipped thresholds. */
export async function activate(db: Queries, artifactId: string | null, now: Date): Promise<void> {
  await db.query(sql`UPDATE calibration_active SET artifact_id = ${artifactId}, since = ${now}`)
}

export async function activeArtifactId(db: Queries): Promise<string | null> {
  const { id } = await db.one<{ id: string | null }>(sql`SELECT artifact_id AS id FROM calibration_active`)
  return id
}

/** What the engine needs of an artifact that can be in force. */
export function readModel(
  db: Queries,
  id: string,
): Promise<{ thresholds: FoundThresholds; model: CalibrationModel } | undefined> {
  return db.maybeOne(sql`
    SELECT thresholds, model FROM calibration_artifact WHERE id = ${id} AND applicable`)
}
