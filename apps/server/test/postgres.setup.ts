import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'
import { startPgBouncer } from './pgbouncer.ts'

/** Starts one cluster for all test files, and returns how to stop it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, template, stop } = await startCluster()
  // Services then reach their databases through a pooler: TEST_POOLER=transaction npm exec -- vitest run --project server
  const bouncer = process.env['TEST_POOLER'] === 'transaction' ? await startPgBouncer(connection) : undefined
  project.provide('postgres', { connection, template, pooled: bouncer?.connection })
  return async () => {
    await bouncer?.stop()
    await stop()
  }
}
