import { describe, expect, it } from 'vitest'
import { cholesky, solveLower, solveUpper } from '../math/linear-algebra.ts'
import { normal, seededRandom } from '../random.ts'
import { INNOVATION_FEATURES, innovationFeatures } from './presence-detail.ts'
import { computeMean, computeMoments, simultaneity, computeVariance } from './statistics.ts'
import { correlation, dot } from './vector.ts'

const N = 2000

function featuresOf(value: (c: number, i: number) => number): Float64Array {
  const x = new Float64Array(6 * N)
  for (let c = 0; c < 6; c++) for (let i = 0; i < N; i++) x[c * N + i] = value(c, i)
  const out = new Float64Array(INNOVATION_FEATURES)
  innovationFeatures(x, N, out, 0)
  return out
}

function noise(seed: number): Float64Array[] {
  const random = seededRandom(seed)
  return Array.from({ length: 6 }, () => Float64Array.from({ length: N }, () => normal(random)))
}

describe('innovationFeatures', () => {
  it('finds normal, unclustered, unshared errors in white noise', () => {
    const e = noise(1)
    const out = featuresOf((c, i) => e[c][i])
    for (const sensor of [0, 6]) {
      expect(out[sensor]).toBeCloseTo(Math.log(4), 1)
      expect(out[sensor + 1]).toBeLessThan(0.1)
      expect(Math.abs(out[sensor + 2])).toBeLessThan(0.05)
      expect(Math.abs(out[sensor + 3])).toBeLessThan(0.05)
      expect(out[sensor + 4]).toBeCloseTo(0, 1)
      expect(out[sensor + 5]).toBeGreaterThanOrEqual(out[sensor])
    }
    for (let k = 12; k < 15; k++) expect(out[k]).toBeLessThan(0.01)
    for (let k = 15; k < 18; k++) expect(Math.abs(out[k])).toBeLessThan(0.05)
    expect(out[18]).toBeCloseTo(0, 1)
    expect(Math.abs(out[19])).toBeLessThan(0.1)
  })

  it('takes away what an autoregression explains', () => {
    const e = noise(2)
    const x = e.map((channel) => {
      let before = 0
      return channel.map((value) => (before = 0.9 * before + value))
    })
    // The error variance of x[t] = 0.9 x[t-1] + e is 1 - 0.81 of that of x.
    expect(featuresOf((c, i) => x[c][i])[4]).toBeCloseTo(Math.log(0.19), 0.5)
  })

  it('sees bursts that come together on all axes of both sensors', () => {
    const e = noise(3)
    const loud = (i: number) => (Math.floor(i / 25) % 4 === 0 ? 5 : 0.5)
    const out = featuresOf((c, i) => loud(i) * e[c][i])
    expect(out[0]).toBeGreaterThan(Math.log(4) + 0.5)
    expect(out[2]).toBeGreaterThan(0.3)
    expect(out[8]).toBeGreaterThan(0.3)
    for (let k = 15; k < 18; k++) expect(out[k]).toBeGreaterThan(0.3)
    expect(out[19]).toBeGreaterThan(0.3)
  })

  it('sees bursts that do not come together as not shared', () => {
    const e = noise(4)
    const out = featuresOf((c, i) => (Math.floor(i / 25 + (c < 3 ? 0 : 2)) % 4 === 0 ? 5 : 0.5) * e[c][i])
    expect(out[15]).toBeGreaterThan(0.3)
    expect(out[17]).toBeLessThan(0)
    expect(out[19]).toBeLessThan(0)
  })

  it('sees one array copied to every axis as fully shared and without independence', () => {
    const [e] = noise(5)
    const out = featuresOf((_, i) => e[i])
    for (let k = 12; k < 15; k++) expect(out[k]).toBeCloseTo(1, 6)
    for (let k = 15; k < 18; k++) expect(out[k]).toBeCloseTo(0, 6)
    expect(out[18]).toBeLessThan(-20)
  })

  it('sees errors to one side as skewed', () => {
    const e = noise(6)
    expect(featuresOf((c, i) => e[c][i] ** 2)[1]).toBeGreaterThan(1.5)
  })

  it('answers finite numbers for channels that never change', () => {
    for (const value of featuresOf(() => 0)) expect(Number.isFinite(value)).toBe(true)
  })
  it.each([100, 163])('agrees with the equations of Yule and Walker solved for %d samples', (n) => {
    const random = seededRandom(n)
    let shared = 0
    const x = Float64Array.from({ length: 6 * n }, (_, at) => {
      shared = 0.6 * shared + normal(random) ** 2
      return shared + (1 + at / n) * normal(random)
    })
    // Two channels that share most of their errors, and one that is all but silent.
    for (let i = 0; i < n; i++) x[4 * n + i] += 5 * x[n + i]
    for (let i = 0; i < n; i++) x[2 * n + i] *= 1e-6
    const out = new Float64Array(INNOVATION_FEATURES + 6).fill(7)
    innovationFeatures(x, n, out, 3)
    const channels = Array.from({ length: 6 }, (_, c) => x.slice(c * n, (c + 1) * n))
    const expected = [7, 7, 7, ...plainFeatures(channels), 7, 7, 7]
    for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 8)
  })
})

const ORDER = 8
const mean = (values: number[]) => values.reduce((total, value) => total + value, 0) / values.length

function plainFeatures(channels: Float64Array[]): number[] {
  const errors = channels.map(plainErrors)
  const sizes = errors.map((error) => standardized(error.map(Math.abs)))
  return [...ownFeatures(channels, errors, 0), ...ownFeatures(channels, errors, 3), ...plainSharing(errors, sizes)]
}

/** What the eight samples before do not tell, by the autoregression that fits the autocorrelation. */
function plainErrors(x: Float64Array): Float64Array {
  const r = Array.from({ length: ORDER + 1 }, (_, lag) => dot(x, lag, x, 0, x.length - lag))
  const matrix = Float64Array.from({ length: ORDER * ORDER }, (_, at) => {
    const lag = Math.abs(Math.floor(at / ORDER) - (at % ORDER))
    return lag === 0 ? r[0] * (1 + 1e-6) + 1e-9 : r[lag]
  })
  const weights = Float64Array.from(r.slice(1))
  const l = cholesky(matrix, ORDER, 1e-12)
  solveLower(l, ORDER, weights)
  solveUpper(l, ORDER, weights)
  return x.slice(ORDER).map((value, i) => value - weights.reduce((sum, w, j) => sum + w * x[ORDER + i - 1 - j], 0))
}

function standardized(x: Float64Array): Float64Array {
  const scale = Math.sqrt(x.length * computeVariance(x, 0, x.length))
  return x.map((value) => (value - computeMean(x, 0, x.length)) / scale)
}

function ownFeatures(channels: Float64Array[], errors: Float64Array[], first: number): number[] {
  const axes = [first, first + 1, first + 2].map((c) => {
    const [x, e] = [channels[c], errors[c]]
    const moments = new Float64Array(3)
    computeMoments(e, 0, e.length, moments)
    const sizes = standardized(e.map(Math.abs))
    const clustering = (...lags: number[]) => mean(lags.map((lag) => dot(sizes, lag, sizes, 0, sizes.length - lag)))
    return [
      Math.log(1 + moments[2]),
      Math.abs(moments[1]),
      clustering(1, 2, 4),
      clustering(6, 10, 15),
      Math.log((moments[0] + 1e-9) / (computeVariance(x, 0, x.length) + 1e-9)),
    ]
  })
  return [...axes[0].map((_, k) => mean(axes.map((axis) => axis[k]))), Math.max(...axes.map(([tails]) => tails))]
}

function plainSharing(errors: Float64Array[], sizes: Float64Array[]): number[] {
  const m = errors[0].length
  const rho = errors.map((e) => errors.map((f) => correlation(e, 0, f, 0, m)))
  const pairs = [
    [
      [0, 1],
      [0, 2],
      [1, 2],
    ],
    [
      [3, 4],
      [3, 5],
      [4, 5],
    ],
    [0, 1, 2].flatMap((c) => [
      [c, 3],
      [c, 4],
      [c, 5],
    ]),
  ]
  const matrix = rho.flatMap((row, c) => row.map((value, d) => (c === d ? 1 + 1e-4 : value)))
  const l = cholesky(Float64Array.from(matrix), 6, 1e-4)
  const [a, w] = [0, 3].map((c) => sizes[c].map((value, i) => value + sizes[c + 1][i] + sizes[c + 2][i]))
  return [
    ...pairs.map((kind) => mean(kind.map(([c, d]) => rho[c][d] ** 2))),
    ...pairs.map((kind) => mean(kind.map(([c, d]) => dot(sizes[c], 0, sizes[d], 0, m) - normalSizes(rho[c][d])))),
    2 * [0, 7, 14, 21, 28, 35].reduce((total, at) => total + Math.log(l[at]), 0),
    simultaneity(a, 0, w, 0, m, 10, 40, 10),
  ]
}

/** Correlation of the sizes of two normal numbers: E|xy| = (ρ·asin ρ + √(1-ρ²))·2/π and E|x| = √(2/π). */
function normalSizes(rho: number): number {
  return ((rho * Math.asin(rho) + Math.sqrt(1 - rho * rho) - 1) * (2 / Math.PI)) / (1 - 2 / Math.PI)
}
