import type { ImuSample } from '@stillhere/engine'
import { markReading } from '@stillhere/engine/synthetic'
import type { ScanProgress } from '../capture/progress.ts'

export { type SyntheticPerson, syntheticPerson } from '@stillhere/engine/synthetic'

/** Seeds of synthetic people who pass at the first try, even on a slow machine. */
export const STEADY_PEOPLE = [42, 3, 8] as const

// Pages treat a reading more than a second old as one of another clock.
const MOST_LATE_MS = 900
const TICK_MS = 16

type PlayingMotion = {
  rateHz: number
  /** A monotonic clock in ms. */
  now: () => number
  onReading: (reading: Reading, ms: number) => void
}

/**
 * Calls `onReading` with the sensor readings of a mover (a simulated person or attacker with a phone) at `rateHz`, until the returned function is
 * called. After a pause of the machine, the readings of the last 0.9 seconds follow at once, each with its own time, as from a real sensor's queue.
 */
export function startMotion(mover: Mover, { rateHz, now, onReading }: PlayingMotion): () => void {
  const stepMs = 1000 / rateHz
  let nextMs = now()
  const timer = setInterval(() => {
    // A person needs time to react to a new stroke, and more on a busy machine.
    mover.feel(now())
    const untilMs = now()
    nextMs = Math.max(nextMs, untilMs - MOST_LATE_MS)
    for (; nextMs <= untilMs; nextMs += stepMs) onReading(toBrowserReading(mover.feel(nextMs)), nextMs)
  }, TICK_MS)
  return () => clearInterval(timer)
}

/** One reading of a phone's sensors: m/s² with gravity, and °/s. */
export type Reading = Required<Omit<ImuSample, 't'>>

/** The part of a scan's progress that the person with the phone sees. */
export type ShownScan = Pick<ScanProgress, 'phase' | 'stroke'>

/** A simulated person or attacker that moves a phone and sees its screen. Times are in ms on the caller's clock. */
export type Mover = {
  see(shown: ShownScan, ms: number): void
  feel(ms: number): Reading
}

// The rate of the fastest reader.
const MARKED_HZ = 120

/**
 * Returns a copy of a mover (a simulated person or attacker with a phone) whose readings are rounded like a browser's and carry the pattern of
 * synthetic motion, by which services tell tests from people.
 */
export function addMark(mover: Mover): Mover {
  return {
    see: (shown, ms) => mover.see(shown, ms),
    feel: (ms) => markReading(toBrowserReading(mover.feel(ms)), Math.floor((ms * MARKED_HZ) / 1000)),
  }
}

/** Rounds a sensor reading as browsers do, to 0.1 m/s² and 0.1 °/s. */
export function toBrowserReading(reading: Reading): Reading {
  const { ax, ay, az, rx, ry, rz } = reading
  return { ax: toTenths(ax), ay: toTenths(ay), az: toTenths(az), rx: toTenths(rx), ry: toTenths(ry), rz: toTenths(rz) }
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10
}
