import { describe, expect, it } from 'vitest'
import { blendPopulations, type Population, populationFor, PRESENCE } from './model.ts'

function people(value: number): Population {
  const ranking = (more: number) => ({ shares: [0.1, 1], values: [value + more, 2 * value + more] })
  return {
    spreads: [
      [value, 2 * value, 3 * value],
      [0, 1, value],
    ],
    humanness: ranking(0),
    parts: { microTiming: ranking(1), noiseResidual: ranking(2), freqEntropy: ranking(3), bioPerturb: ranking(4) },
  }
}

describe('blendPopulations', () => {
  it('goes the given share of the way with every number, and keeps the shares of people', () => {
    // 8 + 0.25·(16 - 8) = 10
    expect(blendPopulations(people(8), people(16), 0.25)).toEqual(people(10))
  })
  it('is the one at 0 and the other at 1', () => {
    expect(blendPopulations(people(8), people(16), 0)).toEqual(people(8))
    expect(blendPopulations(people(8), people(16), 1)).toEqual(people(16))
  })
})

describe('populationFor', () => {
  it.each([100, 150])('takes the people of three seconds up to three seconds: %d points', (n) => {
    expect(populationFor(n)).toBe(PRESENCE.briefPeople)
  })
  it.each([400, 425])('takes the people of eight seconds from eight on: %d points', (n) => {
    expect(populationFor(n)).toBe(PRESENCE.people)
  })
  it('goes by the logarithm of the length in between', () => {
    // ln(4/3) / ln(8/3) and ln(6/3) / ln(8/3)
    for (const [n, share] of [
      [200, 0.293305],
      [300, 0.706695],
    ]) {
      const [median, below] = populationFor(n).spreads[0]
      const [brief, whole] = [PRESENCE.briefPeople.spreads[0], PRESENCE.people.spreads[0]]
      expect(median).toBeCloseTo(brief[0] + share * (whole[0] - brief[0]), 5)
      expect(below).toBeCloseTo(brief[1] + share * (whole[1] - brief[1]), 5)
    }
  })
})
