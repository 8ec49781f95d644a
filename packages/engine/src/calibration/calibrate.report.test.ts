import { describe, expect, it, vi } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { toCoordinates } from '../signature/match.ts'
import { createEmptyReport, createReport } from './calibrate.ts'
import { createFolds, toWindowModel, computeShippedRates, scoreCrossFitted } from './compare-windows.ts'
import {
  computeAreaUnderCurve,
  computeEqualErrorRate,
  fitLine,
  type Line,
  findQuantile,
  sortTrials,
  computeShareFrom,
} from './figures.ts'
import { createMaterial } from './material.ts'
import { readSettings } from './settings.ts'
import type { Subject } from './subjects.ts'
import { fitProjection, fitTwoCovariances, project, projectWindows } from './two-covariances.ts'
import type { CalibrationOptions, WindowModel } from './types.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const D = 128

const random = seededRandom(8)
const SUBJECTS: Subject[] = Array.from({ length: 20 }, (_, i) => {
  const place = Array.from({ length: D }, () => normal(random))
  const windows = Array.from({ length: 4 }, () => Float32Array.from(place, (value) => value + normal(random)))
  return { windows, sessions: 4, source: null, weight: i === 0 ? 0.5 : 1, person: `person ${i}`, key: 31 * i }
})
const MATERIAL = { ...createMaterial(), frames: 700, duplicates: 3, unusable: 2, dominated: 4 }
const KEPT = SUBJECTS.flatMap(({ windows, person }) => windows.map((features) => ({ person, source: null, features })))
const GROUPED = { labels: 'people' as const, subjects: SUBJECTS, dominated: 1, outliers: 5 }

function partsOf(options: CalibrationOptions = {}) {
  const settings = readSettings({ pcaOutputDim: 5, targetFars: [0.001, 0.2], ...options })
  const projection = fitProjection(SUBJECTS, D, settings)
  const windows = SUBJECTS.map((subject) => subject.windows.map((window) => project(projection, window)))
  const folds = createFolds(SUBJECTS, windows, projection.k)
  const steps = scoreCrossFitted(SUBJECTS, windows, { ...folds, linked: new Set() })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const material = { ...MATERIAL, kept: KEPT }
  const model = fitTwoCovariances(folds.all)
  const names = { featureMode: 'signature_128' as const, version: 'body-1' }
  const buildModel = (line: Line) => toWindowModel(names, projection, model, line)
  const learned = { trials: step.value, apart: {}, projection, buildModel }
  const evidence = { ...learned, shippedFars: computeShippedRates(SUBJECTS), warnings: [] }
  return { material, settings, grouped: GROUPED, evidence, projection, trials: step.value, model }
}

const PARTS = partsOf()
const REPORT = createReport(PARTS)
const [MATED, OTHERS] = [sortTrials(PARTS.trials.mated), sortTrials(PARTS.trials.nonMated)]

describe('buildReport', () => {
  it('counts what was compared and what was left out', () => {
    expect(REPORT).toMatchObject({ people: 20, sessions: 80 - 1 - 5, frames: 700, labels: 'people', applicable: true })
    expect(REPORT.excluded).toEqual({ duplicates: 3, unusable: 2, dominated: 5, outliers: 5 })
    expect(REPORT.pairs).toEqual({ mated: MATED.score.length, nonMated: OTHERS.score.length })
    expect(REPORT).toMatchObject({ pcaInputDim: 128, pcaOutputDim: 5, varianceRetained: PARTS.projection.retained })
  })

  it('has the error rates of the comparisons', () => {
    expect(REPORT.eer).toBe(computeEqualErrorRate(MATED, OTHERS))
    expect(REPORT.auc).toBe(computeAreaUnderCurve(MATED, OTHERS))
    const moments = ({ score, weight }: typeof MATED) => {
      const total = weight.reduce((sum, value) => sum + value, 0)
      const mean = score.reduce((sum, value, i) => sum + weight[i] * value, 0) / total
      return { mean, variance: score.reduce((sum, value, i) => sum + weight[i] * (value - mean) ** 2, 0) / total }
    }
    const [own, other] = [moments(MATED), moments(OTHERS)]
    const expected = (own.mean - other.mean) / Math.sqrt((own.variance + other.variance) / 2)
    expect(REPORT.dPrime).toBeCloseTo(expected, 9)
  })

  it('takes its people for as many as their weights are worth', () => {
    // 19 whole people and a half: 19.5² / 19.25 = 19.75 people, 185 pairs.
    const worth = 19.5 ** 2 / 19.25
    const [rare] = REPORT.operatingPoints
    expect(rare.trials).toBeLessThanOrEqual(Math.floor((worth * (worth - 1)) / 2))
    const alike = { ...PARTS.trials, nonMated: { ...PARTS.trials.nonMated } }
    alike.nonMated.score = alike.nonMated.score.map((_, i) => Math.sin(i * i))
    const most = createReport({ ...PARTS, evidence: { ...PARTS.evidence, trials: alike } }).operatingPoints.map(
      ({ trials }) => trials,
    )
    expect(Math.max(...most)).toBe(185)
  })

  it('plots false accepts against false rejects, from all to one in a thousand', () => {
    const { det } = REPORT.plots
    expect(det).toHaveLength(61)
    expect(det[0].far).toBe(1)
    expect(det[60]).toEqual({
      far: computeShareFrom(OTHERS, findQuantile(OTHERS, 1e-3)),
      fnmr: 1 - computeShareFrom(MATED, findQuantile(OTHERS, 1e-3)),
    })
    expect(det[20].far).toBeCloseTo(0.1, 2)
    for (let i = 1; i < 61; i++) {
      expect(det[i].far).toBeLessThanOrEqual(det[i - 1].far)
      expect(det[i].fnmr).toBeGreaterThanOrEqual(det[i - 1].fnmr)
    }
  })

  it('counts comparisons by the probability that their score stands for', () => {
    const { edges, mated, nonMated } = REPORT.plots.histogram
    expect(edges).toHaveLength(41)
    expect([edges[0], edges[1], edges[40]]).toEqual([0, 0.025, 1])
    const [slope, offset] = fitLine(MATED, OTHERS, PARTS.settings.targetFars)
    for (const [trials, shares] of [
      [MATED, mated],
      [OTHERS, nonMated],
    ] as const) {
      const counted = edges.slice(1).map(() => 0)
      trials.score.forEach((score, i) => {
        const probability = 1 / (1 + Math.exp(-(slope * score + offset)))
        counted[Math.min(39, Math.floor(40 * probability))] += trials.weight[i] / trials.total
      })
      shares.forEach((share, i) => expect(share).toBeCloseTo(counted[i], 9))
    }
  })

  it('has a model that places a signature where the trials did', () => {
    const model = REPORT.model as WindowModel
    expect(model).toMatchObject({ featureMode: 'signature_128', version: 'body-1', persistent: 0.3, scatterPrior: 1e9 })
    expect(model.matcher.calibration).toEqual([...fitLine(MATED, OTHERS, PARTS.settings.targetFars)])
    expect(model.matcher.projection).toHaveLength(5)
    expect(model.matcher).toMatchObject({ views: [0, 1, 2, 3], unit: [1, 1, 1, 1, 1], shared: [0, 0, 0, 0, 0] })
    expect(model.matcher.within).toEqual(Array.from({ length: 128 }, () => 1))
    PARTS.model.between.forEach((value, k) => expect(model.matcher.between[k]).toBeCloseTo(value, 4))
    const [window] = SUBJECTS[3].windows
    const [place] = projectWindows(PARTS.model, [project(PARTS.projection, window)])
    // The matcher reads the dimensions view by view, here all in their order.
    const found = toCoordinates(model.matcher, window)
    place.forEach((value, k) => expect(found[k]).toBeCloseTo(value, 3))
  })

  it('says what the sessions cannot show', () => {
    expect(REPORT.thresholds.high).toBeNull()
    expect(REPORT.operatingPoints.map(({ supported }) => supported)).toEqual([false, true])
    const { retained, needed } = PARTS.projection
    expect(REPORT.warnings).toEqual([
      `5 components keep ${Number((100 * retained).toPrecision(3))} % of the variance; ${needed} would keep 95 %`,
      `a false-accept rate of 0.1 % needs 3000 independent comparisons; these people are worth ${REPORT.operatingPoints[0].trials}`,
    ])
    const enough = createReport(partsOf({ targetFars: [0.2], minVariance: 0.01 }))
    expect(enough.warnings).toEqual([])
  })

  it('says what halves and postures are worth', () => {
    const halves = createReport({ ...PARTS, grouped: { ...GROUPED, labels: 'halves' } })
    expect(halves.warnings[0]).toMatch(/^too few people uploaded twice.* optimistic$/)
    expect(halves.shippedFars).toEqual(REPORT.shippedFars)
    const settings = { ...PARTS.settings, featureMode: 'posture' as const }
    const posture = createReport({ ...PARTS, settings })
    expect(posture).toMatchObject({ applicable: false, pcaInputDim: 39 })
    expect(posture.warnings[0]).toBe('posture is for comparison only: enrollments hold signatures')
  })

  it('says how often these people pass under what is shipped, the less the higher the risk', () => {
    const { low, medium, high } = REPORT.shippedFars as Record<'low' | 'medium' | 'high', number>
    expect(low).toBeGreaterThanOrEqual(medium)
    expect(medium).toBeGreaterThanOrEqual(high)
    expect(low).toBeLessThanOrEqual(1)
  })
})

describe('emptyReport', () => {
  it('says that there are too few, and promises nothing', () => {
    const report = createEmptyReport({ ...MATERIAL, kept: KEPT.slice(0, 9) }, PARTS.settings, {
      ...GROUPED,
      subjects: SUBJECTS.slice(0, 3),
    })
    expect(report).toMatchObject({ sessions: 3, people: 3, eer: null, auc: null, dPrime: null, model: null })
    expect(report.pairs).toEqual({ mated: 0, nonMated: 0 })
    expect(report.warnings).toEqual(['3 people or sessions are too few to calibrate with'])
    expect(report.thresholds).toEqual({ low: null, medium: null, high: null })
    expect(report.plots).toEqual({ det: [], histogram: { edges: [], mated: [], nonMated: [] } })
    expect(report).toMatchObject({ pcaOutputDim: 0, varianceRetained: 0, shippedFars: null })
    expect(report.operatingPoints.map(({ supported }) => supported)).toEqual([false, false])
  })
})
