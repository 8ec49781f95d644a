import { describe, expect, it } from 'vitest'
import { bandPassAxes, lengthAt, lowPass, measureLengths, movingMean } from './filters.ts'

it('measures vectors of three axes, one axis after the other', () => {
  const x = Float64Array.of(99, 1, 3, 2, 4, 2, 12)
  const out = new Float64Array(3)
  measureLengths(x, 1, 2, out, 1)
  expect([...out]).toEqual([0, 3, 13])
  expect(lengthAt(x, 1, 2, 1)).toBe(13)
})

it('averages over the neighbors that are there, of the stretch alone', () => {
  const x = Float64Array.of(99, 1, 2, 3, 6, 99)
  const out = new Float64Array(6)
  movingMean(x, 1, 4, 1, out, 2)
  expect([...out]).toEqual([0, 0, 1.5, 2, 11 / 3, 4.5])
})

const N = 1000
const sine = (share: number) => Float64Array.from({ length: N }, (_, i) => Math.sin(2 * Math.PI * share * i))
/** Amplitude over the second half, when the start has died away. */
const amplitude = (y: Float64Array) => {
  let total = 0
  for (let i = N / 2; i < N; i++) total += y[i] * y[i]
  return Math.sqrt((2 * total) / (N / 2))
}
/** The three rows after the filter, of three sines. */
const rowsThrough = (...shares: [number, number, number]) => {
  const x = Float64Array.of(...shares.flatMap((share) => [...sine(share)]))
  const y = new Float64Array(3 * N)
  bandPassAxes(x, 0, N, 0.02, 0.2, y, 0)
  return [0, 1, 2].map((row) => y.subarray(row * N, (row + 1) * N))
}
const through = (...shares: [number, number, number]) => rowsThrough(...shares).map(amplitude)

describe('bandPassAxes', () => {
  it('keeps what lies between the corners and takes 3 dB at each, row by row', () => {
    const [low, middle, high] = through(0.02, 0.06, 0.2)
    expect(low).toBeCloseTo(Math.SQRT1_2, 1)
    expect(middle).toBeCloseTo(1, 1)
    expect(high).toBeCloseTo(Math.SQRT1_2, 1)
    expect(through(0.06, 0.2, 0.02)[0]).toBe(middle)
    expect(through(0.2, 0.02, 0.06)[2]).toBe(middle)
  })
  it('falls by 12 dB an octave below and faster above', () => {
    const [below, , above] = through(0.005, 0.06, 0.4)
    expect(below).toBeLessThan(0.08)
    expect(above).toBeLessThan(0.1)
  })
  it('answers 0 to constants from the first sample on', () => {
    const y = new Float64Array(60).fill(7)
    bandPassAxes(
      Float64Array.from({ length: 60 }, (_, i) => Math.floor(i / 20) - 9.81),
      0,
      20,
      0.02,
      0.2,
      y,
      0,
    )
    for (const value of y) expect(value).toBeCloseTo(0, 12)
  })
  it('reads from and writes to the given places, also in place', () => {
    const rows = rowsThrough(0.06, 0.02, 0.1)
    const x = Float64Array.of(5, 5, ...sine(0.06), ...sine(0.02), ...sine(0.1))
    bandPassAxes(x, 2, N, 0.02, 0.2, x, 2)
    expect(x[1]).toBe(5)
    rows.forEach((row, k) => expect(x[2 + k * N + 700]).toBeCloseTo(row[700], 12))
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
