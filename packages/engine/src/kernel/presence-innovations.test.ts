import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { INNOVATION_FEATURES, innovationFeatures } from './presence-innovations.ts'

const N = 2000

function featuresOf(value: (c: number, i: number) => number): Float64Array {
  const x = new Float64Array(6 * N)
  for (let c = 0; c < 6; c++) for (let i = 0; i < N; i++) x[c * N + i] = value(c, i)
  const out = new Float64Array(INNOVATION_FEATURES)
  innovationFeatures(x, N, out, 0)
  return out
}

function noise(seed: number): Float64Array[] {
  const random = seededRandom(seed)
  return Array.from({ length: 6 }, () => Float64Array.from({ length: N }, () => normal(random)))
}

describe('innovationFeatures', () => {
  it('finds normal, unclustered, unshared errors in white noise', () => {
    const e = noise(1)
    const out = featuresOf((c, i) => e[c][i])
    for (const sensor of [0, 6]) {
      expect(out[sensor]).toBeCloseTo(Math.log(4), 1)
      expect(out[sensor + 1]).toBeLessThan(0.1)
      expect(Math.abs(out[sensor + 2])).toBeLessThan(0.05)
      expect(Math.abs(out[sensor + 3])).toBeLessThan(0.05)
      expect(out[sensor + 4]).toBeCloseTo(0, 1)
      expect(out[sensor + 5]).toBeGreaterThanOrEqual(out[sensor])
    }
    for (let k = 12; k < 15; k++) expect(out[k]).toBeLessThan(0.01)
    for (let k = 15; k < 18; k++) expect(Math.abs(out[k])).toBeLessThan(0.05)
    expect(out[18]).toBeCloseTo(0, 1)
    expect(Math.abs(out[19])).toBeLessThan(0.1)
  })

  it('takes away what an autoregression explains', () => {
    const e = noise(2)
    const x = e.map((channel) => {
      let before = 0
      return channel.map((value) => (before = 0.9 * before + value))
    })
    // The error variance of x[t] = 0.9 x[t-1] + e is 1 - 0.81 of that of x.
    expect(featuresOf((c, i) => x[c][i])[4]).toBeCloseTo(Math.log(0.19), 0.5)
  })

  it('sees bursts that come together on all axes of both sensors', () => {
    const e = noise(3)
    const loud = (i: number) => (Math.floor(i / 25) % 4 === 0 ? 5 : 0.5)
    const out = featuresOf((c, i) => loud(i) * e[c][i])
    expect(out[0]).toBeGreaterThan(Math.log(4) + 0.5)
    expect(out[2]).toBeGreaterThan(0.3)
    expect(out[8]).toBeGreaterThan(0.3)
    for (let k = 15; k < 18; k++) expect(out[k]).toBeGreaterThan(0.3)
    expect(out[19]).toBeGreaterThan(0.3)
  })

  it('sees bursts that do not come together as not shared', () => {
    const e = noise(4)
    const out = featuresOf((c, i) => (Math.floor(i / 25 + (c < 3 ? 0 : 2)) % 4 === 0 ? 5 : 0.5) * e[c][i])
    expect(out[15]).toBeGreaterThan(0.3)
    expect(out[17]).toBeLessThan(0)
    expect(out[19]).toBeLessThan(0)
  })

  it('sees one array copied to every axis as fully shared and without independence', () => {
    const [e] = noise(5)
    const out = featuresOf((_, i) => e[i])
    for (let k = 12; k < 15; k++) expect(out[k]).toBeCloseTo(1, 6)
    for (let k = 15; k < 18; k++) expect(out[k]).toBeCloseTo(0, 6)
    expect(out[18]).toBeLessThan(-20)
  })

  it('sees errors to one side as skewed', () => {
    const e = noise(6)
    expect(featuresOf((c, i) => e[c][i] ** 2)[1]).toBeGreaterThan(1.5)
  })

  it('answers finite numbers for channels that never change', () => {
    for (const value of featuresOf(() => 0)) expect(Number.isFinite(value)).toBe(true)
  })
})
