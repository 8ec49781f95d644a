/** Σ a[i]·b[i + lag] for from ≤ i < to, one term after the other; 0 for nothing. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>, from = 0, to = a.length, lag = 0): number {
  let total = 0
  for (let i = from; i < to; i++) total += a[i] * b[i + lag]
  return total
}

/** Cosine of the angle between two vectors: the correlation of series whose mean is about zero. Null where one is zero or not finite. */
export function cosineSimilarity(x: Float64Array, y: Float64Array): number | null {
  let xy = 0
  let xx = 0
  let yy = 0
  for (let i = 0; i < x.length; i++) {
    xy += x[i] * y[i]
    xx += x[i] * x[i]
    yy += y[i] * y[i]
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : null
}

const STILL = 1e-6

/** Scales to unit root mean square in place; false, and all zero, where nothing moves or something is not a number. */
export function scaleToUnit(x: Float64Array): boolean {
  let total = 0
  for (const value of x) total += value * value
  const size = Math.sqrt(total / x.length)
  const moves = size > STILL
  for (let i = 0; i < x.length; i++) x[i] = moves ? x[i] / size : 0
  return moves
}
