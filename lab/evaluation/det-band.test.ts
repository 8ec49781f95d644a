import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { detBand } from './det-band.ts'
import type { Trial } from './figures.ts'

const PEOPLE = ['ada', 'bob', 'cyd', 'dan', 'eve']

/** Everybody against everybody; `own` scores of oneself, `other` of somebody else. */
function trialsOf(own: (i: number) => number, other: (i: number, j: number) => number): Trial[] {
  return PEOPLE.flatMap((claimed, i) =>
    PEOPLE.map((actual, j) => ({ claimed, actual, score: i === j ? own(i) : other(i, j) })),
  )
}

const band = (trials: Trial[], rates: number[]) => detBand(trials, rates, { random: seededRandom(1), rounds: 100 })

describe('detBand', () => {
  it('refuses nobody of people who are told apart, and so does every draw', () => {
    const apart = trialsOf(
      () => 1,
      () => 0,
    )
    expect(band(apart, [0, 0.1])).toEqual([
      { fmr: 0, fnmr: { value: 0, low: 0, high: 0 } },
      { fmr: 0.1, fnmr: { value: 0, low: 0, high: 0 } },
    ])
  })

  it('counts who lies below the score at which so many strangers are let in', () => {
    // One stranger in twenty scores 3.5, the others 0; own scores are 1 to 5.
    const mixed = trialsOf(
      (i) => i + 1,
      (i, j) => (i === 0 && j === 1 ? 3.5 : 0),
    )
    expect(band(mixed, [0, 0.05, 1]).map(({ fnmr }) => Number(fnmr.value.toFixed(9)))).toEqual([0.6, 0, 0])
  })

  it('has an interval that draws people', () => {
    const mixed = trialsOf(
      (i) => (i === 0 ? -1 : 1),
      () => 0,
    )
    const [{ fnmr }] = band(mixed, [0])
    expect(fnmr.value).toBeCloseTo(0.2, 9)
    expect(fnmr.low).toBe(0)
    expect(fnmr.high).toBeGreaterThan(0.3)
  })

  it('knows nothing without strangers', () => {
    expect(band([{ claimed: 'ada', actual: 'ada', score: 1 }], [0.1])[0].fnmr.value).toBeNaN()
  })
})
