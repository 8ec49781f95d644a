import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { SPECTRUM_FEATURES, spectrumFeatures } from './presence-spectrum.ts'

function featuresOf(n: number, value: (c: number, i: number) => number): Float64Array {
  const x = new Float64Array(6 * n)
  for (let c = 0; c < 6; c++) for (let i = 0; i < n; i++) x[c * n + i] = value(c, i)
  const out = new Float64Array(SPECTRUM_FEATURES)
  spectrumFeatures(x, n, out, 0)
  return out
}

const sine = (hz: number) => (_: number, i: number) => Math.sin((2 * Math.PI * hz * i) / 50)

describe('spectrumFeatures', () => {
  it('puts the power of a sine into its band, for each sensor on its own', () => {
    const out = featuresOf(400, (c, i) => (c < 3 ? sine(2)(c, i) : 0.1 * sine(5)(c, i)))
    expect(out[5]).toBeCloseTo(0, 1)
    expect(out[9 + 6]).toBeCloseTo(0, 1)
    expect(out[4]).toBeLessThan(-3)
    expect(out[9 + 5]).toBeLessThan(-3)
  })
  it('finds the bands of 1, 10 and 22 Hz', () => {
    expect(featuresOf(400, sine(0.9))[4]).toBeCloseTo(0, 1)
    expect(featuresOf(400, sine(10))[7]).toBeCloseTo(0, 1)
    expect(featuresOf(400, sine(22))[8]).toBeCloseTo(0, 1)
  })
  it('gives white noise a flat spectrum: slope 0 and nearly the greatest entropy', () => {
    const random = seededRandom(8)
    const out = featuresOf(4000, () => normal(random))
    for (const o of [0, 9]) {
      expect(out[o]).toBeCloseTo(0, 1)
      expect(out[o + 1]).toBeGreaterThan(Math.log(63) - 0.05)
      expect(out[o + 2]).toBeCloseTo(-Math.log(63), 1)
      expect(out[o + 3]).toBeLessThan(Math.log(2 / 63))
    }
  })
  it('gives a pure tone a high peak and little entropy', () => {
    const out = featuresOf(400, sine(50 * (10 / 128)))
    // A Hann window spreads a tone in the middle of a bin over three, 1/6, 2/3, 1/6 of the power.
    expect(out[3]).toBeCloseTo(Math.log(2 / 3), 1)
    expect(out[1]).toBeLessThan(1.2)
  })
  it('gives a random walk a slope near -2', () => {
    const random = seededRandom(3)
    const walk = Array.from({ length: 6 }, () => 0)
    expect(featuresOf(4000, (c) => (walk[c] += normal(random)))[0]).toBeCloseTo(-1.9, 0)
  })
  it('is not moved by a constant or a trend', () => {
    const plain = featuresOf(400, sine(4))
    const tilted = featuresOf(400, (c, i) => sine(4)(c, i) + 7 + 0.01 * i)
    for (let k = 0; k < 18; k++) expect(tilted[k]).toBeCloseTo(plain[k], 1)
  })
  it('looks at all of a window that is shorter than a piece, and stays finite where nothing moves', () => {
    expect(featuresOf(100, sine(5))[6]).toBeCloseTo(0, 1)
    for (const value of featuresOf(100, () => 0)) expect(Number.isFinite(value)).toBe(true)
  })
})
