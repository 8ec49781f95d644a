import { describe, expect, it } from 'vitest'
import { pairLogRatio, pairTerms, sigmoid } from './likelihood.ts'

const unit = { between: 1, shared: 0, templateNoise: 1, probeNoise: 1 }

describe('pairLogRatio', () => {
  it.each([
    // Variances 2, covariance 1 or 0: determinants 3 and 4.
    ['two average values', 0, 0, 0.5 * Math.log(4 / 3)],
    ['alike and unusual', 1, 1, 0.5 * Math.log(4 / 3) - 2 / 6 + 4 / 8],
    ['opposite', 1, -1, 0.5 * Math.log(4 / 3) - 6 / 6 + 4 / 8],
    ['one unusual', 2, 0, 0.5 * Math.log(4 / 3) - 8 / 6 + 8 / 8],
  ])('is the log ratio of two normal densities: %s', (_, template, probe, expected) => {
    expect(pairLogRatio(unit, template, probe)).toBeCloseTo(expected, 12)
  })

  it('takes what a setting has in common into both densities', () => {
    // Variances 3, covariance 2 or 1: determinants 5 and 8.
    const shared = { ...unit, shared: 1 }
    expect(pairLogRatio(shared, 1, 1)).toBeCloseTo(0.5 * Math.log(8 / 5) - 2 / 10 + 4 / 16, 12)
  })

  it('takes the noise of template and probe apart', () => {
    // Variances 1.5 and 3, covariance 1 or 0: determinants 3.5 and 4.5.
    const model = { between: 1, shared: 0, templateNoise: 0.5, probeNoise: 2 }
    const same = (3 * 4 - 2 * 2 * 1 + 1.5 * 1) / 7
    const other = (3 * 4 + 1.5 * 1) / 9
    expect(pairLogRatio(model, 2, 1)).toBeCloseTo(0.5 * Math.log(4.5 / 3.5) - same + other, 12)
  })

  it('says nothing where people do not differ', () => {
    expect(pairLogRatio({ ...unit, between: 0 }, 3, -2)).toBe(0)
  })
})

describe('pairTerms', () => {
  it.each([
    [0.5, 0.3, 1],
    [2, 0.05, 0.7],
    [0, 1, 1],
  ])('give the ratio of a pair: between %d, template %d, probe %d', (between, templateNoise, probeNoise) => {
    const { constant, own, both, other } = pairTerms(between, between + templateNoise, between + probeNoise)
    for (const [x, y] of [
      [0, 0],
      [1.5, 1.2],
      [-2, 0.5],
    ]) {
      const expected = pairLogRatio({ between, shared: 0, templateNoise, probeNoise }, x, y)
      expect(constant + own * x * x + both * x * y + other * y * y).toBeCloseTo(expected, 12)
    }
  })

  it('say nothing where people do not differ', () => {
    expect(pairTerms(0, 1, 1)).toEqual({ constant: -0, own: 0, other: 0, both: 0 })
  })

  it('are no numbers where a variance is none', () => {
    expect(pairTerms(0.5, Number.NaN, 1).constant).toBeNaN()
  })
})

describe('sigmoid', () => {
  it.each([
    [0, 0.5],
    [Math.log(3), 0.75],
    [Infinity, 1],
    [-Infinity, 0],
  ])('of %d is %d', (logOdds, probability) => {
    expect(sigmoid(logOdds)).toBeCloseTo(probability, 12)
  })

  it('is no number for what is none', () => {
    expect(sigmoid(Number.NaN)).toBeNaN()
  })
})
