import { describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../random.ts'
import { toCoordinates, SIGNATURE_MODEL } from '../signature/match.ts'
import { calibrationAttackCheck, createPopulation } from './attack-check.ts'
import { calibrate } from './calibrate.ts'
import type { Calibration, OperatingPoint } from './types.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const POINT: OperatingPoint = {
  targetFar: 0.05,
  level: 'medium',
  threshold: 0.8,
  thresholdInterval: [0.7, 0.9],
  realisedFar: 0.04,
  fnmr: 0.5,
  farInterval: [0.03, 0.06],
  fnmrInterval: [0.4, 0.6],
  supported: true,
  trials: 400,
  trialsNeeded: 60,
}
const NOTHING = calibrate([])
const MEDIUM: Calibration = {
  ...NOTHING,
  shippedFars: { low: 0.4, medium: 0.1, high: 0 },
  thresholds: { low: null, medium: 0.8, high: null },
  operatingPoints: [POINT],
}

describe('calibrationAttackCheck', () => {
  it('tries strangers and three kinds of forgeries, the same each time', () => {
    const check = calibrationAttackCheck(MEDIUM)
    expect(check.families.map(({ name }) => name)).toEqual(['strangers', 'noise', 'frozen', 'copies'])
    expect(calibrationAttackCheck(MEDIUM)).toEqual(check)
    expect(calibrationAttackCheck(MEDIUM, { seed: 2 }).worse).toBe(false)
  })

  it('finds fewer strangers no worse, and a few more within chance', () => {
    expect(calibrationAttackCheck(MEDIUM).worse).toBe(false)
    const more = { ...MEDIUM, operatingPoints: [{ ...POINT, realisedFar: 0.14 }] }
    expect(calibrationAttackCheck(more)).toMatchObject({
      worse: false,
      families: [{ before: 0.1, after: 0.14 }, {}, {}, {}],
    })
  })

  it.each([
    ['more strangers', { operatingPoints: [{ ...POINT, realisedFar: 0.16 }] }],
    ['a threshold that nothing stands behind', { thresholds: { low: null, medium: 0.3, high: null } }],
    ['no word about strangers', { operatingPoints: [] }],
  ])('finds %s worse', (_, change) => {
    expect(calibrationAttackCheck({ ...MEDIUM, ...change }).worse).toBe(true)
  })

  it('tries strangers alone where strokes are calibrated', () => {
    const strokes = { ...MEDIUM, featureMode: 'strokes' as const, applicable: true }
    expect(calibrationAttackCheck(strokes)).toEqual({
      worse: false,
      families: [{ name: 'strangers', before: 0.4, after: 0.4 }],
    })
    const more = { ...strokes, operatingPoints: [{ ...POINT, realisedFar: 0.16 }] }
    expect(calibrationAttackCheck(more)).toEqual({
      worse: true,
      families: [{ name: 'strangers', before: 0.1, after: 0.16 }],
    })
  })

  it('finds nothing worse where nothing changes', () => {
    expect(calibrationAttackCheck({ ...MEDIUM, applicable: false, shippedFars: null }).worse).toBe(false)
    for (const { before, after } of calibrationAttackCheck(NOTHING).families) expect(after).toBe(before)
  })

  it.each([undefined, null, 7, 'x', [], { thresholds: 'x', operatingPoints: {}, shippedFars: [Number.NaN] }])(
    'takes %o',
    (odd) => {
      expect(calibrationAttackCheck(odd as never)).toMatchObject({ worse: false })
    },
  )
})

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const [MATCHER] = SIGNATURE_MODEL.body.matchers
const PEOPLE = 200

/** Two signatures of each person, and where the shipped matcher places them. */
function drawn(beside?: number) {
  const person = createPopulation(seededRandom(3), beside)
  return Array.from({ length: PEOPLE }, () => {
    const own = person()
    const signatures = [own(), own()]
    return { signatures, places: signatures.map(({ vector }) => toCoordinates(MATCHER, vector)) }
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('population', () => {
  const people = drawn()

  it('draws signatures of the shipped version that lack nothing', () => {
    const [{ signatures }] = people
    expect(signatures[0]).toMatchObject({ version: SIGNATURE_MODEL.body.version, missing: [], status: 'ok' })
    expect(signatures[0].reason).toBeNull()
    expect(signatures[0].vector).toHaveLength(128)
    expect(signatures[0].vector).not.toEqual(signatures[1].vector)
  })

  it('spreads people as the matcher says, and each person’s windows by 1', () => {
    MATCHER.between.slice(0, 6).forEach((between, k) => {
      const middles = people.map(({ places: [a, b] }) => (a[k] + b[k]) / 2)
      const apart = people.map(({ places: [a, b] }) => a[k] - b[k])
      expect(mean(apart.map((value) => value * value))).toBeGreaterThan(1.3)
      expect(mean(apart.map((value) => value * value))).toBeLessThan(2.7)
      const variance = mean(middles.map((value) => value * value))
      expect(variance / (between + 0.5)).toBeGreaterThan(0.65)
      expect(variance / (between + 0.5)).toBeLessThan(1.4)
      expect(Math.abs(mean(middles))).toBeLessThan(4 * Math.sqrt((between + 0.5) / PEOPLE))
    })
  })

  it('adds what the matcher does not see, as much as asked', () => {
    const bare = drawn(0)
    const more = drawn(2)
    const size = (list: typeof people) => mean(list.flatMap(({ signatures }) => signatures[0].vector.map((x) => x * x)))
    people.slice(0, 20).forEach(({ places }, i) => {
      places[0].forEach((place, k) => {
        expect(bare[i].places[0][k]).toBeCloseTo(place, 6)
        expect(more[i].places[0][k]).toBeCloseTo(place, 6)
      })
    })
    expect(size(bare)).toBeLessThan(size(people))
    // Twice as much beside is four times the variance, in the dimensions that the matcher leaves free.
    expect((size(more) - size(bare)) / (size(people) - size(bare))).toBeCloseTo(4, 0)
  })

  it('draws the same from the same seed', () => {
    const [one, other] = [1, 1].map(() => createPopulation(seededRandom(8))()().vector)
    expect(one).toEqual(other)
  })
})
