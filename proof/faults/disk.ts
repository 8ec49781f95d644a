import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../apps/server/src/database/pool.ts'
import { sql } from '../../apps/server/src/database/sql.ts'
import { findViolations } from '../../apps/server/test/violations.ts'
import type { Row } from '../world/parts.ts'
import { findCorruption } from './corruption.ts'
import { databaseUrlIn } from './data-folder.ts'
import { type RunningServer, startServer } from './server.ts'
import { type Call, FAULT_MS, watchFault } from './watch-fault.ts'

const SIZE = '400m'
const MEGABYTE = Buffer.alloc(1024 * 1024)
const FULL = `a full disk for ${FAULT_MS / 1000} s, under the database and all that the service keeps`
const LOG_FULL = `${FULL}, and no room for the database's log`
// More than PostgreSQL keeps of used pieces of its log for later.
const SWITCHES = 40

/** Fills the disk of the service to its last byte for a while, then again until the database cannot go on. Only root can make a disk that is small enough. */
export async function fillDisk(): Promise<Row[]> {
  return [
    ...(await onSmallDisk((disk) => fillUnder(disk, FULL))),
    ...(await onSmallDisk((disk) => fillUnder(disk, LOG_FULL))),
  ]
}

async function onSmallDisk(work: (disk: string) => Promise<Row[]>): Promise<Row[]> {
  const disk = mkdtempSync(join(tmpdir(), 'stillhere-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', disk], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) throw new Error(`no small disk can be made here: ${mounted.stderr.trim()}`)
  try {
    return await work(disk)
  } finally {
    spawnSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

async function fillUnder(disk: string, what: string): Promise<Row[]> {
  const dataDir = join(disk, 'data')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  const server = await startServer(dataDir, { LOG_LEVEL: 'error' }, { isQuiet: true })
  const ballast = join(disk, 'ballast')
  const begin = () => {
    fillUp(ballast)
    if (what === LOG_FULL) void useUpLog(dataDir)
  }
  const passing = { what, name: 'disk', begin, end: () => rmSync(ballast) }
  const { rows, calls } = await watchFault(server.address, passing)
  const kept = await judgeKept(server, { dataDir, calls, what })
  return [...rows, ...kept]
}

function fillUp(path: string): void {
  for (const chunk of [MEGABYTE, MEGABYTE.subarray(0, 4096)]) {
    for (;;) {
      try {
        appendFileSync(path, chunk)
      } catch {
        break
      }
    }
  }
}

/** Begins one piece of the database's log after the other, until it has none left and stops. */
async function useUpLog(dataDir: string): Promise<void> {
  const db = openDatabase({ databaseUrls: [databaseUrlIn(dataDir)], max: 1, patienceMs: 0 })
  try {
    for (let at = 0; at < SWITCHES; at++)
      await db.query(sql`SELECT pg_logical_emit_message(false, 'fault', 'x'), pg_switch_wal()`)
  } catch {
    // It has stopped.
  }
  await db.close()
}

type Kept = { dataDir: string; calls: readonly Call[]; what: string }

async function judgeKept(server: RunningServer, { dataDir, calls, what }: Kept): Promise<Row[]> {
  const db = openDatabase({ databaseUrls: [databaseUrlIn(dataDir)], max: 1 })
  const rows = await db.query<{ handle: string }>(sql`SELECT agent_handle AS handle FROM agent`)
  const wrong = [
    ...(await findViolations(db)).map((found) => `${found.rule}: ${found.what}`),
    ...(await findCorruption(db)),
  ]
  await db.close()
  await server.stop()
  const there = new Set(rows.map(({ handle }) => handle))
  const acknowledged = calls.filter(({ status }) => status === 200)
  const lost = acknowledged.filter(({ handle }) => !there.has(handle)).length
  const row = (must: string, seen: string, holds: boolean): Row => ({
    what,
    must,
    seen,
    holds,
  })
  return [
    row('0 acknowledged writes lost', `${lost} of ${acknowledged.length}`, lost === 0),
    row('no corruption; sums and limits hold', wrong.join('; ') || '0 violations, amcheck clean', wrong.length === 0),
  ]
}
