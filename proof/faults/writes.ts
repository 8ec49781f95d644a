import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../apps/server/src/database/pool.ts'
import { findViolations } from '../../apps/server/test/violations.ts'
import type { Row } from '../world/parts.ts'
import { findCorruption } from './corruption.ts'
import { type CountedLoad, startCountedLoad } from './counted-load.ts'
import { databaseUrlIn, readPostmaster } from './data-folder.ts'
import { addPeople } from './people.ts'
import { type RunningServer, startServer } from './server.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 200)
const WRITES_PER_ROUND = 100
const VICTIMS = ['service', 'database', 'both'] as const

/** A run of rounds: who serves now, and how starts went. */
type Run = { server: RunningServer; dataDir: string; starts: number; failedStarts: string[] }

/** Kills the service, its database or both in turn with SIGKILL under load, and looks for every write that was acknowledged. */
export async function killUnderLoad(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillhere-faults-'))
  const run: Run = { server: await startServer(dataDir), dataDir, starts: 0, failedStarts: [] }
  const people = await addPeople(dataDir, ROUNDS * WRITES_PER_ROUND)
  const load = startCountedLoad(() => run.server.address, people)
  let longestPauseMs = 0
  for (let round = 1; round <= ROUNDS; round++) {
    await load.reach(load.count() + WRITES_PER_ROUND)
    const began = performance.now()
    await kill(run, VICTIMS[round % VICTIMS.length] ?? 'both')
    await load.reach(load.count() + 1)
    longestPauseMs = Math.max(longestPauseMs, performance.now() - began)
    console.log(`round ${round} of ${ROUNDS}: ${load.count()} writes acknowledged`)
  }
  await load.stop()
  const rows = await judge(run, load, longestPauseMs)
  await run.server.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return rows
}

async function kill(run: Run, victim: (typeof VICTIMS)[number]): Promise<void> {
  if (victim !== 'service') process.kill(readPostmaster(run.dataDir).pid, 'SIGKILL')
  // The service starts its database again by itself.
  if (victim === 'database') return
  await run.server.kill()
  run.starts++
  run.server = await startServer(run.dataDir).catch((error: unknown) => {
    run.failedStarts.push(String(error))
    return startServer(run.dataDir)
  })
}

async function judge(run: Run, load: CountedLoad, longestPauseMs: number): Promise<Row[]> {
  const what = `${ROUNDS} × kill -9 of service, database or both in turn, under load`
  const lost = await load.findLost(run.server.address)
  const { agents, signIns, gains, refused, repeated, unforeseen } = load.figures()
  const db = openDatabase({ databaseUrls: [databaseUrlIn(run.dataDir)], max: 1 })
  const wrong = await listWrong(db)
  await db.close()
  const row = (must: string, seen: string, holds: boolean): Row => ({ what, must, seen, holds })
  const seconds = (longestPauseMs / 1000).toFixed(1)
  return [
    row(
      '0 acknowledged writes lost',
      `${load.count()} acknowledged (${agents} agents, ${signIns} sign-ins by code and invite, ${gains} gains), ${describe(lost)} lost`,
      lost.length === 0,
    ),
    row(
      '0 corrupt starts',
      `${run.starts} starts of the service, ${describe(run.failedStarts)} failed; longest time from a kill to the next acknowledged write ${seconds} s`,
      run.failedStarts.length === 0,
    ),
    row(
      'the ledger adds up, nothing is done twice, indexes and tables are whole',
      `${describe(wrong)} violations; ${refused} calls went unanswered or got 503, ${repeated} answers were repeated by Idempotency-Key`,
      wrong.length === 0,
    ),
    row('no answer but 200, 409 in flight and 503', `${describe(unforeseen)} others`, unforeseen.length === 0),
  ]
}

async function listWrong(db: Database): Promise<string[]> {
  const violations = await findViolations(db)
  return [...violations.map(({ rule, what }) => `${rule} (${what})`), ...(await findCorruption(db))]
}

function describe(list: readonly string[]): string {
  return list.length === 0 ? '0' : `${list.length} (${list.slice(0, 3).join('; ')})`
}
