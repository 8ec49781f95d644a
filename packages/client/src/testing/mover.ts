import type { ImuSample } from '@stillhere/engine'
import { markReading } from '@stillhere/engine/synthetic'
import type { ScanProgress } from '../capture/progress.ts'

export { type SyntheticPerson, syntheticPerson } from '@stillhere/engine/synthetic'

/** Numbers of synthetic people who hold the phone well enough to pass at the first try, on a slow machine too. */
export const STEADY_PEOPLE = [42, 3, 8] as const

// Pages take a reading that is more than a second old for one of another clock.
const MOST_LATE_MS = 900
const TICK_MS = 16

type Playing = {
  rateHz: number
  /** In ms, never going back. */
  now: () => number
  onReading: (reading: Reading, ms: number) => void
}

/**
 * Hands over the mover's readings in their time until the returned function is called. After a pause of the machine those
 * that were missed follow at once, each with its own time, as a real sensor's queue does.
 */
export function playMotion(mover: Mover, { rateHz, now, onReading }: Playing): () => void {
  const stepMs = 1000 / rateHz
  let nextMs = now()
  const timer = setInterval(() => {
    // A person who has just seen a stroke thinks for a moment, on a busy machine for a long one.
    mover.feel(now())
    const untilMs = now()
    nextMs = Math.max(nextMs, untilMs - MOST_LATE_MS)
    for (; nextMs <= untilMs; nextMs += stepMs) onReading(asBrowsersRound(mover.feel(nextMs)), nextMs)
  }, TICK_MS)
  return () => clearInterval(timer)
}

/** What a phone's sensors read at one moment: m/s² with gravity, °/s. */
export type Reading = Required<Omit<ImuSample, 't'>>

/** What a scan shows to whoever holds the phone. */
export type Shown = Pick<ScanProgress, 'phase' | 'stroke'>

/** Somebody or something that moves a phone and sees its screen. Times are ms of one clock, whichever the caller has. */
export type Mover = {
  see(shown: Shown, ms: number): void
  feel(ms: number): Reading
}

// As often as the fastest reader looks.
const MARKED_HZ = 120

/** The same mover, whose readings are those of a browser and carry the mark of made-up motion. */
export function markMover(mover: Mover): Mover {
  return {
    see: (shown, ms) => mover.see(shown, ms),
    feel: (ms) => markReading(asBrowsersRound(mover.feel(ms)), Math.floor((ms * MARKED_HZ) / 1000)),
  }
}

/** As browsers round what they tell a page: 0.1 m/s² and 0.1 °/s. */
export function asBrowsersRound(reading: Reading): Reading {
  const { ax, ay, az, rx, ry, rz } = reading
  return { ax: tenths(ax), ay: tenths(ay), az: tenths(az), rx: tenths(rx), ry: tenths(ry), rz: tenths(rz) }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
