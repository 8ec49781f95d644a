import { setTimeout as delay } from 'node:timers/promises'
import {
  type AnswerOf,
  activateCalibration,
  cancelCalibrationRun,
  deactivateCalibration,
  getCalibrationArtifact,
  getCalibrationRun,
  getCalibrationStatus,
  listCalibrationArtifacts,
  listCalibrationRuns,
  runCalibration,
} from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Queries } from '../../platform/database/pool.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { countSessions, countStrokeSessions } from '../research/store.ts'
import { describeArtifact, describeRun, toStatus } from './rules.ts'
import { findActiveCalibration, runClaimed, startRun } from './run.ts'
import {
  setActive,
  type ClaimedRun,
  cancelRun,
  removeActive,
  findArtifact,
  findReport,
  findRun,
  isInForce,
  listArtifacts,
  listRuns,
  type Run,
} from './store.ts'

const RUNS_SHOWN = 50
const LOOK_AGAIN_MS = 100

/** Registers the operator endpoints of calibration: runs, artifacts (the stored results of runs), and which artifact is active. */
export function serveCalibration(app: FastifyInstance, service: Service): void {
  const { db } = service
  runRoutes(app, service)
  serve(app, getCalibrationStatus, () => describeStatus(db))

  serve(app, listCalibrationArtifacts, async ({ query: { limit = 100 } }) => ({
    artifacts: (await listArtifacts(db, limit)).map(describeArtifact),
  }))

  serve(app, getCalibrationArtifact, async ({ params }) => {
    return (await findReport(db, readRunId(params, 'artifact'))) ?? refuseUnknownRun('artifact')
  })

  serveTx(app, activateCalibration, async (tx, { params }) => {
    const artifact = (await findArtifact(tx, readRunId(params, 'artifact'))) ?? refuseUnknownRun('artifact')
    if (!artifact.applicable) throw new RequestProblem('CALIBRATION_NOT_APPLICABLE', NOT_APPLICABLE)
    await setActive(tx, artifact.id, tx.now)
    return await describeStatus(tx)
  })

  serveTx(app, deactivateCalibration, async (tx) => {
    await removeActive(tx, tx.now)
    return { success: true }
  })
}

const NOT_APPLICABLE = 'This artifact is for comparison only; its warnings say why.'

function runRoutes(app: FastifyInstance, service: Service): void {
  const { db } = service
  // One run at a time, and a second one over the same sessions finds the same.
  serve(app, runCalibration, async ({ body, request, reply }) => {
    const run = await startRun(service, body)
    if (!hasRespondAsync(request)) return await describeOutcome(service, run)
    const logFailure = (err: unknown) => request.log.error({ err }, 'a calibration failed')
    void runClaimed(service, run).catch(logFailure)
    const path = getCalibrationRun.path.replace(':id', run.id)
    reply.code(202).headers({ location: path, 'preference-applied': 'respond-async' })
    return describeRun((await findRun(db, run.id)) ?? refuseUnknownRun('run'))
  })

  serve(app, listCalibrationRuns, async () => ({
    runs: (await listRuns(db, RUNS_SHOWN)).map(describeRun),
  }))

  serve(app, getCalibrationRun, async ({ params }) =>
    describeRun((await findRun(db, readRunId(params, 'run'))) ?? refuseUnknownRun('run')),
  )

  serveTx(app, cancelCalibrationRun, async (tx, { params }) => {
    const id = readRunId(params, 'run')
    await cancelRun(tx, id, tx.now)
    return describeRun((await findRun(tx, id)) ?? refuseUnknownRun('run'))
  })
}

/** Returns whether the request has the header `Prefer: respond-async` (RFC 7240). */
function hasRespondAsync({ headers }: FastifyRequest): boolean {
  return [headers.prefer ?? []].flat().some((text) => /(?:^|,)\s*respond-async\s*(?:$|[,;])/i.test(text))
}

async function describeOutcome(service: Service, run: ClaimedRun): Promise<AnswerOf<typeof runCalibration>> {
  await runClaimed(service, run)
  const { artifactId, state } = await waitForEnd(service.db, run.id)
  if (artifactId === null) throw new RequestProblem('CALIBRATION_ENDED', `The calibration was ${state}.`)
  const report = (await findReport(service.db, artifactId)) ?? refuseUnknownRun('artifact')
  return {
    success: true,
    activated: await isInForce(service.db, artifactId),
    ...report,
  }
}

// Another process may have taken the run over, if this one hung.
async function waitForEnd(db: Queries, id: string): Promise<Run> {
  for (;;) {
    const run = (await findRun(db, id)) ?? refuseUnknownRun('run')
    if (run.state !== 'running') return run
    await delay(LOOK_AGAIN_MS)
  }
}

async function describeStatus(db: Queries): Promise<AnswerOf<typeof getCalibrationStatus>> {
  return toStatus({
    landmarks: { active: await findActiveCalibration(db, 'landmarks'), sessions: await countSessions(db) },
    strokes: { active: await findActiveCalibration(db, 'strokes'), sessions: await countStrokeSessions(db) },
  })
}

function readRunId({ id }: { id: string }, what: string): string {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : refuseUnknownRun(what)
}

function refuseUnknownRun(what: string): never {
  throw new RequestProblem('NOT_FOUND', `There is no such calibration ${what}.`)
}
