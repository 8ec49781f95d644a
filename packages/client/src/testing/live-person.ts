import { type Direction, seededRandom } from '@stillhere/engine'
import { type SyntheticPerson, unfoldStrokes } from '@stillhere/engine/synthetic'
import { addMark, type Mover, type Reading } from './mover.ts'

/** A stroke that the person intends to make, as if its cue came at `atMs`. */
export type Intention = { direction: Direction; atMs: number }

/** The options of `livePerson`. */
export type LivePersonOptions = {
  /** Selects the random variation of the person's motion; 1 by default. */
  seed?: number
  /** Returns how the person understands a cue, or null to ignore it. By default the person follows every cue. */
  understands?: (cue: Intention) => Intention | null
}

export const LIVE_HZ = 120
// Long enough for a countdown of ten seconds and the longest challenge.
const TAKE_MS = 22_000
const MOST_STROKES = 8
const EXACT = { acceleration: 0, rotation: 0 }

/** A stretch of motion from `startMs` on, with the strokes requested so far. */
type Take = { startMs: number; seed: number; strokes: Intention[]; readings: Reading[] | null; answer: Answer }

type Answer = ReturnType<typeof unfoldStrokes>

/**
 * Creates a mover that acts like a person with a phone: it sees the progress of the scan, and returns the sensor readings of each stroke when the
 * stroke is shown.
 *
 * @returns the mover, to pass to `virtualSource`, `installVirtualMotion` or `driveVirtualSensors`.
 * @example
 * const { source, onProgress } = virtualSource(livePerson(syntheticPerson(42)))
 */
export function livePerson(person: SyntheticPerson, options: LivePersonOptions = {}): Mover {
  const { seed = 1, understands = (cue) => cue } = options
  const openTake = (startMs: number, takeSeed: number): Take => {
    const answering = unfoldStrokes(person, seededRandom(takeSeed), { rateHz: LIVE_HZ, rounding: EXACT })
    return { startMs, seed: takeSeed, strokes: [], readings: null, answer: answering }
  }
  let take = openTake(0, seed)
  let shownPhase = ''
  let shownStroke = ''
  const beginTake = (startMs: number) => {
    take = openTake(startMs, take.seed + 1)
  }
  const answer = (direction: Direction, ms: number) => {
    const intention = understands({ direction, atMs: ms })
    if (intention === null || take.strokes.length >= MOST_STROKES) return
    const atMs = intention.atMs - take.startMs
    take = { ...take, strokes: [...take.strokes, { ...intention, atMs }], readings: null }
  }
  return addMark({
    see: ({ phase, stroke }, ms) => {
      // Nothing is recorded in these phases, so the seam between two takes stays invisible.
      if (phase !== shownPhase && (phase === 'preparing' || phase === 'countdown')) beginTake(ms)
      shownPhase = phase
      const cue = stroke?.state === 'now' ? `${stroke.index}` : ''
      if (stroke && cue !== '' && cue !== shownStroke) answer(stroke.direction, ms)
      shownStroke = cue
    },
    feel: (ms) => {
      if (ms < take.startMs || ms >= take.startMs + TAKE_MS) beginTake(ms)
      take.readings ??= createReadings(take)
      return findReading(take.readings, ms - take.startMs)
    },
  })
}

// Strokes not requested yet are placed beyond the end. So each stroke uses the same random numbers whether or not later ones are known, and a
// repeated take is identical up to the latest stroke.
function createReadings({ strokes, answer }: Take): Reading[] {
  const unknown = Array.from({ length: MOST_STROKES - strokes.length }, () => ({ direction: 'up', atMs: 2 * TAKE_MS }))
  const last = { direction: 'up', atMs: TAKE_MS }
  return answer([...strokes, ...unknown, last]).map(({ ax, ay, az, rx = 0, ry = 0, rz = 0 }) => ({
    ax,
    ay,
    az,
    rx,
    ry,
    rz,
  }))
}

// Never between two readings: a mean of neighbors would look made up.
function findReading(readings: readonly Reading[], ms: number): Reading {
  const reading = readings[Math.min(readings.length - 1, Math.floor((ms * LIVE_HZ) / 1000))]
  if (reading === undefined) throw new Error(`a person has no reading at ${ms} ms`)
  return reading
}
