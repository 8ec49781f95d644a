import type { Random } from '@stillhere/engine'
import type { Database } from './database/pool.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings/settings.ts'
import type { Threads } from './threads/threads.ts'

/** The dependencies of the routes of all areas. */
export type Service = {
  db: Database
  /** A read replica for public statistics; absent if the database itself answers them. */
  replica?: Database
  secrets: Secrets
  settings: Settings
  /** Worker threads for work that would block the event loop. */
  threads: Threads
  /** The process's clock, for budgets and for responses outside of transactions. */
  now: () => Date
  /** Draws the strokes of challenges; a cryptographic source unless a test has its own. */
  random?: Random
}
