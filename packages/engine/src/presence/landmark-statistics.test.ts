import { describe, expect, it } from 'vitest'
import { correlation, mean, moments } from './landmark-statistics.ts'

describe('mean', () => {
  it('is 0 for nothing and the mean otherwise', () => {
    expect(mean([])).toBe(0)
    expect(mean([1, 2, 6])).toBe(3)
  })
})

describe('moments', () => {
  it('are those about the mean', () => {
    // 0 0 0 4: mean 1, m2 = 3, m3 = 6, m4 = 21.
    const of = moments([0, 0, 0, 4])
    expect(of.mean).toBeCloseTo(1, 12)
    expect(of.variance).toBeCloseTo(3, 12)
    expect(of.skewness).toBeCloseTo(6 / 3 ** 1.5, 12)
    expect(of.kurtosis).toBeCloseTo(21 / 9, 12)
  })
  it('have no shape where nothing varies', () => {
    expect(moments([5, 5])).toEqual({ mean: 5, variance: 0, skewness: 0, kurtosis: 0 })
  })
})

describe('correlation', () => {
  it('is Pearson’s coefficient over the common length', () => {
    expect(correlation(Float64Array.of(0, 1, 2, 3), Float64Array.of(0, 2, 1, 3, 99))).toBeCloseTo(0.8, 12)
  })
  it('is 0 where one side does not vary', () => {
    expect(correlation(Float64Array.of(1, 1), Float64Array.of(1, 2))).toBe(0)
    expect(correlation(Float64Array.of(1, 2), Float64Array.of(1, 1))).toBe(0)
  })
})
