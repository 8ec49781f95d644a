import { dayOf } from '../day.ts'
import type { Service } from '../service.ts'
import { toStatus } from './rules.ts'
import { type Figures, readFigures } from './store.ts'

/** The public figures, and the answer of nodes/status that was made of them. */
type FiguresRead = { figures: Figures; statusText: string }

export type FiguresKept = {
  /** Read now. */
  current: () => Promise<FiguresRead>
  /** Read by this process less than a second ago, or else now; callers who come meanwhile wait for the same reading. */
  recent: () => Promise<FiguresRead>
  /** After a write by this process, so that its caller finds it in the next figures. */
  forget: () => void
}

const MAX_AGE_MS = 1000

export function keepFigures(service: Service): FiguresKept {
  let kept: { begunAt: number; reading: Promise<FiguresRead> } | undefined
  const forget = () => (kept = undefined)
  const current = () => {
    const begun = { begunAt: service.now().getTime(), reading: readNow(service) }
    kept = begun
    // A failed reading is its callers' to see, and nobody's to keep.
    begun.reading.catch(() => kept === begun && forget())
    return begun.reading
  }
  const recent = () => {
    const ageMs = kept ? service.now().getTime() - kept.begunAt : Number.NaN
    // A clock that was set back makes an age below zero.
    return kept && ageMs >= 0 && ageMs < MAX_AGE_MS ? kept.reading : current()
  }
  return { current, recent, forget }
}

async function readNow({ db }: Service): Promise<FiguresRead> {
  return db.transaction(async (tx) => {
    const figures = await readFigures(tx, dayOf(tx.now))
    return { figures, statusText: JSON.stringify(toStatus(figures, tx.now)) }
  })
}
