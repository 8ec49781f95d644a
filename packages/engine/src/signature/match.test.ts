import { describe, expect, it } from 'vitest'
import { pairLogRatio } from '../math/likelihood.ts'
import { enroll } from './enrollment.ts'
import {
  compareUnder,
  coordinates,
  logRatioUnder,
  matchLogLikelihoodRatio,
  matchScore,
  personScatter,
} from './match.ts'
import { type Matcher, SIGNATURE_MODEL } from './parameters.ts'
import { listDimensions } from './signature.ts'

/** A row of whole numbers with these first ones. */
const row = (length: number, ...first: number[]) => Array.from({ length }, (_, j) => first[j] ?? 0)

const matcher: Matcher = {
  views: [1],
  projection: [row(32, 1), row(32, 0, 2)],
  unit: [0.5, 2],
  centre: [1, -1],
  between: [2, 0.5],
  shared: [0.25, 1],
  within: row(32).map(() => 0.5),
  calibration: [0.5, -1],
}
const noise = { persistent: 0.2, scatterPrior: 8 }
const rising = Array.from({ length: 128 }, (_, j) => j / 100)
const level = (value: number) => Array.from({ length: 128 }, () => value)
const signature = (vector: number[], version = SIGNATURE_MODEL.imu.version, missing: number[] = []) => ({
  vector,
  version,
  missing,
})

describe('coordinates', () => {
  it('weigh the dimensions of the matcher’s views', () => {
    // View 1 has the dimensions 1, 5, 9, …
    const [first, second] = coordinates(matcher, rising)
    expect(first).toBeCloseTo(0.01 * 0.5 - 1, 12)
    expect(second).toBeCloseTo(2 * 0.05 * 2 + 1, 12)
  })
})

describe('personScatter', () => {
  it('is that of most people for a single window', () => {
    expect(personScatter(matcher, level(7), 1, 4)).toBe(1)
  })

  it('moves towards the enrollment’s own variance as its count grows', () => {
    expect(personScatter(matcher, level(1), 5, 4)).toBeCloseTo((4 + 4 * 2) / 8, 12)
    expect(personScatter(matcher, level(0.25), 13, 4)).toBeCloseTo((4 + 12 * 0.5) / 16, 12)
  })
})

describe('logRatioUnder', () => {
  it('adds the ratios of all coordinates, with less template noise the more windows were enrolled', () => {
    const enrollment = { ...enroll([signature(rising)]), count: 4, variance: level(1) }
    const probe = level(0.3)
    const scatter = (8 + 3 * 2) / 11
    const [a, b] = [coordinates(matcher, rising), coordinates(matcher, probe)]
    const expected = [0, 1].map((k) =>
      pairLogRatio(
        {
          between: matcher.between[k],
          shared: matcher.shared[k],
          templateNoise: scatter * (0.2 + 0.8 / 4),
          probeNoise: scatter,
        },
        a[k],
        b[k],
      ),
    )
    expect(logRatioUnder(matcher, noise, enrollment, probe)).toBeCloseTo(expected[0] + expected[1], 12)
  })
})

describe('compareUnder', () => {
  const wide: Matcher = { ...matcher, views: [0, 1, 2, 3], projection: [row(128, 1), row(128, 0, 1)] }
  const kind = { version: 'a', median: level(0), spread: level(1), matchers: [wide, matcher] }
  const model = { ...noise, imu: kind, body: { ...kind, version: 'b', matchers: [wide] } }
  const enrollment = enroll([signature(rising, 'a')])

  it('takes the first matcher whose views both sides have', () => {
    const rotation = listDimensions([2, 3])
    expect(compareUnder(model, enrollment, signature(rising, 'a'))?.matcher).toBe(wide)
    expect(compareUnder(model, enrollment, signature(rising, 'a', rotation))?.matcher).toBe(matcher)
    const poor = enroll([signature(rising, 'a', rotation)])
    expect(compareUnder(model, poor, signature(rising, 'a'))?.matcher).toBe(matcher)
  })

  it('has no answer where no matcher’s views are on both sides', () => {
    expect(compareUnder(model, enrollment, signature(rising, 'a', listDimensions([1])))).toBeNull()
    const other = enroll([signature(rising, 'b', listDimensions([3]))])
    expect(compareUnder(model, other, signature(rising, 'b'))).toBeNull()
  })

  it('has no answer for another or an unknown version', () => {
    expect(compareUnder(model, enrollment, signature(rising, 'b'))).toBeNull()
    expect(compareUnder(model, enroll([signature(rising, 'c')]), signature(rising, 'c'))).toBeNull()
    expect(compareUnder(model, enroll([signature(rising, 'b')]), signature(rising, 'b'))).not.toBeNull()
  })
})

describe('matchScore', () => {
  const enrollment = enroll([signature(level(0.2)), signature(level(0.4))])

  it('is the logistic function of the calibrated log-likelihood ratio', () => {
    const probe = signature(level(0.5))
    const compared = compareUnder(SIGNATURE_MODEL, enrollment, probe)
    const [slope, offset] = compared?.matcher.calibration ?? [0, 0]
    const logRatio = matchLogLikelihoodRatio(enrollment, probe) as number
    expect(logRatio).toBeCloseTo(slope * (compared?.logRatio ?? 0) + offset, 12)
    expect(matchScore(enrollment, probe)).toBeCloseTo(1 / (1 + Math.exp(-logRatio)), 12)
  })

  it('is higher for the enrolled motion than for its opposite', () => {
    const own = Array.from({ length: 128 }, (_, j) => Math.sin(j * j))
    const template = enroll(Array.from({ length: 5 }, () => signature(own)))
    const opposite = signature(own.map((value) => -value))
    expect(matchScore(template, signature(own))).toBeGreaterThan(0.9)
    expect(matchScore(template, opposite)).toBeLessThan(0.1)
  })

  it('is 0 across kinds of captures', () => {
    expect(matchScore(enrollment, signature(level(0.3), SIGNATURE_MODEL.body.version))).toBe(0)
  })

  it.each([
    ['nothing', undefined, undefined],
    ['an empty enrolment', {}, signature(level(0))],
    ['an enrolment of nobody', enroll([]), signature(level(0))],
    ['a broken signature', enrollment, { vector: 'x' }],
    ['a signature that is no number', enrollment, signature(level(Number.NaN))],
  ])('is 0, and no ratio is known, for %s', (_, first, second) => {
    expect(matchScore(first as never, second as never)).toBe(0)
    expect(matchLogLikelihoodRatio(first as never, second as never)).toBeNull()
  })

  it('stays within 0 and 1 for extreme vectors', () => {
    for (const value of [1e6, -1e6]) {
      const score = matchScore(enrollment, signature(level(value)))
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
    }
  })
})
