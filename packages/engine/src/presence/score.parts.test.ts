import { describe, expect, it } from 'vitest'
import type { PartName, Population } from './model.ts'
import { measureOddness, scoreParts } from './score.ts'

const FEATURES: { part: PartName }[] = [{ part: 'microTiming' }, { part: 'bioPerturb' }, { part: 'microTiming' }]
const RANKING = { shares: [0.01, 0.05, 0.3, 1], values: [-4, -2, -1, 0] }
const PEOPLE: Population = {
  spreads: [],
  humanness: RANKING,
  parts: { microTiming: RANKING, noiseResidual: RANKING, freqEntropy: RANKING, bioPerturb: RANKING },
}

describe('oddness', () => {
  it('is the mean square of the features of the part', () => {
    expect(measureOddness(Float64Array.of(1, 9, -3), 'microTiming', FEATURES)).toBe(5)
    expect(measureOddness(Float64Array.of(1, 9, -3), 'bioPerturb', FEATURES)).toBe(81)
  })
  it('is 0 for a part without features', () => {
    expect(measureOddness(Float64Array.of(1, 9, -3), 'freqEntropy', FEATURES)).toBe(0)
  })
})

describe('partScores', () => {
  it('counts too little and too much alike', () => {
    const [low, high] = [-2, 2].map((u) => scoreParts(Float64Array.of(u, 0, 0), FEATURES, PEOPLE))
    // Mean square 2 is the oddness that 5 % of people exceed.
    expect(low.microTiming).toBeCloseTo(0.5, 12)
    expect(high).toEqual(low)
  })
  it('keeps the parts apart', () => {
    const { bioPerturb, ...others } = scoreParts(Float64Array.of(0, 2, 0), FEATURES, PEOPLE)
    expect(bioPerturb).toBeCloseTo(0.1, 12)
    expect(others).toEqual({ microTiming: 1, noiseResidual: 1, freqEntropy: 1 })
  })
})
