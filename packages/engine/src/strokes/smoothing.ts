import { dot } from '../kernel/vector.ts'
import { resample } from '../math/smoothing.ts'

/** A stretch of samples: from the first index to just before the last. */
export type Stretch = { from: number; to: number }

/** A Gaussian with its cumulative sums. */
export type Gaussian = { reach: number; weights: Float64Array; sums: Float64Array }

/**
 * Returns the weights of a Gaussian of `sigma` samples, cut off at 3 sigma, for `smoothStretch` and `smoothCoarsely`.
 */
export function createGaussian(sigma: number): Gaussian {
  const reach = Math.ceil(3 * sigma)
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)),
  )
  const sums = new Float64Array(weights.length + 1)
  for (let i = 0; i < weights.length; i++) sums[i + 1] = sums[i] + weights[i]
  return { reach, weights, sums }
}

/**
 * Smooths a stretch of the series by a Gaussian and returns an array of the same length, which is 0 outside the
 * stretch. Faster than `smoothGaussian` of math/ for many series with the same weights.
 */
export function smoothStretch(
  x: Float64Array,
  gaussian: Gaussian,
  { from, to }: Stretch = { from: 0, to: x.length },
): Float64Array {
  const out = new Float64Array(x.length)
  let i = from
  for (; i < Math.min(to, gaussian.reach); i++) out[i] = smoothAt(x, gaussian, i)
  for (; i + 4 <= Math.min(to, x.length - gaussian.reach); i += 4) smoothFour(x, gaussian, i, out)
  for (; i < to; i++) out[i] = smoothAt(x, gaussian, i)
  return out
}

/**
 * Smooths a stretch of the series approximately: computes only every `step`-th sample and interpolates the others by
 * cubic convolution. Good if the smoothed series changes little within `step` samples. 0 outside the stretch.
 */
export function smoothCoarsely(x: Float64Array, gaussian: Gaussian, { from, to }: Stretch, step: number): Float64Array {
  const out = new Float64Array(x.length)
  // One more at either end for the interpolation.
  const coarse = Float64Array.from({ length: Math.ceil((to - from) / step) + 3 }, (_, k) =>
    smoothAt(x, gaussian, Math.min(x.length - 1, Math.max(0, from + (k - 1) * step))),
  )
  out.set(resample(coarse, 1, 1 / step, to - from), from)
  return out
}

function smoothAt(x: Float64Array, { reach, weights, sums }: Gaussian, i: number): number {
  const first = Math.max(0, i - reach)
  const count = Math.min(x.length, i + reach + 1) - first
  const place = first - i + reach
  return dot(weights, place, x, first, count) / (sums[place + count] - sums[place])
}

/**
 * Smooths four samples at once, so that each weight is read once for all of them and for both sides. None may be near
 * an end.
 */
function smoothFour(x: Float64Array, { reach, weights, sums }: Gaussian, i: number, out: Float64Array): void {
  const middle = weights[reach]
  let [s0, s1, s2, s3] = [middle * x[i], middle * x[i + 1], middle * x[i + 2], middle * x[i + 3]]
  for (let k = 1; k <= reach; k++) {
    const weight = weights[reach + k]
    s0 += weight * (x[i - k] + x[i + k])
    s1 += weight * (x[i + 1 - k] + x[i + 1 + k])
    s2 += weight * (x[i + 2 - k] + x[i + 2 + k])
    s3 += weight * (x[i + 3 - k] + x[i + 3 + k])
  }
  const total = sums[sums.length - 1]
  out[i] = s0 / total
  out[i + 1] = s1 / total
  out[i + 2] = s2 / total
  out[i + 3] = s3 / total
}
