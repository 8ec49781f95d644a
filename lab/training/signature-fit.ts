import { cholesky, solveLower, solveUpper, symmetricEigen } from '../../packages/engine/src/kernel/linear-algebra.ts'
import { dot } from '../../packages/engine/src/math/vectors.ts'
import type { Matcher } from '../../packages/engine/src/signature/parameters.ts'
import { listDimensions } from '../../packages/engine/src/signature/signature.ts'
import { type Example, type Moments, computeMoments } from './signature-moments.ts'

/** Covariances of so few people are pulled towards their diagonal (Ledoit and Wolf 2004). */
const WITHIN_SHRINKAGE = 0.3
const BETWEEN_SHRINKAGE = 0.5
/** How much of what changes between two activities of one person counts as that person's scatter. */
const PERSON_BY_ACTIVITY = 0.15
const ACTIVITY = 0.08
/** How much the other pocket or hand counts as that person's scatter. */
const MIRROR = 0.1
/** What is left of a feature that never varies within a person: sensors are not exact. */
const WITHIN_FLOOR = 0.01
const BETWEEN_FLOOR = 0.02
const LARGEST_WEIGHT = 63

/** Which views a matcher compares, and how many coordinates it keeps. */
export type MatcherPart = { views: readonly number[]; coordinates: number }

/** The matcher of signatures that have these views, from examples of many people. */
export function fitMatcher(examples: readonly Example[], { views, coordinates }: MatcherPart): Matcher {
  const dimensions = listDimensions(views)
  const d = dimensions.length
  const moments = computeMoments(
    examples.map((example) => ({
      ...example,
      vector: dimensions.map((dimension) => example.vector[dimension]),
      mirrored: example.mirrored && dimensions.map((dimension) => example.mirrored?.[dimension] ?? 0),
    })),
    d,
  )
  const within = estimateWithin(moments, d)
  const { rows, variances } = jointlyDiagonal(within, estimateBetween(moments, d), d)
  const kept = rows.slice(0, coordinates)
  const packed = kept.map(wholeNumbers)
  return {
    views: [...views],
    projection: packed.map(({ weights }) => weights),
    unit: packed.map(({ unit }) => unit),
    centre: packed.map(({ weights, unit }) => unit * dot(Float64Array.from(weights), moments.mean)),
    between: variances.slice(0, coordinates).map((variance) => Math.max(variance, 1e-4)),
    shared: kept.map((row) => quadratic(moments.shared, row)),
    within: dimensions.map((_, j) => moments.within[j * d + j] + WITHIN_FLOOR),
    calibration: [1, 0],
  }
}

function estimateWithin({ within, personByActivity, activity, mirror }: Moments, d: number): Float64Array {
  return Float64Array.from({ length: d * d }, (_, at) => {
    const value = within[at] + PERSON_BY_ACTIVITY * personByActivity[at] + ACTIVITY * activity[at] + MIRROR * mirror[at]
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
export function wholeNumbers(row: Float64Array): { weights: number[]; unit: number } {
  const unit = Number((row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / LARGEST_WEIGHT).toPrecision(5))
  return { weights: Array.from(row, (value) => Math.round(value / unit)), unit }
}

function quadratic(matrix: Float64Array, row: Float64Array): number {
  const d = row.length
  return row.reduce((sum, value, i) => sum + value * dot(matrix.subarray(i * d, (i + 1) * d), row), 0)
}
