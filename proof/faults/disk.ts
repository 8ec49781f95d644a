import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAgent, findMissing } from '../world/load.ts'
import { type Row, rowsOf } from '../world/parts.ts'
import { findWrong, type RunningService, startService } from '../world/service.ts'
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
  const server = await startService({ dataDir, env: { LOG_LEVEL: 'error' }, isQuiet: true })
  const ballast = join(disk, 'ballast')
  const begin = () => {
    fillUp(ballast)
    if (what === LOG_FULL) void useUpLog(server)
  }
  const passing = { what, name: 'disk', begin, end: () => rmSync(ballast) }
  const { rows, calls } = await watchFault(server.address, passing)
  const kept = await judgeKept(server, calls, what)
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
async function useUpLog({ ask }: RunningService): Promise<void> {
  try {
    for (let at = 0; at < SWITCHES; at++)
      await ask('query', { text: `SELECT pg_logical_emit_message(false, 'fault', 'x'), pg_switch_wal()` })
  } catch {
    // It has stopped.
  }
}

async function judgeKept(service: RunningService, calls: readonly Call[], what: string): Promise<Row[]> {
  const wrong = await findWrong(service)
  const acknowledged = calls.filter(({ status }) => status === 200)
  const lost = await findMissing(acknowledged, ({ handle }) => findAgent(service.address, handle))
  await service.stop()
  const row = rowsOf(what)
  return [
    row('0 acknowledged writes lost', `${lost.length} of ${acknowledged.length}`, lost.length === 0),
    row('no corruption; sums and limits hold', wrong.join('; ') || '0 violations, amcheck clean', wrong.length === 0),
  ]
}
