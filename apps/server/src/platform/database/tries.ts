import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { isDatabaseUnavailable } from './unavailable.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
// Another transaction removed what this one had found before: the next try finds nothing and says so.
const FOREIGN_KEY_VIOLATION = '23503'
const MAX_TRIES = 5
// A host that is gone is asked for again as often; a takeover is then noticed soon.
const LOOK_AGAIN_MS = 250
// Full disks and statements that took too long do not pass by trying again; what was asked to stop must stop.
const LASTING = /^(?:53|57014)/

/** There is no row where one must be. */
export class MissingRowError extends Error {
  constructor() {
    super('expected one row, got none')
  }
}

// Failures of a COMMIT: whether it was done, only the database knows.
const unsure = new WeakSet<object>()

/** Marks a failure after which a transaction may or may not have been written; it is never tried again. */
export function markUnsure(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) unsure.add(error)
  return error
}

export type Tries = {
  random: () => number
  /** How long a transaction waits for a database that is away. */
  patienceMs: number
  /** Done before each further try after the database went away. */
  search: () => Promise<void>
}

/** Tries again after a conflict with another transaction, and for a while when the database went away before anything was written. */
export async function tryAgain<T>(attempt: () => Promise<T>, { random, patienceMs, search }: Tries): Promise<T> {
  const began = performance.now()
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (isConflict(error) && tries < MAX_TRIES) await delay(random() * 5 * 2 ** tries)
      else if (isLost(error) && performance.now() - began < patienceMs) {
        await delay(random() * LOOK_AGAIN_MS)
        await search()
      } else throw error
    }
  }
}

/** Whether the connection or the host is gone, or only reads any more, and nothing was written by what failed. */
export function isLost(error: unknown): boolean {
  if (!isDatabaseUnavailable(error) || (typeof error === 'object' && error !== null && unsure.has(error))) return false
  return !(error instanceof DatabaseError && LASTING.test(error.code ?? ''))
}

function isConflict(error: unknown): boolean {
  if (isContended(error) || error instanceof MissingRowError) return true
  return isGone(error)
}

/** Whether another transaction removed what this one refers to. */
export function isGone(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION
}

/** Whether others changed the same at the same time; whoever comes a little later finds it free. */
export function isContended(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK)
}
