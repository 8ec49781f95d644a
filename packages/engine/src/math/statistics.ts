const TINY = 1e-12

/** Returns the arithmetic mean; 0 for an empty list, NaN if any value is NaN. */
export function mean(values: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i]
  return values.length > 0 ? total / values.length : 0
}

/** Returns the mean of d-dimensional vectors, coordinate by coordinate; zeros if there are no vectors. */
export function meanVector(vectors: readonly ArrayLike<number>[], d = vectors[0]?.length ?? 0): Float64Array {
  const middle = new Float64Array(d)
  for (const vector of vectors) for (let j = 0; j < d; j++) middle[j] += vector[j] / vectors.length
  return middle
}

/** Returns a copy of the series with its mean subtracted. */
export function center(x: Float64Array): Float64Array {
  let middle = 0
  for (const value of x) middle += value / x.length
  return x.map((value) => value - middle)
}

/**
 * Returns the median, halfway between the two middle values for an even number; 0 for an empty list. NaN counts as the
 * largest value.
 */
export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).toSorted()
  const upper = sorted.length >> 1
  return sorted.length > 0 ? (sorted[(sorted.length - 1) >> 1] + sorted[upper]) / 2 : 0
}

/**
 * Returns the upper median, which is always one of the values; 0 for an empty list. NaN counts as the largest value.
 */
export function upperMedian(values: ArrayLike<number>): number {
  return Float64Array.from(values).toSorted()[values.length >> 1] ?? 0
}

/**
 * Returns the mean, the variance, the skewness and the kurtosis (3 for a normal distribution) of the values. Skewness
 * and kurtosis are 0 if the values hardly vary.
 */
export function moments(x: ArrayLike<number>): { mean: number; variance: number; skewness: number; kurtosis: number } {
  let middle = 0
  for (let i = 0; i < x.length; i++) middle += x[i] / x.length
  let [second, third, fourth] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const d = x[i] - middle
    second += (d * d) / x.length
    third += (d * d * d) / x.length
    fourth += (d * d * d * d) / x.length
  }
  const flat = second <= TINY
  return {
    mean: middle,
    variance: second,
    skewness: flat ? 0 : third / second ** 1.5,
    kurtosis: flat ? 0 : fourth / second ** 2,
  }
}

/** Returns Pearson's correlation of two series over the shorter length; 0 if either series is constant. */
export function correlation(x: Float64Array, y: Float64Array): number {
  const n = Math.min(x.length, y.length)
  const [a, b] = [moments(x.subarray(0, n)), moments(y.subarray(0, n))]
  if (a.variance <= TINY || b.variance <= TINY) return 0
  let both = 0
  for (let i = 0; i < n; i++) both += ((x[i] - a.mean) * (y[i] - b.mean)) / n
  return both / Math.sqrt(a.variance * b.variance)
}

/** Returns Σ a[i]·b[i + lag] for from ≤ i < to, added in order; 0 for an empty range. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>, from = 0, to = a.length, lag = 0): number {
  let total = 0
  for (let i = from; i < to; i++) total += a[i] * b[i + lag]
  return total
}

/**
 * Returns the cosine of the angle between two vectors, which is the correlation of series with mean zero. Null if
 * either vector is zero or contains NaN.
 */
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

/**
 * Scales the values to a root mean square of 1, in place, and returns true. If all values are almost zero or one is
 * NaN, sets all values to 0 and returns false.
 */
export function scaleToUnit(x: Float64Array): boolean {
  let total = 0
  for (const value of x) total += value * value
  const size = Math.sqrt(total / x.length)
  const moves = size > STILL
  for (let i = 0; i < x.length; i++) x[i] = moves ? x[i] / size : 0
  return moves
}
