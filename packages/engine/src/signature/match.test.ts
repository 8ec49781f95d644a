import { describe, expect, it } from 'vitest'
import { pairLogRatio } from '../math/likelihood.ts'
import { enroll } from './enrollment.ts'
import {
  compareUnder,
  compareWith,
  toCoordinates,
  findSetting,
  computeLogRatio,
  type Matcher,
  matchLogLikelihoodRatio,
  matchScore,
  estimateScatter,
  SIGNATURE_MODEL,
} from './match.ts'
import { listDimensions } from './signature.ts'
import { STATISTICS_LENGTH } from './statistics.ts'

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
    const [first, second] = toCoordinates(matcher, rising)
    expect(first).toBeCloseTo(0.01 * 0.5 - 1, 12)
    expect(second).toBeCloseTo(2 * 0.05 * 2 + 1, 12)
  })
})

describe('personScatter', () => {
  it('is that of most people for a single window', () => {
    expect(estimateScatter(matcher, level(7), 1, 4)).toBe(1)
  })

  it('moves towards the enrollment’s own variance as its count grows', () => {
    expect(estimateScatter(matcher, level(1), 5, 4)).toBeCloseTo((4 + 4 * 2) / 8, 12)
    expect(estimateScatter(matcher, level(0.25), 13, 4)).toBeCloseTo((4 + 12 * 0.5) / 16, 12)
  })
})

describe('logRatioUnder', () => {
  it('adds the ratios of all coordinates, with less template noise the more windows were enrolled', () => {
    const enrollment = { ...enroll([signature(rising)]), count: 4, variance: level(1) }
    const probe = level(0.3)
    const scatter = (8 + 3 * 2) / 11
    const [a, b] = [toCoordinates(matcher, rising), toCoordinates(matcher, probe)]
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
    expect(computeLogRatio(matcher, noise, enrollment, probe)).toBeCloseTo(expected[0] + expected[1], 12)
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

describe('findSetting', () => {
  const known = {
    between: [1, 3],
    settings: [
      [0, 0],
      [100, -20],
    ],
    near: 2,
  }

  it('is the one whose middle is nearest in the variance of people', () => {
    expect(findSetting(known, Float64Array.of(9, -2))).toEqual({ setting: 1, distance: 0.25, pooledShare: 0 })
    expect(findSetting(known, Float64Array.of(1, 2))).toEqual({ setting: 0, distance: 0.75, pooledShare: 0 })
  })

  it('leaves half to the model of all settings where none is near, and all where none is known', () => {
    expect(findSetting(known, Float64Array.of(0, 5))).toMatchObject({ setting: 0, pooledShare: 0.5 })
    expect(findSetting({ between: [1, 3] }, Float64Array.of(0, 5))).toMatchObject({ setting: -1, pooledShare: 1 })
  })
})

describe('a comparison in a known setting', () => {
  const [shift, activity] = [
    [10, -20],
    [0.1, 0.3],
  ]
  const placed: Matcher = { ...matcher, settings: [shift], activity, near: 1e9 }
  const enrollment = enroll([signature(rising)])
  const probe = level(0.3)
  const pairs = (of: Matcher, from: number[], shared: readonly number[]) => {
    const [a, b] = [toCoordinates(of, rising), toCoordinates(of, probe)]
    return [0, 1].reduce((sum, k) => {
      const pair = { between: of.between[k], shared: shared[k], templateNoise: 1, probeNoise: 1 }
      return sum + pairLogRatio(pair, a[k] - from[k], b[k] - from[k])
    }, 0)
  }
  const inSetting = pairs(placed, [1, -2], activity)

  it('is made from its middle, with what its activities have in common', () => {
    expect(computeLogRatio(placed, noise, enrollment, probe)).toBeCloseTo(inSetting, 12)
  })

  it('is half that of all settings far from it', () => {
    const pooled = pairs(placed, [0, 0], placed.shared)
    expect(computeLogRatio({ ...placed, near: 0 }, noise, enrollment, probe)).toBeCloseTo((inSetting + pooled) / 2, 12)
  })

  const ones = Array.from({ length: STATISTICS_LENGTH }, () => 1)
  const statistics = {
    median: ones,
    spread: ones,
    projection: [ones],
    unit: [0.01],
    centre: [0],
    between: [2],
    shared: [9],
    settings: [[5]],
    activity: [0.2],
    calibration: [0.7, 0.1] as const,
  }
  const halves = ones.map(() => 0.5)

  it('adds the ratio of the statistics where both sides have them, in the setting of the vector', () => {
    const [a, b] = [0.01 * STATISTICS_LENGTH - 0.5, 0.005 * STATISTICS_LENGTH - 0.5]
    const added = pairLogRatio({ between: 2, shared: 0.2, templateNoise: 1, probeNoise: 1 }, a, b)
    const kind = { matchers: [placed], statistics }
    const both = compareWith(
      placed,
      kind,
      noise,
      { ...enrollment, statistics: ones },
      { ...signature(probe), statistics: halves },
    )
    expect(both.logRatio).toBeCloseTo(inSetting + added, 12)
    expect(both.calibration).toBe(statistics.calibration)
  })

  it('is half the mean’s and half that of the window most like the signature, which has the noise of one', () => {
    const vectors = [rising, level(0.3), level(-2)]
    const windows = vectors.map((vector) => ({ vector, statistics: vector === rising ? ones : halves }))
    const enrolled = { ...enrollment, count: 3, variance: level(1), statistics: ones, windows }
    const kind = { matchers: [placed], statistics }
    const ratioOf = (only: object) =>
      compareWith(placed, kind, noise, { ...enrolled, ...only }, { ...signature(probe), statistics: halves }).logRatio
    const mean = ratioOf({ windows: undefined })
    const alone = windows.map((own) => {
      const single = { ...enroll([signature(own.vector)]), statistics: own.statistics }
      return ratioOf({ ...single, windows: undefined })
    })
    expect(Math.max(...alone)).toBeCloseTo(alone[1], 12)
    expect(ratioOf({})).toBeCloseTo((mean + alone[1]) / 2, 12)
    expect(ratioOf({ windows: [null] })).toBeCloseTo(mean, 12)
  })

  it('is the same however often it is made', () => {
    const kind = { matchers: [placed], statistics }
    const ratios = [1, 2].map(() => compareWith(placed, kind, noise, enrollment, signature(probe)).logRatio)
    expect(ratios[0]).toBe(ratios[1])
  })

  it.each([
    ['an enrollment of before', enrollment, { ...signature(probe), statistics: halves }],
    ['a capture without a gyroscope', { ...enrollment, statistics: ones }, signature(probe)],
    ['statistics of another length', { ...enrollment, statistics: ones }, { ...signature(probe), statistics: [1] }],
    [
      'statistics that are no numbers',
      { ...enrollment, statistics: ones },
      { ...signature(probe), statistics: ones.map(() => Number.NaN) },
    ],
  ])('is that of the vector alone for %s', (_, enrolled, shown) => {
    const alone = compareWith(placed, { matchers: [placed], statistics }, noise, enrolled, shown)
    expect(alone.logRatio).toBeCloseTo(inSetting, 12)
    expect(alone.calibration).toBe(placed.calibration)
  })
})

describe('matchScore', () => {
  const enrollment = enroll([signature(level(0.2)), signature(level(0.4))])

  it('is the logistic function of the calibrated log-likelihood ratio', () => {
    const probe = signature(level(0.5))
    const compared = compareUnder(SIGNATURE_MODEL, enrollment, probe)
    const [slope, offset] = compared?.calibration ?? [0, 0]
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
