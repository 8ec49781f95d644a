import { describe, expect, it } from 'vitest'
import { DIRECTIONS } from '../challenge/challenge.ts'
import { enroll } from '../signature/enrollment.ts'
import { computeLogRatio, SIGNATURE_MODEL } from '../signature/match.ts'
import type { MotionSignature } from '../signature/signature.ts'
import { STROKE_FEATURES } from '../stroke-signature/features.ts'
import { matchStrokesLogLikelihoodRatio } from '../stroke-signature/match.ts'
import type { StrokeSignature } from '../stroke-signature/signature.ts'
import { enrollStrokes } from '../stroke-signature/template.ts'
import { scoreMatchCalibrated, scoreStrokesCalibrated } from './apply.ts'
import type { StrokeLine, WindowModel } from './types.ts'

const VERSION = SIGNATURE_MODEL.body.version

function signature(of: (j: number) => number): MotionSignature {
  const vector = Array.from({ length: 128 }, (_, j) => of(j))
  return { vector, version: VERSION, missing: [], status: 'ok', reason: null }
}

const OWN = signature((j) => Math.sin(j))
const OTHER = signature((j) => Math.cos(3 * j))
const ENROLLED = enroll([OWN, signature((j) => Math.sin(j) + 0.01 * Math.cos(7 * j))])

/** Two coordinates: the first two numbers of a signature. */
const MODEL: WindowModel = {
  featureMode: 'signature_128',
  version: VERSION,
  matcher: {
    views: [0, 1, 2, 3],
    projection: [0, 1].map((row) => Array.from({ length: 128 }, (_, j) => (j === row ? 1 : 0))),
    unit: [1, 1],
    centre: [0.1, -0.1],
    between: [2, 3],
    shared: [0, 0],
    within: Array.from({ length: 128 }, () => 1),
    calibration: [0.8, -0.3],
  },
  persistent: 0.3,
  scatterPrior: 1e9,
}

describe('matchCalibrated', () => {
  it('is the probability that the model’s log-likelihood ratio stands for', () => {
    for (const shown of [OWN, OTHER]) {
      const logOdds = 0.8 * computeLogRatio(MODEL.matcher, MODEL, ENROLLED, shown.vector) - 0.3
      expect(scoreMatchCalibrated(MODEL, ENROLLED, shown)).toBeCloseTo(1 / (1 + Math.exp(-logOdds)), 12)
    }
    expect(scoreMatchCalibrated(MODEL, ENROLLED, OWN)).toBeGreaterThan(
      scoreMatchCalibrated(MODEL, ENROLLED, OTHER) as number,
    )
  })

  it('does not judge signatures of another version, nor such that lack something', () => {
    expect(scoreMatchCalibrated({ ...MODEL, version: 'other' }, ENROLLED, OWN)).toBeNull()
    expect(scoreMatchCalibrated(MODEL, { ...ENROLLED, version: 'other' }, OWN)).toBeNull()
    expect(scoreMatchCalibrated(MODEL, ENROLLED, { ...OWN, version: 'other' })).toBeNull()
    expect(scoreMatchCalibrated(MODEL, { ...ENROLLED, missing: [3] }, OWN)).toBeNull()
    expect(scoreMatchCalibrated(MODEL, ENROLLED, { ...OWN, missing: [3] })).toBeNull()
  })

  it('does not judge what is no number', () => {
    expect(
      scoreMatchCalibrated(
        MODEL,
        ENROLLED,
        signature(() => Number.NaN),
      ),
    ).toBeNull()
    expect(
      scoreMatchCalibrated(
        MODEL,
        ENROLLED,
        signature(() => 1e308),
      ),
    ).toBeNull()
  })

  const { matcher } = MODEL
  it.each([
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { ...MODEL, version: 7 },
    { ...MODEL, matcher: null },
    { ...MODEL, matcher: 'x' },
    { ...MODEL, matcher: {} },
    { ...MODEL, matcher: { ...matcher, projection: 'x' } },
    { ...MODEL, matcher: { ...matcher, projection: [matcher.projection[0], [1, 2]] } },
    {
      ...MODEL,
      matcher: { ...matcher, projection: [matcher.projection[0], [...matcher.projection[1]].fill(Number.NaN)] },
    },
    { ...MODEL, matcher: { ...matcher, unit: [1] } },
    { ...MODEL, matcher: { ...matcher, centre: [1, 2, 3] } },
    { ...MODEL, matcher: { ...matcher, between: [1, '2'] } },
    { ...MODEL, matcher: { ...matcher, shared: null } },
    { ...MODEL, matcher: { ...matcher, views: [0, 1, 2] } },
    { ...MODEL, matcher: { ...matcher, within: [1] } },
    { ...MODEL, matcher: { ...matcher, calibration: [1] } },
    { ...MODEL, matcher: { ...matcher, calibration: [1, Number.POSITIVE_INFINITY] } },
  ])('does not judge by a model of another shape: %#', (model) => {
    expect(scoreMatchCalibrated(model, ENROLLED, OWN)).toBeNull()
  })
})

function strokesBy(of: (j: number) => number): StrokeSignature[] {
  return DIRECTIONS.slice(0, 6).map((gesture, i) => {
    const vector = Array.from({ length: STROKE_FEATURES }, (_, j) => of(j + 10 * i))
    return { gesture, vector, version: 'stroke-1', status: 'ok', reason: null }
  })
}

describe('matchStrokesCalibrated', () => {
  const LINE: StrokeLine = { featureMode: 'strokes', version: 'stroke-1', calibration: [0.7, 1.2] }
  const own = strokesBy((j) => Math.sin(j))
  const others = strokesBy((j) => Math.cos(3 * j))
  const enrolled = enrollStrokes(own)

  it('is the probability that the log-likelihood ratio stands for on the calibrated scale', () => {
    for (const shown of [own, others]) {
      const logOdds = 0.7 * (matchStrokesLogLikelihoodRatio(enrolled, shown) as number) + 1.2
      expect(scoreStrokesCalibrated(LINE, enrolled, shown)).toBeCloseTo(1 / (1 + Math.exp(-logOdds)), 12)
    }
  })

  it('is 0 where nothing can be compared: whoever spoils their strokes is not judged by less', () => {
    expect(scoreStrokesCalibrated(LINE, enrolled, [])).toBe(0)
  })

  it.each([
    ['of landmarks', MODEL],
    ['of other strokes', { ...LINE, version: 'stroke-2' }],
    ['without a scale', { ...LINE, calibration: [1] }],
    ['of no number', { ...LINE, calibration: [Number.NaN, 0] }],
    ['of another mode', { ...LINE, featureMode: 'posture' }],
    ['that is none', null],
  ])('leaves strokes to the shipped scale under a calibration %s', (_, model) => {
    expect(scoreStrokesCalibrated(model, enrolled, own)).toBeNull()
  })

  it('judges no signature of landmarks', () => {
    expect(scoreMatchCalibrated(LINE, ENROLLED, OWN)).toBeNull()
  })
})
