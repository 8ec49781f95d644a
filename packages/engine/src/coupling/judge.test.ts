import { describe, expect, it } from 'vitest'
import { sigmoid } from '../math/likelihood.ts'
import { capLogOdds, combinePValues, equipmentOf, computeLogOdds, pValue } from './score.ts'
import type { Window } from './streams.ts'

describe('equipmentOf', () => {
  it.each([
    [true, 3, 'gyroDepth'],
    [true, 2, 'gyroFlat'],
    [false, 3, 'accelerationDepth'],
    [false, 2, 'accelerationFlat'],
  ] as const)('gyroscope %s and %d camera columns are judged as %s', (gyro, width, expected) => {
    const columns = Array.from({ length: width }, () => new Float64Array(2))
    const window: Window = {
      n: 2,
      base: [],
      turning: gyro ? new Float64Array(2) : null,
      frames: { t: new Float64Array(2), columns },
    }
    expect(equipmentOf(window)).toBe(expected)
  })
})

describe('computeLogOdds', () => {
  it('scales the sum of the trees and adds the offset', () => {
    const trees = [
      [0, 1, 1, 5, 10, 20, 1, 5, 30, 40],
      [1, 0, 0, 0, 1, 2, 0, 0, 3, 4],
    ]
    const model = { trees, slope: 0.5, offset: -1, apart: [] }
    // First tree: 0.5 < 1, then 7 ≥ 5 gives 20; second: 7 ≥ 0, then 0.5 ≥ 0 gives 4: 24 thousandths.
    expect(computeLogOdds(Float64Array.of(0.5, 7), model)).toBeCloseTo(0.5 * 0.024 - 1, 12)
  })
})

describe('capLogOdds', () => {
  it.each([
    [9, 0.5, 3],
    [2, 0.5, 2],
    [12, 0.9, 3 + 3 * Math.log(9)],
    [1, 0.25, 3 - 3 * Math.log(3)],
    [-7, 0.25, -7],
    [9, 0, 3 + 3 * Math.log(1e-6 / (1 - 1e-6))],
    [9, 1, 9],
    [99, 1, 3 + 3 * Math.log((1 - 1e-6) / 1e-6)],
  ])('of %d with %d explained is %d', (logOdds, explained, expected) => {
    expect(capLogOdds(logOdds, explained)).toBeCloseTo(expected, 6)
  })
})

describe('pValue', () => {
  it.each([
    [5, 1 / 5],
    [3, 2 / 5],
    [2.5, 2 / 5],
    [-9, 5 / 5],
  ])('of %d among 0, 1, 2 and 3 is %d', (logOdds, expected) => {
    expect(pValue(logOdds, [0, 1, 2, 3])).toBeCloseTo(expected, 12)
  })
})

describe('combinePValues', () => {
  it('leaves a single p-value as it is', () => {
    expect(combinePValues([0.03])).toBeCloseTo(0.03, 12)
  })

  it('is pq(1 - ln pq) for two, as Fisher’s method gives', () => {
    expect(combinePValues([0.1, 0.2])).toBeCloseTo(0.02 * (1 - Math.log(0.02)), 12)
  })

  it('is p(1 + h + h²/2) for three with h the sum of the negative logarithms', () => {
    const h = -Math.log(0.5 * 0.4 * 0.3)
    expect(combinePValues([0.5, 0.4, 0.3])).toBeCloseTo(0.06 * (1 + h + (h * h) / 2), 12)
  })

  it('never exceeds 1', () => {
    expect(combinePValues([1, 1, 1, 1])).toBe(1)
  })
})

describe('sigmoid', () => {
  it.each([
    [0, 0.5],
    [Math.log(3), 0.75],
    [-Math.log(3), 0.25],
    [-1e4, 0],
    [1e4, 1],
  ])('of log odds %d is %d', (logOdds, expected) => {
    expect(sigmoid(logOdds)).toBeCloseTo(expected, 12)
  })
})
