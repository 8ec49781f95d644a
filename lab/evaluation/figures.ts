import { integer, type Random } from '../../packages/engine/src/random.ts'

// The figures of ISO/IEC 19795-1 (FMR, FNMR, EER, DET) and 30107-3 (APCER, BPCER). Higher scores mean "accept", and a
// score equal to the threshold is accepted. A score that is no number counts as 0. Without trials a figure is NaN.

/** A figure with its 95 % interval. */
export type Interval = { value: number; low: number; high: number }

/** A point of the detection error trade-off: error rates when scores from `threshold` on are accepted. */
export type DetPoint = { threshold: number; fmr: number; fnmr: number }

/** One comparison: the person whose template it was, the person who moved, and the score. */
export type Trial = { claimed: string; actual: string; score: number }

/** Share of scores that reach the threshold: FMR of impostors, APCER of attacks. */
export function shareFrom(scores: readonly number[], threshold: number): number {
  return scores.filter((score) => settled(score) >= threshold).length / scores.length
}

/** The highest threshold that refuses at most this share of people. */
export function thresholdAtBpcer(human: readonly number[], bpcer: number): number {
  const sorted = human.map(settled).toSorted((a, b) => a - b)
  return sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length - 1, Math.floor(bpcer * sorted.length))]
}

/** Share of attacks let through where at most this share of people is refused. */
export function apcerAtBpcer(human: readonly number[], attack: readonly number[], bpcer: number): number {
  return human.length === 0 ? Number.NaN : shareFrom(attack, thresholdAtBpcer(human, bpcer))
}

/** Probability that a positive score is above a negative one, ties counting half (Mann and Whitney 1947). */
export function auc(positive: readonly number[], negative: readonly number[]): number {
  const all = rankScores(positive, negative)
  let below = 0
  let won = 0
  forEachTie(all, (genuine, impostor) => {
    won += genuine * (below + impostor / 2)
    below += impostor
  })
  return won / (positive.length * negative.length)
}

/** The error rate where false matches and false non-matches are equally frequent, or closest to it. */
export function eer(genuine: readonly number[], impostor: readonly number[]): number {
  return computeEer(rankScores(genuine, impostor))
}

/** Every distinct operating point, from accepting everything to accepting nothing. */
export function detPoints(genuine: readonly number[], impostor: readonly number[]): DetPoint[] {
  const points: DetPoint[] = []
  let rejected = 0
  let correct = 0
  const all = rankScores(genuine, impostor)
  forEachTie(all, (genuineHere, impostorHere, score) => {
    points.push({ threshold: score, fmr: 1 - correct / impostor.length, fnmr: rejected / genuine.length })
    rejected += genuineHere
    correct += impostorHere
  })
  return [...points, { threshold: Number.POSITIVE_INFINITY, fmr: 0, fnmr: 1 }]
}

/** Distance of the two means in units of their common standard deviation. */
export function dPrime(genuine: readonly number[], impostor: readonly number[]): number {
  const [a, b] = [moments(genuine), moments(impostor)]
  const spread = Math.sqrt((a.variance + b.variance) / 2)
  return spread > 0 ? (a.mean - b.mean) / spread : 0
}

export type Resampling = { random: Random; rounds?: number }

/** A figure with a percentile bootstrap interval that draws whole people, since windows of one person are alike. */
export function intervalOver<Person>(
  people: readonly Person[],
  figure: (drawn: readonly Person[]) => number,
  { random, rounds = 400 }: Resampling,
): Interval {
  const values = Array.from({ length: rounds }, () =>
    figure(Array.from(people, () => people[integer(random, people.length)])),
  )
  return { value: figure(people), ...middle95(values) }
}

/**
 * The same for a share. If all people agree, resampling says nothing; the interval then reaches to the exact
 * binomial bound (Clopper and Pearson 1934) for so many people.
 */
export function shareIntervalOver<Person>(
  people: readonly Person[],
  figure: (drawn: readonly Person[]) => number,
  resampling: Resampling,
): Interval {
  const { value, low, high } = intervalOver(people, figure, resampling)
  const reach = 1 - 0.025 ** (1 / people.length)
  if (value === 0) return { value, low, high: Math.max(high, reach) }
  return value === 1 ? { value, low: Math.min(low, 1 - reach), high } : { value, low, high }
}

/** The equal error rate with an interval that draws people, so that one person's trials come and go together. */
export function eerInterval(trials: readonly Trial[], { random, rounds = 200 }: Resampling): Interval {
  const people = [...new Set(trials.flatMap(({ claimed, actual }) => [claimed, actual]))]
  const indexOf = new Map(people.map((person, i) => [person, i]))
  const marks = trials.map(({ claimed, actual, score }) => {
    const [a, b] = [indexOf.get(claimed) as number, indexOf.get(actual) as number]
    return { score: settled(score), genuine: a === b, weight: 1, a, b }
  })
  marks.sort((a, b) => a.score - b.score)
  const value = computeEer(marks)
  const values = Array.from({ length: rounds }, () => {
    const times = people.map(() => 0)
    for (let i = 0; i < people.length; i++) times[integer(random, people.length)]++
    for (const mark of marks) mark.weight = mark.genuine ? times[mark.a] : times[mark.a] * times[mark.b]
    return computeEer(marks)
  })
  return { value, ...middle95(values) }
}

/** Counts in `bins` equal cells of [low, high]; what lies outside falls into the outermost cell. */
export function histogram(values: readonly number[], { bins = 20, low = 0, high = 1 } = {}): number[] {
  const counts = Array.from({ length: bins }, () => 0)
  for (const value of values) {
    const cell = Math.floor(((settled(value) - low) / (high - low)) * bins)
    counts[Math.min(bins - 1, Math.max(0, cell))]++
  }
  return counts
}

/** The value below which this share lies, between neighbors by straight line; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const i = Math.floor(at)
  return sorted.length === 0 ? Number.NaN : sorted[i] + (at - i) * ((sorted[i + 1] ?? sorted[i]) - sorted[i])
}

type Mark = { score: number; genuine: boolean; weight: number }

function rankScores(genuine: readonly number[], impostor: readonly number[]): Mark[] {
  const mark = (isGenuine: boolean) => (score: number) => ({ score: settled(score), genuine: isGenuine, weight: 1 })
  return [...genuine.map(mark(true)), ...impostor.map(mark(false))].toSorted((a, b) => a.score - b.score)
}

function settled(score: number): number {
  return Number.isNaN(score) ? 0 : score
}

/** Visits rising scores, all trials of one and the same score at once. */
function forEachTie(marks: readonly Mark[], visit: (genuine: number, impostor: number, score: number) => void): void {
  for (let i = 0; i < marks.length;) {
    const { score } = marks[i]
    let genuine = 0
    let impostor = 0
    for (; i < marks.length && marks[i].score === score; i++) {
      if (marks[i].genuine) genuine += marks[i].weight
      else impostor += marks[i].weight
    }
    visit(genuine, impostor, score)
  }
}

function computeEer(marks: readonly Mark[]): number {
  const [genuineAll, impostorAll] = [totalWeight(marks, true), totalWeight(marks, false)]
  let best = { apart: Number.POSITIVE_INFINITY, value: Number.NaN }
  let [rejected, correct] = [0, 0]
  const consider = () => {
    const [fmr, fnmr] = [1 - correct / impostorAll, rejected / genuineAll]
    const apart = Math.abs(fmr - fnmr)
    if (apart < best.apart) best = { apart, value: (fmr + fnmr) / 2 }
  }
  consider()
  forEachTie(marks, (genuine, impostor) => {
    rejected += genuine
    correct += impostor
    consider()
  })
  return best.value
}

function totalWeight(marks: readonly Mark[], genuine: boolean): number {
  let total = 0
  for (const mark of marks) if (mark.genuine === genuine) total += mark.weight
  return total
}

function middle95(values: readonly number[]): { low: number; high: number } {
  const finite = values.filter(Number.isFinite)
  return { low: quantile(finite, 0.025), high: quantile(finite, 0.975) }
}

function moments(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((total, value) => total + settled(value), 0) / values.length
  const variance = values.reduce((total, value) => total + (settled(value) - mean) ** 2, 0) / values.length
  return { mean, variance }
}
