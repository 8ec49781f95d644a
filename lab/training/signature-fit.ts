import { cholesky, solveLower, solveUpper, symmetricEigen } from '../../packages/engine/src/math/linear-algebra.ts'
import { dot } from '../../packages/engine/src/math/statistics.ts'
import { type Coordinates, SETTING_UNIT } from '../../packages/engine/src/signature/match.ts'
import { roundToDigits } from './model-file.ts'
import type { Moments } from './signature-moments.ts'

/** Covariances of so few people are pulled towards their diagonal (Ledoit and Wolf 2004). */
const WITHIN_SHRINKAGE = 0.3
const BETWEEN_SHRINKAGE = 0.5
/** The share of the change between two activities of one person that counts as that person's scatter. */
const PERSON_BY_ACTIVITY = 0.4
const ACTIVITY = 0.1
/** The least variance of a feature that never varies within a person, because sensors aren't exact. */
const WITHIN_FLOOR = 0.01
const BETWEEN_FLOOR = 0.02
export const LARGEST_WEIGHT = 63

/** The number of coordinates kept, and the largest integer weight. */
export type Precision = { coordinates: number; largest: number }

/** Coordinates of features with these moments, and the scatter of each feature within a person. */
export function fitCoordinates(
  moments: Moments,
  { coordinates, largest }: Precision,
): { space: Coordinates; within: number[] } {
  const d = moments.mean.length
  const { rows, variances } = jointlyDiagonal(estimateWithin(moments, d), estimateBetween(moments, d), d)
  const kept = rows.slice(0, coordinates)
  const packed = kept.map((row) => wholeNumbers(row, largest))
  const place = (vector: Float64Array) =>
    packed.map(({ weights, unit }) => unit * dot(Float64Array.from(weights), vector))
  const centre = roundToDigits(place(moments.mean), 4)
  const space: Coordinates = {
    projection: packed.map(({ weights }) => weights),
    unit: packed.map(({ unit }) => unit),
    centre,
    between: roundToDigits(
      variances.slice(0, coordinates).map((variance) => Math.max(variance, 1e-4)),
      4,
    ),
    shared: roundToDigits(
      kept.map((row) => quadratic(moments.shared, row)),
      4,
    ),
  }
  const within = Array.from({ length: d }, (_, j) => moments.within[j * d + j] + WITHIN_FLOOR)
  return { space: { ...space, ...describePlaces(moments, kept, place, centre) }, within: roundToDigits(within, 4) }
}

/** Middles of places, in tenths from the centre, and the common change with the activity there. */
function describePlaces(
  { places, activity }: Moments,
  rows: readonly Float64Array[],
  place: (vector: Float64Array) => number[],
  centre: readonly number[],
): Pick<Coordinates, 'settings' | 'activity'> {
  if (places.length === 0) return {}
  return {
    // No -0, which JSON would not keep.
    settings: places.map((own) => place(own).map((value, k) => Math.round((value - centre[k]) / SETTING_UNIT) + 0)),
    activity: roundToDigits(
      rows.map((row) => quadratic(activity, row)),
      3,
    ),
  }
}

function estimateWithin({ within, personByActivity, activity }: Moments, d: number): Float64Array {
  return Float64Array.from({ length: d * d }, (_, at) => {
    const value = within[at] + PERSON_BY_ACTIVITY * personByActivity[at] + ACTIVITY * activity[at]
    return isDiagonal(at, d) ? value + WITHIN_FLOOR : value * (1 - WITHIN_SHRINKAGE)
  })
}

function estimateBetween({ between }: Moments, d: number): Float64Array {
  return between.map((value, at) =>
    isDiagonal(at, d) ? Math.max(value, BETWEEN_FLOOR) : value * (1 - BETWEEN_SHRINKAGE),
  )
}

function isDiagonal(at: number, d: number): boolean {
  return at % (d + 1) === 0
}

/** Rows r with r·within·rᵀ = 1, uncorrelated under both covariances, largest r·between·rᵀ first. */
export function jointlyDiagonal(within: Float64Array, between: Float64Array, d: number) {
  const lower = cholesky(within, d, WITHIN_FLOOR)
  const half = new Float64Array(d * d)
  for (let i = 0; i < d; i++) half.set(solve(lower, between.slice(i * d, (i + 1) * d)), i * d)
  const whitened = new Float64Array(d * d)
  for (let i = 0; i < d; i++) {
    const column = Float64Array.from({ length: d }, (_, k) => half[k * d + i])
    whitened.set(solve(lower, column), i * d)
  }
  const values = new Float64Array(d)
  const vectors = new Float64Array(d * d)
  symmetricEigen(symmetrize(whitened, d), d, values, vectors)
  const rows = Array.from({ length: d }, (_, k) => {
    const row = vectors.slice(k * d, (k + 1) * d)
    solveUpper(lower, d, row)
    return row
  })
  return { rows, variances: Array.from(values) }
}

function solve(lower: Float64Array, vector: Float64Array): Float64Array {
  solveLower(lower, vector.length, vector)
  return vector
}

function symmetrize(a: Float64Array, d: number): Float64Array {
  return a.map((value, at) => (value + a[(at % d) * d + Math.floor(at / d)]) / 2)
}

/** The row as whole numbers and what one of them is worth. */
export function wholeNumbers(row: Float64Array, largest = LARGEST_WEIGHT): { weights: number[]; unit: number } {
  const unit = Number((row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / largest).toPrecision(5))
  return { weights: Array.from(row, (value) => Math.round(value / unit) + 0), unit }
}

function quadratic(matrix: Float64Array, row: Float64Array): number {
  const d = row.length
  return row.reduce((sum, value, i) => sum + value * dot(matrix.subarray(i * d, (i + 1) * d), row), 0)
}
