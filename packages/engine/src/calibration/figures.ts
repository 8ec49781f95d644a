import { integer, type Random } from '../random.ts'

/** Slope and offset from log-likelihood ratios to log odds. */
export type Line = readonly [slope: number, offset: number]

/**
 * Inverts the calibration line: returns the score whose calibrated probability is `probability` (between 0 and 1,
 * exclusive).
 */
export function scoreAt([slope, offset]: Line, probability: number): number {
  return (Math.log(probability / (1 - probability)) - offset) / slope
}

/** Thresholds stay within these log odds: beyond ±5 the fused score no longer distinguishes answers. */
const MOST_LOG_ODDS = 4

/**
 * Fits the line that maps scores to log odds that two captures are the same person's. For normally distributed scores
 * of equal width it is (difference / width²) · (score − middle); medians and quantiles resist a few outliers. If a
 * threshold for one of the target false-accept rates `fars` would exceed log odds of ±4, the line is flattened and
 * moved.
 */
export function fitLine(mated: RankedTrials, nonMated: RankedTrials, fars: readonly number[] = []): Line {
  const [high, low] = [findQuantile(mated, 0.5), findQuantile(nonMated, 0.5)]
  const width = (high - findQuantile(mated, 0.84) + findQuantile(nonMated, 0.16) - low) / 2
  const slope = Math.min(10, Math.max(0.01, (high - low) / Math.max(width * width, 1e-6)))
  return limitLine(
    slope,
    (high + low) / 2,
    fars.map((far) => findQuantile(nonMated, far)),
  )
}

function limitLine(steepest: number, middle: number, thresholds: readonly number[]): Line {
  const [lowest, highest] = [Math.min(middle, ...thresholds), Math.max(middle, ...thresholds)]
  const slope = Math.min(steepest, (2 * MOST_LOG_ODDS) / Math.max(highest - lowest, 1e-6))
  const [least, most] = [lowest, highest].map((score) => slope * (score - middle))
  const moved = Math.max(0, -MOST_LOG_ODDS - least) - Math.max(0, most - MOST_LOG_ODDS)
  return [slope, moved - slope * middle]
}

/** Trials in ascending order of score. `above[i]` is the total weight of the trials from i on, `total` that of all. */
export type RankedTrials = Trials & { above: Float64Array; total: number }

/** Returns the trials in ascending order of score, with the cumulative weights that quantiles need. */
export function sortTrials(trials: Trials): RankedTrials {
  const order = sortPlaces(trials.score)
  const pick = <List extends Float64Array | Int32Array>(list: List): List => {
    const out = list.slice() as List
    for (let i = 0; i < order.length; i++) out[i] = list[order[i]]
    return out
  }
  const weight = pick(trials.weight)
  const above = new Float64Array(order.length + 1)
  for (let i = order.length - 1; i >= 0; i--) above[i] = above[i + 1] + weight[i]
  const [first, second] = [pick(trials.first), pick(trials.second)]
  return { score: pick(trials.score), first, second, weight, above, total: above[0] }
}

/** Returns the indices of the scores in rising order; equal scores keep their order. */
function sortPlaces(score: Float64Array): Uint32Array {
  return Uint32Array.from(score.keys()).toSorted((p, q) => score[p] - score[q])
}

/** Returns the weighted share of trials with a score at or above the threshold; 0 without trials. */
export function computeShareFrom({ score, above, total }: RankedTrials, threshold: number): number {
  return total > 0 ? above[findFirstFrom(score, threshold)] / total : 0
}

/**
 * Returns the lowest score that at most `share` of the trials, by weight, reach or exceed: halfway between two trials,
 * or slightly above the last one.
 */
export function findQuantile({ score, above, total }: RankedTrials, share: number): number {
  let [low, high] = [0, score.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (above[middle] <= share * total) high = middle
    else low = middle + 1
  }
  // Between two trials the threshold is in the middle; after the last one it is slightly above it.
  if (low === score.length) return (score.at(-1) ?? 0) + 1e-6
  return low === 0 ? score[0] : (score[low - 1] + score[low]) / 2
}

function findFirstFrom(score: Float64Array, threshold: number): number {
  let [low, high] = [0, score.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (score[middle] >= threshold) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Computes the variance of the share of trials at or above a threshold by leaving out one person at a time (jackknife;
 * Efron and Stein 1981). `people` is the number of people, whose indices the trials hold. Returns 1 if fewer than two
 * people can be left out.
 */
export function computePersonVariance(trials: RankedTrials, threshold: number, people: number): number {
  const { score, first, second, weight, total } = trials
  const hits = new Float64Array(people)
  const all = new Float64Array(people)
  for (let i = 0; i < score.length; i++) {
    const hit = score[i] >= threshold ? weight[i] : 0
    all[first[i]] += weight[i]
    hits[first[i]] += hit
    if (second[i] === first[i]) continue
    all[second[i]] += weight[i]
    hits[second[i]] += hit
  }
  const whole = computeShareFrom(trials, threshold) * total
  let [count, sum, squares] = [0, 0, 0]
  for (let p = 0; p < people; p++) {
    if (all[p] === 0 || total - all[p] <= 0) continue
    const left = (whole - hits[p]) / (total - all[p])
    count++
    sum += left
    squares += left * left
  }
  return count < 2 ? 1 : Math.max(0, ((count - 1) / count) * (squares - (sum * sum) / count))
}

/**
 * Returns the 95 % confidence interval of a share observed in this many independent trials (Agresti and Coull 1998),
 * within 0..1. It always contains the share.
 */
export function computeInterval(share: number, trials: number): [number, number] {
  const n = Math.max(1, trials)
  // Agresti and Coull 1998: with two additional successes and failures the normal interval also holds for rare events.
  const middle = (share * n + 1.92) / (n + 3.84)
  const half = 1.96 * Math.sqrt((middle * (1 - middle)) / (n + 3.84))
  return [Math.max(0, Math.min(share, middle - half)), Math.min(1, Math.max(share, middle + half))]
}

/** Returns the rate at which false accepts and false rejects are equally frequent. */
export function computeEqualErrorRate(mated: RankedTrials, nonMated: RankedTrials): number {
  let [low, high] = [nonMated.score[0], mated.score[mated.score.length - 1]]
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (computeShareFrom(nonMated, middle) > 1 - computeShareFrom(mated, middle)) low = middle
    else high = middle
  }
  return (computeShareFrom(nonMated, high) + 1 - computeShareFrom(mated, high)) / 2
}

/** Returns the probability that a mated trial scores above a non-mated one. */
export function computeAreaUnderCurve(mated: RankedTrials, nonMated: RankedTrials): number {
  let won = 0
  for (let i = 0; i < mated.score.length; i++) {
    const [above, from] = [
      computeShareFrom(nonMated, mated.score[i] + 1e-12),
      computeShareFrom(nonMated, mated.score[i]),
    ]
    won += mated.weight[i] * (1 - (above + from) / 2)
  }
  return won / mated.total
}

/** Returns the weighted mean and variance of the scores; NaN without trials. */
export function computeMeanAndVariance({ score, weight, total }: RankedTrials): { mean: number; variance: number } {
  let [sum, squares] = [0, 0]
  for (let i = 0; i < score.length; i++) {
    sum += weight[i] * score[i]
    squares += weight[i] * score[i] * score[i]
  }
  const mean = sum / total
  return { mean, variance: Math.max(0, squares / total - mean * mean) }
}

/** Scored comparisons of two captures, in columns. The model hasn't learned from the people compared. */
export type Trials = {
  score: Float64Array
  /** The people compared; the same one twice in a mated trial. */
  first: Int32Array
  second: Int32Array
  weight: Float64Array
}

export type ScoredTrials = { mated: Trials; nonMated: Trials }

/** A growing list of comparisons. */
export type TrialList = { score: number[]; first: number[]; second: number[]; weight: number[] }

/** Number of comparisons of different people beyond which more comparisons aren't made. */
export const NON_MATED = 20_000

/**
 * Returns pairs of the subjects 0 … n-1 for which `areTwo` confirms that they are different people: all such pairs, or
 * those among 20,000 random draws if there are more pairs than that.
 */
export function drawPairs(n: number, areTwo: (i: number, j: number) => boolean, random: Random): [number, number][] {
  const pairs: [number, number][] = []
  const addPair = (i: number, j: number) => {
    if (i !== j && areTwo(i, j)) pairs.push([i, j])
  }
  if ((n * (n - 1)) / 2 > NON_MATED) for (let k = 0; k < NON_MATED; k++) addPair(integer(random, n), integer(random, n))
  else for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) addPair(i, j)
  return pairs
}

/** Returns an empty list to which `addTrial` appends comparisons. */
export function createTrialList(): TrialList {
  return { score: [], first: [], second: [], weight: [] }
}

/** Appends one comparison to the list: its score, the indices of the two people compared, and its weight. */
export function addTrial(to: TrialList, score: number, [first, second, weight]: [number, number, number]): void {
  to.score.push(score)
  to.first.push(first)
  to.second.push(second)
  to.weight.push(weight)
}

/** Returns the collected comparisons as typed arrays. */
export function toTrials({ score, first, second, weight }: TrialList): Trials {
  return {
    score: Float64Array.from(score),
    first: Int32Array.from(first),
    second: Int32Array.from(second),
    weight: Float64Array.from(weight),
  }
}

/**
 * Returns a 32-bit hash of three integers (the finalizer of Appleby's MurmurHash3), used for reproducible random
 * choices.
 */
export function hashIntegers(a: number, b: number, c: number): number {
  let x = a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c + 1, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}
