import { describe, expect, it } from 'vitest'
import { type PersonScore, shareBelowLine } from './presence-line.ts'

describe('shareBelowLine', () => {
  const people = (fold: number, scores: readonly number[]): PersonScore[] =>
    scores.map((score, i) => ({ person: `${fold}/${i}`, fold, score }))
  const hundred = Array.from({ length: 100 }, (_, i) => i)

  it('is one in twenty where all folds are alike', () => {
    expect(shareBelowLine([...people(0, hundred), ...people(1, hundred)]).value).toBe(0.05)
  })

  it('holds each fold against the line of the others, not its own', () => {
    const low = hundred.map((score) => score - 50)
    const { value, low: least, high: most } = shareBelowLine([...people(0, hundred), ...people(1, low)])
    // None of the first fall below -45, and 55 of the second below 5.
    expect(value).toBe(0.275)
    expect(least).toBeLessThan(value)
    expect(most).toBeGreaterThan(value)
  })

  it('draws people, whose captures come and go together', () => {
    const alike = Array.from({ length: 50 }, () => ({ person: 'one', fold: 0, score: -1 }))
    const { low, high } = shareBelowLine([...alike, ...people(1, hundred.slice(0, 9))])
    expect(low).toBe(0)
    expect(high).toBeGreaterThan(0.9)
  })
})
