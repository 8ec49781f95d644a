import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../apps/server/src/database/pool.ts'
import { sql } from '../../apps/server/src/database/sql.ts'
import { type Load, startLoad } from '../faults/load.ts'
import { startServer } from '../faults/server.ts'
import { type Cluster, PASSWORD, startCluster } from './cluster.ts'
import { type Failover, failOver, type LoadedService } from './failovers.ts'
import { databaseUser, describeMissing } from './programs.ts'
import { startProxies } from './proxies.ts'
import { writeTable } from './table.ts'

const FAILOVERS = Number(process.env.FAILOVERS ?? 50)
// Fewer show that it runs, but are no measurement.
const LEAST_WRITTEN = 18
const PRESSURE = { callers: 4, restMs: 20 }
const FILE = join(import.meta.dirname, '..', '..', 'docs', 'measurements', 'ha.md')

async function main(): Promise<void> {
  const missing = describeMissing()
  if (missing !== undefined) return fail(missing)
  const folder = makeFolder()
  const running: { stop: () => Promise<void> }[] = []
  try {
    const cluster = await startCluster(folder)
    running.push(cluster)
    const proxies = await startProxies(cluster, folder)
    running.push(proxies)
    const services: Record<string, LoadedService> = {}
    for (const [name, env] of Object.entries(listServices(cluster, proxies.url))) {
      const start = (place: string) => startServer(join(folder, place), env, IS_QUIET)
      const server = await start(name)
      running.push(server)
      const load = startLoad(() => server.address, { name, ...PRESSURE })
      services[name] = { load, start: () => start(`${name}-again`) }
    }
    await measure(cluster, services)
  } finally {
    for (const one of running.toReversed()) await one.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

// Of every call while the database is away.
const IS_QUIET = { isQuiet: true }

/** The settings of two services on one cluster: one behind PgBouncer and HAProxy, one that knows all hosts. */
function listServices(cluster: Cluster, poolerUrl: string): Record<string, Record<string, string>> {
  const shared = { SECRET_KEY: 'a'.repeat(64) }
  const hosts = cluster.members.map(({ port }) => `127.0.0.1:${port}`).join()
  const pooler = { DATABASE_URL: poolerUrl, DATABASE_POOLER: 'transaction' }
  const all = { DATABASE_URL: `postgresql://postgres:${PASSWORD}@${hosts}/stillhere?target_session_attrs=read-write` }
  return { pooler: { ...shared, ...pooler }, hosts: { ...shared, ...all } }
}

async function measure(cluster: Cluster, services: Record<string, LoadedService>): Promise<void> {
  const loads = Object.fromEntries(Object.entries(services).map(([name, { load }]) => [name, load]))
  await inDatabase(cluster, (db) => db.query(sql`CREATE TABLE ha_probe (at timestamptz NOT NULL DEFAULT now())`))
  const failovers: Failover[] = []
  for (let round = 0; round < FAILOVERS; round++) {
    const one = await failOver(cluster, services, round)
    failovers.push(one)
    console.log(describe(one, `${round + 1} of ${FAILOVERS}`))
  }
  await Promise.all(Object.values(loads).map((load) => load.stop()))
  const lost = await findLost(cluster, loads)
  const busy = (loadavg()[0] ?? 0) / availableParallelism()
  const text = writeTable({ failovers, loads, lost, busy })
  console.log(text)
  if (FAILOVERS >= LEAST_WRITTEN) writeFileSync(FILE, text)
  if (lost.length > 0) fail(`${lost.length} acknowledged writes are lost`)
}

function describe({ way, databaseMs, pauseMs, failedStarts }: Failover, which: string): string {
  const pauses = Object.entries(pauseMs).map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)} s`)
  return `${which}: ${way}: database ${(databaseMs / 1000).toFixed(1)} s, ${pauses.join(', ')}${failedStarts.map((phase) => `, failed start: ${phase}`).join('')}`
}

async function findLost(cluster: Cluster, loads: Record<string, Load>): Promise<string[]> {
  const rows = await inDatabase(cluster, (db) =>
    db.query<{ handle: string }>(sql`SELECT agent_handle AS handle FROM agent`),
  )
  const there = new Set(rows.map(({ handle }) => handle))
  return Object.values(loads).flatMap(({ acknowledged }) => acknowledged.filter((handle) => !there.has(handle)))
}

async function inDatabase<T>(cluster: Cluster, work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const db = openDatabase({ databaseUrls: [cluster.urlOf(await cluster.leader())], max: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-ha-'))
  const { uid, gid } = databaseUser()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  chmodSync(folder, 0o755)
  return folder
}

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}

await main()
