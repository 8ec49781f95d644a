import type { Challenge, CommandedStroke, ImuSample, Random } from '../../../packages/engine/src/index.ts'
import type { StolenScan } from '../../../packages/engine/src/synthetic/unmarked.ts'

/** The imitated subject of this attempt (the same number from enrollment to the last answer), and the attacker's stolen scans. */
export type Attempt = { subject: number; stolen: readonly StolenScan[] }

/** The answer an attacker submits to a fresh challenge whose strokes are all known. */
export type Make = (challenge: Challenge, random: Random, attempt: Attempt) => ImuSample[]

/**
 * One step of an answer at the live pace: gets the strokes revealed so far, and returns the samples since the step before up to
 * `untilMs` after the first one. The next stroke is revealed only after these samples were committed.
 */
export type Step = (strokes: readonly CommandedStroke[], untilMs: number) => ImuSample[]

/** Begins an answer at the live pace, of which only the length is known. */
export type Begin = (durationMs: number, random: Random, attempt: Attempt) => Step

/** Scores motion made this way with the open engine; higher is better, and 0 or more passes. The same seed gives the same strokes. */
export type Grade = (make: Make, seed: number) => number

/** An injection attack instrument (CEN/TS 18099): a module of the folder of injections exports these. */
export type Injection = {
  name: string
  /** One line. */
  does: string
  /** The number of fresh challenges it answers, if different from the others. */
  trials?: number
  make: Make
  /** Answers stroke by stroke; where it is absent, `make` is run again at each step with what is known by then. */
  begin?: Begin
  /** Whoever enrolls and scans before, where the attacker does not enroll by himself; those scans are stolen, and remembered. */
  victim?: Make
  /**
   * Looks for a better way with the open engine, and yields the best so far again and again until it is stopped. Start 0 begins
   * where the instrument begins, any other start elsewhere.
   */
  search?: (grade: Grade, random: Random, start: number) => Iterator<Make>
  /** Why it cannot be run here, such as recordings that are not there; its row says so. */
  missing?: string | undefined
}
