import { describe, expect, it } from 'vitest'
import { cosineSimilarity, dot, scaleToUnit } from './statistics.ts'

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
