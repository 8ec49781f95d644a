import { chownSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { startLoad } from '../world/load.ts'
import { queryAt } from '../world/postgres.ts'
import { findDatabaseUser, makeFolder } from '../world/processes.ts'
import { startService } from '../world/service.ts'
import { type Cluster, PASSWORD, startCluster } from './cluster.ts'
import { type Failover, failOver, type LoadedService } from './failovers.ts'
import { describeMissing } from './programs.ts'
import { startProxies } from './proxies.ts'
import { writeTable } from './table.ts'

const FAILOVERS = Number(process.env.FAILOVERS ?? 50)
// Fewer show that it runs, but are no measurement.
const LEAST_WRITTEN = 18
const PRESSURE = { callers: 4, restMs: 20 }
const FILE = join(import.meta.dirname, '..', '..', 'docs', 'internals', 'measurements', 'ha.md')

async function main(): Promise<void> {
  const missing = describeMissing()
  if (missing !== undefined) return fail(missing)
  const folder = makeOwnedFolder()
  const running: { stop: () => Promise<void> }[] = []
  try {
    const cluster = await startCluster(folder)
    running.push(cluster)
    const proxies = await startProxies(cluster, folder)
    running.push(proxies)
    const services: Record<string, LoadedService> = {}
    for (const [name, env] of Object.entries(listServices(cluster, proxies.url))) {
      const start = (place: string) => startService({ dataDir: join(folder, place), env, isQuiet: true })
      const server = await start(name)
      running.push(server)
      const load = startLoad(() => server.address, { name, ...PRESSURE })
      services[name] = { load, server, start: () => start(`${name}-again`) }
    }
    await measure(cluster, services)
  } finally {
    for (const one of running.toReversed()) await one.stop()
  }
}

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
  const probe = 'CREATE TABLE ha_probe (at timestamptz NOT NULL DEFAULT now())'
  await queryAt(cluster.urlOf(await cluster.leader()), probe)
  const failovers: Failover[] = []
  for (let round = 0; round < FAILOVERS; round++) {
    const one = await failOver(cluster, services, round)
    failovers.push(one)
    console.log(describe(one, `${round + 1} of ${FAILOVERS}`))
  }
  await Promise.all(Object.values(loads).map((load) => load.stop()))
  const found = Object.values(services).map(({ load, server }) => load.findLost(server.address))
  const lost = (await Promise.all(found)).flat()
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

// Databases do not run as root.
function makeOwnedFolder(): string {
  const folder = makeFolder()
  const { uid, gid } = findDatabaseUser()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}

await main()
