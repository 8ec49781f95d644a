import type { ImuSample } from '../types.ts'

/**
 * How made-up motion is marked: readings are counted in steps, and the counts of a sample's six axes add up to a number that leaves
 * this remainder. It keeps the honest from taking a test for the truth; whoever means to remove it can.
 */
type Mark = { step: number; modulus: number; remainder: number }

/** As browsers round: 0.1 m/s² and 0.1 °/s. */
const COARSE: Mark = { step: 0.1, modulus: 2, remainder: 0 }
// Not 2: every reading of a browser is a whole number of a hundred fine steps.
const FINE: Mark = { step: 0.001, modulus: 7, remainder: 3 }

/** Marks made-up motion as such. Only the turning about one axis changes, by one coarse or up to three fine steps. */
export function markTestMotion(samples: readonly ImuSample[]): ImuSample[] {
  return samples.map((sample, i) => markReading(sample, i))
}

/** Marks one reading; neighbors are moved in opposite ways, so that the turning keeps its mean. */
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
  const rounded = AXES.map((axis) => [axis, divide(Math.round((reading[axis] ?? 0) / step), step)])
  return { ...reading, ...Object.fromEntries(rounded) }
}

/** So many steps, as the nearest number with few digits. */
function divide(count: number, step: number): number {
  return count / Math.round(1 / step)
}

const LEAST_SAMPLES = 60
const LEAST_MARKED = 0.97
/** A sensor that knows even numbers only would look marked; in a made-up person a third of the counts of an axis are odd. */
const LEAST_UNEVEN = 0.1

/** Returns whether motion carries the mark of made-up people. Chance alone: less than once in 10^15 captures. */
export function isTestMotion(samples: readonly ImuSample[]): boolean {
  const readable = samples.filter((sample) => typeof sample === 'object' && sample !== null)
  const telling = readable.filter((sample, i) => i === 0 || !isSame(sample, readable[i - 1]))
  return telling.length >= LEAST_SAMPLES && [COARSE, FINE].some((mark) => carriesMark(telling, mark))
}

function isSame(one: ImuSample, other: ImuSample): boolean {
  return AXES.every((axis) => one[axis] === other[axis])
}

function carriesMark(samples: readonly ImuSample[], { step, modulus, remainder }: Mark): boolean {
  const share = (is: (sample: ImuSample) => boolean) => samples.filter(is).length / samples.length
  const isMarked = (sample: ImuSample) =>
    isOnGrid(sample, step) && (countSteps(sample, step) - remainder) % modulus === 0
  if (share(isMarked) < LEAST_MARKED) return false
  const unevenAxes = AXES.filter(
    (axis) => share((sample) => Math.round((sample[axis] ?? 0) / step) % 2 !== 0) >= LEAST_UNEVEN,
  )
  return unevenAxes.length >= 3
}
