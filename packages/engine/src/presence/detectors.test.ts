import { describe, expect, it } from 'vitest'
import { detectorAnswers, humanness, scale, scaleVector } from './model.ts'

describe('scale', () => {
  it.each([
    [10, 0],
    [8, -1],
    [14, 1],
    [6, -2],
    [30, 4],
    [-90, -4],
  ])('measures %d from the median in half-widths of its side: %d', (value, expected) => {
    expect(scale(value, [10, 2, 4])).toBe(expected)
  })
  it('scales each feature by its own spread', () => {
    expect([
      ...scaleVector(Float64Array.of(3, 3), [
        [1, 1, 2],
        [4, 2, 9],
      ]),
    ]).toEqual([1, -0.5])
  })
})

describe('detectorAnswers', () => {
  it('adds bias, weighted features and weighted squares', () => {
    const detector = { kind: 'noise', bias: 1, linear: [1000, 0], square: [250, -1500] }
    // 1 + (1000·2 + 250·4 - 1500·1)·0.002 = 4
    expect(detectorAnswers(Float64Array.of(2, -1), [detector])).toEqual([4])
  })
  it('answers for each detector in order, and nothing without any', () => {
    const of = (bias: number) => ({ kind: 'waves', bias, linear: [0], square: [0] })
    expect(detectorAnswers(Float64Array.of(5), [of(1), of(-2)])).toEqual([1, -2])
    expect(detectorAnswers(Float64Array.of(5), [])).toEqual([])
  })
})

describe('humanness', () => {
  it('follows the most suspicious detector', () => {
    expect(humanness([0.5, -6, 1])).toBeCloseTo(-6, 6)
  })
  it('adds up what several are half sure of', () => {
    expect(humanness([-2, -2])).toBeCloseTo(-2 - Math.log(2) / 8, 12)
  })
  it('gives nothing for being more human than people', () => {
    expect(humanness([50, 0])).toBe(humanness([1, 0]))
  })
  it('stays finite for the strangest answers', () => {
    expect(humanness([-1e9])).toBeCloseTo(-80, 9)
  })
})
