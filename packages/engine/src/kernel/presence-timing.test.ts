import { describe, expect, it } from 'vitest'
import { TIMING_FEATURES, timingFeatures } from './presence-timing.ts'

const N = 800

/** One axis of each sensor follows the curve, so that its size is the curve's. */
function featuresOf(curve: (i: number) => number): Float64Array {
  const x = new Float64Array(6 * N)
  for (let i = 0; i < N; i++) {
    x[i] = curve(i)
    x[4 * N + i] = 2 * curve(i)
  }
  const out = new Float64Array(TIMING_FEATURES)
  timingFeatures(x, N, out, 0)
  return out
}

const bump = (i: number, length: number) => Math.sin((Math.PI * (i % length)) / length) ** 2

describe('timingFeatures', () => {
  it('counts equal bumps and finds no variation among them, on both sensors alike', () => {
    const out = featuresOf((i) => bump(i, 40))
    for (const o of [0, 6]) {
      expect(Math.exp(out[o])).toBeCloseTo(50 / 40, 0)
      expect(out[o + 1]).toBeLessThan(0.1)
      expect(out[o + 2]).toBeLessThan(0.1)
      expect(Math.abs(out[o + 3])).toBeLessThan(0.15)
    }
  })
  it('finds the variation of heights and that equal heights alternate', () => {
    const out = featuresOf((i) => (Math.floor(i / 40) % 2 === 0 ? 1 : 3) * bump(i, 40))
    // Heights 1 and 3 in turn: standard deviation 1 over mean 2.
    expect(out[2]).toBeCloseTo(0.5, 1)
    expect(out[5]).toBeLessThan(-0.9)
  })
  it('finds quick rises and slow falls', () => {
    const saw = (i: number) => Math.max(0, i % 50 < 10 ? (i % 50) / 10 : 1 - ((i % 50) - 10) / 40)
    expect(featuresOf(saw)[3]).toBeLessThan(-0.3)
    expect(featuresOf((i) => saw(N - 1 - i))[3]).toBeGreaterThan(0.3)
  })
  it('finds that longer bumps are higher', () => {
    const lengths = [30, 60, 40, 80, 50]
    const curve = (i: number) => {
      let [at, k] = [i % 260, 0]
      while (at >= lengths[k]) at -= lengths[k++]
      return lengths[k] * bump(at, lengths[k])
    }
    const out = featuresOf(curve)
    expect(out[4]).toBeGreaterThan(0.8)
    expect(out[1]).toBeGreaterThan(0.2)
  })
  it('answers with no bumps where nothing moves', () => {
    const out = featuresOf(() => 0)
    expect(Math.exp(out[0])).toBeCloseTo(50 / N, 9)
    expect([...out.subarray(1, 6)]).toEqual([0, 0, 0, 0, 0])
  })
})
