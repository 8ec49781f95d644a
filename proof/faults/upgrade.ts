import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { MIGRATIONS_FOLDER } from '../../apps/server/src/database/migrate.ts'
import { openDatabase } from '../../apps/server/src/database/pool.ts'
import { sql } from '../../apps/server/src/database/sql.ts'
import { findViolations } from '../../apps/server/test/violations.ts'
import type { Row } from '../world/parts.ts'
import { databaseUrlIn } from './data-folder.ts'
import { type Load, startLoad } from './load.ts'
import { type RunningServer, startServer } from './server.ts'

const UPGRADES = Number(process.env.UPGRADES ?? 10)
const WRITES_BETWEEN = 100
const LOOK_AGAIN_MS = 50
const NEXT_VERSION = pathToFileURL(join(import.meta.dirname, 'next-version.ts')).href
// As much as an expanding migration does to a table in use.
const EXPANSION = `ALTER TABLE agent ADD COLUMN trial text NOT NULL DEFAULT 'none';
CREATE INDEX agent_trial ON agent (trial);
CREATE TABLE trial (id bigint PRIMARY KEY);
`

/** Replaces two processes under load, one after the other, by those of the next version, and back again. */
export async function upgradeUnderLoad(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillhere-faults-'))
  // Holds the database, and is asked for nothing.
  const holder = await startServer(dataDir)
  const env = { DATABASE_URL: databaseUrlIn(dataDir) }
  const next = { ...env, NEXT_MIGRATIONS: makeMigrations(dataDir), NODE_OPTIONS: `--import=${NEXT_VERSION}` }
  const pair = [await startServer(dataDir, env), await startServer(dataDir, env)]
  const serving = [...pair]
  let turn = 0
  const load = startLoad(() => serving[turn++ % serving.length]?.address ?? '')
  for (let upgrade = 0; upgrade < UPGRADES; upgrade++) {
    for (const old of serving.slice()) {
      await load.reach(load.acknowledged.length + WRITES_BETWEEN)
      await replace({ serving, old, load }, () => startServer(dataDir, upgrade % 2 === 0 ? next : env))
    }
    console.log(`${upgrade + 1} of ${UPGRADES}: ${load.acknowledged.length} acknowledged, ${load.refused()} refused`)
  }
  await load.reach(load.acknowledged.length + WRITES_BETWEEN)
  await load.stop()
  const rows = await judge(env.DATABASE_URL, load)
  for (const server of [...serving, holder]) await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return rows
}

function makeMigrations(dataDir: string): string {
  const folder = join(dataDir, 'next-migrations')
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
  writeFileSync(join(folder, '9000-expand-trial.sql'), EXPANSION)
  return folder
}

type Replaced = { serving: RunningServer[]; old: RunningServer; load: Load }

/** As docs/guides/upgrade.md says: out of the proxy, drained, stopped, the other version started in its place, back in once it is ready. */
async function replace({ serving, old, load }: Replaced, start: () => Promise<RunningServer>): Promise<void> {
  serving.splice(serving.indexOf(old), 1)
  await load.drain(old.address)
  await old.stop()
  const fresh = await start()
  while ((await fetch(`${fresh.address}/readyz`)).status !== 200) await delay(LOOK_AGAIN_MS)
  serving.push(fresh)
}

async function judge(databaseUrl: string, load: Load): Promise<Row[]> {
  const db = openDatabase({ databaseUrls: [databaseUrl], max: 1 })
  const handles = await db.query<{ handle: string }>(sql`SELECT agent_handle AS handle FROM agent`)
  const [expanded] = await db.query(sql`SELECT 1 FROM migration WHERE name = '9000-expand-trial.sql'`)
  const violations = await findViolations(db)
  await db.close()
  const there = new Set(handles.map(({ handle }) => handle))
  const lost = load.acknowledged.filter((handle) => !there.has(handle)).length
  const what = `two processes replaced one after the other, ${UPGRADES} times, by the next version and back, under load`
  const row = (must: string, seen: string, holds: boolean): Row => ({ what, must, seen, holds })
  const calls = load.acknowledged.length + load.refused()
  return [
    row('0 failed requests', `${load.refused()} of ${calls} ${load.reasons()}`.trim(), load.refused() === 0),
    row('0 acknowledged writes lost', `${lost} of ${load.acknowledged.length}`, lost === 0),
    row('the next version expands the tables', expanded ? 'they are' : 'they are not', expanded !== undefined),
    row('sums and limits hold', `${violations.length} violations`, violations.length === 0),
  ]
}
