import { createPositiveSolver } from '../../packages/engine/src/math/linear-algebra.ts'
import { dot } from '../../packages/engine/src/math/statistics.ts'
import { type Detector, WEIGHT_UNIT } from '../../packages/engine/src/presence/model.ts'
import { roundToDigits } from './model-file.ts'

/** Scaled features of a window and how much it counts. */
export type Row = { u: Float64Array; weight: number }

/** Mean, standard deviation and, in units of it, covariance of features and squares; the lower half, row by row. */
export type Moments = { mean: Float64Array; sd: Float64Array; covariance: Float64Array }

/** What keeps many features and few windows apart: in units of people's variance, and of the forgeries' covariance. */
const RIDGE = 0.3
const FORGERY_SHARE = 0.25

/** Features, then their squares. */
export function appendSquares(u: Float64Array): Float64Array {
  const out = new Float64Array(2 * u.length)
  out.set(u)
  for (let i = 0; i < u.length; i++) out[u.length + i] = u[i] * u[i]
  return out
}

/** Of people; forgeries are then measured in the same units. */
export function momentsOfRows(rows: readonly Row[], units?: Pick<Moments, 'mean' | 'sd'>): Moments {
  const width = 2 * (rows[0]?.u.length ?? 0)
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const mean = new Float64Array(width)
  const square = new Float64Array(width)
  for (const { u, weight } of rows) {
    const v = appendSquares(u)
    for (let i = 0; i < width; i++) {
      mean[i] += (weight / total) * v[i]
      square[i] += (weight / total) * v[i] * v[i]
    }
  }
  const sd = units?.sd ?? square.map((value, i) => Math.sqrt(Math.max(0, value - mean[i] * mean[i])) + 1e-3)
  const covariance = new Float64Array(width * width)
  for (const { u, weight } of rows) {
    const v = appendSquares(u).map((value, i) => (value - mean[i]) / sd[i])
    for (let i = 0; i < width; i++) {
      const scale = (weight / total) * v[i]
      if (scale === 0) continue
      for (let j = 0, at = i * width; j <= i; j++) covariance[at + j] += scale * v[j]
    }
  }
  return { mean, sd, covariance }
}

/** The direction in which people and forgeries lie farthest apart (Fisher 1936); forgeries scatter by `share` of their covariance. */
export function separate(human: Moments, forged: Moments, share: number): Float64Array {
  const width = human.mean.length
  const matrix = human.covariance.map((value, at) => value + share * forged.covariance[at])
  for (let i = 0; i < width; i++) matrix[i * width + i] += RIDGE
  const apart = human.mean.map((value, i) => (value - forged.mean[i]) / human.sd[i])
  return createPositiveSolver(matrix, apart.length, 1e-9)(apart).map((value, i) => value / human.sd[i])
}

/** Fisher's discriminant between people and one kind of forgery, 0 at the median and -1 at the 1 % quantile of these people. */
export function discriminant(
  kind: string,
  people: readonly Row[],
  human: Moments,
  forgeries: readonly Row[],
): Detector {
  const weights = separate(human, momentsOfRows(forgeries, human), FORGERY_SHARE)
  const raw = people.map(({ u, weight }) => ({ value: dot(weights, appendSquares(u)), weight }))
  const [low, median] = quantiles(raw, [0.01, 0.5])
  const unit = 1 / Math.max(median - low, 1e-9)
  const half = weights.length / 2
  return {
    kind,
    bias: roundToDigits([-median * unit], 5)[0],
    linear: whole(weights.subarray(0, half), unit / WEIGHT_UNIT),
    square: whole(weights.subarray(half), unit / WEIGHT_UNIT),
  }
}

/** The same detector in a longer unit. */
export function inUnit({ kind, bias, linear, square }: Detector, unit: number): Detector {
  return {
    kind,
    bias: roundToDigits([bias / unit], 5)[0],
    linear: whole(linear, 1 / unit),
    square: whole(square, 1 / unit),
  }
}

/** In whole numbers. */
export function whole(weights: ArrayLike<number>, scale: number): number[] {
  return Array.from(weights, (weight) => Math.round(scale * weight))
}

/** The values below which these shares of the weight lie. */
export function quantiles(values: readonly { value: number; weight: number }[], shares: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  const reached: number[] = []
  let seen = 0
  for (const { weight } of sorted) reached.push((seen += weight))
  return shares.map((share) => {
    const i = reached.findIndex((sum) => sum >= share * total - 1e-12)
    return sorted.at(i)?.value ?? 0
  })
}
