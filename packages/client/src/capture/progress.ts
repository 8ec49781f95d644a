import type { Direction } from '@stillhere/engine'
import type { LiveParts } from '../live/engine-worker.ts'

/**
 * The phase of a scan, in order. `resting` is between rounds, `offering` asks for one more round, and `unsent` lasts while the service can't be
 * reached.
 */
export type ScanPhase =
  | 'asking'
  | 'preparing'
  | 'resting'
  | 'countdown'
  | 'capturing'
  | 'judging'
  | 'offering'
  | 'signing'
  | 'unsent'
  | 'done'

/** Motion sensors, or a pointer for practice. */
export type ScanMode = 'sensors' | 'pointer'

/** The pace at which strokes are revealed: all at once (batch), or each after the motion before it was committed (live). */
export type Pace = 'batch' | 'live'

/** A requested stroke: 'coming' shortly before its cue, 'now' from the cue on, 'over' when its time is up. */
export type StrokeProgress = {
  index: number
  of: number
  direction: Direction
  words: string
  state: 'coming' | 'now' | 'over'
}

/** The preliminary result for a stroke. It decides nothing: the complete capture is judged at the end. */
export type StrokeMark = 'open' | 'seen' | 'missed'

/** The state of a running scan, as the page should show it to the person now. */
export type ScanProgress = {
  phase: ScanPhase
  mode: ScanMode
  /** Remaining time of this phase, in whole seconds as a countdown shows them; 0 if unknown. */
  secondsLeft: number
  /** Elapsed time of the capture. */
  elapsedMs: number
  durationMs: number
  /** The live presence score; null during the first two seconds, and always in pointer mode. */
  score: number | null
  parts: LiveParts | null
  /** A short hint for the person. */
  hint: string | null
  stroke: StrokeProgress | null
  /** While capturing: a mark for each stroke known so far. */
  marks?: readonly StrokeMark[]
  /** Continues immediately while `resting` or `unsent`; starts one more round while `offering`. */
  goOn?: () => void
  /** While `offering`: continues without another round, as happens anyway when the time is over. */
  decline?: () => void
  /** Set as soon as it is known, if the strokes come from a service. */
  pace?: Pace
}
