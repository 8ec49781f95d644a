import { DEFAULT_THRESHOLDS, type RiskLevel } from '../evidence.ts'
import { pairLogRatio, sigmoid } from '../math/likelihood.ts'
import { dot, meanVector } from '../math/statistics.ts'
import { integer, seededRandom } from '../random.ts'
import { SIGNATURE_MODEL } from '../signature/match.ts'
import {
  addTrial,
  drawPairs,
  createTrialList,
  type TrialList,
  hashIntegers,
  type Line,
  NON_MATED,
  toTrials,
  type ScoredTrials,
} from './figures.ts'
import { judgeSubjects, type ScreeningView } from './screening.ts'
import { countFeatures } from './sessions.ts'
import { type ComparisonResult, type Context, MIN_SUBJECTS } from './settings.ts'
import { selectSubjects, mergeNames, type Subject } from './subjects.ts'
import {
  addSubject,
  createComparer,
  computeSums,
  createSums,
  fitProjection,
  fitTwoCovariances,
  multiply,
  PERSISTENT,
  project,
  type Projection,
  projectWindows,
  type Sums,
  type TwoCovariances,
  removeSums,
} from './two-covariances.ts'
import type { CalibrationProgress, StoredSession, WindowModel } from './types.ts'

/** One kind of features: its names, and how the shipped model sees it, if there is one. */
export type WindowKind = Pick<WindowModel, 'featureMode' | 'version'> & {
  shipped: {
    see: (subjects: readonly Subject[]) => ScreeningView<Float64Array>
    computeRates: (subjects: readonly Subject[]) => Record<RiskLevel, number>
  } | null
}

/**
 * Compares sessions of landmarks with each other under a model learned from these sessions; yields progress. The model
 * is cross-fitted: no pair of people is scored by a model that learned from either of them. `shipped` is the view of
 * the shipped model, if it has one for these features. Returns null evidence if there are too few subjects.
 */
export function* compareWindows(
  { shipped, ...names }: WindowKind,
  kept: readonly StoredSession[],
  { settings, linked }: Context,
): Generator<CalibrationProgress, ComparisonResult> {
  const d = countFeatures(names.featureMode)
  const all = selectSubjects(kept, d)
  if (all.subjects.length < MIN_SUBJECTS) return { grouped: { ...all, outliers: 0 }, evidence: null }
  const projection = fitProjection(all.subjects, d, settings)
  const projected = all.subjects.map((subject) => subject.windows.map((window) => project(projection, window)))
  yield { stage: 'screening', fraction: 0.2 }
  const views = shipped ? [() => shipped.see(all.subjects)] : []
  const { isGood, outliers } = judgeSubjects(all.subjects, [
    ...views,
    () => projectByOwnModel(all.subjects, projected, projection.k),
  ])
  const grouped = { ...all, subjects: all.subjects.filter((_, i) => isGood[i]), outliers }
  const windows = projected.filter((_, i) => isGood[i])
  const folds = createFolds(grouped.subjects, windows, projection.k)
  const steps = scoreCrossFitted(grouped.subjects, windows, { ...folds, linked })
  let step = steps.next()
  while (!step.done) {
    yield { stage: 'cross-fit', fraction: 0.3 + 0.6 * step.value }
    step = steps.next()
  }
  const model = fitTwoCovariances(folds.all)
  const evidence = {
    trials: step.value,
    apart: {},
    projection,
    buildModel: (line: Parameters<typeof toWindowModel>[3]) => toWindowModel(names, projection, model, line),
    shippedFars: shipped?.computeRates(grouped.subjects) ?? null,
    warnings: [],
  }
  return { grouped, evidence }
}

/** Returns the windows as seen by a first model of these sessions, for screening. */
function projectByOwnModel(
  subjects: readonly Subject[],
  windows: readonly Float64Array[][],
  k: number,
): ScreeningView<Float64Array> {
  const model = fitTwoCovariances(computeSums(subjects, windows, k))
  return { windows: windows.map((own) => projectWindows(model, own)), compare: createComparer(model, 1) }
}

/**
 * Fewer people are split into more folds, so that a model without two of them learns from nearly as much as the final
 * one.
 */
const [MIN_FOLDS, MAX_FOLDS] = [5, 8]
const PEOPLE_TIMES_FOLDS = 480
const MATED_EACH = 40
const PAIR_EACH = 16
const MAX_TEMPLATE = 3
/** A person with this many repetitions has full weight among comparisons with themselves. */
const FULL_TRIES = 4

/** Sums of all subjects and of each fold, and the fold of each subject. */
type Folds = { all: Sums; parts: Sums[]; foldOf: Int32Array }

/**
 * Splits the subjects into folds for cross-validation by the hash of their keys. Returns the sums of their windows for
 * each fold (`parts`) and for all subjects (`all`), and the fold of each subject. `windows[i]` are the projected
 * feature vectors of subject i, of `k` numbers each.
 */
export function createFolds(subjects: readonly Subject[], windows: readonly Float64Array[][], k: number): Folds {
  const count = countFolds(subjects.length)
  const foldOf = Int32Array.from(subjects, ({ key }) => hashIntegers(key, 0, 0) % count)
  const parts = Array.from({ length: count }, () => createSums(k))
  const all = createSums(k)
  subjects.forEach(({ weight }, i) => {
    addSubject(parts[foldOf[i]], windows[i], weight)
    addSubject(all, windows[i], weight)
  })
  return { all, parts, foldOf }
}

function countFolds(people: number): number {
  const wanted = Math.max(MIN_FOLDS, Math.min(MAX_FOLDS, Math.round(PEOPLE_TIMES_FOLDS / people)))
  return Math.max(2, Math.min(wanted, people >> 1))
}

/**
 * Scores each subject against themselves (mated) and pairs of different people (non-mated), each pair under a model
 * that learned from neither of the two. Yields the share of the work done, 0..1. Pairs of names in `linked` may be one
 * person and aren't compared as strangers.
 */
export function* scoreCrossFitted(
  subjects: readonly Subject[],
  windows: readonly Float64Array[][],
  { all, parts, foldOf, linked }: Folds & { linked: ReadonlySet<string> },
): Generator<number, ScoredTrials> {
  const random = seededRandom(11)
  const mated = createTrialList()
  const nonMated = createTrialList()
  const pairs = drawPairs(subjects.length, (i, j) => areDifferentPeople(subjects[i], subjects[j], linked), random)
  const each = Math.max(1, Math.min(PAIR_EACH, Math.floor(NON_MATED / pairs.length)))
  for (let f = 0; f < parts.length; f++) {
    for (let g = f; g < parts.length; g++) {
      const model = fitTwoCovariances(f === g ? removeSums(all, parts[f]) : removeSums(all, parts[f], parts[g]))
      const draw = createScorer(model, windows, subjects)
      if (f === g) foldOf.forEach((fold, i) => fold === f && addMated(mated, i, subjects[i], draw))
      for (const [i, j] of pairs) {
        if (Math.min(foldOf[i], foldOf[j]) !== f || Math.max(foldOf[i], foldOf[j]) !== g) continue
        const weight = (subjects[i].weight * subjects[j].weight) / each
        for (let n = 0; n < each; n++)
          addTrial(nonMated, draw(n % 2 === 0 ? i : j, n % 2 === 0 ? j : i, n), [i, j, weight])
      }
    }
    yield (f + 1) / parts.length
  }
  return { mated: toTrials(mated), nonMated: toTrials(nonMated) }
}

/**
 * Returns whether two subjects are certainly different people. Sessions without a name from one source may be one
 * person's, and so may names that share a session.
 */
function areDifferentPeople(one: Subject, other: Subject, linked: ReadonlySet<string>): boolean {
  if (one.person !== null && other.person !== null) return !linked.has(mergeNames(one.person, other.person))
  return one.source === null || one.source !== other.source
}

/** Scores a random window of the second subject against a template of random windows of the first. */
type Draw = (template: number, probe: number, n: number) => number

function createScorer(model: TwoCovariances, windows: readonly Float64Array[][], subjects: readonly Subject[]): Draw {
  const places = new Map<number, Float64Array[]>()
  const own = (subject: number) => {
    const known = places.get(subject) ?? projectWindows(model, windows[subject])
    places.set(subject, known)
    return known
  }
  const compare = Array.from({ length: MAX_TEMPLATE }, (_, count) => createComparer(model, count + 1))
  const mean = new Float64Array(model.k)
  return (template, probe, n) => {
    const [mine, theirs] = [own(template), own(probe)]
    const chance = hashIntegers(subjects[template].key, subjects[probe].key, n)
    const shown = chance % theirs.length
    // Halves of one session are compared one to one, and no window with itself.
    const count = Math.min(MAX_TEMPLATE, Math.max(1, mine.length - 1))
    const room = template === probe ? mine.length - count : mine.length
    const from = (template === probe ? shown + 1 : 0) + ((chance >>> 12) % room)
    mean.fill(0)
    for (let i = from; i < from + count; i++) {
      const window = mine[i % mine.length]
      for (let j = 0; j < mean.length; j++) mean[j] += window[j] / count
    }
    return compare[count - 1](mean, theirs[shown])
  }
}

function addMated(mated: TrialList, i: number, { windows, weight }: Subject, draw: Draw): void {
  if (windows.length < 2) return
  const each = Math.min(MATED_EACH, windows.length * (windows.length - 1))
  // Two sessions are one repetition. Two names are the cheapest way to present two people as one.
  const share = (weight * Math.min(1, (windows.length - 1) / FULL_TRIES)) / each
  for (let n = 0; n < each; n++) addTrial(mated, draw(i, i, n), [i, i, share])
}

/**
 * Returns the fitted model in the form in which it is stored and used for verification. The projection and the model
 * become one linear map from features to the model's coordinates; `line` maps its scores to log odds.
 */
export function toWindowModel(
  names: Pick<WindowModel, 'featureMode' | 'version'>,
  projection: Projection,
  model: TwoCovariances,
  line: Line,
): WindowModel {
  const { d, k, mean } = projection
  const rows = Array.from({ length: k }, (_, r) => {
    const row = new Float64Array(d)
    for (let c = 0; c < k; c++) for (let j = 0; j < d; j++) row[j] += model.rows[r * k + c] * projection.rows[c * d + j]
    return Array.from(row, roundToSixDigits)
  })
  const centre = rows.map((row, r) => {
    const own = dot(model.rows.subarray(r * k, (r + 1) * k), model.mean)
    return roundToSixDigits(own + dot(row, mean))
  })
  return {
    ...names,
    matcher: {
      views: [0, 1, 2, 3],
      projection: rows,
      unit: rows.map(() => 1),
      centre,
      between: Array.from(model.between, roundToSixDigits),
      shared: rows.map(() => 0),
      within: Array.from({ length: d }, () => 1),
      calibration: [line[0], line[1]],
    },
    persistent: PERSISTENT,
    // A person's own scatter is ignored here, as it was in the trials behind the thresholds.
    scatterPrior: 1e9,
  }
}

/** Rounds to six digits, far beyond what the sessions determine. */
function roundToSixDigits(value: number): number {
  return Number(value.toPrecision(6))
}

const [MATCHER] = SIGNATURE_MODEL.body.matchers
const TRIALS = 600
const TEMPLATE = 3

/**
 * Returns the windows of all subjects in the coordinates of the shipped model, with its comparison function, for
 * screening. No upload can have influenced that model.
 */
export function projectByShippedModel(subjects: readonly Subject[]): ScreeningView<Float64Array> {
  const between = Float64Array.from(MATCHER.between)
  return { windows: listShippedVectors(subjects), compare: createComparer({ between, k: between.length }, 1) }
}

function listShippedVectors(subjects: readonly Subject[]): Float64Array[][] {
  const { projection, unit, centre } = MATCHER
  const [k, d] = [projection.length, projection[0].length]
  const rows = Float64Array.from({ length: k * d }, (_, at) => {
    const row = Math.floor(at / d)
    return projection[row][at % d] * unit[row]
  })
  return subjects.map(({ windows }) =>
    windows.map((window) => multiply(rows, k, window, d).map((value, row) => value - centre[row])),
  )
}

/**
 * Returns, for each risk level, the share of 600 random comparisons of two different subjects that reach the shipped
 * threshold under the shipped model.
 */
export function computeShippedRates(subjects: readonly Subject[]): Record<RiskLevel, number> {
  const random = seededRandom(23)
  const places = listShippedVectors(subjects)
  const scores = Array.from({ length: TRIALS }, () => {
    const own = integer(random, places.length)
    const other = places[(own + 1 + integer(random, places.length - 1)) % places.length]
    return scoreByShippedModel(places[own].slice(0, TEMPLATE), other[integer(random, other.length)])
  })
  const from = (level: RiskLevel) => scores.filter((score) => score >= DEFAULT_THRESHOLDS[level]).length / TRIALS
  return { low: from('low'), medium: from('medium'), high: from('high') }
}

function scoreByShippedModel(template: readonly Float64Array[], probe: Float64Array): number {
  const { between, shared, calibration } = MATCHER
  const mean = meanVector(template)
  const persistent = SIGNATURE_MODEL.persistent
  const templateNoise = persistent + (1 - persistent) / template.length
  let total = 0
  for (let k = 0; k < probe.length; k++)
    total += pairLogRatio({ between: between[k], shared: shared[k], templateNoise, probeNoise: 1 }, mean[k], probe[k])
  return sigmoid(calibration[0] * total + calibration[1])
}
