import { describe, expect, it } from 'vitest'
import { quantileTimes } from './features.ts'
import { derivative, energy, integrate, norms } from './fit.ts'

describe('norms', () => {
  it('is the length of the vector at each time', () => {
    expect(norms([Float64Array.of(3, 0), Float64Array.of(4, 0), Float64Array.of(0, 2)])).toEqual(Float64Array.of(5, 2))
  })
})

describe('integrate', () => {
  it('sums what exceeds the mean by the trapezoid rule, fifty steps a second', () => {
    const out = integrate(Float64Array.of(11, 9, 10, 14, 6))
    for (const [i, value] of [0.01, 0.01, 0, 0.04, 0.04].entries()) expect(out[i]).toBeCloseTo(value, 12)
  })
})

describe('derivative', () => {
  it('takes central differences inside and one-sided ones at the ends, a second', () => {
    expect(derivative(Float64Array.of(0, 1, 4, 9))).toEqual(Float64Array.of(50, 100, 200, 250))
  })

  it('is 0 for a single sample', () => {
    expect(derivative(Float64Array.of(8))).toEqual(Float64Array.of(0))
  })
})

describe('quantileTimes', () => {
  it('tells where the shares of the total are reached', () => {
    expect(quantileTimes(Float64Array.of(0, 1, 1, 0, 2), [0.25, 0.5, 0.51, 1])).toEqual([1, 2, 4, 4])
  })

  it('reaches several shares with one large weight', () => {
    expect(quantileTimes(Float64Array.of(0, 9, 1), [0.1, 0.5, 0.9, 0.95])).toEqual([1, 1, 1, 2])
  })

  it('answers the last index where the sum never reaches the share', () => {
    expect(quantileTimes(Float64Array.of(1, Number.NaN, 1), [0.5])).toEqual([2])
  })
})

describe('energy', () => {
  it('is the mean over time of the squared length', () => {
    // (1 + 4 + 9 + 16) / 2
    expect(energy([Float64Array.of(1, -2), Float64Array.of(3, 4)])).toBe(15)
  })
})
