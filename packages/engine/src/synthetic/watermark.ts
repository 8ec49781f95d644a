import type { ImuSample } from '../capture.ts'

/**
 * A mark of synthetic motion: readings are counted in steps, and the counts of a sample's six axes add up to a number
 * with this remainder. It prevents mistaking a test for real motion; anyone who wants to can remove it.
 */
type Mark = { step: number; modulus: number; remainder: number }

/** As browsers round: 0.1 m/s² and 0.1 °/s. */
const COARSE: Mark = { step: 0.1, modulus: 2, remainder: 0 }
// Not 2: every reading of a browser is a whole number of a hundred fine steps.
const FINE: Mark = { step: 0.001, modulus: 7, remainder: 3 }

/**
 * Returns the samples with the mark of synthetic motion. Readings are rounded to steps of 0.1 or 0.001, and `rz`
 * changes by at most one coarse or six fine steps.
 */
export function markTestMotion(samples: readonly ImuSample[]): ImuSample[] {
  return samples.map((sample, i) => markReading(sample, i))
}

/**
 * Returns one reading with the mark of synthetic motion. `place` is its index in the capture: even and odd readings are
 * changed in opposite directions, so that the mean rotation stays.
 */
export function markReading<Reading extends Omit<ImuSample, 't'>>(reading: Reading, place: number): Reading {
  const mark = isOnGrid(reading, COARSE.step) ? COARSE : FINE
  const { step, modulus, remainder } = mark
  const over = countSteps(reading, step) - remainder
  const down = ((over % modulus) + modulus) % modulus
  const move = place % 2 === 0 || down === 0 ? -down : modulus - down
  const rounded = roundReading(reading, step)
  return { ...rounded, rz: divide(Math.round((rounded.rz ?? 0) / step) + move, step) }
}

const AXES = ['ax', 'ay', 'az', 'rx', 'ry', 'rz'] as const
type AxisReading = Omit<ImuSample, 't'>

function isOnGrid(reading: AxisReading, step: number): boolean {
  return AXES.every((axis) => Math.abs((reading[axis] ?? 0) / step - Math.round((reading[axis] ?? 0) / step)) < 1e-6)
}

function countSteps(reading: AxisReading, step: number): number {
  return AXES.reduce((sum, axis) => sum + Math.round((reading[axis] ?? 0) / step), 0)
}

function roundReading<Reading extends AxisReading>(reading: Reading, step: number): Reading {
  const round = (value = 0) => divide(Math.round(value / step), step)
  const { ax, ay, az, rx, ry, rz } = reading
  return { ...reading, ax: round(ax), ay: round(ay), az: round(az), rx: round(rx), ry: round(ry), rz: round(rz) }
}

/** Returns a number of steps as the nearest number with few digits. */
function divide(count: number, step: number): number {
  return count / Math.round(1 / step)
}

const LEAST_SAMPLES = 60
const LEAST_MARKED = 0.97
/** A sensor with only even values would look marked; in a synthetic person a third of the counts of an axis are odd. */
const LEAST_UNEVEN = 0.1

/**
 * Returns whether motion samples have the mark of synthetic motion. A real capture has it by chance less than once in
 * 10^15. False for fewer than 60 different samples.
 */
export function isTestMotion(samples: readonly ImuSample[]): boolean {
  const readable = samples.filter((sample) => typeof sample === 'object' && sample !== null)
  const telling = readable.filter((sample, i) => i === 0 || !isSame(sample, readable[i - 1]))
  if (telling.length < LEAST_SAMPLES) return false
  // Most motion isn't a test, and its start shows that.
  const begun = telling.slice(0, LEAST_SAMPLES)
  return [COARSE, FINE].some((mark) => isMarked(begun, mark) && isMarked(telling, mark) && isUneven(telling, mark))
}

function isSame(one: ImuSample, other: ImuSample): boolean {
  return AXES.every((axis) => one[axis] === other[axis])
}

function isMarked(samples: readonly ImuSample[], { step, modulus, remainder }: Mark): boolean {
  const marked = samples.filter(
    (sample) => isOnGrid(sample, step) && (countSteps(sample, step) - remainder) % modulus === 0,
  )
  return marked.length >= LEAST_MARKED * samples.length
}

function isUneven(samples: readonly ImuSample[], { step }: Mark): boolean {
  const isOdd = (value = 0) => Math.round(value / step) % 2 !== 0
  const uneven = AXES.filter(
    (axis) => samples.filter((sample) => isOdd(sample[axis])).length >= LEAST_UNEVEN * samples.length,
  )
  return uneven.length >= 3
}
