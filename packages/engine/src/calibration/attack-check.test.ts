import { describe, expect, it, vi } from 'vitest'
import { calibrationAttackCheck } from './attack-check.ts'
import { calibrate } from './calibrate.ts'
import type { Calibration, OperatingPoint } from './types.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const POINT: OperatingPoint = {
  targetFar: 0.05,
  level: 'medium',
  threshold: 0.8,
  thresholdInterval: [0.7, 0.9],
  realisedFar: 0.04,
  fnmr: 0.5,
  farInterval: [0.03, 0.06],
  fnmrInterval: [0.4, 0.6],
  supported: true,
  trials: 400,
  trialsNeeded: 60,
}
const NOTHING = calibrate([])
const MEDIUM: Calibration = {
  ...NOTHING,
  shippedFars: { low: 0.4, medium: 0.1, high: 0 },
  thresholds: { low: null, medium: 0.8, high: null },
  operatingPoints: [POINT],
}

describe('calibrationAttackCheck', () => {
  it('tries strangers and three kinds of forgeries, the same each time', () => {
    const check = calibrationAttackCheck(MEDIUM)
    expect(check.families.map(({ name }) => name)).toEqual(['strangers', 'noise', 'frozen', 'copies'])
    expect(calibrationAttackCheck(MEDIUM)).toEqual(check)
    expect(calibrationAttackCheck(MEDIUM, { seed: 2 }).worse).toBe(false)
  })

  it('finds fewer strangers no worse, and a few more within chance', () => {
    expect(calibrationAttackCheck(MEDIUM).worse).toBe(false)
    const more = { ...MEDIUM, operatingPoints: [{ ...POINT, realisedFar: 0.14 }] }
    expect(calibrationAttackCheck(more)).toMatchObject({
      worse: false,
      families: [{ before: 0.1, after: 0.14 }, {}, {}, {}],
    })
  })

  it.each([
    ['more strangers', { operatingPoints: [{ ...POINT, realisedFar: 0.16 }] }],
    ['a threshold that nothing stands behind', { thresholds: { low: null, medium: 0.3, high: null } }],
    ['no word about strangers', { operatingPoints: [] }],
  ])('finds %s worse', (_, change) => {
    expect(calibrationAttackCheck({ ...MEDIUM, ...change }).worse).toBe(true)
  })

  it('tries strangers alone where strokes are calibrated', () => {
    const strokes = { ...MEDIUM, featureMode: 'strokes' as const, applicable: true }
    expect(calibrationAttackCheck(strokes)).toEqual({
      worse: false,
      families: [{ name: 'strangers', before: 0.4, after: 0.4 }],
    })
    const more = { ...strokes, operatingPoints: [{ ...POINT, realisedFar: 0.16 }] }
    expect(calibrationAttackCheck(more)).toEqual({
      worse: true,
      families: [{ name: 'strangers', before: 0.1, after: 0.16 }],
    })
  })

  it('finds nothing worse where nothing changes', () => {
    expect(calibrationAttackCheck({ ...MEDIUM, applicable: false, shippedFars: null }).worse).toBe(false)
    for (const { before, after } of calibrationAttackCheck(NOTHING).families) expect(after).toBe(before)
  })

  it.each([undefined, null, 7, 'x', [], { thresholds: 'x', operatingPoints: {}, shippedFars: [Number.NaN] }])(
    'takes %o',
    (odd) => {
      expect(calibrationAttackCheck(odd as never)).toMatchObject({ worse: false })
    },
  )
})
