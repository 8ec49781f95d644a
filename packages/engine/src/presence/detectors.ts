/** Median of people and half-widths to their 5 % and 95 % quantiles. */
export type Spread = readonly [median: number, below: number, above: number]

/**
 * A linear discriminant (Fisher 1936) that tells people from one kind of forgery: weights on the scaled features and on
 * their squares, so that too little and too much both count. 0 at people's median, -1 where 1 % of people lie below.
 * Weights are whole numbers of `WEIGHT_UNIT`.
 */
export type Detector = { kind: string; bias: number; linear: readonly number[]; square: readonly number[] }

/** Finer weights would change an answer by about 0.01 and take a third more room. */
export const WEIGHT_UNIT = 0.002

const MAX_DISTANCE = 4
// One detector that is sure outweighs the others, several that are half sure add up.
const SHARPNESS = 8
// exp(8·80) is still a number.
const STRANGEST = -80

/** Distance from the median in half-widths of its side, cut off where nothing more can be learned. */
export function scale(value: number, [median, below, above]: Spread): number {
  const distance = (value - median) / (value < median ? below : above)
  return Math.min(MAX_DISTANCE, Math.max(-MAX_DISTANCE, distance))
}

export function scaleVector(x: Float64Array, spreads: readonly Spread[]): Float64Array {
  const u = new Float64Array(spreads.length)
  for (let i = 0; i < u.length; i++) u[i] = scale(x[i], spreads[i])
  return u
}

/** What each detector says of scaled features. */
export function detectorAnswers(u: Float64Array, detectors: readonly Detector[]): number[] {
  return detectors.map(({ bias, linear, square }) => {
    let total = 0
    for (let i = 0; i < u.length; i++) total += u[i] * (linear[i] + u[i] * square[i])
    return bias + WEIGHT_UNIT * total
  })
}

/** A soft minimum: as human as the most suspicious detector says. Being more human than people is worth nothing. */
export function humanness(answers: readonly number[]): number {
  let total = 0
  for (const answer of answers) total += Math.exp(-SHARPNESS * Math.max(STRANGEST, Math.min(1, answer)))
  return -Math.log(total) / SHARPNESS
}
