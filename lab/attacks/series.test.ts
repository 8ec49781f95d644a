import { describe, expect, it } from 'vitest'
import {
  mirrorIndex,
  moments,
  order,
  plus,
  rankMatched,
  rescale,
  slope,
  smoothByCosine,
  accumulate,
  valueAt,
} from './series.ts'

const of = (...values: number[]) => Float64Array.of(...values)

describe('moments and rescaled', () => {
  it('give mean and standard deviation', () => {
    expect(moments(of(1, 3))).toEqual({ mean: 2, sd: 1 })
    expect(moments(of())).toEqual({ mean: 0, sd: 0 })
  })
  it('set them', () => {
    expect(rescale(of(1, 3), { mean: 10, sd: 4 })).toEqual(of(6, 14))
  })
  it('only move a constant series', () => {
    expect(rescale(of(5, 5), { mean: 1, sd: 4 })).toEqual(of(1, 1))
  })
})

describe('plus, summed, slope', () => {
  it('add a multiple', () => {
    expect(plus(of(1, 2), of(10, 20))).toEqual(of(11, 22))
    expect(plus(of(1, 2), of(10, 20), -0.5)).toEqual(of(-4, -8))
  })
  it('sum up to a series of mean 0', () => {
    accumulate(of(1, 2, 3)).forEach((value, i) => expect(value).toBeCloseTo([1, 3, 6][i] - 10 / 3, 12))
  })
  it('take central differences, one-sided at the ends', () => {
    expect(slope(of(0, 1, 4, 9))).toEqual(of(1, 2, 4, 5))
    expect(slope(of(7))).toEqual(of(0))
  })
})

describe('smoothByCosine', () => {
  it('weighs neighbors by a raised cosine', () => {
    // Weights 1 and ½ on each side: (½ + 1 + ½) = 2.
    expect(smoothByCosine(of(0, 0, 4, 0, 0), 1)).toEqual(of(0, 1, 2, 1, 0))
  })
  it('keeps a constant, also at the ends, and does nothing without reach', () => {
    for (const value of smoothByCosine(of(3, 3, 3, 3), 9)) expect(value).toBeCloseTo(3, 12)
    expect(smoothByCosine(of(1, 5), 0.9)).toEqual(of(1, 5))
  })
})

describe('mirrorIndex', () => {
  it('reflects indices at both ends', () => {
    expect([-2, -1, 0, 3, 4, 5, 6, 7].map((i) => mirrorIndex(i, 4))).toEqual([2, 1, 0, 3, 2, 1, 0, 1])
    expect(mirrorIndex(5, 1)).toBe(0)
  })
})

describe('valueAt', () => {
  it('lies on the line between samples and holds at the ends', () => {
    expect([-1, 0, 0.25, 1, 1.5, 2, 9].map((at) => valueAt(of(0, 4, 6), at))).toEqual([0, 0, 1, 4, 5, 6, 6])
    expect(valueAt(of(5), 3)).toBe(5)
  })
})

describe('order and rankMatched', () => {
  it('sort by value', () => {
    expect([...order(of(3, 1, 2))]).toEqual([1, 2, 0])
  })
  it('give the values of one in the order of another', () => {
    expect(rankMatched(of(10, 20, 30), of(0.3, 0.1, 0.2))).toEqual(of(30, 10, 20))
  })
})
