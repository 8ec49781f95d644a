import type { TestProject } from 'vitest/node'
import { shareCluster, startCluster } from './cluster.ts'
import { startPgBouncer } from './pgbouncer.ts'

/** Starts one cluster for all test files of all projects, and returns how to stop it after the last. */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ('postgres' in vitest.getProvidedContext()) return undefined
  const { connection, template, stop } = await startCluster()
  // Services then reach their databases through a pooler: TEST_POOLER=transaction npm exec -- vitest run --project server
  const bouncer = process.env['TEST_POOLER'] === 'transaction' ? await startPgBouncer(connection) : undefined
  vitest.provide('postgres', { connection, template, pooled: bouncer?.connection })
  shareCluster({ connection, template })
  return async () => {
    await bouncer?.stop()
    await stop()
  }
}
