import { randomUUID } from 'node:crypto'
import type { CalibrationOptions } from '@stillhere/contract'
import type { CalibrationModel } from '@stillhere/engine'
import { lockOutRestore } from '../../platform/database/migrate.ts'
import type { Database, Queries, Transaction } from '../../platform/database/pool.ts'
import { RequestProblem } from '../../platform/problem.ts'
import { countMissing, SESSIONS_NEEDED } from '../research/rules.ts'
import { countSessions, countStrokeSessions, listStrokeSessions, listUsableSessions } from '../research/store.ts'
import { runCalibration, type CalibrationResult, type StoredSession } from './computation.ts'
import { toEngineOptions, selectJudge, canActivate, toActiveThresholds, toReport } from './rules.ts'
import {
  setActive,
  readActiveIds,
  type ClaimedRun,
  claimLapsedRun,
  recordCompletion,
  recordFailure,
  type FoundThresholds,
  addArtifact,
  addRun,
  type JudgedSessions,
  recordProgress,
  readModel,
  removeClaim,
} from './store.ts'

type Data = { db: Database }

/** A process that does not renew its claim for this long loses its run to another process. */
const CLAIM_MS = 15_000
const HEARTBEAT_MS = 500
const PAGE = 50
/** Reading the sessions takes about this share of the work. */
const READING_PERCENT = 60
const FAILED = 'The calibration failed; the cause is in the log of the process that ran it.'

/**
 * Stores a new calibration run, claimed by this process, and returns it; `runClaimed` then does the work. Throws INSUFFICIENT_DATA if there are too
 * few usable sessions, and CALIBRATION_RUNNING while another run is under way.
 */
export function startRun({ db }: Data, options: CalibrationOptions): Promise<ClaimedRun> {
  return db.transaction(async (tx) => {
    await lockOutRestore(tx)
    const { countUsable, words } = SESSION_READERS[selectJudge(options)]
    const usable = await countUsable(tx)
    if (countMissing(usable) > 0) throw refuseTooFew(usable, words)
    const run = { id: randomUUID(), claim: randomUUID(), options }
    if (await addRun(tx, { ...run, now: tx.now, until: claimEnd(tx) })) return run
    throw new RequestProblem('CALIBRATION_RUNNING', 'A calibration is under way; ask for its progress or cancel it.')
  })
}

/** Claims an unfinished run whose process hasn't renewed its claim for 15 seconds. Returns undefined if there is none. */
export function claimStalledRun({ db }: Data): Promise<ClaimedRun | undefined> {
  return db.transaction((tx) =>
    claimLapsedRun(tx, {
      claim: randomUUID(),
      now: tx.now,
      until: claimEnd(tx),
    }),
  )
}

function refuseTooFew(usable: number, words: string): RequestProblem {
  return new RequestProblem(
    'INSUFFICIENT_DATA',
    `A calibration needs ${SESSIONS_NEEDED} usable ${words}; there are ${usable}, so ${countMissing(usable)} are missing.`,
  )
}

function claimEnd({ now }: Transaction): Date {
  return new Date(now.getTime() + CLAIM_MS)
}

type Surroundings = {
  onProgress?: (progress: Progress) => void
  stopped?: AbortSignal
}
type Progress = { stage: string; percent: number }

/**
 * Works on a claimed run until it ends: computes the calibration, stores its artifact, and activates it if `canActivate` allows that. Returns
 * without a result if the run is canceled or another process claims it. If `stopped` aborts, gives up the claim and returns. Any other failure ends
 * the run as failed and is thrown.
 */
export async function runClaimed(data: Data, run: ClaimedRun, surroundings: Surroundings = {}): Promise<void> {
  const begun = performance.now()
  const lost = new AbortController()
  const stopped = AbortSignal.any([lost.signal, ...(surroundings.stopped ? [surroundings.stopped] : [])])
  const progress: Progress = { stage: 'reading sessions', percent: 0 }
  const heartbeat = setInterval(() => void beat(data, run, progress).then((own) => own || lost.abort()), HEARTBEAT_MS)
  const onProgress = (now: Progress) => surroundings.onProgress?.(Object.assign(progress, now))
  try {
    const found = await computeRun(data, run, { onProgress, stopped })
    await saveResult(data, run, {
      found,
      elapsedMs: Math.round(performance.now() - begun),
    })
  } catch (error) {
    if (lost.signal.aborted || error instanceof LostRun) return
    if (surroundings.stopped?.aborted) return await removeClaim(data.db, run)
    await data.db.transaction((tx) => recordFailure(tx, run, FAILED, tx.now))
    throw error
  } finally {
    clearInterval(heartbeat)
  }
}

/** Renews the claim on a run and returns whether the run still belongs to this process. A database error counts as true. */
async function beat({ db }: Data, run: ClaimedRun, progress: Progress): Promise<boolean> {
  return db.transaction((tx) => recordProgress(tx, { ...run, ...progress, until: claimEnd(tx) })).catch(() => true)
}

type Watch = { onProgress: (progress: Progress) => void; stopped: AbortSignal }

function computeRun({ db }: Data, { options }: ClaimedRun, { onProgress, stopped }: Watch): Promise<CalibrationResult> {
  return runCalibration({
    options: toEngineOptions(options),
    pages: readPages(db, SESSION_READERS[selectJudge(options)], onProgress),
    stopped,
    onProgress: ({ stage, fraction }) =>
      onProgress({
        stage,
        percent: Math.floor(READING_PERCENT + fraction * (99 - READING_PERCENT)),
      }),
  })
}

async function* readPages(
  db: Database,
  { countUsable, readAfter }: SessionReader,
  onProgress: Watch['onProgress'],
): AsyncGenerator<StoredSession[]> {
  const usable = await countUsable(db)
  let afterId = 0
  for (let read = 0; ;) {
    const page = await readAfter(db, { afterId, limit: PAGE })
    if (page.length === 0) return
    yield page.map(({ session }) => session)
    afterId = page.at(-1)?.id ?? afterId
    read += page.length
    onProgress({
      stage: 'reading sessions',
      percent: Math.floor((READING_PERCENT * read) / Math.max(usable, read)),
    })
  }
}

type Result = { found: CalibrationResult; elapsedMs: number }

/** Stores the artifact, the end of the run and its activation in one transaction. Stores nothing and throws LostRun if the run was canceled. */
function saveResult({ db }: Data, run: ClaimedRun, { found, elapsedMs }: Result): Promise<void> {
  return db.transaction(async (tx) => {
    await lockOutRestore(tx)
    const made = { id: randomUUID(), createdAt: tx.now, elapsedMs }
    const { thresholds, model, sessions, people, featureMode } = found.calibration
    const applicable = canActivate(found)
    const report = toReport(found, made)
    await addArtifact(tx, {
      ...made,
      sessions,
      people,
      featureMode,
      thresholds,
      applicable,
      report,
      model,
    })
    if (!(await recordCompletion(tx, run, { artifactId: made.id, now: tx.now }))) throw new LostRun()
    if (applicable) await setActive(tx, made.id, tx.now)
  })
}

/** The run was canceled, or another process has it. */
class LostRun extends Error {}

type Page = { id: number; session: StoredSession }[]

/** Access to the stored sessions of one kind. */
type SessionReader = {
  /** Name of the sessions in the message that there are too few. */
  words: string
  /** Counts the sessions that a run reads. A run needs 300 of them. */
  countUsable: (db: Queries) => Promise<number>
  /** Reads a page of usable sessions, by ascending row id. */
  readAfter: (db: Queries, page: { afterId: number; limit: number }) => Promise<Page>
}

const SESSION_READERS: Readonly<Record<JudgedSessions, SessionReader>> = {
  landmarks: {
    words: 'research sessions',
    countUsable: async (db) => (await countSessions(db)).usable,
    readAfter: async (db, page) =>
      (await listUsableSessions(db, page)).map(({ id, sessionId, ...session }) => {
        return { id, session: { ...session, id: sessionId } }
      }),
  },
  strokes: {
    words: 'research sessions of strokes',
    countUsable: async (db) => (await countStrokeSessions(db)).usable,
    readAfter: async (db, page) =>
      (await listStrokeSessions(db, page)).map(({ id, ...session }) => {
        return { id, session: { ...session, id: String(id) } }
      }),
  },
}

export type ActiveCalibration = {
  id: string
  thresholds: FoundThresholds
  model: CalibrationModel
}

// An artifact never changes, so a process may remember those it used last. Which ones are in force is asked each time.
const last = new Map<JudgedSessions, ActiveCalibration>()

/** Finds the active calibration for answers to one kind of enrollment, of landmarks or of strokes. Returns null while the shipped thresholds apply. */
export async function findActiveCalibration(db: Queries, judged: JudgedSessions): Promise<ActiveCalibration | null> {
  const { [judged]: id } = await readActiveIds(db)
  if (id === null) return null
  const known = last.get(judged)
  if (known?.id === id) return known
  const found = await readModel(db, id)
  if (!found) return null
  const active = { id, thresholds: toActiveThresholds(found.thresholds), model: found.model }
  last.set(judged, active)
  return active
}
