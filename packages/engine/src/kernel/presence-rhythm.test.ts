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
  it('looks up to 2 s on, and wherever twenty pairs are left', () => {
    const period = (samples: number) => (c: number, i: number) => Math.sin((2 * Math.PI * i) / samples + c)
    expect(featuresOf(period(100))[0]).toBeCloseTo(1, 6)
    // 100 samples are 50 pairs of samples: 30 on, twenty can be compared, and another 30 on none.
    const [likeness, loss] = written(100, period(60)).slice(3)
    expect(likeness).toBeCloseTo(1, 6)
    expect(loss).toBe(likeness)
  })
  it.each([100, 141, 400])('agrees with sums over all pairs of %d samples, axis by axis', (n) => {
    const random = seededRandom(n)
    const values = Float64Array.from({ length: 6 * n }, () => normal(random))
    const value = (c: number, i: number) => (c + 1) * (values[c * n + i] + Math.sin(i / (5 + c)))
    const expected = [7, 7, 7, ...plainFeatures(n, value, 0), ...plainFeatures(n, value, 3), 7, 7, 7]
    const out = written(n, value)
    for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 9)
  })
})

/** The features in the middle of an array of sevens. */
function written(n: number, value: (c: number, i: number) => number): Float64Array {
  const x = Float64Array.from({ length: 6 * n }, (_, at) => value(Math.floor(at / n), at % n))
  const out = new Float64Array(RHYTHM_FEATURES + 6).fill(7)
  rhythmFeatures(x, n, out, 3)
  return out
}

function plainFeatures(n: number, value: (c: number, i: number) => number, first: number): number[] {
  const half = Math.floor(n / 2)
  const y = Array.from({ length: half }, (_, i) =>
    [first, first + 1, first + 2].map((c) => (value(c, 2 * i) + value(c, 2 * i + 1)) / 2),
  )
  const inner = (a: number[][], b: number[][]) =>
    a.reduce((total, u, i) => total + u[0] * b[i][0] + u[1] * b[i][1] + u[2] * b[i][2], 0)
  const likenessAt = (lag: number) => {
    const [early, late] = [y.slice(0, Math.max(0, half - lag)), y.slice(lag)]
    return late.length < 20
      ? 0
      : inner(early, late) / Math.sqrt((inner(early, early) + 1e-6) * (inner(late, late) + 1e-6))
  }
  const likenesses = Array.from({ length: 41 }, (_, k) => likenessAt(10 + k))
  const best = Math.max(...likenesses)
  return [best, best - likenessAt(2 * (10 + likenesses.indexOf(best)))]
}
