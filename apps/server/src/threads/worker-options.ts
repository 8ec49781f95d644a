import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { WorkerOptions } from 'node:worker_threads'

/** As `npm start` asks for the main thread: threads that read many large bodies would otherwise keep hundreds of megabytes of what they need no more. */
const YOUNG_MB = 12

/**
 * How a thread of the service starts. It does not share the cache of compiled code that the process has turned on, and would
 * read all TypeScript again, which takes longer than a short calibration.
 */
export function workerOptions(cacheFolder = getCompileCacheDir()): WorkerOptions {
  const execArgv = ['--conditions=stillhere-source']
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB }
  // The folder in use lies, by version of Node, in the one that is asked for.
  return cacheFolder
    ? { execArgv, resourceLimits, env: { ...process.env, NODE_COMPILE_CACHE: dirname(cacheFolder) } }
    : { execArgv, resourceLimits }
}
