import type { Challenge } from '@stillhere/engine'
import type { MotionCapture } from './motion-source.ts'

/** What was recorded since the start of the challenge. */
export type Recorded = Pick<MotionCapture, 'imu' | 'camera' | 'frames'>

/** Tells strokes one at a time, each in exchange for a commitment to what was recorded before. */
export type StrokeTeller = {
  /** Of the whole challenge. */
  strokeCount: number
  /** The next stroke, or null after the last commitment. */
  commit: (recorded: Recorded, elapsedMs: number) => Promise<Challenge['strokes'][number] | null>
}

/** The network was too slow for strokes that are told one at a time, or broke. All at once may still work. */
export class LiveInterrupted extends Error {
  override name = 'LiveInterrupted'
}

// A person has reacted by then, and the answer has time to come before the next cue, which is 1300 ms after this one or later.
const COMMIT_AFTER_CUE_MS = 650
// The latest next cue, and as late as an arrow may be.
const GIVE_UP_AFTER_CUE_MS = 1800
// A stroke counts up to 900 ms after its cue, and a person needs most of that.
const LATE_ARROW_MS = 250

export type StrokeExchange = {
  /** At every moment of the capture: commits when it is time. Throws LiveInterrupted when a stroke did not come in time. */
  follow: (elapsedMs: number) => void
  /** Commits the rest. */
  finish: (recorded: Recorded, elapsedMs: number) => Promise<void>
}

/** Appends strokes to a growing challenge as they are told. */
export function createExchange(
  growing: Challenge,
  teller: StrokeTeller,
  { record, elapsed }: { record: () => Recorded; elapsed: () => number },
): StrokeExchange {
  const { strokes } = growing
  let made = 0
  let isWaiting = false
  let failure: unknown
  const take = (stroke: Challenge['strokes'][number] | null) => {
    made++
    isWaiting = false
    if (stroke === null || elapsed() > stroke.atMs + LATE_ARROW_MS)
      failure = new LiveInterrupted('an arrow came too late')
    else strokes.push(stroke)
  }
  const fail = (cause: unknown) => {
    failure = cause
  }
  return {
    follow: (elapsedMs) => {
      if (failure !== undefined) throw failure
      const sinceCueMs = elapsedMs - (strokes[made]?.atMs ?? Infinity)
      if (isWaiting && sinceCueMs > GIVE_UP_AFTER_CUE_MS) throw new LiveInterrupted('the next arrow did not come')
      if (isWaiting || made >= teller.strokeCount - 1 || sinceCueMs < COMMIT_AFTER_CUE_MS) return
      isWaiting = true
      teller.commit(record(), Math.round(elapsedMs)).then(take, fail)
    },
    finish: async (recorded, elapsedMs) => {
      if (failure !== undefined) throw failure
      if (strokes.length < teller.strokeCount) throw new LiveInterrupted('not every arrow came')
      await teller.commit(recorded, Math.round(elapsedMs))
    },
  }
}
