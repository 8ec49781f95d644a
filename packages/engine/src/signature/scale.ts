import type { SignatureKind } from './parameters.ts'

/** Where scaled values bend towards their limit, in spreads. */
export const CLIP = 2

/**
 * Features as distances from the population's median in robust spreads, bent smoothly towards ±CLIP so that one wild
 * value cannot outweigh all others. A feature that is no number counts as the median.
 */
export function scaleFeatures(
  raw: ArrayLike<number>,
  { median, spread }: Pick<SignatureKind, 'median' | 'spread'>,
): number[] {
  return median.map((middle, i) => {
    const value = (raw[i] - middle) / spread[i]
    return bend(value)
  })
}

/** A value in spreads, bent towards ±CLIP; what is no number counts as the middle. */
export function bend(value: number): number {
  return Number.isNaN(value) ? 0 : CLIP * Math.tanh(value / CLIP)
}
