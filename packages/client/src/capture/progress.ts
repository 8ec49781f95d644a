import type { Direction } from '@stillhere/engine'
import type { LiveParts } from '../live/engine-worker.ts'

/**
 * What a scan is doing, in this order; `resting` is between rounds, `offering` where one more may be made, `unsent` while the service
 * cannot be reached.
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

/** With motion sensors, or with a pointer for practice. */
export type ScanMode = 'sensors' | 'pointer'

/** How strokes are told: all at once, or each after the motion before it was committed. */
export type Pace = 'batch' | 'live'

/** A stroke that is asked for: 'coming' shortly before its cue, 'now' from the cue on, 'over' when its time is up. */
export type StrokeProgress = {
  index: number
  of: number
  direction: Direction
  words: string
  state: 'coming' | 'now' | 'over'
}

/** What a first look says of a stroke. It decides nothing: the whole capture is judged at the end. */
export type StrokeMark = 'open' | 'seen' | 'missed'

/** What to show to the person at this moment. */
export type ScanProgress = {
  phase: ScanPhase
  mode: ScanMode
  /** Of this phase, in whole seconds as a countdown shows them; 0 where unknown. */
  secondsLeft: number
  /** Of the capture. */
  elapsedMs: number
  durationMs: number
  /** The live presence score; null while two seconds are not there, and always in pointer mode. */
  score: number | null
  parts: LiveParts | null
  /** Plain words for the person. */
  hint: string | null
  stroke: StrokeProgress | null
  /** While capturing: one for each stroke that was told so far. */
  marks?: readonly StrokeMark[]
  /** Where the scan waits, `resting` or `unsent`: goes on at once; where it is `offering`: with one more round. */
  goOn?: () => void
  /** While `offering`: goes on without one more round, as it does by itself when the seconds are over. */
  decline?: () => void
  /** Where the strokes come from a service, as soon as it is known. */
  pace?: Pace
}
