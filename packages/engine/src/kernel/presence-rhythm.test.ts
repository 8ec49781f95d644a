import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { RHYTHM_FEATURES, rhythmFeatures } from './presence-rhythm.ts'

const N = 400

function featuresOf(value: (c: number, i: number) => number): Float64Array {
  const x = new Float64Array(6 * N)
  for (let c = 0; c < 6; c++) for (let i = 0; i < N; i++) x[c * N + i] = value(c, i)
  const out = new Float64Array(RHYTHM_FEATURES)
  rhythmFeatures(x, N, out, 0)
  return out
}

describe('rhythmFeatures', () => {
  it('finds full regularity, and no loss of it, in a repeated cycle of 1.1 s', () => {
    const out = featuresOf((c, i) => Math.sin((2 * Math.PI * i) / 56 + c) + 0.5 * Math.sin((6 * Math.PI * i) / 56))
    for (const o of [0, 2]) {
      expect(out[o]).toBeGreaterThan(0.99)
      expect(Math.abs(out[o + 1])).toBeLessThan(0.01)
    }
  })
  it('finds little regularity in noise', () => {
    const random = seededRandom(2)
    expect(featuresOf(() => normal(random))[0]).toBeLessThan(0.3)
  })
  it('sees a rhythm that drifts lose its regularity over two repetitions', () => {
    const out = featuresOf((_, i) => Math.sin((2 * Math.PI * (i + (i * i) / 800)) / 50))
    expect(out[1]).toBeGreaterThan(0.05)
  })
  it('keeps the sensors apart and stays finite where nothing moves', () => {
    const out = featuresOf((c, i) => (c < 3 ? Math.sin((2 * Math.PI * i) / 50) : 0))
    expect(out[0]).toBeGreaterThan(0.99)
    expect(out[2]).toBe(0)
  })
})
