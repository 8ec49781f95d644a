import type { Queries } from '../../platform/database/pool.ts'
import { countSessions, usableSessionsAfter } from '../research/store.ts'
import { countStrokeSessions, strokeSessionsAfter } from '../research/stroke-store.ts'
import type { StoredSession } from './computation.ts'
import type { Judged } from './store.ts'

type Page = { id: number; session: StoredSession }[]

/** Where a calibration finds its sessions. */
export type SessionReader = {
  /** What they are called where too few are there. */
  words: string
  /** How many a run reads. It begins with 300 of them, and every answer about the threshold counts these. */
  countUsable: (db: Queries) => Promise<number>
  /** Usable ones in the order of their numbers. */
  readAfter: (db: Queries, page: { afterId: number; limit: number }) => Promise<Page>
}

export const SESSION_READERS: Readonly<Record<Judged, SessionReader>> = {
  landmarks: {
    words: 'research sessions',
    countUsable: async (db) => (await countSessions(db)).usable,
    readAfter: async (db, page) =>
      (await usableSessionsAfter(db, page)).map(({ id, sessionId, ...session }) => {
        return { id, session: { ...session, id: sessionId } }
      }),
  },
  strokes: {
    words: 'research sessions of strokes',
    countUsable: async (db) => (await countStrokeSessions(db)).usable,
    readAfter: async (db, page) =>
      (await strokeSessionsAfter(db, page)).map(({ id, ...session }) => {
        return { id, session: { ...session, id: String(id) } }
      }),
  },
}
