import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'

/** Starts one cluster for all test files, and returns how to stop it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, template, stop } = await startCluster()
  project.provide('postgres', { connection, template })
  return stop
}
