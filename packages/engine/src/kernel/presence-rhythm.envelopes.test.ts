import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { bandPassAxes } from './filters.ts'
import { ENVELOPE_FEATURES, envelopeFeatures } from './presence-rhythm.ts'
import { simultaneity, computeVariance } from './statistics.ts'
import { correlation } from './vector.ts'

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
  it.each([100, 163, 400])('agrees with envelopes taken band by band of %d samples', (n) => {
    const random = seededRandom(n)
    // Now and then all but silent, so that the floor under the power is seen.
    const loudness = (at: number) => (Math.floor((at % n) / 40) % 2 === 0 ? 1e-4 : 1) * (1 + at / n)
    const x = Float64Array.from({ length: 6 * n }, (_, at) => loudness(at) * normal(random))
    const out = new Float64Array(ENVELOPE_FEATURES + 6).fill(7)
    envelopeFeatures(x, n, out, 3)
    const expected = [7, 7, 7, ...plainFeatures(plainEnvelopes(x, n, 0), plainEnvelopes(x, n, 1)), 7, 7, 7]
    for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 9)
  })
})

/** Logarithms of the power in 0.7-3, 3-7, 7-12 and 12-22 Hz, averaged over twelve samples, every three. */
function plainEnvelopes(x: Float64Array, n: number, sensor: number): Float64Array[] {
  const corners = [0.7, 3, 7, 12, 22]
  return [0, 1, 2, 3].map((band) => {
    const y = new Float64Array(3 * n)
    bandPassAxes(x, 3 * sensor * n, n, corners[band] / 50, corners[band + 1] / 50, y, 0)
    return Float64Array.from({ length: Math.floor((n - 12) / 3) }, (_, p) => {
      let power = 0
      for (const axis of [0, n, 2 * n]) for (let i = 3 * p; i < 3 * p + 12; i++) power += y[axis + i] ** 2
      return Math.log(power / 12 + (sensor === 0 ? 1e-3 : 3e-6))
    })
  })
}

function plainFeatures(a: Float64Array[], w: Float64Array[]): number[] {
  const m = a[0].length
  const likeness = (p: Float64Array, q: Float64Array) => correlation(p, 0, q, 0, m)
  const among = (e: Float64Array[]) => [
    likeness(e[0], e[1]),
    likeness(e[1], e[2]),
    likeness(e[2], e[3]),
    likeness(e[0], e[3]),
  ]
  return [
    ...[...a, ...w].map((envelope) => Math.sqrt(computeVariance(envelope, 0, m))),
    ...a.map((envelope, band) => likeness(envelope, w[band])),
    ...among(a),
    ...among(w),
    simultaneity(a[1], 0, w[1], 0, m, 5, 17, 3),
  ]
}
