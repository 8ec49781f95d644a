import { engineStatus } from '../kernel/load.ts'
import {
  computeAreaUnderCurve,
  computeEqualErrorRate,
  fitLine,
  type Line,
  computeMeanAndVariance,
  findQuantile,
  type RankedTrials,
  sortTrials,
  scoreAt,
  computeShareFrom,
} from './figures.ts'
import { createMaterial, addSession, type Material, MODES } from './material.ts'
import {
  selectThresholds,
  computeMatedFigures,
  listUnsupportedPoints,
  computeOperatingPoints,
} from './operating-points.ts'
import { type Evidence, type GroupedSubjects, readSettings, type Settings } from './settings.ts'
import { selectWithinBounds, selectOwners } from './subjects.ts'
import type {
  Calibration,
  CalibrationOptions,
  CalibrationProgress,
  CalibrationSession,
  OperatingPoint,
  StrokeSession,
} from './types.ts'

/** A calibration run: takes sessions one by one and finishes in steps. */
export type CalibrationRun = {
  /** Adds a session of landmarks, or of strokes if those are calibrated. */
  add: (session: CalibrationSession | StrokeSession) => void
  finish: () => Generator<CalibrationProgress, Calibration>
  /**
   * Returns everything collected so far, a few megabytes that structuredClone can copy. A new run can continue from it.
   */
  state: () => CalibrationState
}

/** Everything a run has collected. */
export type CalibrationState = Material

/**
 * Returns a calibration run without sessions, to which sessions are added one by one and which is then finished in
 * steps. With `from`, the state of another run, it continues with that run's sessions. Invalid options count as
 * missing.
 */
export function createCalibration(options?: CalibrationOptions, from?: CalibrationState): CalibrationRun {
  const settings = readSettings(options)
  const material = from ?? createMaterial()
  return {
    add: (session) => addSession(material, session, settings),
    finish: () => computeCalibration(material, settings),
    state: () => material,
  }
}

/**
 * Returns the calibration learned from research sessions: thresholds at which strangers pass no more often than the
 * `targetFars` allow, a model and figures. A threshold is null if there are too few people to support it. Unreadable
 * sessions are only counted. Never throws for malformed sessions.
 *
 * @example
 * calibrate(sessions, { targetFars: [0.01, 0.05, 0.1] }).thresholds.high
 */
export function calibrate(
  sessions: Iterable<CalibrationSession | StrokeSession>,
  options?: CalibrationOptions,
): Calibration {
  const run = createCalibration(options)
  for (const session of isIterable(sessions) ? sessions : []) run.add(session)
  return runToEnd(run.finish())
}

/** Runs all remaining steps of a calibration and returns its result; progress is ignored. */
export function runToEnd(steps: Generator<CalibrationProgress, Calibration>): Calibration {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

function isIterable(value: unknown): value is Iterable<CalibrationSession | StrokeSession> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

/**
 * Computes the calibration of the collected sessions. The generator yields its progress between steps and returns the
 * calibration, or an empty one (thresholds and model null) if the sessions contain no comparisons of a person with
 * themselves or of strangers.
 */
export function* computeCalibration(
  material: Material,
  settings: Settings,
): Generator<CalibrationProgress, Calibration> {
  yield { stage: 'projection', fraction: 0 }
  const kept = selectWithinBounds(selectOwners(material.kept))
  const { grouped, evidence } = yield* MODES[settings.featureMode].compare(kept, { settings, linked: material.linked })
  grouped.dominated += material.kept.length - kept.length
  if (evidence === null || Object.values(evidence.trials).some(({ score }) => score.length === 0))
    return createEmptyReport(material, settings, grouped)
  yield { stage: 'thresholds', fraction: 0.95 }
  return createReport({ material, settings, grouped, evidence })
}

type Parts = { material: Material; settings: Settings; grouped: GroupedSubjects; evidence: Evidence }

/**
 * Returns the complete calibration for compared sessions: thresholds, figures, plots, warnings and the model. `grouped`
 * are the subjects compared, `evidence` are the trials.
 */
export function createReport({ material, settings, grouped, evidence }: Parts): Calibration {
  const { trials, apart, projection, shippedFars } = evidence
  const [mated, nonMated] = [sortTrials(trials.mated), sortTrials(trials.nonMated)]
  const line = fitLine(mated, nonMated, settings.targetFars)
  const people = grouped.subjects.length
  const points = computeOperatingPoints(settings.targetFars, { mated, nonMated, people, pairs: countPairs(grouped) })
  const [a, b] = [computeMeanAndVariance(mated), computeMeanAndVariance(nonMated)]
  return {
    ...createEmptyReport(material, settings, grouped),
    pairs: { mated: mated.score.length, nonMated: nonMated.score.length },
    pcaOutputDim: projection.k,
    varianceRetained: projection.retained,
    eer: computeEqualErrorRate(mated, nonMated),
    auc: computeAreaUnderCurve(mated, nonMated),
    dPrime: (a.mean - b.mean) / Math.sqrt((a.variance + b.variance) / 2 || 1),
    thresholds: selectThresholds(points),
    operatingPoints: points,
    ...computeMatedFigures(apart, { nonMated, points, line }),
    shippedFars,
    warnings: [
      ...listGeneralWarnings(settings, grouped),
      ...evidence.warnings,
      ...listFindings(settings, projection, points),
    ],
    plots: { det: computeDet(mated, nonMated), histogram: computeHistogram(mated, nonMated, line) },
    model: evidence.buildModel(line),
  }
}

/** Returns the number of pairs of the effective number of people, given their weights (Kish 1965). */
function countPairs({ subjects }: GroupedSubjects): number {
  const sum = subjects.reduce((total, { weight }) => total + weight, 0)
  const people = (sum * sum) / subjects.reduce((total, { weight }) => total + weight * weight, 0)
  return Math.floor((people * (people - 1)) / 2)
}

/**
 * Returns a calibration without thresholds, rates and model, for sessions that are too few to compare. It still counts
 * sessions, people, frames and exclusions.
 */
export function createEmptyReport(material: Material, settings: Settings, grouped: GroupedSubjects): Calibration {
  const { frames, duplicates, unusable, kept } = material
  const dominated = material.dominated + grouped.dominated
  const { inputs, isApplicable } = MODES[settings.featureMode]
  return {
    sessions: kept.length - grouped.dominated - grouped.outliers,
    people: grouped.subjects.length,
    frames,
    pairs: { mated: 0, nonMated: 0 },
    featureMode: settings.featureMode,
    applicable: isApplicable,
    pcaInputDim: inputs,
    pcaOutputDim: 0,
    varianceRetained: 0,
    eer: null,
    auc: null,
    dPrime: null,
    thresholds: { low: null, medium: null, high: null },
    sameDay: null,
    crossDay: null,
    otherDevice: null,
    operatingPoints: listUnsupportedPoints(settings.targetFars),
    shippedFars: null,
    labels: grouped.labels,
    warnings: [
      `${grouped.subjects.length} people or sessions are too few to calibrate with`,
      ...listGeneralWarnings(settings, grouped),
    ],
    plots: { det: [], histogram: { edges: [], mated: [], nonMated: [] } },
    model: null,
    excluded: { duplicates, unusable, dominated, outliers: grouped.outliers },
  }
}

function listGeneralWarnings({ featureMode, useRustFeatures }: Settings, { labels }: GroupedSubjects): string[] {
  return [
    labels === 'halves' &&
      'too few people uploaded twice, so parts of one session stand for one person: rates of people refused are optimistic',
    !MODES[featureMode].isApplicable && `${featureMode} is for comparison only: enrollments hold signatures`,
    useRustFeatures === true &&
      engineStatus().kernel === 'typescript' &&
      'the compiled extractor is not loaded; the TypeScript one gave the same numbers',
  ].filter((warning) => typeof warning === 'string')
}

function listFindings(
  { minVariance }: Settings,
  { k, retained, needed }: Evidence['projection'],
  points: readonly OperatingPoint[],
): string[] {
  const unsupported = points.filter(({ supported }) => !supported)
  return [
    ...(retained < minVariance
      ? [
          `${k} components keep ${formatPercent(retained)} of the variance; ${needed} would keep ${formatPercent(minVariance)}`,
        ]
      : []),
    ...unsupported.map(
      ({ targetFar, trials, trialsNeeded }) =>
        `a false-accept rate of ${formatPercent(targetFar)} needs ${trialsNeeded} independent comparisons; these people are worth ${trials}`,
    ),
  ]
}

function formatPercent(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`
}

const DET_POINTS = 60

function computeDet(mated: RankedTrials, nonMated: RankedTrials): { far: number; fnmr: number }[] {
  return Array.from({ length: DET_POINTS + 1 }, (_, i) => {
    const line = findQuantile(nonMated, 10 ** ((-3 * i) / DET_POINTS))
    return { far: computeShareFrom(nonMated, line), fnmr: 1 - computeShareFrom(mated, line) }
  })
}

const BINS = 40

function computeHistogram(mated: RankedTrials, nonMated: RankedTrials, line: Line): Calibration['plots']['histogram'] {
  const edges = Array.from({ length: BINS + 1 }, (_, i) => i / BINS)
  const shares = (trials: RankedTrials) =>
    edges
      .slice(1)
      .map((to, i) => computeShareFrom(trials, scoreAt(line, edges[i])) - computeShareFrom(trials, scoreAt(line, to)))
  return { edges, mated: shares(mated), nonMated: shares(nonMated) }
}
