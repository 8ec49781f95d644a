import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { WorkerOptions } from 'node:worker_threads'

/**
 * How a thread of the service starts. It does not share the cache of compiled code that the process has turned on, and would
 * read all TypeScript again, which takes longer than a short calibration.
 */
export function workerOptions(cacheFolder = getCompileCacheDir()): WorkerOptions {
  const execArgv = ['--conditions=stillhere-source']
  // The folder in use lies, by version of Node, in the one that is asked for.
  return cacheFolder ? { execArgv, env: { ...process.env, NODE_COMPILE_CACHE: dirname(cacheFolder) } } : { execArgv }
}
