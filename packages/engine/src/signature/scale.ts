import type { SignatureKind } from './parameters.ts'

/**
 * Features as distances from the population's median in robust spreads, bent smoothly towards ±clip so that one wild
 * value cannot outweigh all others. A feature that is no number counts as the median.
 */
export function scaled(raw: ArrayLike<number>, { median, spread }: Scale, clip: number): number[] {
  return median.map((middle, i) => {
    const value = (raw[i] - middle) / spread[i]
    return Number.isNaN(value) ? 0 : clip * Math.tanh(value / clip)
  })
}

type Scale = Pick<SignatureKind, 'median' | 'spread'>
