import type { RiskLevel } from '../evidence.ts'
import { sigmoid } from '../math/likelihood.ts'
import { mean } from '../math/statistics.ts'
import {
  computeEqualErrorRate,
  fitLine,
  computeInterval,
  type Line,
  computePersonVariance,
  findQuantile,
  type RankedTrials,
  sortTrials,
  scoreAt,
  computeShareFrom,
  type Trials,
} from './figures.ts'
import type { Calibration, Circumstance, MatedFigures, OperatingPoint } from './types.ts'

/** The comparisons of strangers used for every circumstance, and the thresholds derived from them. */
type Strangers = { nonMated: RankedTrials; points: readonly OperatingPoint[]; line: Line }

/**
 * Computes the error rates of people compared with themselves, separately for each circumstance (same day, another day,
 * other phone). `apart` holds these trials by circumstance; `strangers` are the trials of different people and the
 * thresholds derived from them. Null for a circumstance without trials.
 */
export function computeMatedFigures(
  apart: Partial<Record<Circumstance, Trials>>,
  strangers: Strangers,
): Record<Circumstance, MatedFigures | null> {
  const figuresOf = (trials: Trials | undefined) =>
    trials && trials.score.length > 0 ? computeFigures(trials, strangers) : null
  return {
    sameDay: figuresOf(apart.sameDay),
    crossDay: figuresOf(apart.crossDay),
    otherDevice: figuresOf(apart.otherDevice),
  }
}

function computeFigures(trials: Trials, { nonMated, points, line }: Strangers): MatedFigures {
  const { people, first } = countPeople(trials)
  const mated = sortTrials({ ...trials, first, second: first })
  const withInterval = (rate: number, score: number) =>
    computeInterval(rate, countIndependentTrials(mated, score, people))
  const eer = computeEqualErrorRate(mated, nonMated)
  return {
    pairs: mated.score.length,
    people,
    eer,
    eerInterval: withInterval(eer, findQuantile(nonMated, eer)),
    operatingPoints: points.map(({ targetFar, threshold }) => {
      if (threshold === null) return { targetFar, fnmr: null, fnmrInterval: null }
      const score = scoreAt(line, threshold)
      const fnmr = 1 - computeShareFrom(mated, score)
      return { targetFar, fnmr, fnmrInterval: withInterval(fnmr, score) }
    }),
  }
}

/** Numbers the people compared under this circumstance from 0; other people don't make these figures more certain. */
function countPeople({ first }: Trials): { people: number; first: Int32Array } {
  const numbers = new Map([...new Set(first)].map((person, number) => [person, number]))
  return { people: numbers.size, first: first.map((person) => numbers.get(person) ?? 0) }
}

/** Number of independent comparisons, times the rate, that supports a target rate if none passes (rule of three). */
const TRIALS_TIMES_RATE = 3
const LEVELS: readonly RiskLevel[] = ['high', 'medium', 'low']
const GROUPS = 20
/** Student's t of twenty groups at 95 %, increased by a quarter for the effect of other folds. */
const T = 1.25 * 2.09

export type Outcomes = {
  mated: RankedTrials
  nonMated: RankedTrials
  people: number
  /** Pairs of people, counted by their weights. */
  pairs: number
}

/**
 * Computes one operating point (threshold, false-accept and false-rejection rate, intervals) for each target
 * false-accept rate, in the given order, which must be ascending. A point has no threshold if the trials are too few to
 * support its target.
 */
export function computeOperatingPoints(targets: readonly number[], outcomes: Outcomes): OperatingPoint[] {
  const line = fitLine(outcomes.mated, outcomes.nonMated, targets)
  const parts = listPartsWithoutGroups(outcomes, targets)
  return addLevels(targets.map((target) => computePoint(target, { ...outcomes, line }, parts)))
}

/** Returns an operating point without a threshold for each target false-accept rate, for sessions without trials. */
export function listUnsupportedPoints(targets: readonly number[]): OperatingPoint[] {
  return addLevels(targets.map((target) => toUnsupportedPoint(target, 0)))
}

/** Adds the risk level that takes its threshold from each of the rising targets. */
function addLevels(points: readonly Omit<OperatingPoint, 'level'>[]): OperatingPoint[] {
  const served = LEVELS.map((_, level) => selectTarget(level, points.length))
  return points.map((point, place) => ({ ...point, level: LEVELS[served.indexOf(place)] ?? null }))
}

/**
 * Returns which of the rising targets a level uses: the first for high, the last for low, one in between for medium.
 */
function selectTarget(level: number, targets: number): number {
  return Math.min(targets - 1, [0, Math.max(1, (targets - 1) >> 1), targets - 1][level])
}

/**
 * Returns the threshold of each risk level from the operating points, which are in ascending order of their targets:
 * the first for high, the last for low, one in between for medium. Null if that point has none.
 */
export function selectThresholds(points: readonly OperatingPoint[]): Calibration['thresholds'] {
  const at = (level: number) => points[selectTarget(level, points.length)]?.threshold ?? null
  return { low: at(2), medium: at(1), high: at(0) }
}

type Part = { line: Line; nonMated: RankedTrials }

/** Returns the outcomes without each group of people in turn, each with its own scale. */
function listPartsWithoutGroups({ mated, nonMated, people }: Outcomes, targets: readonly number[]): Part[] {
  const groups = Math.min(GROUPS, people)
  const [own, others] = [mated, nonMated].map((trials) => ({ trials, ...computeGroups(trials, groups) }))
  return Array.from({ length: groups }, (_, group) => {
    const [left, right] = [removeGroup(own, group), removeGroup(others, group)]
    return { line: fitLine(left, right, targets), nonMated: right }
  })
}

type GroupedTrials = { trials: RankedTrials; first: Uint8Array; second: Uint8Array }

/** Returns the groups of the two people of each trial. */
function computeGroups({ first, second }: RankedTrials, groups: number): Omit<GroupedTrials, 'trials'> {
  return { first: Uint8Array.from(first, (p) => p % groups), second: Uint8Array.from(second, (p) => p % groups) }
}

/** Returns the trials without any person of this group, in the same order. */
function removeGroup({ trials, first, second }: GroupedTrials, group: number): RankedTrials {
  const count = trials.weight.length
  const [score, left] = [new Float64Array(count), new Float64Array(count)]
  let n = 0
  for (let i = 0; i < count; i++) {
    if (first[i] === group || second[i] === group) continue
    score[n] = trials.score[i]
    left[n++] = trials.weight[i]
  }
  const above = new Float64Array(n + 1)
  for (let i = n - 1; i >= 0; i--) above[i] = above[i + 1] + left[i]
  return { ...trials, score: score.subarray(0, n), above, total: above[0] }
}

function countTrialsNeeded(targetFar: number): number {
  return Math.ceil(TRIALS_TIMES_RATE / targetFar - 1e-9)
}

function toUnsupportedPoint(targetFar: number, trials: number): Omit<OperatingPoint, 'level'> {
  const unknown = { threshold: null, thresholdInterval: null, realisedFar: null, fnmr: null }
  const intervals = { farInterval: null, fnmrInterval: null }
  return { targetFar, ...unknown, ...intervals, supported: false, trials, trialsNeeded: countTrialsNeeded(targetFar) }
}

function computePoint(
  targetFar: number,
  outcomes: Outcomes & { line: Line },
  parts: readonly Part[],
): Omit<OperatingPoint, 'level'> {
  const { mated, nonMated, line } = outcomes
  const trials = Math.min(
    outcomes.pairs,
    countIndependentTrials(nonMated, findQuantile(nonMated, targetFar), outcomes.people),
  )
  const trialsNeeded = countTrialsNeeded(targetFar)
  if (trials < trialsNeeded) return toUnsupportedPoint(targetFar, trials)
  // Conformal: the next stranger counts as one more of those seen, so one of them fewer may pass.
  const share = (targetFar * (trials + 1) - 1) / trials
  const score = findQuantile(nonMated, share)
  const realisedFar = computeShareFrom(nonMated, score)
  const fnmr = 1 - computeShareFrom(mated, score)
  const logOdds = line[0] * score + line[1]
  const half =
    T * computeJackknifeError(parts.map((part) => part.line[0] * findQuantile(part.nonMated, share) + part.line[1]))
  const farInterval = computeInterval(realisedFar, trials)
  const [most, least] = farInterval.map((rate) => line[0] * findQuantile(nonMated, rate) + line[1])
  return {
    targetFar,
    threshold: sigmoid(logOdds),
    // Leaving people out says little about the few scores at the end, and the interval of the rate says nothing about
    // the scale.
    thresholdInterval: [sigmoid(Math.min(logOdds - half, least)), sigmoid(Math.max(logOdds + half, most))],
    realisedFar,
    fnmr,
    farInterval,
    fnmrInterval: computeInterval(fnmr, countIndependentTrials(mated, score, outcomes.people)),
    supported: true,
    trials,
    trialsNeeded,
  }
}

/**
 * Returns the standard error of a figure from its values without each group in turn (jackknife; Quenouille and Tukey).
 */
function computeJackknifeError(values: readonly number[]): number {
  const middle = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  return Math.sqrt(((values.length - 1) / values.length) * squares)
}

/**
 * Returns how many independent comparisons would have the same uncertainty about the share above `line`. Comparisons
 * that share a person aren't independent, the less so the more people differ in how often they are confused with
 * others.
 */
function countIndependentTrials(trials: RankedTrials, line: number, people: number): number {
  const share = computeShareFrom(trials, line)
  const variance = computePersonVariance(trials, line, people)
  if (variance <= 0 || share <= 0 || share >= 1) return people
  return Math.max(1, Math.floor((share * (1 - share)) / variance))
}
