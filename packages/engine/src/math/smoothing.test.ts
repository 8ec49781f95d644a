import { describe, expect, it } from 'vitest'
import { averageFive, smoothGaussian } from './smoothing.ts'

describe('smoothGaussian', () => {
  it('leaves a constant alone, up to both ends', () => {
    for (const value of smoothGaussian(new Float64Array(9).fill(4), 2)) expect(value).toBeCloseTo(4, 12)
  })

  it('spreads a single peak as the normal curve does', () => {
    const peak = new Float64Array(21)
    peak[10] = 1
    const out = smoothGaussian(peak, 2)
    expect(out[12] / out[10]).toBeCloseTo(Math.exp(-0.5), 12)
    expect(out[14] / out[10]).toBeCloseTo(Math.exp(-2), 12)
    expect(out[16]).toBeGreaterThan(0)
    expect(out[17]).toBe(0)
    const weights = [0, 1, 2, 3, 4, 5, 6].map((i) => Math.exp((-i * i) / 8))
    expect(out[10]).toBeCloseTo(1 / (2 * weights.reduce((sum, w) => sum + w, 0) - 1), 12)
  })

  it('counts at the ends only what is there', () => {
    const w = Math.exp(-0.5)
    expect(smoothGaussian(Float64Array.of(1, 0), 1)[0]).toBeCloseTo(1 / (1 + w), 12)
    expect(smoothGaussian(Float64Array.of(1, 0), 1)[1]).toBeCloseTo(w / (1 + w), 12)
  })

  it('returns nothing for nothing', () => {
    expect(smoothGaussian(new Float64Array(0), 3)).toHaveLength(0)
  })

  it('spoils the neighbors of what is not finite, and nothing further away', () => {
    const x = new Float64Array(9).fill(1)
    x[0] = Number.NaN
    const out = smoothGaussian(x, 1)
    expect([...out.subarray(0, 4)].every(Number.isNaN)).toBe(true)
    expect([...out.subarray(4)].every((value) => Math.abs(value - 1) < 1e-12)).toBe(true)
  })
})

describe('averageFive', () => {
  it('is the mean of five, with the ends held', () => {
    expect([...averageFive(Float64Array.of(0, 0, 5, 0, 0, 10))]).toEqual([1, 1, 1, 3, 5, 6])
  })

  it.each([[[]], [[4]], [[4, 4]], [[4, 4, 4, 4, 4, 4]]])('leaves the constant %j alone', (values) => {
    expect([...averageFive(Float64Array.from(values))]).toEqual(values)
  })

  it('spoils two neighbors of what is not finite', () => {
    const out = averageFive(Float64Array.of(Number.NaN, 1, 1, 1, 1, 1))
    expect([...out]).toEqual([Number.NaN, Number.NaN, Number.NaN, 1, 1, 1])
  })
})
