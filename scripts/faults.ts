import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redeemTwice } from './faults/approvals.ts'
import { spendTwice } from './faults/checks.ts'
import { breakLiveChallenges } from './faults/live.ts'
import { type Load, startLoad } from './faults/load.ts'
import { type RunningServer, startServer } from './faults/server.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 30)
const WRITES_PER_ROUND = 100

/** What is broken on purpose, by the name that picks one of them: `npm run faults -- live`. */
const FAULTS = { writes: killUnderLoad, live: breakLiveChallenges, checks: spendTwice, approvals: redeemTwice }

async function main([name]: string[]): Promise<void> {
  for (const [one, run] of Object.entries(FAULTS)) if (name === undefined || name === one) await run()
}

/** Kills the server and its database in turn with SIGKILL under load, and looks for every write that was acknowledged. */
async function killUnderLoad(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillhere-faults-'))
  let server = await startServer(dataDir)
  const load = startLoad(() => server.address)
  for (let round = 1; round <= ROUNDS; round++) {
    await load.reach(load.acknowledged.length + WRITES_PER_ROUND)
    server = await (round % 2 === 1 ? killServer(server, dataDir) : killDatabase(server, dataDir))
    console.log(`round ${round} of ${ROUNDS}: ${load.acknowledged.length} writes acknowledged`)
  }
  await load.reach(load.acknowledged.length + WRITES_PER_ROUND)
  await load.stop()
  await report(server, load)
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function killServer(server: RunningServer, dataDir: string): Promise<RunningServer> {
  await server.kill()
  return startServer(dataDir)
}

async function killDatabase(server: RunningServer, dataDir: string): Promise<RunningServer> {
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  return server
}

async function report(server: RunningServer, load: Load): Promise<void> {
  const lost: string[] = []
  for (const handle of load.acknowledged) if (!(await load.isThere(server.address, handle))) lost.push(handle)
  console.log(`${load.acknowledged.length} acknowledged, ${lost.length} lost, ${load.refused()} calls unanswered`)
  if (lost.length > 0) process.exitCode = 1
}

await main(process.argv.slice(2))
