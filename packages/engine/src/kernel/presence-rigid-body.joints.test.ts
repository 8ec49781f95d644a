import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { integrateTurning, JOINT_FEATURES, jointFeatures } from './presence-rigid-body.ts'

const N = 400

function featuresOf(value: (c: number, i: number) => number): Float64Array {
  const raw = new Float64Array(6 * N)
  for (let c = 0; c < 6; c++) for (let i = 0; i < N; i++) raw[c * N + i] = value(c, i)
  const turned = new Float64Array(3 * N)
  integrateTurning(raw, N, turned)
  const out = new Float64Array(JOINT_FEATURES)
  jointFeatures(raw, turned, N, out, 0)
  return out
}

function trembling(): (c: number, i: number) => number {
  const random = seededRandom(6)
  return (c) => (c === 2 ? 9.81 : 0) + (c < 3 ? 0.1 : 0.02) * normal(random)
}

describe('jointFeatures', () => {
  it('sees a break that all channels share, and none in plain trembling', () => {
    const plain = featuresOf(trembling())
    const t = trembling()
    const broken = featuresOf((c, i) => t(c, i) + (i >= 200 ? 3 : 0))
    expect(broken[0]).toBeGreaterThan(plain[0] + 1)
    expect(broken[1]).toBeGreaterThan(plain[1] + 1)
  })
  it('does not take a break on one channel for one on all', () => {
    const t = trembling()
    const plain = featuresOf(trembling())
    const one = featuresOf((c, i) => t(c, i) + (c === 0 && i >= 200 ? 3 : 0))
    expect(one[0]).toBeLessThan(plain[0] + 0.8)
  })
  it('sees a turn of gravity that no rotation explains', () => {
    const t = trembling()
    const turned = featuresOf((c, i) => t(c, i) + (i < 200 ? 0 : c === 2 ? -9.81 : c === 0 ? 9.81 : 0))
    // The step is √2·9.81 m/s² and 0.01 the floor under the logarithm.
    expect(turned[2]).toBeCloseTo(Math.log(Math.SQRT2 * 9.81), 1)
    expect(turned[3]).toBeGreaterThan(3)
  })
  it('explains a turn that the gyroscope felt', () => {
    const angle = (i: number) => (Math.PI / 2) * Math.min(1, Math.max(0, (i - 150) / 100))
    const felt = featuresOf((c, i) => {
      if (c === 1) return 9.81 * Math.sin(angle(i))
      if (c === 2) return 9.81 * Math.cos(angle(i))
      return c === 3 && i >= 150 && i < 250 ? Math.PI / 4 : 0
    })
    expect(felt[2]).toBeLessThan(0)
  })
  it('stays finite where nothing moves', () => {
    for (const value of featuresOf(() => 0)) expect(Number.isFinite(value)).toBe(true)
  })
  it.each([100, 203])('agrees with windows and boxes taken one by one in %d samples', (n) => {
    const random = seededRandom(n)
    const noise = (length: number) => Float64Array.from({ length }, () => normal(random))
    // Louder from channel to channel and towards the end, so that nothing can stand for anything else.
    const raw = noise(6 * n).map((value, at) => (0.02 + (at / n) * (at % n) ** 2 * 1e-5) * value)
    const turned = noise(3 * n)
    const out = new Float64Array(JOINT_FEATURES + 6).fill(7)
    jointFeatures(raw, turned, n, out, 3)
    const expected = [7, 7, 7, ...plainBreaks(raw, n), ...plainTurns(raw, turned, n), 7, 7, 7]
    for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 9)
  })
})

const mean = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))]

function plainBreaks(raw: Float64Array, n: number): number[] {
  const breakAt = (i: number) =>
    mean(
      [0.03, 0.03, 0.03, 0.002, 0.002, 0.002].map((floor, c) => {
        const [a, b, d] = raw.subarray(c * n + i, c * n + i + 3)
        return Math.log(Math.abs(a - 2 * b + d) + floor)
      }),
    )
  const breaks = Array.from({ length: n - 2 }, (_, i) => breakAt(i))
  const local = breaks.map((value, i) => value - mean(breaks.slice(Math.max(0, i - 12), i + 13)))
  return [Math.max(...local), Math.max(...local) - quantile(local, 0.98)]
}

function plainTurns(raw: Float64Array, turned: Float64Array, n: number): number[] {
  const step = (x: Float64Array, k: number) => mean([...x.subarray(k + 20, k + 40)]) - mean([...x.subarray(k, k + 20)])
  const starts = Array.from({ length: Math.floor((n - 40) / 4) }, (_, p) => 4 * p)
  const squares = (unexplained: (k: number) => number) =>
    starts.map((start) => [0, 1, 2].reduce((total, c) => total + unexplained(c * n + start) ** 2, 0))
  const level = (square: number) => 0.5 * Math.log(square + 0.01)
  const steps = squares((k) => step(raw, k) - step(turned, k))
  const plain = squares((k) => step(raw, k))
  const [largest, median] = [level(Math.max(...steps)), level(quantile(steps, 0.5))]
  return [largest, largest - median, median - level(quantile(plain, 0.5))]
}
