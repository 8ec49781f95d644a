import { describe, expect, it, vi } from 'vitest'
import { DEFAULT_THRESHOLDS } from '../evidence.ts'
import { seededRandom } from '../random.ts'
import { enroll } from '../signature/enrollment.ts'
import { coordinates, logRatioUnder, SIGNATURE_MODEL } from '../signature/match.ts'
import { population } from './attack-check.ts'
import { computeShippedRates, projectByShippedModel } from './compare-windows.ts'
import type { Subject } from './subjects.ts'
import { comparer } from './two-covariances.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const [MATCHER] = SIGNATURE_MODEL.body.matchers

/** People of the shipped population who share so much of one of them. */
function subjectsOf(people: number, windows: number, alike = 0): Subject[] {
  const person = population(seededRandom(2))
  const one = person()
  return Array.from({ length: people }, (_, i) => {
    const own = person()
    const drawn = Array.from({ length: windows }, () => {
      const [mine, common] = [own().vector, one().vector]
      return Float32Array.from(mine, (value, j) => (1 - alike) * value + alike * common[j])
    })
    return { windows: drawn, sessions: windows, source: null, weight: 1, person: `person ${i}`, key: i }
  })
}

describe('projectByShippedModel', () => {
  it('places windows where the shipped matcher does', () => {
    const subjects = subjectsOf(3, 2)
    const { windows: places, compare } = projectByShippedModel(subjects)
    const between = Float64Array.from(MATCHER.between)
    const compareThere = comparer({ between, k: between.length }, 1)
    expect(compare(places[0][0], places[1][0])).toBe(compareThere(places[0][0], places[1][0]))
    subjects.forEach(({ windows }, i) => {
      windows.forEach((window, w) => {
        coordinates(MATCHER, window).forEach((value, k) => expect(places[i][w][k]).toBeCloseTo(value, 6))
      })
    })
  })
})

describe('computeShippedRates', () => {
  it('are those of templates of three windows against a stranger’s, under the shipped thresholds', () => {
    const subjects = subjectsOf(15, 4, 0.6)
    const rates = computeShippedRates(subjects)
    const signatures = subjects.map(({ windows }) =>
      windows.map((window) => ({
        vector: Array.from(window),
        version: SIGNATURE_MODEL.body.version,
        missing: [],
        status: 'ok' as const,
        reason: null,
      })),
    )
    // Without the person's own scatter, as among sessions that differ.
    const model = { persistent: SIGNATURE_MODEL.persistent, scatterPrior: 1e12 }
    const scores = signatures.flatMap((own, i) => {
      const template = enroll(own.slice(0, 3))
      return signatures.flatMap((other, j) =>
        i === j ? [] : other.map(({ vector }) => logRatioUnder(MATCHER, model, template, vector)),
      )
    })
    for (const level of ['low', 'medium', 'high'] as const) {
      const line = DEFAULT_THRESHOLDS[level]
      const [slope, offset] = MATCHER.calibration
      const passed = scores.filter((ratio) => 1 / (1 + Math.exp(-(slope * ratio + offset))) >= line).length
      // 600 draws: three standard errors.
      const share = passed / scores.length
      expect(Math.abs(rates[level] - share)).toBeLessThanOrEqual(3 * Math.sqrt((share * (1 - share) + 1e-3) / 600))
    }
    expect(rates.low).toBeGreaterThan(rates.medium)
    expect(rates.medium).toBeGreaterThan(rates.high)
    expect(rates.low).toBeLessThan(1)
  })

  it('are high where one person goes under many names', () => {
    const { low, high } = computeShippedRates(subjectsOf(10, 4, 1))
    expect(low).toBeGreaterThan(0.5)
    expect(low).toBeGreaterThanOrEqual(high)
    expect(low).toBeGreaterThan(5 * computeShippedRates(subjectsOf(15, 4)).low)
  })
})
