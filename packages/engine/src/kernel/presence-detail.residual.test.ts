import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { RESIDUAL_FEATURES, residualFeatures } from './presence-detail.ts'
import { simultaneity } from './statistics.ts'
import { correlation } from './vector.ts'

const N = 1500

function featuresOf(value: (c: number, i: number, e: number) => number): Float64Array {
  const random = seededRandom(4)
  const x = new Float64Array(6 * N)
  for (let c = 0; c < 6; c++) for (let i = 0; i < N; i++) x[c * N + i] = value(c, i, normal(random))
  const out = new Float64Array(RESIDUAL_FEATURES)
  residualFeatures(x, N, out, 0)
  return out
}

/** Movement at 0.5 Hz whose size waxes and wanes over 6 s. */
const size = (i: number) => 1 + Math.sin((2 * Math.PI * i) / 300)
const movement = (c: number, i: number) => 3 * size(i) * Math.sin((2 * Math.PI * i) / 100 + c)

describe('residualFeatures', () => {
  it('gives white noise the level that the filter leaves of it', () => {
    // Weights of x minus its binomial mean: 10/16, -4/16 twice, -1/16 twice; squares add up to 134/256.
    const out = featuresOf((_c, _i, e) => 2 * e)
    expect(out[0]).toBeCloseTo(Math.log((3 * 4 * 134) / 256), 0.5)
    expect(out[7]).toBeGreaterThanOrEqual(0)
    // Autocorrelation of those weights at lag 1: 2·(10·-4) + 2·(-4·-1) = -72 of 134.
    expect(out[6]).toBeCloseTo(-72 / 134, 1)
  })
  it('finds noise that grows with the movement, and noise that does not', () => {
    const grown = featuresOf((c, i, e) => movement(c, i) + 0.1 * size(i) * e)
    const steady = featuresOf((c, i, e) => movement(c, i) + 0.1 * e)
    for (const [o, change] of [
      [3, 19],
      [11, 20],
    ]) {
      expect(grown[o]).toBeGreaterThan(0.5)
      expect(Math.abs(steady[o])).toBeLessThan(0.3)
      expect(grown[o + 1]).toBeGreaterThan(steady[o + 1] + 0.3)
      expect(grown[change]).toBeGreaterThan(steady[change] + 0.1)
    }
    expect(grown[16]).toBeGreaterThan(0.4)
    expect(Math.abs(steady[16])).toBeLessThan(0.3)
    expect(grown[17]).toBeGreaterThan(steady[17] + 0.2)
    expect(grown[18]).toBeGreaterThan(steady[18] + 0.2)
  })
  it('finds a floor and a top that are far apart in bursts, close in steady noise', () => {
    const bursts = featuresOf((_c, i, e) => (i % 300 < 60 ? 5 : 0.5) * e)
    const steady = featuresOf((_c, _i, e) => e)
    expect(bursts[2]).toBeGreaterThan(2)
    expect(steady[2]).toBeLessThan(1)
    expect(steady[1]).toBeGreaterThan(-1)
    expect(bursts[1]).toBeLessThan(0)
  })
  it('measures how unevenly the axes share the residual', () => {
    const out = featuresOf((c, _i, e) => (c === 1 ? 10 : 1) * e)
    expect(out[7]).toBeCloseTo(Math.log(100), 0)
    expect(out[15]).toBeLessThan(0.5)
  })
  it('stays finite where nothing moves', () => {
    for (const value of featuresOf(() => 0)) expect(Number.isFinite(value)).toBe(true)
  })
  it.each([100, 163, 400])('agrees with filters applied piece by piece to %d samples', (n) => {
    const random = seededRandom(n)
    const x = Float64Array.from(
      { length: 6 * n },
      (_, at) => (0.1 + Math.sin(at / 30) ** 8) * (1 + at / n) * normal(random),
    )
    const out = new Float64Array(RESIDUAL_FEATURES + 6).fill(7)
    residualFeatures(x, n, out, 3)
    const expected = [7, 7, 7, ...plainFeatures(x, n), 7, 7, 7]
    for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 9)
  })
})

const total = (values: Iterable<number>) => Array.from(values).reduce((sum, value) => sum + value, 0)
const squares = (values: Iterable<number>) => total(Array.from(values, (value) => value * value))
const quantile = (values: Float64Array, share: number) => values.toSorted()[Math.round(share * (values.length - 1))]

function plainFeatures(x: Float64Array, n: number): number[] {
  const [a, w] = [0, 3].map((first) => parted(x, n, first))
  const pieces = a.quick.length
  const likeness = (p: Float64Array, q: Float64Array) => correlation(p, 0, q, 0, pieces)
  const together = (p: Float64Array, q: Float64Array) => simultaneity(p, 0, q, 0, pieces, 6, 24, 6)
  return [
    ...ownFeatures(a),
    ...ownFeatures(w),
    likeness(a.quick, w.quick),
    likeness(a.quick, w.slow),
    likeness(w.quick, a.slow),
    together(a.quick, a.change),
    together(w.quick, w.change),
    together(a.quick, w.change),
    together(w.quick, a.change),
  ]
}

/** Three axes without their binomial mean, and log energies of this residual, of the mean and of its change. */
function parted(x: Float64Array, n: number, first: number) {
  const floor = first === 0 ? 1e-4 : 3e-7
  const axes = [first, first + 1, first + 2].map((c) => x.subarray(c * n, (c + 1) * n))
  const smooth = axes.map((axis) => axis.map((value, i) => (i < 2 || i > n - 3 ? value : binomialMean(axis, i))))
  const rough = axes.map((axis, c) => axis.map((value, i) => value - smooth[c][i]))
  const steps = smooth.map((axis) => axis.map((value, i) => value - axis[i - 1]))
  const energies = (rows: Float64Array[]) =>
    Float64Array.from({ length: Math.floor((n - 14) / 5) }, (_, p) =>
      Math.log(total(rows.map((row) => squares(row.subarray(5 * p + 2, 5 * p + 12)))) / 10 + floor),
    )
  return { rough, quick: energies(rough), slow: energies(smooth), change: energies(steps) }
}

function binomialMean(x: Float64Array, i: number): number {
  return total([1, 4, 6, 4, 1].map((weight, k) => (weight * x[i + k - 2]) / 16))
}

function ownFeatures({ rough, quick, slow }: ReturnType<typeof parted>): number[] {
  const [median, meanSlow] = [quantile(quick, 0.5), total(slow) / slow.length]
  const powers = rough.map(squares)
  const atLag1 = total(rough.map((axis) => total(axis.subarray(1).map((value, i) => value * axis[i]))))
  return [
    median,
    quantile(quick, 0.1) - median,
    quantile(quick, 0.9) - median,
    correlation(quick, 0, slow, 0, quick.length),
    total(slow.map((value, p) => (value - meanSlow) * quick[p])) /
      (squares(slow.map((value) => value - meanSlow)) + 0.01),
    median - meanSlow,
    atLag1 / (total(powers) + 1e-9),
    Math.log((Math.max(...powers) + 1e-6) / (Math.min(...powers) + 1e-6)),
  ]
}
