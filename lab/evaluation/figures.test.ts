import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../packages/engine/src/random.ts'
import {
  apcerAtBpcer,
  auc,
  detPoints,
  dPrime,
  eer,
  eerInterval,
  histogram,
  intervalOver,
  quantile,
  shareFrom,
  shareIntervalOver,
  type Trial,
  thresholdAtBpcer,
} from './figures.ts'

const TENTHS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

describe('shareFrom', () => {
  it('accepts a score equal to the threshold', () => {
    expect(shareFrom([0.2, 0.5, 0.5, 0.9], 0.5)).toBe(0.75)
    expect(shareFrom([0.2, 0.5, 0.5, 0.9], 0.51)).toBe(0.25)
  })
  it('counts a score that is no number as 0', () => {
    expect(shareFrom([Number.NaN, 1], 0)).toBe(1)
    expect(shareFrom([Number.NaN, 1], 0.01)).toBe(0.5)
  })
})

describe('thresholdAtBpcer and apcerAtBpcer', () => {
  it('refuse at most the allowed share of people, and not fewer', () => {
    expect(thresholdAtBpcer(TENTHS, 0.2)).toBe(0.2)
    expect(thresholdAtBpcer(TENTHS, 0.05)).toBe(0)
    expect(thresholdAtBpcer(TENTHS, 1)).toBe(0.9)
  })
  it('count the attacks that reach the threshold of people', () => {
    expect(apcerAtBpcer(TENTHS, [0.1, 0.19, 0.2, 0.95], 0.2)).toBe(0.5)
  })
  it('are NaN without people', () => {
    expect(thresholdAtBpcer([], 0.05)).toBeNaN()
    expect(apcerAtBpcer([], [0.4], 0.05)).toBeNaN()
  })
})

describe('auc', () => {
  it('is the share of pairs in the right order, ties counting half', () => {
    expect(auc([3, 2], [1, 2])).toBe(3.5 / 4)
    expect(auc([1, 1], [1, 1])).toBe(0.5)
    expect(auc([0], [1])).toBe(0)
  })
  it('is NaN without trials', () => {
    expect(auc([], [1])).toBeNaN()
  })
})

describe('eer', () => {
  it('is 0 for separated and 1 for swapped scores', () => {
    expect(eer([0.8, 0.9], [0.1, 0.2])).toBe(0)
    expect(eer([0.1, 0.2], [0.8, 0.9])).toBe(1)
  })
  it('is the rate at which both errors are equal', () => {
    // Accepting from 0.5 on: one of four impostors in, one of four people out.
    expect(eer([0.4, 0.6, 0.7, 0.8], [0.1, 0.2, 0.3, 0.5])).toBe(0.25)
  })
  it('is the mean of both errors where they never meet', () => {
    expect(eer([0.5, 0.7], [0.5])).toBe(0.25)
  })
  it('is one half where all scores are the same', () => {
    expect(eer([1, 1], [1])).toBe(0.5)
  })
})

describe('detPoints', () => {
  it('run from accepting everything to accepting nothing', () => {
    expect(detPoints([0.4, 0.6], [0.1, 0.4])).toEqual([
      { threshold: 0.1, fmr: 1, fnmr: 0 },
      { threshold: 0.4, fmr: 0.5, fnmr: 0 },
      { threshold: 0.6, fmr: 0, fnmr: 0.5 },
      { threshold: Number.POSITIVE_INFINITY, fmr: 0, fnmr: 1 },
    ])
  })
})

describe('dPrime', () => {
  it('is the distance of means in standard deviations', () => {
    expect(dPrime([4, 6], [0, 2])).toBe(4)
    expect(dPrime([1, 1], [0, 0])).toBe(0)
  })
})

describe('intervalOver', () => {
  it('gives the figure of all people and an interval around it', () => {
    const mean = (drawn: readonly number[]) => drawn.reduce((a, b) => a + b, 0) / drawn.length
    const { value, low, high } = intervalOver(TENTHS, mean, { random: seededRandom(1), rounds: 2000 })
    expect(value).toBeCloseTo(0.45, 12)
    // The mean of ten draws has a standard deviation of 0.287 / √10 = 0.0908.
    expect(low).toBeGreaterThan(0.45 - 2.2 * 0.0908)
    expect(low).toBeLessThan(0.45 - 1.7 * 0.0908)
    expect(high).toBeGreaterThan(0.45 + 1.7 * 0.0908)
    expect(high).toBeLessThan(0.45 + 2.2 * 0.0908)
  })
  it('has no width for a single person and leaves out rounds without a figure', () => {
    expect(intervalOver([0.3], ([x]) => x, { random: seededRandom(2) })).toEqual({ value: 0.3, low: 0.3, high: 0.3 })
    const onlyOnes = intervalOver([0, 1], (drawn) => (drawn.includes(0) ? Number.NaN : 1), { random: seededRandom(3) })
    expect(onlyOnes).toEqual({ value: Number.NaN, low: 1, high: 1 })
  })
})

describe('shareIntervalOver', () => {
  const share = (drawn: readonly number[]) => drawn.reduce((a, b) => a + b, 0) / drawn.length
  const of = (people: readonly number[]) => shareIntervalOver(people, share, { random: seededRandom(7) })
  it('does not claim certainty where everybody agrees', () => {
    // 0.025^(1/10) = 0.6915: with a true share of 0.3085, ten people would all fail in 2.5 % of studies.
    expect(of([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])).toEqual({ value: 0, low: 0, high: 1 - 0.025 ** 0.1 })
    expect(of([1, 1, 1, 1, 1, 1, 1, 1, 1, 1])).toEqual({ value: 1, low: expect.closeTo(0.6915, 4), high: 1 })
  })
  it('is the plain interval otherwise', () => {
    const plain = intervalOver([0, 1, 1, 0], share, { random: seededRandom(7) })
    expect(of([0, 1, 1, 0])).toEqual(plain)
  })
})

describe('eerInterval', () => {
  const people = ['a', 'b', 'c', 'd']
  const trialsOf = (score: (claimed: string, actual: string) => number): Trial[] =>
    people.flatMap((claimed) => people.map((actual) => ({ claimed, actual, score: score(claimed, actual) })))

  it('agrees with eer on all trials', () => {
    const score = (claimed: string, actual: string) => (claimed === actual ? 0.5 : claimed < actual ? 0.4 : 0.6)
    const { value } = eerInterval(trialsOf(score), { random: seededRandom(4) })
    expect(value).toBe(eer([0.5, 0.5, 0.5, 0.5], [0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6]))
  })
  it('is 0 everywhere when nobody is ever mistaken', () => {
    const trials = trialsOf((claimed, actual) => (claimed === actual ? 1 : 0))
    expect(eerInterval(trials, { random: seededRandom(5) })).toEqual({ value: 0, low: 0, high: 0 })
  })
  it('widens with a person whose trials all fail', () => {
    const trials = trialsOf((claimed, actual) =>
      claimed === actual && claimed !== 'a' ? 1 : claimed === actual ? 0 : 0.5,
    )
    const { low, high } = eerInterval(trials, { random: seededRandom(6) })
    expect(low).toBe(0)
    expect(high).toBeGreaterThan(0.2)
  })
})

describe('histogram', () => {
  it('counts each value once, the upper end in the last cell, outsiders in the outermost', () => {
    expect(histogram([0, 0.24, 0.25, 0.5, 1, 2, -1], { bins: 4 })).toEqual([3, 1, 1, 2])
  })
  it('takes other limits', () => {
    expect(histogram([10, 15, 19], { bins: 2, low: 10, high: 20 })).toEqual([1, 2])
  })
})

describe('quantile', () => {
  it('lies between neighbors by straight line', () => {
    expect(quantile([4, 1, 3], 0.5)).toBe(3)
    expect(quantile([1, 2], 0.25)).toBe(1.25)
    expect(quantile([7], 1)).toBe(7)
    expect(quantile([], 0.5)).toBeNaN()
  })
})
