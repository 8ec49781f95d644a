import { pairTerms } from '../math/likelihood.ts'
import { cholesky, solveLower, solveUpper, computeSymmetricSpectrum } from '../math/linear-algebra.ts'
import type { Settings } from './settings.ts'
import type { Subject } from './subjects.ts'

/** Share of a person's scatter that more windows don't average away, as in the shipped model. */
export const PERSISTENT = 0.3

/**
 * Returns the windows (projected feature vectors) of one subject in the coordinates of the model, in the same order.
 */
export function projectWindows({ rows, k, mean }: TwoCovariances, windows: readonly Float64Array[]): Float64Array[] {
  return windows.map((window) => multiply(rows, k, difference(window, mean), k))
}

/**
 * Returns a function that computes the log-likelihood ratio that a template and a probe are one person's rather than
 * two people's (Cumani and Laface 2014). The template `a` is the mean of `count` windows, the probe `b` is one window,
 * both in the coordinates of the model.
 */
export function createComparer(
  { between, k }: Pick<TwoCovariances, 'between' | 'k'>,
  count: number,
): (a: Float64Array, b: Float64Array) => number {
  const [own, both, other] = [new Float64Array(k), new Float64Array(k), new Float64Array(k)]
  let constant = 0
  for (let j = 0; j < k; j++) {
    const covariance = between[j]
    const terms = pairTerms(covariance, covariance + PERSISTENT + (1 - PERSISTENT) / count, covariance + 1)
    constant += terms.constant
    own[j] = terms.own
    other[j] = terms.other
    both[j] = terms.both
  }
  return (template, probe) => {
    let total = constant
    for (let j = 0; j < k; j++) {
      const [x, y] = [template[j], probe[j]]
      total += x * (own[j] * x + both[j] * y) + other[j] * y * y
    }
    return total
  }
}

/** Sums over subjects from which two covariances are computed. Sums of disjoint sets can be added. */
export type Sums = {
  weight: number
  /** Σ w·mean. */
  mean: Float64Array
  /** Σ w·mean·meanᵀ. */
  means: Float64Array
  /** Σ w/windows, of those with two or more. */
  shares: number
  /** Σ w·(scatter of a subject's windows) and its degrees of freedom. */
  within: Float64Array
  freedom: number
}

/** Uncorrelated coordinates in which a person's scatter is 1 and people vary by `between`. */
export type TwoCovariances = { k: number; mean: Float64Array; rows: Float64Array; between: Float64Array }

/** Returns empty sums (weights, means and scatter) for windows of `k` numbers, to which `addSubject` adds. */
export function createSums(k: number): Sums {
  const square = () => new Float64Array(k * k)
  return { weight: 0, mean: new Float64Array(k), means: square(), shares: 0, within: square(), freedom: 0 }
}

/**
 * Computes the weighted sums of means and scatter over all subjects, from which `fitTwoCovariances` fits a model.
 * `windows[i]` are the feature vectors of subject i, of `k` numbers each.
 */
export function computeSums(
  subjects: readonly { weight: number }[],
  windows: readonly (readonly Float64Array[])[],
  k: number,
): Sums {
  const sums = createSums(k)
  subjects.forEach(({ weight }, i) => {
    addSubject(sums, windows[i], weight)
  })
  return sums
}

/**
 * Adds the windows (feature vectors) of one subject to the sums of means and scatter, in place, with the given weight.
 */
export function addSubject(sums: Sums, windows: readonly Float64Array[], weight: number): void {
  const k = sums.mean.length
  const mean = new Float64Array(k)
  for (const window of windows) for (let j = 0; j < k; j++) mean[j] += window[j] / windows.length
  sums.weight += weight
  sums.shares += weight / windows.length
  for (let j = 0; j < k; j++) sums.mean[j] += weight * mean[j]
  addOuter(sums.means, mean, weight)
  // Each subject's scatter has the same weight beyond a few windows, so that no one alone determines how people
  // scatter.
  const degrees = windows.length - 1
  if (degrees === 0) return
  const share = (weight * Math.min(degrees, 4)) / degrees
  sums.freedom += share * degrees
  for (const window of windows) addOuter(sums.within, difference(window, mean), share)
}

/** Returns the sums `all` minus the sums `parts`, as if the subjects of these parts had never been added. */
export function removeSums(all: Sums, ...parts: readonly Sums[]): Sums {
  const less = (name: 'mean' | 'means' | 'within') =>
    all[name].map((value, at) => parts.reduce((rest, part) => rest - part[name][at], value))
  const rest = (name: 'weight' | 'shares' | 'freedom') => parts.reduce((left, part) => left - part[name], all[name])
  return {
    weight: rest('weight'),
    mean: less('mean'),
    means: less('means'),
    shares: rest('shares'),
    within: less('within'),
    freedom: rest('freedom'),
  }
}

/**
 * Fits the model that separates how people differ from how the windows of one person scatter, from weighted sums over
 * subjects. With few people it is shrunk towards uncorrelated coordinates. Its coordinates depend only on the people in
 * the sums, so people left out have no influence.
 */
export function fitTwoCovariances(sums: Sums): TwoCovariances {
  const k = sums.mean.length
  const mean = sums.mean.map((value) => value / (sums.weight || 1))
  const within = symmetrize(
    sums.within.map((value) => value / Math.max(1, sums.freedom)),
    k,
  )
  const between = computeBetweenPeople(sums, mean, within)
  const { vectors: axes } = computeSymmetricSpectrum(
    within.map((value, at) => value + between[at]),
    k,
  )
  const model = diagonalizeJointly(
    shrinkCovariance(rotateCovariance(within, axes, k), k, k / (k + sums.freedom)),
    shrinkCovariance(rotateCovariance(between, axes, k), k, k / (k + sums.weight)),
    k,
  )
  return { ...model, k, mean, rows: multiplySquares(model.rows, axes, k) }
}

/** Returns the covariance of people's means, minus what the scatter of few windows adds to it. */
function computeBetweenPeople({ weight, means, shares }: Sums, mean: Float64Array, within: Float64Array): Float64Array {
  const k = mean.length
  const between = new Float64Array(k * k)
  const [few, excess] = [Math.max(1, weight), shares / (weight || 1)]
  for (let i = 0; i < k; i++)
    for (let j = 0, at = i * k; j <= i; j++, at++)
      between[at] = means[at] / few - mean[i] * mean[j] - excess * within[at]
  return symmetrize(between, k)
}

/** Returns a covariance along other axes, the rows of `axes`. */
function rotateCovariance(covariance: Float64Array, axes: Float64Array, k: number): Float64Array {
  const half = multiplySquares(axes, covariance, k)
  transpose(half, k)
  return multiplySquares(axes, half, k)
}

function multiplySquares(a: Float64Array, b: Float64Array, k: number): Float64Array {
  const out = new Float64Array(k * k)
  for (let i = 0; i < k; i++)
    for (let c = 0; c < k; c++) {
      const factor = a[i * k + c]
      for (let j = 0, to = i * k, from = c * k; j < k; j++) out[to++] += factor * b[from++]
    }
  return out
}

/** Returns a covariance with smaller off-diagonal elements. */
function shrinkCovariance(covariance: Float64Array, k: number, by: number): Float64Array {
  const out = covariance.map((value, at) => value * (at % (k + 1) === 0 ? 1 : 1 - by))
  let total = 0
  for (let i = 0; i < k; i++) total += Math.max(0, out[i * k + i])
  const least = 1e-9 + (1e-3 * total) / k
  for (let i = 0; i < k; i++) out[i * k + i] = Math.max(out[i * k + i], 0) + least
  return out
}

/** Returns rows that make `within` the identity and `between` diagonal. */
function diagonalizeJointly(
  within: Float64Array,
  between: Float64Array,
  k: number,
): Pick<TwoCovariances, 'rows' | 'between'> {
  const lower = cholesky(within, k, 1e-12)
  const columns = symmetrize(between, k)
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < k; i++) solveLower(lower, k, columns.subarray(i * k, (i + 1) * k))
    transpose(columns, k)
  }
  const { values, vectors } = computeSymmetricSpectrum(columns, k)
  for (let i = 0; i < k; i++) solveUpper(lower, k, vectors.subarray(i * k, (i + 1) * k))
  return { rows: vectors, between: values.map((value) => Math.max(value, 1e-4)) }
}

function transpose(a: Float64Array, k: number): void {
  for (let i = 0; i < k; i++)
    for (let j = 0; j < i; j++) {
      const value = a[i * k + j]
      a[i * k + j] = a[j * k + i]
      a[j * k + i] = value
    }
}

/** Principal components: rows of d numbers, largest variance first. */
export type Projection = {
  d: number
  k: number
  mean: Float64Array
  rows: Float64Array
  retained: number
  needed: number
}

const DEFAULT_DIM = 48

/**
 * Fits the principal components of the windows of `d` features, with the same total weight for each subject's windows.
 * Keeps `outputDim` components, or 48 or as many as retain `minVariance` if it is null.
 */
export function fitProjection(
  subjects: readonly Subject[],
  d: number,
  { outputDim, minVariance }: Settings,
): Projection {
  const mean = new Float64Array(d)
  const total = subjects.reduce((sum, { weight }) => sum + weight, 0)
  for (const { windows, weight } of subjects)
    for (const window of windows) for (let j = 0; j < d; j++) mean[j] += (weight * window[j]) / windows.length / total
  const covariance = new Float64Array(d * d)
  for (const { windows, weight } of subjects)
    for (const window of windows) addOuter(covariance, difference(window, mean), weight / windows.length / total)
  const { values, vectors } = computeSymmetricSpectrum(symmetrize(covariance, d), d)
  const all = values.reduce((sum, value) => sum + Math.max(0, value), 0)
  const rank = values.reduce((count, value) => count + (value > 1e-10 * values[0] ? 1 : 0), 0)
  const share = (k: number) => values.subarray(0, k).reduce((sum, value) => sum + Math.max(0, value), 0) / (all || 1)
  let needed = 1
  while (needed < rank && share(needed) < minVariance) needed++
  const k = Math.max(1, Math.min(outputDim ?? Math.max(DEFAULT_DIM, needed), rank))
  return { d, k, mean, rows: vectors.subarray(0, k * d), retained: share(k), needed }
}

/** Returns a window's feature vector in the coordinates of the projection (principal components). */
export function project({ d, k, mean, rows }: Projection, window: ArrayLike<number>): Float64Array {
  const centered = difference(window, mean)
  return multiply(rows, k, centered, d)
}

/** Returns the product of a matrix of `k` rows of `d` numbers, stored row by row, with a vector. */
export function multiply(rows: Float64Array, k: number, vector: Float64Array | Float32Array, d: number): Float64Array {
  const out = new Float64Array(k)
  for (let r = 0; r < k; r++) {
    let sum = 0
    for (let j = 0, at = r * d; j < d; j++, at++) sum += rows[at] * vector[j]
    out[r] = sum
  }
  return out
}

/** Returns the elementwise difference a − b, with the length of `a`. */
export function difference(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const out = new Float64Array(a.length)
  for (let j = 0; j < out.length; j++) out[j] = a[j] - b[j]
  return out
}

/** Adds weight·a·aᵀ to the lower half of the symmetric matrix `total`, in place. */
export function addOuter(total: Float64Array, a: Float64Array, weight: number): void {
  const d = a.length
  for (let i = 0; i < d; i++) {
    const factor = weight * a[i]
    for (let j = 0, at = i * d; j <= i; j++, at++) total[at] += factor * a[j]
  }
}

/** Copies the lower half of a d×d matrix to its upper half, in place, and returns the matrix. */
export function symmetrize(lower: Float64Array, d: number): Float64Array {
  for (let i = 0; i < d; i++) for (let j = 0; j < i; j++) lower[j * d + i] = lower[i * d + j]
  return lower
}
