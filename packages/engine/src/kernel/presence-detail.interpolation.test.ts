import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { INTERPOLATION_FEATURES, interpolationFeatures } from './presence-detail.ts'
import { computeMean, computeVariance } from './statistics.ts'
import { correlation } from './vector.ts'

const N = 800

function noise(seed: number): Float64Array[] {
  const random = seededRandom(seed)
  return Array.from({ length: 6 }, () => Float64Array.from({ length: N + 20 }, () => normal(random)))
}

function featuresOf(value: (c: number, i: number) => number): Float64Array {
  const x = new Float64Array(6 * N)
  for (let c = 0; c < 6; c++) for (let i = 0; i < N; i++) x[c * N + i] = value(c, i)
  const out = new Float64Array(INTERPOLATION_FEATURES)
  interpolationFeatures(x, N, out, 0)
  return out
}

describe('interpolationFeatures', () => {
  it('gives white noise the ratio of the two filters on both sensors', () => {
    // Squared weights: (36 + 2·16 + 2)/256 = 70/256 near 25 Hz, (4 + 2)/16 = 6/16 near 12.5 Hz.
    const e = noise(1)
    const out = featuresOf((c, i) => e[c][i])
    for (const sensor of [0, 1]) expect(Math.abs(out[sensor] - Math.log(70 / 256 / (6 / 16)))).toBeLessThan(0.15)
    expect(Math.abs(out[4])).toBeLessThan(0.4)
  })
  it('sees the common dips of a recording that was re-timed by straight lines', () => {
    const e = noise(2)
    const at = (i: number) => 5 + i + 1.5 * Math.sin((2 * Math.PI * i) / 400)
    const retimed = featuresOf((c, i) => {
      const k = Math.floor(at(i))
      return e[c][k] + (at(i) - k) * (e[c][k + 1] - e[c][k])
    })
    const plain = featuresOf((c, i) => e[c][i])
    expect(retimed[4]).toBeGreaterThan(0.5)
    expect(retimed[5]).toBeGreaterThan(plain[5] + 0.05)
    expect(retimed[6]).toBeGreaterThan(2 * plain[6])
    expect(retimed[7]).toBeLessThan(plain[7] - 0.3)
    expect(retimed[8]).toBeLessThan(plain[8])
    expect(retimed[0]).toBeLessThan(plain[0] - 0.3)
  })
  it('keeps the unrest of each sensor apart', () => {
    const e = noise(3)
    const out = featuresOf((c, i) => (c < 3 && i % 200 < 100 ? e[c][i] + e[c][i + 1] : e[c][i]))
    expect(out[2]).toBeGreaterThan(2 * out[3])
  })
  it('finds neither level nor unrest where nothing moves', () => {
    for (const value of featuresOf(() => 0)) expect(value).toBeCloseTo(0, 12)
  })
  it.each([100, 163])('agrees with filters applied piece by piece to %d samples', (n) => {
    const random = seededRandom(n)
    // Some pieces are all but silent, so that the floor under both powers is seen.
    const quiet = (i: number) => (i % 50 < 30 ? 1e-4 : 1)
    const x = Float64Array.from({ length: 6 * n }, (_, at) => quiet(at % n) * (1 + at / n) * normal(random))
    const out = new Float64Array(INTERPOLATION_FEATURES + 6).fill(7)
    interpolationFeatures(x, n, out, 3)
    const expected = [7, 7, 7, ...plainFeatures(x, n), 7, 7, 7]
    for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 9)
  })
})

function plainFeatures(x: Float64Array, n: number): number[] {
  const pieces = Math.floor((n - 24) / 5)
  const acceleration = Float64Array.from({ length: pieces }, (_, p) => plainRatio(x, n, p, 0))
  const rotation = Float64Array.from({ length: pieces }, (_, p) => plainRatio(x, n, p, 3))
  const common = acceleration.map((value, p) => (value + rotation[p]) / 2)
  const deviation = (values: Float64Array) => Math.sqrt(computeVariance(values, 0, pieces))
  const likeness = correlation(acceleration, 0, rotation, 0, pieces)
  const sorted = common.toSorted()
  const quantile = (share: number) => sorted[Math.round(share * (pieces - 1))]
  return [
    computeMean(acceleration, 0, pieces),
    computeMean(rotation, 0, pieces),
    deviation(acceleration),
    deviation(rotation),
    likeness,
    likeness * deviation(acceleration) * deviation(rotation),
    deviation(common),
    sorted[0] - quantile(0.5),
    quantile(0.1) - quantile(0.5),
  ]
}

/** Mean over three axes of the log ratio of power near 25 Hz to power near 12.5 Hz in twenty samples. */
function plainRatio(x: Float64Array, n: number, piece: number, first: number): number {
  const power = (c: number, weights: readonly number[]) => {
    let total = first === 0 ? 1e-6 : 4e-8
    for (let i = 5 * piece; i < 5 * piece + 20; i++) {
      total += weights.reduce((sum, weight, k) => sum + weight * x[c * n + i + k], 0) ** 2
    }
    return total
  }
  const ratios = [first, first + 1, first + 2].map((c) =>
    Math.log(power(c, [1 / 16, -4 / 16, 6 / 16, -4 / 16, 1 / 16]) / power(c, [-1 / 4, 0, 2 / 4, 0, -1 / 4])),
  )
  return (ratios[0] + ratios[1] + ratios[2]) / 3
}
