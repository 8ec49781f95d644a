import { describe, expect, it } from 'vitest'
import { scaled, smoothed } from './smoothing.ts'

describe('smoothed', () => {
  it('leaves a constant alone, up to both ends', () => {
    for (const value of smoothed(new Float64Array(9).fill(4), 2)) expect(value).toBeCloseTo(4, 12)
  })

  it('spreads a single peak as the normal curve does', () => {
    const peak = new Float64Array(21)
    peak[10] = 1
    const out = smoothed(peak, 2)
    expect(out[12] / out[10]).toBeCloseTo(Math.exp(-0.5), 12)
    expect(out[14] / out[10]).toBeCloseTo(Math.exp(-2), 12)
    expect(out[16]).toBeGreaterThan(0)
    expect(out[17]).toBe(0)
    const weights = [0, 1, 2, 3, 4, 5, 6].map((i) => Math.exp((-i * i) / 8))
    expect(out[10]).toBeCloseTo(1 / (2 * weights.reduce((sum, w) => sum + w, 0) - 1), 12)
  })

  it('counts at the ends only what is there', () => {
    const w = Math.exp(-0.5)
    expect(smoothed(Float64Array.of(1, 0), 1)[0]).toBeCloseTo(1 / (1 + w), 12)
    expect(smoothed(Float64Array.of(1, 0), 1)[1]).toBeCloseTo(w / (1 + w), 12)
  })

  it('answers nothing for nothing', () => {
    expect(smoothed(new Float64Array(0), 3)).toHaveLength(0)
  })
})

describe('scaled', () => {
  it('brings the root mean square to 1', () => {
    const x = Float64Array.of(3, -3, 3, -3)
    expect(scaled(x)).toBe(true)
    expect([...x]).toEqual([1, -1, 1, -1])
  })

  it.each([[[0, 0, 0]], [[1e-7, -1e-7]], [[]], [[Number.NaN, 1]]])(
    'leaves only zeros where nothing moves: %j',
    (values) => {
      const x = Float64Array.from(values)
      expect(scaled(x)).toBe(false)
      expect([...x]).toEqual(values.map(() => 0))
    },
  )
})
