import { describe, expect, it } from 'vitest'
import { changeBetween, describeChange, percent, ratesAt } from './rates.ts'

const HISTOGRAM = { edges: [0, 0.25, 0.5, 0.75, 1], mated: [0, 0.1, 0.3, 0.6], non_mated: [0.7, 0.2, 0.08, 0.02] }
const REPORT = { plots: { det: [], histogram: HISTOGRAM }, pairs: { mated: 200, non_mated: 1000 } }

describe('ratesAt', () => {
  it.each([
    [0, 1, 0],
    [0.25, 0.3, 0],
    [0.5, 0.1, 0.1],
    [0.75, 0.02, 0.4],
    [1, 0, 1],
  ])('at the edge %d lets %d of strangers pass and refuses %d of people', (threshold, fmr, fnmr) => {
    const rates = ratesAt(HISTOGRAM, threshold)
    expect(rates.fmr).toBeCloseTo(fmr, 12)
    expect(rates.fnmr).toBeCloseTo(fnmr, 12)
  })

  it('interpolates inside a bin', () => {
    expect(ratesAt(HISTOGRAM, 0.625).fmr).toBeCloseTo(0.06, 12)
    expect(ratesAt(HISTOGRAM, 0.625).fnmr).toBeCloseTo(0.25, 12)
  })

  it('stays between 0 and 1 beyond the scale, and is harmless without data', () => {
    expect(ratesAt(HISTOGRAM, -1)).toEqual({ fmr: expect.closeTo(1, 12), fnmr: expect.closeTo(0, 12) })
    expect(ratesAt(HISTOGRAM, 2)).toEqual({ fmr: 0, fnmr: 1 })
    expect(ratesAt({ edges: [], mated: [], non_mated: [] }, 0.5)).toEqual({ fmr: 0, fnmr: 1 })
  })
})

describe('changeBetween', () => {
  it('counts the comparisons that change sides, in both directions alike', () => {
    expect(changeBetween(REPORT, 0.5, 0.75)).toEqual({ direction: 'stricter', mated: 60, nonMated: 80 })
    expect(changeBetween(REPORT, 0.75, 0.5)).toEqual({ direction: 'looser', mated: 60, nonMated: 80 })
    expect(changeBetween(REPORT, 0.5, 0.5)).toEqual({ direction: 'same', mated: 0, nonMated: 0 })
  })

  it('says who gains and who loses', () => {
    expect(describeChange(changeBetween(REPORT, 0.5, 0.75))).toContain(
      'about 60 more comparisons of one person would be refused',
    )
    expect(describeChange(changeBetween(REPORT, 0.75, 0.5))).toContain('about 80 more of strangers')
    expect(describeChange(changeBetween(REPORT, 0.5, 0.5))).toContain('nothing changes sides')
  })
})

it.each([
  [0, '0 %'],
  [0.0004, '0.04 %'],
  [0.012, '1.2 %'],
  [0.5, '50 %'],
  [1, '100 %'],
  [null, '–'],
  [Number.NaN, '–'],
])('writes %d as %s', (share, text) => {
  expect(percent(share)).toBe(text)
})
