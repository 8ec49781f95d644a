import { signature as learned } from '../model/index.ts'

/** A population's median by dimension, and half the distance between its 16 % and 84 % quantiles. */
export type Scale = { median: readonly number[]; spread: readonly number[] }

/** What a signature is measured in; only signatures of one version can be compared. */
export type SignatureScale = Scale & { version: string; statistics?: Scale }

export const SIGNATURE_SCALES: { imu: SignatureScale; body: SignatureScale } = learned

/** Where scaled values bend towards their limit, in spreads. */
export const CLIP = 2

/**
 * Features as distances from the population's median in robust spreads, bent smoothly towards ±CLIP so that one wild
 * value cannot outweigh all others. A feature that is no number counts as the median.
 */
export function scaleFeatures(raw: ArrayLike<number>, { median, spread }: Scale): number[] {
  return median.map((middle, i) => {
    const value = (raw[i] - middle) / spread[i]
    return bend(value)
  })
}

/** A value in spreads, bent towards ±CLIP; what is no number counts as the middle. */
export function bend(value: number): number {
  return Number.isNaN(value) ? 0 : CLIP * Math.tanh(value / CLIP)
}
