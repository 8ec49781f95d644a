import type { Challenge, ImuSample, StrokeOutcome } from '@stillhere/engine'
import type { EngineWorker, Glance } from '../live/engine-worker.ts'
import { findPointerStroke } from './pointer-stroke.ts'
import type { ScanMode, StrokeMark } from './progress.ts'

export type StrokeMarks = {
  /** At every moment of the capture: looks again where there is something to find out. */
  follow: (moment: Moment) => void
  /** One for each stroke that was told so far. */
  marks: () => readonly StrokeMark[]
}

type Moment = { challenge: Challenge; imu: readonly ImuSample[]; startMs: number; elapsedMs: number }

// A hand answers after about 0.4 s and moves for half a second; before that there is nothing to find.
const FIRST_LOOK_MS = 700
// The engine looks so far past a cue; what it has not found by then it will not find.
const LAST_LOOK_MS = 2000
const LOOK_EVERY_MS = 150
// What the engine looks at before a cue.
const BEFORE_CUE_MS = 1000

/** Marks strokes as they are made, by a first look that decides nothing. */
export function createStrokeMarks(mode: ScanMode, worker: Pick<EngineWorker, 'glance'>): StrokeMarks {
  const marks: StrokeMark[] = []
  let isLooking = false
  let lookedMs = -Infinity
  const settle = (outcomes: readonly boolean[], { challenge, elapsedMs }: Moment) => {
    isLooking = false
    outcomes.forEach((isSeen, i) => (marks[i] = decideMark(marks[i], isSeen, sinceEnd(challenge, i, elapsedMs))))
  }
  const look = async (moment: Moment) => {
    if (mode === 'pointer') return settle(lookAtPointer(moment), moment)
    const first = marks.indexOf('open')
    const outcomes = await worker.glance(cutFrom(moment, first)).catch(() => [])
    const found = outcomes.map((outcome, i) => isFound(outcome, moment, first + i))
    settle([...marks.slice(0, first).map(() => true), ...found], moment)
  }
  return {
    marks: () => marks.slice(),
    follow: (moment) => {
      const { challenge, elapsedMs } = moment
      while (marks.length < challenge.strokes.length) marks.push('open')
      const isDue = challenge.strokes.some(({ atMs }, i) => marks[i] === 'open' && elapsedMs - atMs >= FIRST_LOOK_MS)
      if (isLooking || !isDue || elapsedMs - lookedMs < LOOK_EVERY_MS) return
      isLooking = true
      lookedMs = elapsedMs
      // Later strokes may be told while the engine looks.
      void look({ ...moment, challenge: { ...challenge, strokes: challenge.strokes.slice() } })
    },
  }
}

/** What there is to look at from this stroke on: those before it are settled. */
function cutFrom({ challenge, imu, startMs }: Moment, first: number): Glance {
  const strokes = challenge.strokes.slice(first)
  const fromMs = startMs + (strokes[0]?.atMs ?? 0) - BEFORE_CUE_MS
  return { strokes, imu: imu.filter(({ t }) => t >= fromMs), startMs }
}

/** How long the time of a stroke has been over; negative while it runs. */
function sinceEnd({ strokes, durationMs }: Challenge, i: number, elapsedMs: number): number {
  const atMs = strokes[i]?.atMs ?? Infinity
  return elapsedMs - Math.min(atMs + LAST_LOOK_MS, durationMs)
}

// What is unclear may still become something else.
function isFound(outcome: StrokeOutcome, { challenge, elapsedMs }: Moment, i: number): boolean {
  return outcome === 'clear' || (outcome === 'unclear' && sinceEnd(challenge, i, elapsedMs) >= 0)
}

function decideMark(before: StrokeMark | undefined, isSeen: boolean, overMs: number): StrokeMark {
  if (before !== undefined && before !== 'open') return before
  if (isSeen) return 'seen'
  return overMs >= 0 ? 'missed' : 'open'
}

function lookAtPointer({ challenge: { strokes }, imu, startMs }: Moment): boolean[] {
  const places = imu.map((place) => ({ ...place, t: place.t - startMs }))
  return strokes.map(({ direction, atMs }, i) => {
    return findPointerStroke(places, atMs, strokes[i + 1]?.atMs ?? Infinity) === direction
  })
}
