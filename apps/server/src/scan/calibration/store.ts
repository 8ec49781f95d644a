import type { CalibrationReport } from '@stillhere/contract'
import type { CalibrationModel } from '@stillhere/engine'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'

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
export type ClaimedRun = { id: string; claim: string; options: object }

const RUN = sql`id, options, state, stage, percent, started_at AS "startedAt", finished_at AS "finishedAt",
  artifact_id AS "artifactId", problem`

type NewRun = ClaimedRun & { now: Date; until: Date }

/**
 * Stores a new run as running and claims it for this process until `until`; `claim` is a random id of the claim. Returns false and stores nothing
 * while another run is under way.
 */
export async function addRun(db: Queries, { id, claim, options, now, until }: NewRun): Promise<boolean> {
  const rows = await db.query(sql`
    INSERT INTO calibration_run (id, options, state, stage, percent, started_at, claim, claimed_until)
    VALUES (${id}, ${JSON.stringify(options)}, 'running', 'starting', 0, ${now}, ${claim}, ${until})
    ON CONFLICT DO NOTHING RETURNING 1`)
  return rows.length === 1
}

/**
 * Claims the unfinished run whose claim expired before `now`, since its process no longer renews it. `claim` is the random id of the new claim,
 * which expires at `until`. Returns undefined if there is no such run.
 */
export function claimLapsedRun(
  db: Queries,
  { claim, now, until }: { claim: string; now: Date; until: Date },
): Promise<ClaimedRun | undefined> {
  return db.maybeOne<ClaimedRun>(sql`
    UPDATE calibration_run SET claim = ${claim}, claimed_until = ${until}
    WHERE state = 'running' AND claimed_until < ${now}
    RETURNING id, claim, options`)
}

type Progress = ClaimedRun & { stage: string; percent: number; until: Date }

/** Stores the progress of a run and renews its claim until `until`. Returns false, without a change, if the run has ended or another process has claimed it. */
export async function recordProgress(db: Queries, { id, claim, stage, percent, until }: Progress): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE calibration_run SET stage = ${stage}, percent = ${percent}, claimed_until = ${until}
    WHERE id = ${id} AND claim = ${claim} AND state = 'running' RETURNING 1`)
  return rows.length === 1
}

/** Ends this process's claim on an unfinished run, so that another process can claim the run at once. */
export async function removeClaim(db: Queries, { id, claim }: ClaimedRun): Promise<void> {
  await db.query(sql`
    UPDATE calibration_run SET claimed_until = '-infinity' WHERE id = ${id} AND claim = ${claim} AND state = 'running'`)
}

/** Ends a run as failed; `problem` is the sentence for operators. Has no effect if the run has ended or another process has claimed it. */
export async function recordFailure(db: Queries, { id, claim }: ClaimedRun, problem: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE calibration_run SET state = 'failed', problem = ${problem}, finished_at = ${now}
    WHERE id = ${id} AND claim = ${claim} AND state = 'running'`)
}

/** Ends a run as canceled; without effect if it has ended already. The process that works on it notices at its next heartbeat. */
export async function cancelRun(db: Queries, id: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE calibration_run SET state = 'cancelled', finished_at = ${now} WHERE id = ${id} AND state = 'running'`)
}

/** Ends a run as done, with the id of its artifact. Returns false, without a change, if the run has ended or another process has claimed it. */
export async function recordCompletion(
  db: Queries,
  { id, claim }: ClaimedRun,
  { artifactId, now }: { artifactId: string; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE calibration_run SET state = 'done', stage = 'done', percent = 100, artifact_id = ${artifactId}, finished_at = ${now}
    WHERE id = ${id} AND claim = ${claim} AND state = 'running' RETURNING 1`)
  return rows.length === 1
}

/** Finds a calibration run by its id. */
export function findRun(db: Queries, id: string): Promise<Run | undefined> {
  return db.maybeOne<Run>(sql`SELECT ${RUN} FROM calibration_run WHERE id = ${id}`)
}

/** Lists calibration runs, the latest first. */
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

/** Stores the result of a calibration run as an artifact: figures, thresholds, report and model. `setActive` activates it. */
export async function addArtifact(db: Queries, artifact: NewArtifact): Promise<void> {
  const { id, createdAt, sessions, people, featureMode, thresholds, applicable, report, model } = artifact
  await db.query(sql`
    INSERT INTO calibration_artifact (id, created_at, sessions, people, feature_mode, thresholds, applicable, report, model)
    VALUES (${id}, ${createdAt}, ${sessions}, ${people}, ${featureMode}, ${JSON.stringify(thresholds)}, ${applicable},
      ${JSON.stringify(report)}, ${model && JSON.stringify(model)})`)
}

const ARTIFACT = sql`a.id, a.created_at AS "createdAt", a.sessions, a.people, a.feature_mode AS "featureMode",
  a.thresholds, a.applicable, c.since IS NOT NULL AS active
  FROM calibration_artifact a LEFT JOIN calibration_active c ON a.id IN (c.artifact_id, c.strokes_artifact_id)`

/** Lists calibration artifacts without report and model, the latest first. */
export function listArtifacts(db: Queries, limit: number): Promise<Artifact[]> {
  return db.query<Artifact>(sql`
    SELECT ${ARTIFACT} ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}`)
}

/** Finds a calibration artifact by its id, without report and model. */
export function findArtifact(db: Queries, id: string): Promise<Artifact | undefined> {
  return db.maybeOne<Artifact>(sql`
    SELECT ${ARTIFACT} WHERE a.id = ${id}`)
}

/** Finds the full report of a calibration artifact by the id of the artifact. */
export async function findReport(db: Queries, id: string): Promise<CalibrationReport | undefined> {
  const row = await db.maybeOne<{ report: CalibrationReport }>(sql`
    SELECT report FROM calibration_artifact WHERE id = ${id}`)
  return row?.report
}

/** Activates an artifact for the kind of enrollment that it was calibrated for (landmarks or strokes). The active artifact of the other kind stays active. */
export async function setActive(db: Queries, artifactId: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE calibration_active c SET since = ${now},
      artifact_id = CASE WHEN a.feature_mode = 'strokes' THEN c.artifact_id ELSE a.id END,
      strokes_artifact_id = CASE WHEN a.feature_mode = 'strokes' THEN a.id ELSE c.strokes_artifact_id END
    FROM calibration_artifact a WHERE a.id = ${artifactId}`)
}

/** Deactivates all artifacts: the shipped thresholds apply again, to landmarks and to strokes. */
export async function removeActive(db: Queries, now: Date): Promise<void> {
  await db.query(sql`UPDATE calibration_active SET artifact_id = NULL, strokes_artifact_id = NULL, since = ${now}`)
}

/** The kind of enrollment whose answers an artifact can judge. */
export type JudgedSessions = 'landmarks' | 'strokes'

/** Returns the id of the active artifact for landmarks and for strokes, each null while the shipped thresholds apply. */
export function readActiveIds(db: Queries): Promise<Record<JudgedSessions, string | null>> {
  return db.one(sql`SELECT artifact_id AS landmarks, strokes_artifact_id AS strokes FROM calibration_active`)
}

/** Returns whether this artifact is active, for landmarks or for strokes. */
export async function isInForce(db: Queries, artifactId: string): Promise<boolean> {
  return Object.values(await readActiveIds(db)).includes(artifactId)
}

/** Returns an artifact's thresholds and model. Returns undefined if the artifact is unknown or not applicable, so that it can't be active. */
export function readModel(
  db: Queries,
  id: string,
): Promise<{ thresholds: FoundThresholds; model: CalibrationModel } | undefined> {
  return db.maybeOne(sql`
    SELECT thresholds, model FROM calibration_artifact WHERE id = ${id} AND applicable`)
}
