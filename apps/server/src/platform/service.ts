import type { Random } from '@stillhere/engine'
import type { Database } from './database/pool.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings/settings.ts'
import type { Threads } from './threads/threads.ts'

/** The dependencies of the routes of all areas. */
export type Service = {
  db: Database
  /** A copy that follows the database and answers public figures; absent where the database does so itself. */
  replica?: Database
  secrets: Secrets
  settings: Settings
  /** For work that would hold up the event loop. */
  threads: Threads
  /** The process's clock, for budgets of addresses and for answers without a transaction. */
  now: () => Date
  /** Draws the strokes of challenges; a cryptographic source unless a test has its own. */
  random?: Random
}
