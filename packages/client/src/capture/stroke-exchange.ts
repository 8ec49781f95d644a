import type { Challenge } from '@stillhere/engine'
import type { MotionCapture } from './motion-source.ts'

/** The samples recorded since the start of the challenge. */
export type RecordedSamples = Pick<MotionCapture, 'imu' | 'camera' | 'frames'>

/** Reveals strokes one at a time, each in exchange for a commitment to the samples recorded before it. */
export type StrokeSupply = {
  /** Number of strokes of the whole challenge. */
  strokeCount: number
  /** Commits to the samples and returns the next stroke, or null after the last commitment. */
  commit: (recorded: RecordedSamples, elapsedMs: number) => Promise<Challenge['strokes'][number] | null>
}

/** The network broke or was too slow for live strokes. A challenge with all strokes at once may still work. */
export class LiveInterrupted extends Error {
  override name = 'LiveInterrupted'
}

// By then the person has reacted, and the next stroke has time to arrive before its cue, at least 1300 ms after this one.
const COMMIT_AFTER_CUE_MS = 650
// The latest time of the next cue, plus how late its arrow may be.
const GIVE_UP_AFTER_CUE_MS = 1800
// A stroke must begin within 900 ms of its cue, and a person needs most of that.
const LATE_ARROW_MS = 250

export type StrokeExchange = {
  /** Called at every step of the capture; commits if it's time to. Throws LiveInterrupted if a stroke didn't arrive in time. */
  follow: (elapsedMs: number) => void
  /** Commits the remaining samples. */
  finish: (recorded: RecordedSamples, elapsedMs: number) => Promise<void>
}

/**
 * Creates the exchange that reveals the strokes of a live challenge. Shortly after each cue it commits to the samples recorded so far
 * (`teller.commit`), and appends the stroke that it gets in return to `growing`, the challenge being answered. `follow` and `finish` throw
 * LiveInterrupted if a stroke arrives too late.
 */
export function createExchange(
  growing: Challenge,
  teller: StrokeSupply,
  { record, elapsed }: { record: () => RecordedSamples; elapsed: () => number },
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
