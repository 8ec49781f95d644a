import { type Load, startLoad } from '../world/load.ts'
import { type Row, rowsOf } from '../world/parts.ts'
import { addPeople } from '../world/people.ts'
import { findWrong, readPostmaster, type RunningService, startService } from '../world/service.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 200)
const WRITES_PER_ROUND = 100
const VICTIMS = ['service', 'database', 'both'] as const

/** A run of rounds: who serves now, and how starts went. */
type Run = { server: RunningService; starts: number; failedStarts: string[] }

/** Kills the service, its database or both in turn with SIGKILL under load, and looks for every write that was acknowledged. */
export async function killUnderLoad(): Promise<Row[]> {
  const run: Run = { server: await startService(), starts: 0, failedStarts: [] }
  const people = await addPeople(run.server, ROUNDS * WRITES_PER_ROUND)
  const load = startLoad(() => run.server.address, { people })
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
  return rows
}

async function kill(run: Run, victim: (typeof VICTIMS)[number]): Promise<void> {
  const { dataDir } = run.server
  if (victim !== 'service') process.kill(readPostmaster(dataDir).pid, 'SIGKILL')
  // The service starts its database again by itself.
  if (victim === 'database') return
  await run.server.kill()
  run.starts++
  run.server = await startService({ dataDir }).catch((error: unknown) => {
    run.failedStarts.push(String(error))
    return startService({ dataDir })
  })
}

async function judge(run: Run, load: Load, longestPauseMs: number): Promise<Row[]> {
  const what = `${ROUNDS} × kill -9 of service, database or both in turn, under load`
  const lost = await load.findLost(run.server.address)
  const { agents, signIns, gains, repeated, unforeseen } = load.figures()
  const wrong = await findWrong(run.server)
  const row = rowsOf(what)
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
      `${describe(wrong)} violations; ${load.refused()} calls went unanswered or got 503, ${repeated} answers were repeated by Idempotency-Key`,
      wrong.length === 0,
    ),
    row('no answer but 200, 409 in flight and 503', `${describe(unforeseen)} others`, unforeseen.length === 0),
  ]
}

function describe(list: readonly string[]): string {
  return list.length === 0 ? '0' : `${list.length} (${list.slice(0, 3).join('; ')})`
}
