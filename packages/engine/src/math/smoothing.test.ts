import { describe, expect, it } from 'vitest'
import { averageFive, bandPass, resample, smoothGaussian, smoothLocally } from './smoothing.ts'

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

const line = Float64Array.from({ length: 60 }, (_, i) => 3 - 0.25 * i)

describe('smoothLocally', () => {
  it.each([1, 4, 25])('keeps a straight line as it is up to both ends, sigma %d', (sigma) => {
    const [out] = smoothLocally([line], sigma)
    for (let i = 0; i < 60; i++) expect(out[i]).toBeCloseTo(line[i], 9)
  })

  it('weighs neighbors by the bell curve', () => {
    const spike = new Float64Array(41)
    spike[20] = 1
    const [out] = smoothLocally([spike], 2)
    const bell = (d: number) => Math.exp((-d * d) / 8)
    const total = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6].reduce((sum, d) => sum + bell(d), 0)
    expect(out[20]).toBeCloseTo(1 / total, 12)
    expect(out[23]).toBeCloseTo(bell(3) / total, 12)
    expect(out[18]).toBeCloseTo(bell(2) / total, 12)
    expect(out[13]).toBe(0)
  })

  it('fits a weighted line at the ends', () => {
    // Three samples 0, 0, 6 with weights 1, w, v seen from the first: the line's value there by the normal equations.
    const [w, v] = [Math.exp(-0.5), Math.exp(-2)]
    const [s0, s1, s2] = [1 + w + v, w + 2 * v, w + 4 * v]
    const expected = (s2 * 6 * v - s1 * 12 * v) / (s0 * s2 - s1 * s1)
    expect(smoothLocally([Float64Array.of(0, 0, 6)], 1)[0][0]).toBeCloseTo(expected, 12)
  })

  it('draws straight lines between the places where a wide smoothing is computed', () => {
    const wave = Float64Array.from({ length: 47 }, (_, i) => Math.sin(i / 9))
    const [out] = smoothLocally([wave], 12)
    expect(out[1]).toBeCloseTo((out[0] + out[2]) / 2, 12)
    expect(out[45]).toBeCloseTo((out[44] + out[46]) / 2, 12)
  })

  it('smooths each column by itself, and one sample is its own value', () => {
    expect(smoothLocally([Float64Array.of(7), Float64Array.of(-1)], 4)).toEqual([
      Float64Array.of(7),
      Float64Array.of(-1),
    ])
  })
})

describe('smoothLocally of what is no curve', () => {
  it.each([1, 25])('returns nothing for nothing, and a constant as it is, sigma %d', (sigma) => {
    const [empty, constant] = [new Float64Array(0), new Float64Array(40).fill(3)]
    expect(smoothLocally([empty], sigma)).toEqual([empty])
    for (const value of smoothLocally([constant], sigma)[0]) expect(value).toBeCloseTo(3, 9)
  })

  it('spoils what lies within three sigma of a value that is not finite, and no other column', () => {
    const spoiled = Float64Array.of(Number.NaN, 1, 1, 1, 1, 1)
    const [out, other] = smoothLocally([spoiled, new Float64Array(6).fill(2)], 1)
    expect([...out].map(Number.isNaN)).toEqual([true, true, true, true, false, false])
    expect([...other].every(Number.isFinite)).toBe(true)
  })
})

describe('bandPass', () => {
  it('is the difference of the fine and the coarse smoothing', () => {
    const wave = Float64Array.from({ length: 80 }, (_, i) => Math.sin(i / 5) + i)
    const [fine] = smoothLocally([wave], 2)
    const [coarse] = smoothLocally([wave], 9)
    const [out] = bandPass([wave], { fine: 2, coarse: 9 })
    for (let i = 0; i < 80; i++) expect(out[i]).toBeCloseTo(fine[i] - coarse[i], 12)
  })

  it('leaves nothing of a straight line', () => {
    for (const value of bandPass([line], { fine: 4, coarse: 25 })[0]) expect(Math.abs(value)).toBeLessThan(1e-9)
  })
})

const SQUARES = Float64Array.from({ length: 8 }, (_, i) => i * i)

describe('resample', () => {
  it('gives back the samples at their places', () => {
    expect([...resample(SQUARES, 0, 1, 8)]).toEqual([...SQUARES])
    expect([...resample(SQUARES, 2, 2, 3)]).toEqual([4, 16, 36])
  })

  it('follows a parabola exactly between samples', () => {
    expect([...resample(SQUARES, 2.5, 0.75, 4)]).toEqual([6.25, 3.25 ** 2, 16, 4.75 ** 2])
  })

  it('holds the outermost value at both ends of the curve', () => {
    const [first] = resample(Float64Array.of(0, 1), 0.5, 1, 1)
    expect(first).toBe(0.5)
  })

  it('is 0 outside', () => {
    expect([...resample(SQUARES, -0.5, 8, 2)]).toEqual([0, 0])
    expect([...resample(SQUARES, Number.NaN, 1, 1)]).toEqual([0])
    expect([...resample(new Float64Array(0), 0, 1, 2)]).toEqual([0, 0])
  })
})
