import { describe, expect, it } from 'vitest'
import { exactShare } from './binomial.ts'

describe('exactShare', () => {
  it('has the upper bound 1 - 0.025^(1/n) for no success', () => {
    const { value, low, high } = exactShare(0, 1000)
    expect([value, low]).toEqual([0, 0])
    expect(high).toBeCloseTo(1 - 0.025 ** (1 / 1000), 9)
  })
  it('has the lower bound 0.025^(1/n) where all succeed', () => {
    const { value, low, high } = exactShare(20, 20)
    expect([value, high]).toEqual([1, 1])
    expect(low).toBeCloseTo(0.025 ** (1 / 20), 9)
  })
  it('agrees with the published interval of 5 in 10', () => {
    const { low, high } = exactShare(5, 10)
    expect(low).toBeCloseTo(0.1871, 4)
    expect(high).toBeCloseTo(0.8129, 4)
  })
  it('says nothing without trials', () => {
    expect(exactShare(0, 0)).toEqual({ value: Number.NaN, low: 0, high: 1 })
  })
})
