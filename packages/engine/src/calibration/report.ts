import { engineStatus } from '../kernel/load.ts'
import type { Evidence, Grouped } from './compared.ts'
import {
  areaUnderCurve,
  equalErrorRate,
  meanAndVariance,
  quantileFrom,
  type Ranked,
  rankTrials,
  shareFrom,
} from './figures.ts'
import { type Line, fitLine, scoreAt } from './line.ts'
import { computeMatedFigures } from './mated-figures.ts'
import type { Material } from './material.ts'
import { MODES } from './modes.ts'
import { operatingPoints, chooseThresholds, listUnsupportedPoints } from './operating-points.ts'
import type { Settings } from './options.ts'
import type { Calibration, OperatingPoint } from './types.ts'

type Parts = { material: Material; settings: Settings; grouped: Grouped; evidence: Evidence }

/** What a finished run has to say. */
export function buildReport({ material, settings, grouped, evidence }: Parts): Calibration {
  const { trials, apart, projection, shippedFars } = evidence
  const [mated, nonMated] = [rankTrials(trials.mated), rankTrials(trials.nonMated)]
  const line = fitLine(mated, nonMated, settings.targetFars)
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
    ...computeMatedFigures(apart, { nonMated, points, line }),
    shippedFars,
    warnings: [...generalWarnings(settings, grouped), ...evidence.warnings, ...findings(settings, projection, points)],
    plots: { det: computeDet(mated, nonMated), histogram: computeHistogram(mated, nonMated, line) },
    model: evidence.buildModel(line),
  }
}

/** Pairs of as many people as these are worth by their weights (Kish 1965). */
function countPairs({ subjects }: Grouped): number {
  const sum = subjects.reduce((total, { weight }) => total + weight, 0)
  const people = (sum * sum) / subjects.reduce((total, { weight }) => total + weight * weight, 0)
  return Math.floor((people * (people - 1)) / 2)
}

/** The report of sessions that say nothing about strangers. */
export function emptyReport(material: Material, settings: Settings, grouped: Grouped): Calibration {
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
      ...generalWarnings(settings, grouped),
    ],
    plots: { det: [], histogram: { edges: [], mated: [], nonMated: [] } },
    model: null,
    excluded: { duplicates, unusable, dominated, outliers: grouped.outliers },
  }
}

function generalWarnings({ featureMode, useRustFeatures }: Settings, { labels }: Grouped): string[] {
  return [
    labels === 'halves' &&
      'too few people uploaded twice, so parts of one session stand for one person: rates of people refused are optimistic',
    !MODES[featureMode].isApplicable && `${featureMode} is for comparison only: enrollments hold signatures`,
    useRustFeatures === true &&
      engineStatus().kernel === 'typescript' &&
      'the compiled extractor is not loaded; the TypeScript one gave the same numbers',
  ].filter((warning) => typeof warning === 'string')
}

function findings(
  { minVariance }: Settings,
  { k, retained, needed }: Evidence['projection'],
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

function computeHistogram(mated: Ranked, nonMated: Ranked, line: Line): Calibration['plots']['histogram'] {
  const edges = Array.from({ length: BINS + 1 }, (_, i) => i / BINS)
  const shares = (trials: Ranked) =>
    edges.slice(1).map((to, i) => shareFrom(trials, scoreAt(line, edges[i])) - shareFrom(trials, scoreAt(line, to)))
  return { edges, mated: shares(mated), nonMated: shares(nonMated) }
}
