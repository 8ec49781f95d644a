import { engineStatus } from '../kernel/load.ts'
import { dot } from '../math/vectors.ts'
import { SIGNATURE_MODEL } from '../signature/parameters.ts'
import { PERSISTENT } from './comparison.ts'
import { featureLength } from './features.ts'
import {
  areaUnderCurve,
  equalErrorRate,
  meanAndVariance,
  quantileFrom,
  type Ranked,
  rankTrials,
  shareFrom,
} from './figures.ts'
import { type Line, fitLine } from './line.ts'
import type { Material } from './material.ts'
import { operatingPoints, chooseThresholds, listUnsupportedPoints } from './operating-points.ts'
import type { Settings } from './options.ts'
import type { Projection } from './projection.ts'
import { computeShippedRates } from './shipped.ts'
import type { Subjects } from './subjects.ts'
import type { Scored } from './trials.ts'
import type { TwoCovariances } from './two-covariances.ts'
import type { Calibration, CalibrationModel, OperatingPoint } from './types.ts'

type Grouped = Subjects & { outliers: number }

type Parts = {
  material: Material
  settings: Settings
  grouped: Grouped
  projection: Projection
  trials: Scored
  model: TwoCovariances
}

/** What a finished run has to say. */
export function buildReport({ material, settings, grouped, projection, trials, model }: Parts): Calibration {
  const [mated, nonMated] = [rankTrials(trials.mated), rankTrials(trials.nonMated)]
  const line = fitLine(mated, nonMated)
  const people = grouped.subjects.length
  const points = operatingPoints(settings.targetFars, { mated, nonMated, people, pairs: countPairs(grouped) })
  const [a, b] = [meanAndVariance(mated), meanAndVariance(nonMated)]
  return {
    ...emptyReport(material, settings, grouped),
    pairs: { mated: mated.score.length, nonMated: nonMated.score.length },
    pcaOutputDim: projection.k,
    varianceRetained: projection.retained,
    eer: equalErrorRate(mated, nonMated),
    auc: areaUnderCurve(mated, nonMated),
    dPrime: (a.mean - b.mean) / Math.sqrt((a.variance + b.variance) / 2 || 1),
    thresholds: chooseThresholds(points),
    operatingPoints: points,
    shippedFars: settings.featureMode === 'signature_128' ? computeShippedRates(grouped.subjects) : null,
    warnings: [...generalWarnings(settings, grouped), ...findings(settings, projection, points)],
    plots: { det: computeDet(mated, nonMated), histogram: computeHistogram(mated, nonMated, line) },
    model: buildModel(settings, projection, model, line),
  }
}

/** Pairs of as many people as these are worth by their weights (Kish 1965). */
function countPairs({ subjects }: Subjects): number {
  const sum = subjects.reduce((total, { weight }) => total + weight, 0)
  const people = (sum * sum) / subjects.reduce((total, { weight }) => total + weight * weight, 0)
  return Math.floor((people * (people - 1)) / 2)
}

/** The report of sessions that say nothing about strangers. */
export function emptyReport(material: Material, settings: Settings, grouped: Grouped): Calibration {
  const { frames, duplicates, unusable, kept } = material
  const dominated = material.dominated + grouped.dominated
  return {
    sessions: kept.length - grouped.dominated - grouped.outliers,
    people: grouped.subjects.length,
    frames,
    pairs: { mated: 0, nonMated: 0 },
    featureMode: settings.featureMode,
    applicable: settings.featureMode === 'signature_128',
    pcaInputDim: featureLength(settings.featureMode),
    pcaOutputDim: 0,
    varianceRetained: 0,
    eer: null,
    auc: null,
    dPrime: null,
    thresholds: { low: null, medium: null, high: null },
    operatingPoints: listUnsupportedPoints(settings.targetFars),
    shippedFars: null,
    labels: grouped.labels,
    warnings: [
      `${grouped.subjects.length} people or sessions are too few to calibrate with`,
      ...generalWarnings(settings, grouped),
    ],
    plots: { det: [], histogram: { edges: [], mated: [], nonMated: [] } },
    model: null,
    excluded: { duplicates, unusable, dominated, outliers: grouped.outliers },
  }
}

function generalWarnings({ featureMode, useRustFeatures }: Settings, { labels }: Subjects): string[] {
  return [
    labels === 'halves' &&
      'too few people uploaded twice, so halves of one session stand for one person: rates of people refused are optimistic',
    featureMode !== 'signature_128' && `${featureMode} is for comparison only: enrollments hold signatures`,
    useRustFeatures === true &&
      engineStatus().kernel === 'typescript' &&
      'the compiled extractor is not loaded; the TypeScript one gave the same numbers',
  ].filter((warning) => typeof warning === 'string')
}

function findings(
  { minVariance }: Settings,
  { k, retained, needed }: Projection,
  points: readonly OperatingPoint[],
): string[] {
  const unsupported = points.filter(({ supported }) => !supported)
  return [
    ...(retained < minVariance
      ? [`${k} components keep ${percent(retained)} of the variance; ${needed} would keep ${percent(minVariance)}`]
      : []),
    ...unsupported.map(
      ({ targetFar, trials, trialsNeeded }) =>
        `a false-accept rate of ${percent(targetFar)} needs ${trialsNeeded} independent comparisons; these people are worth ${trials}`,
    ),
  ]
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`
}

const DET_POINTS = 60

function computeDet(mated: Ranked, nonMated: Ranked): { far: number; fnmr: number }[] {
  return Array.from({ length: DET_POINTS + 1 }, (_, i) => {
    const line = quantileFrom(nonMated, 10 ** ((-3 * i) / DET_POINTS))
    return { far: shareFrom(nonMated, line), fnmr: 1 - shareFrom(mated, line) }
  })
}

const BINS = 40

function computeHistogram(mated: Ranked, nonMated: Ranked, [slope, offset]: Line): Calibration['plots']['histogram'] {
  const edges = Array.from({ length: BINS + 1 }, (_, i) => i / BINS)
  const score = (p: number) => (Math.log(p / (1 - p)) - offset) / slope
  const shares = (trials: Ranked) =>
    edges.slice(1).map((to, i) => shareFrom(trials, score(edges[i])) - shareFrom(trials, score(to)))
  return { edges, mated: shares(mated), nonMated: shares(nonMated) }
}

function buildModel(settings: Settings, projection: Projection, model: TwoCovariances, line: Line): CalibrationModel {
  const { d, k, mean } = projection
  const rows = Array.from({ length: k }, (_, r) => {
    const row = new Float64Array(d)
    for (let c = 0; c < k; c++) for (let j = 0; j < d; j++) row[j] += model.rows[r * k + c] * projection.rows[c * d + j]
    return Array.from(row, short)
  })
  const centre = rows.map((row, r) => {
    const own = dot(model.rows.subarray(r * k, (r + 1) * k), model.mean)
    return short(own + dot(row, mean))
  })
  return {
    featureMode: settings.featureMode,
    version: settings.featureMode === 'signature_128' ? SIGNATURE_MODEL.body.version : settings.featureMode,
    matcher: {
      views: [0, 1, 2, 3],
      projection: rows,
      unit: rows.map(() => 1),
      centre,
      between: Array.from(model.between, short),
      shared: rows.map(() => 0),
      within: Array.from({ length: d }, () => 1),
      calibration: [line[0], line[1]],
    },
    persistent: PERSISTENT,
    // One's own scatter counts for nothing here, as it did not in the trials behind the thresholds.
    scatterPrior: 1e9,
  }
}

/** Six digits are far beyond what the sessions tell. */
function short(value: number): number {
  return Number(value.toPrecision(6))
}
