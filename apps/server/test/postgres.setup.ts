import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { MIGRATIONS_FOLDER, migrate } from '../src/database/migrate.ts'
import { type Connection, openDatabase } from '../src/database/pool.ts'
import { script } from '../src/database/sql.ts'
import { startEmbedded } from '../src/postgres/embedded.ts'

const TEMPLATE = 'stillhere_template'

// A power cut may cost the tests their rows; nothing else differs from the service's database.
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  deadlock_timeout: '100ms',
}

/** Starts one cluster for all test files, and answers how to stop it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillhere-tests-'))
  // For the unprivileged PostgreSQL of a test run by root.
  chmodSync(dataDir, 0o711)
  const { connection, stop } = await startEmbedded({ dataDir, log: () => {}, settings: FAST })
  const teardown = async () => {
    await stop()
    rmSync(dataDir, { recursive: true })
  }
  await makeTemplate(connection).catch(async (error: unknown) => {
    await teardown()
    throw error
  })
  project.provide('postgres', { connection, template: TEMPLATE })
  return teardown
}

async function makeTemplate(connection: Connection): Promise<void> {
  const cluster = openDatabase({ connection, max: 1 })
  await cluster.query(script(`CREATE DATABASE ${TEMPLATE}`))
  await cluster.close()
  const template = openDatabase({ connection: { ...connection, database: TEMPLATE }, max: 1 })
  // Closed in any case: a database that somebody is connected to cannot be copied.
  try {
    if (existsSync(MIGRATIONS_FOLDER)) await migrate(template)
  } finally {
    await template.close()
  }
}
