import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Load, startLoad } from '../world/load.ts'
import { type Row, rowsOf } from '../world/parts.ts'
import { type Patch, readDatabaseUrl, type RunningService, startService } from '../world/service.ts'

const UPGRADES = Number(process.env.UPGRADES ?? 10)
const WRITES_BETWEEN = 100
const LOOK_AGAIN_MS = 50
const MIGRATIONS = join(import.meta.dirname, '../../apps/server/src/platform/database/migrations')
// As much as an expanding migration does to a table in use.
const EXPANSION = `ALTER TABLE agent ADD COLUMN trial text NOT NULL DEFAULT 'none';
CREATE INDEX agent_trial ON agent (trial);
CREATE TABLE trial (id bigint PRIMARY KEY);
`

/** Replaces two processes under load, one after the other, by those of the next version, and back again. */
export async function upgradeUnderLoad(): Promise<Row[]> {
  // Holds the database, and is asked for nothing until the end.
  const holder = await startService()
  const { dataDir } = holder
  const now = { dataDir, env: { DATABASE_URL: readDatabaseUrl(dataDir) } }
  const next = { ...now, patch: expandMigrations(dataDir) }
  const serving = [await startService(now), await startService(now)]
  let turn = 0
  const load = startLoad(() => serving[turn++ % serving.length]?.address ?? '')
  for (let upgrade = 0; upgrade < UPGRADES; upgrade++) {
    for (const old of serving.slice()) {
      await load.reach(load.count() + WRITES_BETWEEN)
      await replace({ serving, old, load }, () => startService(upgrade % 2 === 0 ? next : now))
    }
    console.log(`${upgrade + 1} of ${UPGRADES}: ${load.count()} acknowledged, ${load.refused()} refused`)
  }
  await load.reach(load.count() + WRITES_BETWEEN)
  await load.stop()
  const rows = await judge(holder, load)
  for (const server of [...serving, holder]) await server.stop()
  return rows
}

/** The change that makes a process one of the next version. */
function expandMigrations(dataDir: string): Patch {
  const folder = join(dataDir, 'next-migrations')
  cpSync(MIGRATIONS, folder, { recursive: true })
  writeFileSync(join(folder, '9000-expand-trial.sql'), EXPANSION)
  return {
    file: 'platform/database/migrate.ts',
    from: "join(import.meta.dirname, 'migrations')",
    to: JSON.stringify(folder),
  }
}

type Replaced = { serving: RunningService[]; old: RunningService; load: Load }

/** As docs/guides/upgrade.md says: out of the proxy, drained, stopped, the other version started in its place, back in once it is ready. */
async function replace({ serving, old, load }: Replaced, start: () => Promise<RunningService>): Promise<void> {
  serving.splice(serving.indexOf(old), 1)
  await load.drain(old.address)
  await old.stop()
  const fresh = await start()
  while ((await fetch(`${fresh.address}/readyz`)).status !== 200) await delay(LOOK_AGAIN_MS)
  serving.push(fresh)
}

async function judge({ address, ask }: RunningService, load: Load): Promise<Row[]> {
  const lost = await load.findLost(address)
  const [expanded] = await ask('query', { text: `SELECT 1 FROM migration WHERE name = '9000-expand-trial.sql'` })
  const violations = await ask('findViolations')
  const row = rowsOf(
    `two processes replaced one after the other, ${UPGRADES} times, by the next version and back, under load`,
  )
  const calls = load.count() + load.refused()
  return [
    row('0 failed requests', `${load.refused()} of ${calls} ${load.reasons()}`.trim(), load.refused() === 0),
    row('0 acknowledged writes lost', `${lost.length} of ${load.count()}`, lost.length === 0),
    row('the next version expands the tables', expanded ? 'they are' : 'they are not', expanded !== undefined),
    row('sums and limits hold', `${violations.length} violations`, violations.length === 0),
  ]
}
