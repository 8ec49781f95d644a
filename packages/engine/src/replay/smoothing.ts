/** Gaussian smoothing; towards the ends only what is there counts. */
export function smoothed(x: Float64Array, sigma: number): Float64Array {
  const n = x.length
  const reach = Math.ceil(3 * sigma)
  const weights = Float64Array.from({ length: reach + 1 }, (_, i) => Math.exp((-i * i) / (2 * sigma * sigma)))
  const out = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    let total = 0
    let weight = 0
    for (let j = Math.max(0, i - reach); j <= Math.min(n - 1, i + reach); j++) {
      const w = weights[Math.abs(i - j)]
      total += w * x[j]
      weight += w
    }
    out[i] = total / weight
  }
  return out
}

const STILL = 1e-6

/** Scales to unit root mean square in place; false, and all zero, where nothing moves. */
export function scaled(x: Float64Array): boolean {
  let total = 0
  for (const value of x) total += value * value
  const size = Math.sqrt(total / x.length)
  const moves = size > STILL
  for (let i = 0; i < x.length; i++) x[i] = moves ? x[i] / size : 0
  return moves
}
