import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@stillhere/postgres'
import { MIGRATIONS_FOLDER, runMigrations } from '../src/platform/database/migrate.ts'
import { type Connection, openDatabase } from '../src/platform/database/pool.ts'
import { toScript } from '../src/platform/database/sql.ts'

const TEMPLATE = 'stillhere_template'

// A power cut may cost the tests their rows; nothing else differs from the service's database.
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  deadlock_timeout: '100ms',
}

/** A PostgreSQL of its own for tests, and the name of a database in it that has all migrations and no rows. */
export type Cluster = { connection: Connection; template: string; stop: () => Promise<void> }

/** Lets every process that is started from now on use this cluster, too. */
export function shareCluster(cluster: Pick<Cluster, 'connection' | 'template'>): void {
  process.env['TEST_CLUSTER'] = JSON.stringify(cluster)
}

/** The cluster that is shared with this process, which then does not stop it, or one of its own. */
export async function joinCluster(): Promise<Cluster> {
  const shared = process.env['TEST_CLUSTER']
  if (shared === undefined) return startCluster()
  return { ...(JSON.parse(shared) as Pick<Cluster, 'connection' | 'template'>), stop: async () => {} }
}

/** Starts a cluster in a temporary folder, which goes away when it is stopped. */
export async function startCluster(): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillhere-tests-'))
  // For the unprivileged PostgreSQL of a test run by root.
  chmodSync(dataDir, 0o711)
  const embedded = await startPostgres({ dataDir, log: () => {}, settings: FAST })
  const stop = async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true })
  }
  const { connection } = embedded
  await makeTemplate(connection).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { connection, template: TEMPLATE, stop }
}

/** Makes a database with all migrations and no rows in a cluster. */
export async function copyTemplate({
  connection,
  template,
}: Pick<Cluster, 'connection' | 'template'>): Promise<{ connection: Connection; drop: () => Promise<void> }> {
  const database = `scratch_${randomBytes(8).toString('hex')}`
  // Files that need not outlive a power cut are copied in less time than a log of their pages takes.
  await runOn(connection, `CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const drop = () => runOn(connection, `DROP DATABASE ${database} WITH (FORCE)`)
  return { connection: { ...connection, database }, drop }
}

async function runOn(connection: Connection, text: string): Promise<void> {
  const db = openDatabase({ connection, max: 1 })
  await db.query(toScript(text))
  await db.close()
}

async function makeTemplate(connection: Connection): Promise<void> {
  await runOn(connection, `CREATE DATABASE ${TEMPLATE}`)
  const template = openDatabase({ connection: { ...connection, database: TEMPLATE }, max: 1 })
  // Closed in any case: a database that somebody is connected to cannot be copied.
  try {
    if (existsSync(MIGRATIONS_FOLDER)) await runMigrations(template)
  } finally {
    await template.close()
  }
}
