import { describe, expect, it } from 'vitest'
import {
  mergePopulations,
  computeDetectorAnswers,
  computeHumanness,
  type Population,
  findPopulation,
  PRESENCE,
  scaleValue,
  scaleVector,
  scoreOfShare,
  estimateShareOfPeople,
} from './model.ts'

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
    expect(estimateShareOfPeople(RANKING, value)).toBeCloseTo(share, 12)
  })
  it('falls by the ratio of the two lowest shares for each such step below', () => {
    expect(estimateShareOfPeople(RANKING, -5)).toBeCloseTo(0.01 / 5, 12)
    expect(estimateShareOfPeople(RANKING, -7)).toBeCloseTo(0.01 / 25, 12)
  })
  it('ranks everything, however bad, above nothing at all', () => {
    expect(estimateShareOfPeople(RANKING, -1e9)).toBeGreaterThan(0)
    expect(estimateShareOfPeople(RANKING, -20)).toBeGreaterThan(estimateShareOfPeople(RANKING, -21))
  })
  it('gives what is no number a share of nearly nobody', () => {
    expect(estimateShareOfPeople(RANKING, Number.NaN)).toBeLessThan(1e-20)
    expect(estimateShareOfPeople(RANKING, Number.NEGATIVE_INFINITY)).toBeLessThan(1e-20)
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

describe('scale', () => {
  it.each([
    [10, 0],
    [8, -1],
    [14, 1],
    [6, -2],
    [30, 4],
    [-90, -4],
  ])('measures %d from the median in half-widths of its side: %d', (value, expected) => {
    expect(scaleValue(value, [10, 2, 4])).toBe(expected)
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
    expect(computeDetectorAnswers(Float64Array.of(2, -1), [detector])).toEqual([4])
  })
  it('answers for each detector in order, and nothing without any', () => {
    const of = (bias: number) => ({ kind: 'waves', bias, linear: [0], square: [0] })
    expect(computeDetectorAnswers(Float64Array.of(5), [of(1), of(-2)])).toEqual([1, -2])
    expect(computeDetectorAnswers(Float64Array.of(5), [])).toEqual([])
  })
})

describe('humanness', () => {
  it('follows the most suspicious detector', () => {
    expect(computeHumanness([0.5, -6, 1])).toBeCloseTo(-6, 6)
  })
  it('adds up what several are half sure of', () => {
    expect(computeHumanness([-2, -2])).toBeCloseTo(-2 - Math.log(2) / 8, 12)
  })
  it('gives nothing for being more human than people', () => {
    expect(computeHumanness([50, 0])).toBe(computeHumanness([1, 0]))
  })
  it('stays finite for the strangest answers', () => {
    expect(computeHumanness([-1e9])).toBeCloseTo(-80, 9)
  })
})

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
    expect(mergePopulations(people(8), people(16), 0.25)).toEqual(people(10))
  })
  it('is the one at 0 and the other at 1', () => {
    expect(mergePopulations(people(8), people(16), 0)).toEqual(people(8))
    expect(mergePopulations(people(8), people(16), 1)).toEqual(people(16))
  })
})

describe('populationFor', () => {
  it.each([100, 150])('takes the people of three seconds up to three seconds: %d points', (n) => {
    expect(findPopulation(n)).toBe(PRESENCE.briefPeople)
  })
  it.each([400, 425])('takes the people of eight seconds from eight on: %d points', (n) => {
    expect(findPopulation(n)).toBe(PRESENCE.people)
  })
  it('goes by the logarithm of the length in between', () => {
    // ln(4/3) / ln(8/3) and ln(6/3) / ln(8/3)
    for (const [n, share] of [
      [200, 0.293305],
      [300, 0.706695],
    ]) {
      const [median, below] = findPopulation(n).spreads[0]
      const [brief, whole] = [PRESENCE.briefPeople.spreads[0], PRESENCE.people.spreads[0]]
      expect(median).toBeCloseTo(brief[0] + share * (whole[0] - brief[0]), 5)
      expect(below).toBeCloseTo(brief[1] + share * (whole[1] - brief[1]), 5)
    }
  })
})
