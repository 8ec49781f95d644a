import { describe, expect, it } from 'vitest'
import { bandPass, smoothLocally } from './smoothing.ts'

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
