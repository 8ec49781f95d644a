import { describe, expect, it } from 'vitest'
import { GRAVITY_FEATURES, gravityFeatures, turnedAcceleration } from './presence-gravity.ts'

const N = 400

/** A device turned to and fro about x: gravity swings in the y-z plane, and the gyroscope says so times `gain`. */
function tilted(gain: number, swing = 0.8): Float64Array {
  const raw = new Float64Array(6 * N)
  for (let i = 0; i < N; i++) {
    const phase = (2 * Math.PI * i) / 100
    const angle = swing * Math.sin(phase)
    raw[N + i] = 9.81 * Math.sin(angle)
    raw[2 * N + i] = 9.81 * Math.cos(angle)
    // d angle/dt at 50 Hz; a turns against ω: dg/dt = -ω×g gives dgy/dt = ωx·gz.
    raw[3 * N + i] = gain * swing * Math.cos(phase) * ((2 * Math.PI) / 2)
  }
  return raw
}

function featuresOf(raw: Float64Array): { out: Float64Array; rest: Float64Array; turned: Float64Array } {
  const out = new Float64Array(GRAVITY_FEATURES)
  const rest = new Float64Array(3 * N)
  const turned = new Float64Array(3 * N)
  turnedAcceleration(raw, N, turned)
  gravityFeatures(raw, turned, N, rest, out, 0)
  return { out, rest, turned }
}

describe('turnedAcceleration', () => {
  it('reproduces the swing of gravity from the rotation alone', () => {
    const raw = tilted(1)
    const { turned } = featuresOf(raw)
    for (const i of [0, 25, 60, 133, 399]) {
      expect(turned[N + i]).toBeCloseTo(raw[N + i] - raw[N], 1)
      expect(turned[2 * N + i]).toBeCloseTo(raw[2 * N + i] - raw[2 * N], 1)
      expect(turned[i]).toBe(0)
    }
  })
})

describe('gravityFeatures', () => {
  it('finds full agreement and a gain of 1 for a true gyroscope, over every span', () => {
    const { out } = featuresOf(tilted(1))
    for (let k = 0; k < 4; k++) {
      expect(out[2 * k]).toBeGreaterThan(0.98)
      expect(out[2 * k + 1]).toBeGreaterThan(0.95)
      expect(out[2 * k + 1]).toBeLessThan(1.03)
    }
  })
  it('finds the gain of a gyroscope that is twice too strong or reversed', () => {
    expect(featuresOf(tilted(2)).out[7]).toBeCloseTo(0.5, 1)
    expect(featuresOf(tilted(-1)).out[7]).toBeCloseTo(-1, 1)
    expect(featuresOf(tilted(-1)).out[6]).toBeLessThan(-0.98)
  })
  it('finds a true gyroscope steadier than every wrong one', () => {
    const { out, rest } = featuresOf(tilted(1))
    for (let k = 8; k < 14; k++) expect(out[k]).toBeLessThan(-1)
    // The gravity it starts from is a guess that is forgotten within some seconds.
    for (let c = 0; c < 3; c++) for (let i = 300; i < N; i++) expect(Math.abs(rest[c * N + i])).toBeLessThan(1)
  })
  it('finds a reversed gyroscope worse than none and than the right one', () => {
    const { out } = featuresOf(tilted(-1))
    expect(out[8]).toBeGreaterThan(0.5)
    expect(out[9]).toBeGreaterThan(1)
  })
  it('prefers half of a rate that is doubled, and double of one that is halved', () => {
    expect(featuresOf(tilted(2)).out[12]).toBeGreaterThan(1)
    expect(featuresOf(tilted(0.5)).out[13]).toBeGreaterThan(1)
  })
  it('stays finite at rest', () => {
    const raw = new Float64Array(6 * N)
    raw.fill(9.81, 2 * N, 3 * N)
    for (const value of featuresOf(raw).out) expect(value).toBeCloseTo(0, 9)
  })
})
