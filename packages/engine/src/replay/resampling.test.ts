import { describe, expect, it } from 'vitest'
import { resample } from '../math/smoothing.ts'

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
