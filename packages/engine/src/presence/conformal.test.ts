import { describe, expect, it } from 'vitest'
import { scoreOfShare, shareOfPeople } from './model.ts'

const RANKING = { shares: [0.01, 0.05, 0.5, 1], values: [-3, -1, 0, 2] }

describe('shareOfPeople', () => {
  it.each([
    [-3, 0.01],
    [-2, 0.03],
    [-1, 0.05],
    [-0.5, 0.275],
    [1, 0.75],
    [2, 1],
    [99, 1],
  ])('gives %d the share %d by straight lines', (value, share) => {
    expect(shareOfPeople(RANKING, value)).toBeCloseTo(share, 12)
  })
  it('falls by the ratio of the two lowest shares for each such step below', () => {
    expect(shareOfPeople(RANKING, -5)).toBeCloseTo(0.01 / 5, 12)
    expect(shareOfPeople(RANKING, -7)).toBeCloseTo(0.01 / 25, 12)
  })
  it('ranks everything, however bad, above nothing at all', () => {
    expect(shareOfPeople(RANKING, -1e9)).toBeGreaterThan(0)
    expect(shareOfPeople(RANKING, -20)).toBeGreaterThan(shareOfPeople(RANKING, -21))
  })
  it('gives what is no number a share of nearly nobody', () => {
    expect(shareOfPeople(RANKING, Number.NaN)).toBeLessThan(1e-20)
    expect(shareOfPeople(RANKING, Number.NEGATIVE_INFINITY)).toBeLessThan(1e-20)
  })
})

describe('scoreOfShare', () => {
  it.each([
    [0, 0],
    [0.01, 0.1],
    [0.05, 0.5],
    [0.175, 0.75],
    [0.3, 1],
    [1, 1],
  ])('turns the share %d into the score %d', (share, score) => {
    expect(scoreOfShare(share)).toBeCloseTo(score, 12)
  })
})
