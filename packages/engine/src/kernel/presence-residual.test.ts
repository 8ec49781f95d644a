import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { RESIDUAL_FEATURES, residualFeatures } from './presence-residual.ts'

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
})
