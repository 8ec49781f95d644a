import { describe, expect, it } from 'vitest'
import { LEVER_FEATURES, leverFeatures } from './presence-lever.ts'

const N = 600
const R = [0.1, -0.3, 0.2]

type Vector = [number, number, number]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** A body turning about a fixed point, its sensor at R; the acceleration is that of the sensor times `gain`. */
function swung(gain: number): { raw: Float64Array; rest: Float64Array } {
  const raw = new Float64Array(6 * N)
  const rest = new Float64Array(3 * N)
  for (let i = 0; i < N; i++) {
    const s = i / 50
    const w: Vector = [
      3 * Math.sin(2 * Math.PI * 1.1 * s),
      2 * Math.sin(2 * Math.PI * 1.7 * s + 1),
      2.5 * Math.cos(2 * Math.PI * 0.9 * s),
    ]
    const alpha: Vector = [
      3 * 2 * Math.PI * 1.1 * Math.cos(2 * Math.PI * 1.1 * s),
      2 * 2 * Math.PI * 1.7 * Math.cos(2 * Math.PI * 1.7 * s + 1),
      -2.5 * 2 * Math.PI * 0.9 * Math.sin(2 * Math.PI * 0.9 * s),
    ]
    const swing = cross(alpha, R as Vector)
    const pull = cross(w, cross(w, R as Vector))
    for (let c = 0; c < 3; c++) {
      raw[(3 + c) * N + i] = w[c]
      rest[c * N + i] = gain * (swing[c] + pull[c])
    }
  }
  return { raw, rest }
}

function featuresOf({ raw, rest }: { raw: Float64Array; rest: Float64Array }): Float64Array {
  const out = new Float64Array(LEVER_FEATURES)
  leverFeatures(raw, rest, N, out, 0)
  return out
}

describe('leverFeatures', () => {
  it('explains a swung sensor by one lever of the right length', () => {
    const out = featuresOf(swung(1))
    expect(out[0] + out[1]).toBeGreaterThan(0.9)
    expect(out[2]).toBeGreaterThan(0.95)
    expect(Math.exp(out[3])).toBeCloseTo(0.01 + 0.09 + 0.04, 1)
  })
  it('explains it worse with the axes of the gyroscope exchanged', () => {
    const out = featuresOf(swung(1))
    expect(out[4]).toBeGreaterThan(0.3)
    expect(out[5]).toBeGreaterThan(0)
  })
  it('finds levers that point in opposite ways when the swing has the wrong sign', () => {
    const { raw, rest } = swung(1)
    for (let i = 3 * N; i < 6 * N; i++) raw[i] *= -1
    expect(featuresOf({ raw, rest })[2]).toBeLessThan(-0.5)
  })
  it('explains everything by rotation, its change and its products, and part of it by the first two', () => {
    const out = featuresOf(swung(1))
    expect(out[7]).toBeGreaterThan(0.8)
    expect(out[7]).toBeGreaterThan(out[6])
    expect(out[9]).toBeGreaterThan(0.95)
    expect(out[9]).toBeGreaterThanOrEqual(out[8])
  })
  it('explains nothing where the acceleration has nothing to do with the rotation', () => {
    const { raw } = swung(1)
    const rest = Float64Array.from({ length: 3 * N }, (_, i) => Math.sin(2 * Math.PI * 4.3 * (i / 50)))
    const out = featuresOf({ raw, rest })
    expect(out[0]).toBeLessThan(0.05)
    expect(out[1]).toBeLessThan(0.05)
    expect(out[7]).toBeLessThan(0.1)
  })
  it('stays finite without any motion', () => {
    const out = featuresOf({ raw: new Float64Array(6 * N), rest: new Float64Array(3 * N) })
    for (const value of out) expect(Number.isFinite(value)).toBe(true)
    expect(out[0]).toBe(0)
  })
})
