import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { pairLogRatio } from '../signature/two-covariance.ts'
import { comparer, meanOf, PERSISTENT, placed } from './comparison.ts'
import { addSubject, emptySums, fitted, sumsOf, without } from './two-covariances.ts'

/** People at distances of 3, 1 and 0.1 along three axes, scattering by 1, 2 and 0.5 around themselves. */
function people(count: number, windows: number) {
  const random = seededRandom(3)
  return Array.from({ length: count }, () => {
    const own = [3, 1, 0.1].map((size) => size * normal(random))
    return Array.from({ length: windows }, () =>
      Float64Array.from([1, 2, 0.5], (size, j) => own[j] + size * normal(random)),
    )
  })
}

const everybody = people(400, 4)
const weights = everybody.map(() => ({ weight: 1 }))

describe('fitted', () => {
  it('finds how much people differ in units of how much one person does', () => {
    const { between } = fitted(sumsOf(weights, everybody, 3))
    expect(between[0]).toBeCloseTo(9, -0.5)
    expect(between[0]).toBeGreaterThan(7.5)
    expect(between[1]).toBeGreaterThan(0.15)
    expect(between[1]).toBeLessThan(0.4)
    expect(between[2]).toBeLessThan(0.15)
  })

  it('gives coordinates in which a person scatters by 1', () => {
    const model = fitted(sumsOf(weights, everybody, 3))
    for (let k = 0; k < 3; k++) {
      let squares = 0
      for (const own of everybody) {
        const places = placed(model, own)
        const mean = meanOf(places)
        for (const place of places) squares += (place[k] - mean[k]) ** 2
      }
      expect(squares / (400 * 3)).toBeCloseTo(1, 1)
    }
  })

  it('says something finite of one person, of equal windows and of nobody', () => {
    const same = Array.from({ length: 3 }, () => Float64Array.of(1, 1, 1))
    for (const sums of [emptySums(3), sumsOf([{ weight: 1 }], [same], 3)]) {
      const { between, rows } = fitted(sums)
      expect([...between, ...rows].every(Number.isFinite)).toBe(true)
    }
  })
})

describe('without', () => {
  it('takes a part away again', () => {
    const part = sumsOf(weights.slice(0, 100), everybody.slice(0, 100), 3)
    const rest = without(sumsOf(weights, everybody, 3), part)
    const expected = sumsOf(weights.slice(100), everybody.slice(100), 3)
    expect(rest.people).toBe(300)
    expect(rest.freedom).toBeCloseTo(expected.freedom, 9)
    rest.within.forEach((value, at) => {
      expect(value).toBeCloseTo(expected.within[at], 6)
    })
  })
})

describe('addSubject', () => {
  it('lets nobody teach alone how people scatter', () => {
    const [few, many] = [emptySums(1), emptySums(1)]
    const alternating = (n: number) => Array.from({ length: n }, (_, i) => Float64Array.of(i % 2))
    addSubject(few, alternating(5), 1)
    addSubject(many, alternating(101), 1)
    expect(few.freedom).toBe(4)
    expect(many.freedom).toBe(4)
    expect(many.within[0]).toBeCloseTo(1, 1)
  })
})

describe('comparer', () => {
  it.each([1, 3])('is the sum of the log-likelihood ratios of all coordinates: template of %d', (count) => {
    const between = Float64Array.of(4, 0.5)
    const [x, y] = [Float64Array.of(1, -2), Float64Array.of(0.5, 3)]
    const templateNoise = PERSISTENT + (1 - PERSISTENT) / count
    const expected = [0, 1].map((k) =>
      pairLogRatio({ between: between[k], shared: 0, templateNoise, probeNoise: 1 }, x[k], y[k]),
    )
    expect(comparer({ between, k: 2 }, count)(x, y)).toBeCloseTo(expected[0] + expected[1], 12)
  })
})
