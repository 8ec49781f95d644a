import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { PRESENCE_FEATURES, presenceFeatures } from './presence-features.ts'

function featuresOf(n: number, value: (c: number, i: number) => number): Float64Array {
  const channels = new Float64Array(6 * n)
  for (let c = 0; c < 6; c++) for (let i = 0; i < n; i++) channels[c * n + i] = value(c, i)
  const out = new Float64Array(PRESENCE_FEATURES).fill(Number.NaN)
  presenceFeatures(channels, n, out)
  return out
}

const SHAPE = PRESENCE_FEATURES - 12

describe('presenceFeatures', () => {
  it.each([100, 150, 400, 1001])('writes every feature of %d samples', (n) => {
    const random = seededRandom(1)
    for (const value of featuresOf(n, () => normal(random))) expect(Number.isFinite(value)).toBe(true)
  })
  it('writes finite numbers for constant, zero and huge channels', () => {
    for (const level of [0, 9.81, 1e3])
      for (const value of featuresOf(200, () => level)) expect(Number.isFinite(value)).toBe(true)
    const random = seededRandom(2)
    for (const value of featuresOf(200, () => 1e3 * normal(random))) expect(Number.isFinite(value)).toBe(true)
  })
  it('ends with the power, tails and likeness of the axes of each sensor', () => {
    const random = seededRandom(3)
    const out = featuresOf(4000, (c) => (c < 3 ? 2 : 1) * normal(random))
    expect(out[SHAPE]).toBeCloseTo(Math.log(12), 1)
    expect(out[SHAPE + 6]).toBeCloseTo(Math.log(3), 1)
    expect(out[SHAPE + 1]).toBeCloseTo(Math.log(4), 1)
    expect(out[SHAPE + 4]).toBeCloseTo(0, 1)
    expect(out[SHAPE + 5]).toBeLessThan(0.1)
  })
  it('sees one axis copied to another', () => {
    const random = seededRandom(4)
    const e = Array.from({ length: 400 }, () => normal(random))
    const out = featuresOf(400, (c, i) => (c < 2 ? e[i] : normal(random)))
    expect(out[SHAPE + 5]).toBeCloseTo(1, 6)
    expect(out[SHAPE + 4]).toBeCloseTo(Math.log(1e-4), 1)
    expect(out[SHAPE + 11]).toBeLessThan(0.2)
  })
  it('does not change its channels', () => {
    const channels = Float64Array.from({ length: 1200 }, (_, i) => Math.sin(i))
    const before = [...channels]
    presenceFeatures(channels, 200, new Float64Array(PRESENCE_FEATURES))
    expect([...channels]).toEqual(before)
  })
})
