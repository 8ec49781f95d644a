import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { kinematicFeatures } from './signature-features.ts'

const MOMENTS = Float64Array.of(1, 2, -3, 4, 5, 6, 0, 0)

/** The features behind three sevens, in front of three more. */
function written(views: Float64Array, n: number): number[] {
  const out = new Float64Array(38).fill(7)
  kinematicFeatures(views, n, MOMENTS, out, 3)
  return Array.from(out)
}

function plainFeatures(views: Float64Array, n: number): number[] {
  const series = [0, 1, 2, 3, 4].map((view) => views.slice(view * n, (view + 1) * n))
  const mean = (x: Float64Array) => x.reduce((total, value) => total + value, 0) / n
  const quantile = (x: Float64Array, share: number) => x.toSorted()[Math.floor(share * (n - 1))]
  const level = (value: number) => Math.asinh(value / 0.05)
  const rows = [0, 1, 2, 3].map((view) => {
    const [own, whole] = [series[view], series[view === 0 ? 4 : view]]
    const deviation = MOMENTS[2 * view + 1] + 1e-6
    return [
      level(mean(whole)),
      level(quantile(whole, 0.5)),
      level(quantile(whole, 0.75)),
      level(quantile(own, 0.9)),
      level(quantile(own, 0.98)),
      Math.log(deviation),
      Math.log(Math.max(Math.abs(MOMENTS[2 * view]), 1e-9)),
      (quantile(own, 0.9) - quantile(own, 0.5)) / deviation,
    ]
  })
  return rows[0].flatMap((_, feature) => rows.map((row) => row[feature]))
}

function expectPlain(views: Float64Array, n: number): void {
  const out = written(views, n)
  const expected = [7, 7, 7, ...plainFeatures(views, n), 7, 7, 7]
  for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 9)
}

describe('kinematicFeatures', () => {
  it.each([100, 101, 400, 705, 1500])('agrees with sorted series of %d numbers', (n) => {
    const random = seededRandom(n)
    expectPlain(
      Float64Array.from({ length: 5 * n }, (_, at) => at / n - 2 + normal(random)),
      n,
    )
  })

  it('agrees where values fall all the way, or come many times', () => {
    expectPlain(
      Float64Array.from({ length: 5 * 900 }, (_, at) => 1 - at),
      900,
    )
    expectPlain(
      Float64Array.from({ length: 5 * 120 }, (_, at) => (at * 7) % 3),
      120,
    )
  })

  it('does not change the views', () => {
    const views = Float64Array.from({ length: 500 }, (_, at) => Math.sin(at))
    const before = views.slice()
    written(views, 100)
    expect(views).toEqual(before)
  })
})
