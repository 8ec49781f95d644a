import { describe, expect, it } from 'vitest'
import {
  computeAreaUnderCurve,
  computeEqualErrorRate,
  fitLine,
  computeInterval,
  computeMeanAndVariance,
  computePersonVariance,
  findQuantile,
  sortTrials,
  computeShareFrom,
} from './figures.ts'

type Given = { weight?: number[]; first?: number[]; second?: number[] }

function trials(score: number[], { weight, first, second }: Given = {}) {
  const nobody = score.map(() => 0)
  return sortTrials({
    score: Float64Array.from(score),
    weight: Float64Array.from(weight ?? score.map(() => 1)),
    first: Int32Array.from(first ?? nobody),
    second: Int32Array.from(second ?? first ?? nobody),
  })
}

describe('shareFrom', () => {
  it('is the share of the weight at or above the threshold', () => {
    const some = trials([3, 1, 2], { weight: [2, 1, 1] })
    expect([0, 1, 1.5, 2, 3, 3.1].map((line) => computeShareFrom(some, line))).toEqual([1, 1, 0.75, 0.75, 0.5, 0])
  })
  it('is 0 without trials', () => {
    expect(computeShareFrom(trials([]), 0)).toBe(0)
  })
})

describe('quantileFrom', () => {
  it('lies between the last score that may not pass and the first that may', () => {
    const ten = trials([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(findQuantile(ten, 0.3)).toBe(7.5)
    expect(computeShareFrom(ten, findQuantile(ten, 0.39))).toBeCloseTo(0.3, 12)
    expect(findQuantile(ten, 1)).toBe(1)
  })
  it('stands just above the highest score where nothing may pass', () => {
    const line = findQuantile(trials([1, 2, 3]), 0.1)
    expect(line).toBeGreaterThan(3)
    expect(line).toBeLessThan(3.001)
    expect(findQuantile(trials([]), 0.5)).toBeCloseTo(0, 5)
  })
})

describe('personVariance', () => {
  it('is the jackknife over people, each left out with all comparisons that have a part of theirs', () => {
    // Three people, three pairs: only the pair of 0 and 1 passes. Without 0: 0 of 1, without 1: 0 of 1, without 2: 1 of 1.
    const pairs = trials([5, 1, 1], { first: [0, 0, 1], second: [1, 2, 2] })
    const mean = 1 / 3
    expect(computePersonVariance(pairs, 3, 3)).toBeCloseTo((2 / 3) * (2 * mean ** 2 + (1 - mean) ** 2), 12)
  })
  it('counts a mated comparison once', () => {
    const own = trials([5, 1, 5, 1], { first: [0, 0, 1, 1] })
    expect(computePersonVariance(own, 3, 2)).toBe(0)
  })
  it('knows nothing of a single person', () => {
    expect(computePersonVariance(trials([1, 2]), 1, 1)).toBe(1)
  })
})

describe('interval', () => {
  it('has the middle and width of Agresti and Coull', () => {
    const [low, high] = computeInterval(0.1, 100)
    const middle = (10 + 1.92) / 103.84
    const half = 1.96 * Math.sqrt((middle * (1 - middle)) / 103.84)
    expect(low).toBeCloseTo(middle - half, 12)
    expect(high).toBeCloseTo(middle + half, 12)
  })
  it('stays between 0 and 1 and holds the share', () => {
    expect(computeInterval(0, 20)[0]).toBe(0)
    expect(computeInterval(0, 20)[1]).toBeGreaterThan(0.1)
    expect(computeInterval(1, 20)[1]).toBe(1)
    expect(computeInterval(0.5, 0)).toEqual([expect.any(Number), expect.any(Number)])
  })
})

describe('equalErrorRate, areaUnderCurve, meanAndVariance', () => {
  it('are 0, 1 for scores apart and a half for the same', () => {
    const [low, high] = [trials([1, 2, 3]), trials([5, 6, 7])]
    expect(computeEqualErrorRate(high, low)).toBeCloseTo(0, 9)
    expect(computeAreaUnderCurve(high, low)).toBe(1)
    expect(computeAreaUnderCurve(low, low)).toBeCloseTo(0.5, 9)
  })
  it('count by hand where they overlap', () => {
    const [mated, others] = [trials([2, 4, 6, 8]), trials([1, 3, 5, 7])]
    expect(computeEqualErrorRate(mated, others)).toBeCloseTo(0.5, 12)
    expect(computeAreaUnderCurve(mated, others)).toBeCloseTo(10 / 16, 9)
    expect(computeMeanAndVariance(trials([1, 3], { weight: [1, 3] }))).toEqual({ mean: 2.5, variance: 0.75 })
  })
})

/** A hundred evenly spread scores from `start` on: median at 49.5 steps, the quantiles of one width 34 steps beside it. */
function spread(start: number, step = 1) {
  const score = Float64Array.from({ length: 100 }, (_, i) => start + step * i)
  const nobody = new Int32Array(100)
  return sortTrials({ score, first: nobody, second: nobody, weight: new Float64Array(100).fill(1) })
}

describe('fitLine', () => {
  it('is the log odds of two distributions of one width: even in the middle, steeper the further they are apart', () => {
    const [slope, offset] = fitLine(spread(20), spread(0))
    expect(slope).toBeCloseTo(20 / 34 ** 2, 12)
    expect(slope * (20 + 2 * 49.5) + 2 * offset).toBeCloseTo(0, 12)
    expect(fitLine(spread(40), spread(0))[0]).toBeCloseTo(40 / 34 ** 2, 12)
  })

  it('takes the mean of both widths, each on the side that faces the other', () => {
    const [slope] = fitLine(spread(100, 2), spread(0))
    expect(slope).toBeCloseTo((100 + 49.5) / 51 ** 2, 12)
  })

  it('is not moved by wild scores at the far ends', () => {
    const [mated, others] = [spread(20), spread(0)]
    const calm = fitLine(mated, others)
    mated.score.fill(1e9, 90)
    others.score.fill(-1e9, 0, 10)
    expect(fitLine(mated, others)).toEqual(calm)
  })

  it('rises gently at least, even where strangers score higher, and steeply at most', () => {
    expect(fitLine(spread(0), spread(20))[0]).toBe(0.01)
    expect(fitLine(spread(0), spread(0))).toEqual([0.01, -0.01 * 49.5])
    expect(fitLine(spread(5, 0), spread(0, 0))).toEqual([10, -25])
  })

  it('is laid flatter and moved where a threshold would lie beyond the log odds that the fused score tells apart', () => {
    const [mated, others] = [spread(1000), spread(0)]
    expect(fitLine(mated, others)[0]).toBeCloseTo(1000 / 34 ** 2, 12)
    const [slope, offset] = fitLine(mated, others, [0.5, 0.1])
    // The threshold at one half is 49.5, and the middle of both 549.5: eight log odds lie between them.
    expect(slope).toBeCloseTo(8 / 500, 12)
    expect(slope * 49.5 + offset).toBeCloseTo(-4, 12)
    const [steep, back] = fitLine(spread(50, 0.1), spread(0), [0.01])
    expect(steep * 98.5 + back).toBeLessThanOrEqual(4 + 1e-9)
    expect(fitLine(spread(20), spread(0), [0.01, 0.1])).toEqual(fitLine(spread(20), spread(0)))
  })
})
