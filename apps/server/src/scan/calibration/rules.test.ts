import { DEFAULT_THRESHOLDS } from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import type { CalibrationResult } from './computation.ts'
import {
  toEngineOptions,
  selectJudge,
  canActivate,
  toReport,
  toStatus,
  toActiveThresholds,
  computeThresholds,
} from './rules.ts'

const CALIBRATION: CalibrationResult['calibration'] = {
  sessions: 320,
  people: 40,
  frames: 76_800,
  pairs: { mated: 900, nonMated: 20_000 },
  featureMode: 'signature_128',
  applicable: true,
  pcaInputDim: 128,
  pcaOutputDim: 48,
  varianceRetained: 0.97,
  eer: 0.12,
  auc: 0.95,
  dPrime: 2.1,
  thresholds: { low: 0.4, medium: 0.6, high: null },
  operatingPoints: [
    {
      targetFar: 0.1,
      level: 'low',
      threshold: 0.4,
      thresholdInterval: [0.35, 0.45],
      realisedFar: 0.09,
      fnmr: 0.1,
      farInterval: [0.07, 0.12],
      fnmrInterval: [0.08, 0.13],
      supported: true,
      trials: 40,
      trialsNeeded: 30,
    },
  ],
  sameDay: null,
  crossDay: {
    pairs: 12,
    people: 4,
    eer: 0.2,
    eerInterval: [0.1, 0.3],
    operatingPoints: [{ targetFar: 0.05, fnmr: 0.4, fnmrInterval: [0.3, 0.5] }],
  },
  otherDevice: null,
  shippedFars: { low: 0.2, medium: 0.06, high: 0 },
  labels: 'people',
  warnings: ['the target 0.01 needs more people'],
  plots: {
    det: [{ far: 0.1, fnmr: 0.1 }],
    histogram: { edges: [0, 1], mated: [3], nonMated: [4] },
  },
  model: {} as NonNullable<CalibrationResult['calibration']['model']>,
  excluded: { duplicates: 1, unusable: 2, dominated: 3, outliers: 4 },
}
const HARMLESS = {
  worse: false,
  families: [{ name: 'strangers', before: 0.1, after: 0.05 }],
}
const FOUND: CalibrationResult = { calibration: CALIBRATION, attacks: HARMLESS }
const MADE = {
  id: '00000000-0000-4000-8000-000000000001',
  createdAt: new Date('2026-03-01T00:00:00Z'),
  elapsedMs: 7,
}

describe('mayActivate', () => {
  it('lets a calibration judge that supports at least one level', () => {
    expect(canActivate(FOUND)).toBe(true)
  })

  const none = { low: null, medium: null, high: null }
  it.each([
    ['supports no level', { calibration: { ...CALIBRATION, thresholds: none }, attacks: HARMLESS }],
    ['cannot be applied', { calibration: { ...CALIBRATION, applicable: false }, attacks: HARMLESS }],
    ['has no model', { calibration: { ...CALIBRATION, model: null }, attacks: HARMLESS }],
    ['lets more attacks pass', { calibration: CALIBRATION, attacks: { ...HARMLESS, worse: true } }],
  ])('refuses one that %s', (_, found) => {
    expect(canActivate(found)).toBe(false)
  })
})

describe('thresholdsInForce', () => {
  it('keeps the shipped threshold of a level without support', () => {
    expect(computeThresholds(CALIBRATION.thresholds)).toEqual({
      low: 0.4,
      medium: 0.6,
      high: DEFAULT_THRESHOLDS.high,
    })
  })

  it('never falls from one risk level to the next', () => {
    const { low, medium, high } = computeThresholds({
      low: 0.95,
      medium: null,
      high: 0.97,
    })
    expect([low, medium, high]).toEqual([0.95, 0.95, 0.97])
    expect(computeThresholds({ low: null, medium: 0.2, high: 0.3 })).toEqual({
      low: DEFAULT_THRESHOLDS.low,
      medium: DEFAULT_THRESHOLDS.low,
      high: DEFAULT_THRESHOLDS.low,
    })
  })
})

describe('thresholdsApplied', () => {
  it.each([
    [
      { low: 0.4, medium: 0.6, high: null },
      { low: 0.4, medium: 0.6, high: null },
    ],
    [
      { low: 0.95, medium: null, high: 0.97 },
      { low: 0.95, medium: 0.95, high: 0.97 },
    ],
    [
      { low: null, medium: 0.2, high: null },
      { low: null, medium: DEFAULT_THRESHOLDS.low, high: null },
    ],
    // What was found is applied with its own model, also where it happens to be the shipped threshold.
    [DEFAULT_THRESHOLDS, DEFAULT_THRESHOLDS],
  ])('of %o is %o, and shows as the same status', (found, applied) => {
    expect(toActiveThresholds(found)).toEqual(applied)
    expect(computeThresholds(applied)).toEqual(computeThresholds(found))
  })
})

describe('statusOf', () => {
  it.each([
    [0, false, 300],
    [299, false, 1],
    [300, true, 0],
    [301, true, 0],
  ])('F17: with %i usable sessions says %s, and that %i are missing', (usable, meets, missing) => {
    const accepted = usable + 303
    const inForce = { active: null, sessions: { accepted, usable } }
    const { strokes, ...status } = toStatus({ landmarks: inForce, strokes: inForce })
    expect(strokes).toEqual(status)
    expect(status).toMatchObject({
      research_sessions_count: accepted,
      meets_minimum_threshold: meets,
    })
    expect(status).toMatchObject({
      sessions_needed: missing,
      calibrated: false,
      source: 'default',
      artifact_id: null,
    })
    expect(status.thresholds).toEqual(DEFAULT_THRESHOLDS)
  })

  it('names the artifact in force', () => {
    const active = {
      id: MADE.id,
      thresholds: { low: 0.1, medium: 0.2, high: 0.3 },
    }
    const sessions = { accepted: 400, usable: 400 }
    const [own, none] = [
      { active, sessions },
      { active: null, sessions },
    ]
    const named = { calibrated: true, source: 'calibration', thresholds: active.thresholds, artifact_id: MADE.id }
    expect(toStatus({ landmarks: own, strokes: none })).toMatchObject({ ...named, strokes: { artifact_id: null } })
    expect(toStatus({ landmarks: none, strokes: own })).toMatchObject({ artifact_id: null, strokes: named })
  })
})

describe('judgedBy', () => {
  it.each([
    [{}, 'landmarks'],
    [{ feature_mode: 'posture' }, 'landmarks'],
    [{ feature_mode: 'strokes' }, 'strokes'],
  ] as const)('%j: %s', (options, judged) => {
    expect(selectJudge(options)).toBe(judged)
  })
})

describe('toReport', () => {
  it('says how often people were refused under each circumstance', () => {
    const found = { calibration: CALIBRATION, attacks: { worse: false, families: [] } }
    const { same_day, cross_day, other_device } = toReport(found, MADE)
    expect([same_day, other_device]).toEqual([null, null])
    expect(cross_day).toEqual({
      pairs: 12,
      people: 4,
      eer: 0.2,
      eer_interval: [0.1, 0.3],
      operating_points: [{ target_far: 0.05, fnmr: 0.4, fnmr_interval: [0.3, 0.5] }],
    })
  })

  it('names a target without support, and why the artifact cannot be in force', () => {
    const attacks = {
      worse: true,
      families: [
        { name: 'noise', before: 0, after: 0.2 },
        { name: 'strangers', before: 0.1, after: 0.1 },
        { name: 'loops', before: 0.1, after: 0.3 },
      ],
    }
    const { warnings } = toReport({ calibration: CALIBRATION, attacks }, MADE)
    expect(warnings).toEqual([
      'the target 0.01 needs more people',
      'not activated: more attacks would pass (noise, loops)',
    ])
    const posture = {
      ...CALIBRATION,
      applicable: false,
      featureMode: 'posture' as const,
    }
    expect(toReport({ calibration: posture, attacks: HARMLESS }, MADE).warnings.at(-1)).toContain('posture')
  })

  it('writes every figure under the name of the contract', () => {
    const report = toReport(FOUND, MADE)
    expect(report).toMatchObject({
      artifact_id: MADE.id,
      created_at: '2026-03-01T00:00:00.000Z',
      elapsed_ms: 7,
    })
    expect(report).toMatchObject({
      d_prime: 2.1,
      pca_input_dim: 128,
      pca_output_dim: 48,
      variance_retained: 0.97,
    })
    expect(report.operating_points[0]).toMatchObject({
      target_far: 0.1,
      level: 'low',
      realised_far: 0.09,
      trials: 40,
    })
    expect(report.plots.histogram).toMatchObject({
      mated: [3],
      non_mated: [4],
    })
    expect(report.pairs).toEqual({ mated: 900, non_mated: 20_000 })
  })
})

describe('engineOptions', () => {
  it('says everything in the words of the engine, and nothing that was not said', () => {
    const all = {
      pca_output_dim: 12,
      feature_mode: 'posture' as const,
      target_fars: [0.1],
      min_variance: 0.9,
      use_rust_features: false,
    }
    expect(toEngineOptions(all)).toEqual({
      pcaOutputDim: 12,
      featureMode: 'posture',
      targetFars: [0.1],
      minVariance: 0.9,
      useRustFeatures: false,
    })
    expect(toEngineOptions({})).toStrictEqual({})
  })
})
