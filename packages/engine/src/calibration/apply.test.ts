import { describe, expect, it } from 'vitest'
import { enroll } from '../signature/enrollment.ts'
import { logRatioUnder } from '../signature/match.ts'
import { SIGNATURE_MODEL } from '../signature/parameters.ts'
import type { MotionSignature } from '../signature/signature.ts'
import { matchCalibrated } from './apply.ts'
import type { CalibrationModel } from './types.ts'

const VERSION = SIGNATURE_MODEL.body.version

function signature(of: (j: number) => number): MotionSignature {
  const vector = Array.from({ length: 128 }, (_, j) => of(j))
  return { vector, version: VERSION, missing: [], status: 'ok', reason: null }
}

const OWN = signature((j) => Math.sin(j))
const OTHER = signature((j) => Math.cos(3 * j))
const ENROLLED = enroll([OWN, signature((j) => Math.sin(j) + 0.01 * Math.cos(7 * j))])

/** Two coordinates: the first two numbers of a signature. */
const MODEL: CalibrationModel = {
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
      const logOdds = 0.8 * logRatioUnder(MODEL.matcher, MODEL, ENROLLED, shown.vector) - 0.3
      expect(matchCalibrated(MODEL, ENROLLED, shown)).toBeCloseTo(1 / (1 + Math.exp(-logOdds)), 12)
    }
    expect(matchCalibrated(MODEL, ENROLLED, OWN)).toBeGreaterThan(matchCalibrated(MODEL, ENROLLED, OTHER) as number)
  })

  it('does not judge signatures of another version, nor such that lack something', () => {
    expect(matchCalibrated({ ...MODEL, version: 'other' }, ENROLLED, OWN)).toBeNull()
    expect(matchCalibrated(MODEL, { ...ENROLLED, version: 'other' }, OWN)).toBeNull()
    expect(matchCalibrated(MODEL, ENROLLED, { ...OWN, version: 'other' })).toBeNull()
    expect(matchCalibrated(MODEL, { ...ENROLLED, missing: [3] }, OWN)).toBeNull()
    expect(matchCalibrated(MODEL, ENROLLED, { ...OWN, missing: [3] })).toBeNull()
  })

  it('does not judge what is no number', () => {
    expect(
      matchCalibrated(
        MODEL,
        ENROLLED,
        signature(() => Number.NaN),
      ),
    ).toBeNull()
    expect(
      matchCalibrated(
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
    expect(matchCalibrated(model, ENROLLED, OWN)).toBeNull()
  })
})
