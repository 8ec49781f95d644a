import { symmetricSpectrum } from '../kernel/symmetric-spectrum.ts'
import type { Settings } from './options.ts'
import type { Subject } from './subjects.ts'

/** Principal components: rows of d numbers, most varied first. */
export type Projection = {
  d: number
  k: number
  mean: Float64Array
  rows: Float64Array
  retained: number
  needed: number
}

const DEFAULT_DIM = 48

/** The directions in which windows vary most; every subject weighs the same, however many windows there are. */
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
  const { values, vectors } = symmetricSpectrum(symmetrize(covariance, d), d)
  const all = values.reduce((sum, value) => sum + Math.max(0, value), 0)
  const rank = values.reduce((count, value) => count + (value > 1e-10 * values[0] ? 1 : 0), 0)
  const share = (k: number) => values.subarray(0, k).reduce((sum, value) => sum + Math.max(0, value), 0) / (all || 1)
  let needed = 1
  while (needed < rank && share(needed) < minVariance) needed++
  const k = Math.max(1, Math.min(outputDim ?? Math.max(DEFAULT_DIM, needed), rank))
  return { d, k, mean, rows: vectors.subarray(0, k * d), retained: share(k), needed }
}

/** A window in the projection's coordinates. */
export function project({ d, k, mean, rows }: Projection, window: ArrayLike<number>): Float64Array {
  const centered = difference(window, mean)
  return multiply(rows, k, centered, d)
}

/** The product of k rows of d numbers with a vector. */
export function multiply(rows: Float64Array, k: number, vector: Float64Array | Float32Array, d: number): Float64Array {
  const out = new Float64Array(k)
  for (let r = 0; r < k; r++) {
    let sum = 0
    for (let j = 0, at = r * d; j < d; j++, at++) sum += rows[at] * vector[j]
    out[r] = sum
  }
  return out
}

export function difference(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const out = new Float64Array(a.length)
  for (let j = 0; j < out.length; j++) out[j] = a[j] - b[j]
  return out
}

/** Adds weight·a·aᵀ to the lower half. */
export function addOuter(total: Float64Array, a: Float64Array, weight: number): void {
  const d = a.length
  for (let i = 0; i < d; i++) {
    const factor = weight * a[i]
    for (let j = 0, at = i * d; j <= i; j++, at++) total[at] += factor * a[j]
  }
}

/** Both halves of a symmetric matrix from its lower one. */
export function symmetrize(lower: Float64Array, d: number): Float64Array {
  for (let i = 0; i < d; i++) for (let j = 0; j < i; j++) lower[j * d + i] = lower[i * d + j]
  return lower
}
