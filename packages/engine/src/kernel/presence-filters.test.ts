import { describe, expect, it } from 'vitest'
import { bandPass, lowPass } from './presence-filters.ts'

const N = 1000
const sine = (share: number) => Float64Array.from({ length: N }, (_, i) => Math.sin(2 * Math.PI * share * i))
/** Amplitude over the second half, when the start has died away. */
const amplitude = (y: Float64Array) => {
  let total = 0
  for (let i = N / 2; i < N; i++) total += y[i] * y[i]
  return Math.sqrt((2 * total) / (N / 2))
}
const through = (share: number) => {
  const y = new Float64Array(N)
  bandPass(sine(share), 0, N, 0.02, 0.2, y, 0)
  return amplitude(y)
}

describe('bandPass', () => {
  it('keeps what lies between the corners and takes 3 dB at each', () => {
    expect(through(0.06)).toBeCloseTo(1, 1)
    expect(through(0.02)).toBeCloseTo(Math.SQRT1_2, 1)
    expect(through(0.2)).toBeCloseTo(Math.SQRT1_2, 1)
  })
  it('falls by 12 dB an octave below and faster above', () => {
    expect(through(0.005)).toBeLessThan(0.08)
    expect(through(0.4)).toBeLessThan(0.1)
  })
  it('answers 0 to a constant from the first sample on', () => {
    const y = new Float64Array(20).fill(7)
    bandPass(new Float64Array(20).fill(9.81), 0, 20, 0.02, 0.2, y, 0)
    for (const value of y) expect(value).toBeCloseTo(0, 12)
  })
  it('reads from and writes to the given places, also in place', () => {
    const x = Float64Array.of(0, 0, ...sine(0.06))
    const y = new Float64Array(N)
    bandPass(sine(0.06), 0, N, 0.02, 0.2, y, 0)
    bandPass(x, 2, N, 0.02, 0.2, x, 2)
    expect(x[700]).toBeCloseTo(y[698], 12)
    expect(x[0]).toBe(0)
  })
})

describe('lowPass', () => {
  it('keeps a constant exactly and slow motion nearly', () => {
    const y = new Float64Array(N)
    lowPass(new Float64Array(N).fill(3), 0, N, 0.1, y, 0)
    expect(y[0]).toBeCloseTo(3, 12)
    expect(y[N - 1]).toBeCloseTo(3, 12)
    lowPass(sine(0.01), 0, N, 0.1, y, 0)
    expect(amplitude(y)).toBeCloseTo(1, 2)
  })
  it('takes 3 dB at the corner and nearly all at four times it', () => {
    const y = new Float64Array(N)
    lowPass(sine(0.1), 0, N, 0.1, y, 0)
    expect(amplitude(y)).toBeCloseTo(Math.SQRT1_2, 2)
    lowPass(sine(0.4), 0, N, 0.1, y, 0)
    expect(amplitude(y)).toBeLessThan(0.02)
  })
})
