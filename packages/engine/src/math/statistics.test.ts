import { describe, expect, it } from 'vitest'
import { center, correlation, mean, meanVector, median, moments, upperMedian } from './statistics.ts'

describe('mean', () => {
  it('is 0 for nothing and the mean otherwise', () => {
    expect(mean([])).toBe(0)
    expect(mean([1, 2, 6])).toBe(3)
    expect(mean(Float64Array.of(7, 7, 7))).toBe(7)
  })

  it('is no number as soon as one value is none, and infinite with an infinite one', () => {
    expect(mean([1, Number.NaN])).toBeNaN()
    expect(mean([1, Infinity])).toBe(Infinity)
  })
})

describe('meanVector', () => {
  it('is the mean of each coordinate', () => {
    expect(meanVector([[1, 2], Float64Array.of(3, 6)])).toEqual(Float64Array.of(2, 4))
    expect(
      meanVector([
        [5, 5],
        [5, 5],
      ]),
    ).toEqual(Float64Array.of(5, 5))
  })

  it('is zero, of the length asked for, for nothing', () => {
    expect(meanVector([])).toEqual(new Float64Array(0))
    expect(meanVector([], 2)).toEqual(new Float64Array(2))
  })

  it('keeps what is not finite to its coordinate', () => {
    expect(
      meanVector([
        [Number.NaN, 1],
        [1, 3],
      ]),
    ).toEqual(Float64Array.of(Number.NaN, 2))
  })
})

describe('center', () => {
  it('takes the mean away', () => {
    expect(center(Float64Array.of(1, 2, 6))).toEqual(Float64Array.of(-2, -1, 3))
    expect(center(Float64Array.of(4, 4))).toEqual(Float64Array.of(0, 0))
    expect(center(new Float64Array(0))).toEqual(new Float64Array(0))
    expect(center(Float64Array.of(1, Number.NaN))).toEqual(Float64Array.of(Number.NaN, Number.NaN))
  })
})

describe('median', () => {
  it.each([
    [[], 0, 0],
    [[5], 5, 5],
    [[7, 7, 7, 7], 7, 7],
    [[10, 9, 1], 9, 9],
    [[4, 1, 3, 2], 2.5, 3],
    [[1, Number.NaN, 2], 2, 2],
    [[-Infinity, 3, Infinity], 3, 3],
  ])('of %j is %d, and the upper one %d', (values, middle, upper) => {
    expect(median(values)).toBe(middle)
    expect(upperMedian(values)).toBe(upper)
  })

  it('leaves its input in order', () => {
    const values = [3, 1, 2]
    median(values)
    upperMedian(values)
    expect(values).toEqual([3, 1, 2])
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
    expect(moments([])).toEqual({ mean: 0, variance: 0, skewness: 0, kurtosis: 0 })
  })
  it('are no numbers where one value is none', () => {
    const nothing = Number.NaN
    expect(moments([1, Number.NaN])).toEqual({ mean: nothing, variance: nothing, skewness: nothing, kurtosis: nothing })
  })
})

describe('correlation', () => {
  it('is Pearson’s coefficient over the common length', () => {
    expect(correlation(Float64Array.of(0, 1, 2, 3), Float64Array.of(0, 2, 1, 3, 99))).toBeCloseTo(0.8, 12)
  })
  it('is 0 where one side does not vary', () => {
    expect(correlation(Float64Array.of(1, 1), Float64Array.of(1, 2))).toBe(0)
    expect(correlation(Float64Array.of(1, 2), Float64Array.of(1, 1))).toBe(0)
    expect(correlation(new Float64Array(0), Float64Array.of(1, 2))).toBe(0)
  })
  it('is no number where one value is none', () => {
    expect(correlation(Float64Array.of(1, Number.NaN), Float64Array.of(1, 2))).toBeNaN()
  })
})
