import { presence as learned } from '../model/index.ts'

/** Grid points of the two lengths at which people were measured: three and eight seconds. */
const BRIEF = 150
const WHOLE = 400

/**
 * Returns the reference population for a window of n grid points: that for three seconds, that for eight, or a blend of
 * both by the logarithm of the length.
 */
export function findPopulation(n: number): Population {
  if (n <= BRIEF) return PRESENCE.briefPeople
  if (n >= WHOLE) return PRESENCE.people
  return mergePopulations(PRESENCE.briefPeople, PRESENCE.people, Math.log(n / BRIEF) / Math.log(WHOLE / BRIEF))
}

/**
 * Interpolates linearly between two reference populations of presence features: `share` 0 gives `one`, 1 gives `other`.
 */
export function mergePopulations(one: Population, other: Population, share: number): Population {
  const between = (a: number, b: number): number => a + share * (b - a)
  const ranking = (a: Ranking, b: Ranking): Ranking => ({
    shares: a.shares,
    values: a.values.map((value, i) => between(value, b.values[i])),
  })
  const part = (name: PartName): Ranking => ranking(one.parts[name], other.parts[name])
  return {
    spreads: one.spreads.map(([median, below, above], i) => {
      const far = other.spreads[i]
      return [between(median, far[0]), between(below, far[1]), between(above, far[2])]
    }),
    humanness: ranking(one.humanness, other.humanness),
    parts: {
      microTiming: part('microTiming'),
      noiseResidual: part('noiseResidual'),
      freqEntropy: part('freqEntropy'),
      bioPerturb: part('bioPerturb'),
    },
  }
}

/** The four named parts of the presence score. */
export type PartName = 'microTiming' | 'noiseResidual' | 'freqEntropy' | 'bioPerturb'

/** The reference population for captures of one length: the spread of each feature and the ranking of scores. */
export type Population = {
  spreads: readonly Spread[]
  humanness: Ranking
  parts: Readonly<Record<PartName, Ranking>>
}

/** One learned score: its detectors and the people they are compared with. */
export type PresenceModel = { detectors: readonly Detector[]; people: Population }

export type PresenceParameters = PresenceModel & {
  /** The same people over three seconds. */
  briefPeople: Population
  landmarks: PresenceModel
}

// The file is written by lab/training/presence.ts alone, in this shape.
export const PRESENCE = learned as unknown as PresenceParameters

/** Median of people and half-widths to their 5 % and 95 % quantiles. */
export type Spread = readonly [median: number, below: number, above: number]

/**
 * A linear discriminant (Fisher 1936) that tells people from one kind of forgery. It weighs the scaled features and
 * their squares, so that too little and too much both count: 0 at the median of people, -1 at their 1 % quantile.
 * Weights are multiples of `WEIGHT_UNIT`.
 */
export type Detector = { kind: string; bias: number; linear: readonly number[]; square: readonly number[] }

/** Finer weights would change a result by about 0.01 and take a third more space. */
export const WEIGHT_UNIT = 0.002

const MAX_DISTANCE = 4
// One detector that is certain outweighs the others; several that are half certain add up.
const SHARPNESS = 8
// exp(8·80) is still a number.
const STRANGEST = -80

/**
 * Returns the distance of a value from the median of people, in units of the distance to the 5 % or 95 % quantile on
 * its side, limited to ±MAX_DISTANCE.
 */
export function scaleValue(value: number, [median, below, above]: Spread): number {
  const distance = (value - median) / (value < median ? below : above)
  return Math.min(MAX_DISTANCE, Math.max(-MAX_DISTANCE, distance))
}

/** Scales each feature to its distance from the median of people, as `scaleValue` does. */
export function scaleVector(x: Float64Array, spreads: readonly Spread[]): Float64Array {
  const u = new Float64Array(spreads.length)
  for (let i = 0; i < u.length; i++) u[i] = scaleValue(x[i], spreads[i])
  return u
}

/**
 * Returns the output of each forgery detector for scaled presence features, in order. The median of people gives about
 * 0; lower values look less human.
 */
export function computeDetectorAnswers(u: Float64Array, detectors: readonly Detector[]): number[] {
  return detectors.map(({ bias, linear, square }) => {
    let total = 0
    for (let i = 0; i < u.length; i++) total += u[i] * (linear[i] + u[i] * square[i])
    return bias + WEIGHT_UNIT * total
  })
}

/**
 * Merges the outputs of all forgery detectors into one value, close to the lowest of them (soft minimum). Outputs above
 * 1 count as 1, so looking more human than people gains nothing.
 */
export function computeHumanness(answers: readonly number[]): number {
  let total = 0
  for (const answer of answers) total += Math.exp(-SHARPNESS * Math.max(STRANGEST, Math.min(1, answer)))
  return -Math.log(total) / SHARPNESS
}

/** Sorted values of people whom the detectors weren't fitted to, at the given quantiles. */
export type Ranking = { shares: readonly number[]; values: readonly number[] }

/** The score is 0.5 if this share of people falls below. */
const HALF_SHARE = 0.05
/** From this share on, the score is 1. */
const FULL_SHARE = 0.3

/**
 * Estimates the share of people whose value is at most `value` (the conformal p-value of Vovk et al. 2005): 0.05 means
 * that 5 % of people score this low. Interpolates between the stored quantiles and falls off exponentially below the
 * lowest.
 */
export function estimateShareOfPeople({ shares, values }: Ranking, value: number): number {
  const last = values.length - 1
  if (!(value > values[0])) {
    // NaN counts as the strangest value.
    const steps = value <= values[0] ? Math.max(-60, (value - values[0]) / (values[1] - values[0])) : -60
    return shares[0] * (shares[1] / shares[0]) ** steps
  }
  if (value >= values[last]) return shares[last]
  let i = 0
  while (values[i + 1] < value) i++
  return shares[i] + ((shares[i + 1] - shares[i]) * (value - values[i])) / (values[i + 1] - values[i])
}

/**
 * Converts a share of people to a score: 0.5 if 5 % of people have a lower value, 1 from 30 % on, linear in between.
 */
export function scoreOfShare(share: number): number {
  if (share <= HALF_SHARE) return (0.5 * share) / HALF_SHARE
  return Math.min(1, 0.5 + (0.5 * (share - HALF_SHARE)) / (FULL_SHARE - HALF_SHARE))
}
