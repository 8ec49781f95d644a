const TINY = 1e-12

/** 0 for nothing. */
export function mean(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0
}

/** Mean and central moments; skewness and kurtosis are 0 where nothing varies. */
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

/** Pearson's coefficient over the shorter of the two, 0 where one does not vary. */
export function correlation(x: Float64Array, y: Float64Array): number {
  const n = Math.min(x.length, y.length)
  const [a, b] = [moments(x.subarray(0, n)), moments(y.subarray(0, n))]
  if (a.variance <= TINY || b.variance <= TINY) return 0
  let both = 0
  for (let i = 0; i < n; i++) both += ((x[i] - a.mean) * (y[i] - b.mean)) / n
  return both / Math.sqrt(a.variance * b.variance)
}
