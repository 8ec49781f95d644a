import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { ENVELOPE_FEATURES, envelopeFeatures } from './presence-envelopes.ts'

const N = 1500

/** Noise on every channel, as loud as told for the sensor at the time. */
function featuresOf(loudness: (sensor: number, i: number) => number): Float64Array {
  const random = seededRandom(9)
  const x = new Float64Array(6 * N)
  for (let c = 0; c < 6; c++) for (let i = 0; i < N; i++) x[c * N + i] = loudness(c < 3 ? 0 : 1, i) * normal(random)
  const out = new Float64Array(ENVELOPE_FEATURES)
  envelopeFeatures(x, N, out, 0)
  return out
}

const swell = (i: number) => (Math.floor(i / 50) % 3 === 0 ? 5 : 0.5)

describe('envelopeFeatures', () => {
  it('finds that effort on both sensors and in all bands rises and falls together', () => {
    const together = featuresOf((_, i) => swell(i))
    for (let b = 8; b < 12; b++) expect(together[b]).toBeGreaterThan(0.4)
    for (let k = 12; k < 20; k++) expect(together[k]).toBeGreaterThan(0.3)
    expect(together[20]).toBeGreaterThan(0.4)
  })
  it('finds effort on the two sensors at different times apart', () => {
    const apart = featuresOf((sensor, i) => swell(i + 75 * sensor))
    for (let b = 9; b < 12; b++) expect(apart[b]).toBeLessThan(0.1)
    expect(apart[20]).toBeLessThan(0.1)
  })
  it('finds more rise and fall in bursts than in steady noise', () => {
    const [bursts, steady] = [featuresOf((_, i) => swell(i)), featuresOf(() => 1)]
    for (let k = 1; k < 8; k++) expect(bursts[k]).toBeGreaterThan(steady[k] + 0.5)
    for (let b = 9; b < 12; b++) expect(Math.abs(steady[b])).toBeLessThan(0.2)
  })
  it('answers 0 for channels that never change', () => {
    for (const value of featuresOf(() => 0)) expect(value).toBeCloseTo(0, 9)
  })
})
