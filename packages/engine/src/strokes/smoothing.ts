import { dot } from '../kernel/vector.ts'

/** From which sample to before which. */
export type Stretch = { from: number; to: number }

/** A Gaussian on both sides of its middle, and its sum up to each place. */
export type Gaussian = { reach: number; weights: Float64Array; sums: Float64Array }

/** The weights of a Gaussian up to 3 sigma, for smoothStretch. */
export function prepareGaussian(sigma: number): Gaussian {
  const reach = Math.ceil(3 * sigma)
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)),
  )
  const sums = new Float64Array(weights.length + 1)
  for (let i = 0; i < weights.length; i++) sums[i + 1] = sums[i] + weights[i]
  return { reach, weights, sums }
}

/**
 * As smoothGaussian of math/, but only within a stretch, and 0 elsewhere: a stroke is smoothed at dozens of speeds, each time
 * with the same weights, and most of what lies around it is never looked at.
 */
export function smoothStretch(
  x: Float64Array,
  { reach, weights, sums }: Gaussian,
  { from, to }: Stretch = { from: 0, to: x.length },
): Float64Array {
  const out = new Float64Array(x.length)
  for (let i = from; i < to; i++) {
    const first = Math.max(0, i - reach)
    const count = Math.min(x.length, i + reach + 1) - first
    const place = first - i + reach
    out[i] = dot(weights, place, x, first, count) / (sums[place + count] - sums[place])
  }
  return out
}
