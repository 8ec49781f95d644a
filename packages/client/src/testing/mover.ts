import type { ImuSample } from '@stillhere/engine'
import { markReading } from '@stillhere/engine/synthetic'
import type { ScanProgress } from '../capture/progress.ts'

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
