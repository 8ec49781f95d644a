import { describe, expect, it } from 'vitest'
import {
  center,
  correlation,
  cosineSimilarity,
  dot,
  mean,
  meanVector,
  median,
  moments,
  scaleToUnit,
  upperMedian,
} from './statistics.ts'

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

describe('dot', () => {
  it('is the sum of products', () => {
    expect(dot([1, 2, 3], Float64Array.of(4, -5, 6))).toBe(12)
  })

  it('takes a stretch of the first against a later one of the second', () => {
    expect(dot([9, 2, 3, 9], [9, 9, 4, 5], 1, 3, 1)).toBe(2 * 4 + 3 * 5)
    expect(dot([9, 2, 3], [4, 5, 9], 1, 3, -1)).toBe(2 * 4 + 3 * 5)
  })

  it('is 0 for nothing and NaN where a number is missing', () => {
    expect(dot([], [])).toBe(0)
    expect(dot([1, Number.NaN], [1, 1])).toBeNaN()
    expect(dot([Infinity], [0])).toBeNaN()
  })
})

describe('cosineSimilarity', () => {
  it('is the normalized product', () => {
    expect(cosineSimilarity(Float64Array.of(1, 2, 2), Float64Array.of(2, 0, 1))).toBeCloseTo(4 / (3 * Math.sqrt(5)), 12)
  })

  it('is 1 for a scaled copy and -1 for its opposite', () => {
    const x = Float64Array.of(1, -2, 3)
    expect(
      cosineSimilarity(
        x,
        x.map((v) => 5 * v),
      ),
    ).toBeCloseTo(1, 12)
    expect(
      cosineSimilarity(
        x,
        x.map((v) => -v),
      ),
    ).toBeCloseTo(-1, 12)
  })

  it.each([
    [Float64Array.of(0, 0), Float64Array.of(1, 2)],
    [Float64Array.of(1, 2), Float64Array.of(0, 0)],
    [new Float64Array(0), new Float64Array(0)],
    [Float64Array.of(Number.NaN, 1), Float64Array.of(1, 2)],
  ])('is null where a side has no energy or is no number', (x, y) => {
    expect(cosineSimilarity(x, y)).toBeNull()
  })
})

describe('scaleToUnit', () => {
  it('brings the root mean square to 1', () => {
    const x = Float64Array.of(3, -3, 3, -3)
    expect(scaleToUnit(x)).toBe(true)
    expect([...x]).toEqual([1, -1, 1, -1])
  })

  it.each([[[0, 0, 0]], [[1e-7, -1e-7]], [[]], [[Number.NaN, 1]]])(
    'leaves only zeros where nothing moves: %j',
    (values) => {
      const x = Float64Array.from(values)
      expect(scaleToUnit(x)).toBe(false)
      expect([...x]).toEqual(values.map(() => 0))
    },
  )
})
