/**
 * Local linear regression with Gaussian weights (Fan 1992; the linear member of Savitzky and Golay's family):
 * unlike a plain moving average it has no bias at the ends of a short take.
 */
export function localLinear(x: Float64Array, sigma: number): Float64Array {
  const n = x.length
  const out = new Float64Array(n)
  const reach = Math.ceil(REACH * sigma)
  const weights = gaussian(sigma, reach)
  for (let i = 0; i < n; i++) out[i] = valueAt(x, i, weights)
  return out
}

const REACH = 3

function gaussian(sigma: number, reach: number): Float64Array {
  return Float64Array.from({ length: reach + 1 }, (_, d) => Math.exp(-0.5 * (d / sigma) ** 2))
}

function valueAt(x: Float64Array, i: number, weights: Float64Array): number {
  const from = Math.max(0, i - weights.length + 1)
  const to = Math.min(x.length, i + weights.length)
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let y0 = 0
  let y1 = 0
  for (let j = from; j < to; j++) {
    const d = j - i
    const w = weights[d < 0 ? -d : d]
    const wd = w * d
    s0 += w
    s1 += wd
    s2 += wd * d
    y0 += w * x[j]
    y1 += wd * x[j]
  }
  const det = s0 * s2 - s1 * s1
  return det > 0 ? (s2 * y0 - s1 * y1) / det : y0 / s0
}

/** What is left between the two smoothings: quick noise and slow drift are gone, the same way at the ends as inside. */
export function bandPass(x: Float64Array, fineSigma: number, coarseSigma: number): Float64Array {
  const fine = localLinear(x, fineSigma)
  const coarse = localLinear(x, coarseSigma)
  for (let i = 0; i < fine.length; i++) fine[i] -= coarse[i]
  return fine
}
