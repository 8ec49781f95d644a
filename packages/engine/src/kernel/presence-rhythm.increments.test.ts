import { describe, expect, it } from 'vitest'
import { INCREMENT_FEATURES, incrementFeatures } from './presence-rhythm.ts'
import { computeMoments } from './statistics.ts'

const N = 3200

function featuresOf(value: (i: number) => number): Float64Array {
  const x = new Float64Array(6 * N)
  const norms = new Float64Array(2 * N)
  for (let i = 0; i < N; i++) {
    for (let c = 0; c < 6; c++) x[c * N + i] = value(i)
    norms[i] = value(i)
    norms[N + i] = -value(i)
  }
  const out = new Float64Array(INCREMENT_FEATURES)
  incrementFeatures(x, norms, N, out, 0)
  return out
}

describe('incrementFeatures', () => {
  it('gives a sine the kurtosis 1.5 and no asymmetry at every lag', () => {
    const out = featuresOf((i) => Math.sin((2 * Math.PI * i) / 160))
    for (let k = 0; k < 10; k++) expect(out[k]).toBeCloseTo(Math.log(2.5), 1)
    for (let k = 10; k < 30; k++) expect(Math.abs(out[k])).toBeLessThan(0.05)
  })
  it('finds quick rises and slow falls, with the sign of the norm', () => {
    // A saw-tooth that jumps up by 19 once in 20 samples and falls by 1 otherwise: m2 = 19, m3 = 19·18 by hand.
    const out = featuresOf((i) => 20 - (i % 20))
    const skewness = (19 * 18) / 19 ** 1.5
    expect(out[10]).toBeCloseTo(skewness, 1)
    expect(out[20]).toBeCloseTo(skewness, 1)
    expect(out[21]).toBeCloseTo(-skewness, 1)
  })
  it('looks at lags of 1, 2, 4, 8 and 16 samples', () => {
    // Steps of period 16 vanish at lag 16 and only there.
    const out = featuresOf((i) => (i % 16 < 3 ? 1 : 0))
    for (const k of [0, 2, 4, 6]) expect(out[k]).toBeGreaterThan(0.5)
    expect(out[8]).toBe(0)
    expect(out[18]).toBe(0)
  })
  it('writes tails, then asymmetries, then norms, lag by lag and sensor by sensor, and nothing else', () => {
    const n = 64
    const wave = (k: number, i: number) => Math.sin((k + 2) * i + Math.cos(i))
    const x = Float64Array.from({ length: 6 * n }, (_, at) => wave(Math.floor(at / n), at % n))
    const norms = Float64Array.from({ length: 2 * n }, (_, at) => wave(6 + Math.floor(at / n), at % n))
    const out = new Float64Array(INCREMENT_FEATURES + 6).fill(7)
    incrementFeatures(x, norms, n, out, 3)
    const expected = [tails, asymmetry, skewness].flatMap((feature) =>
      [1, 2, 4, 8, 16].flatMap((lag) => [0, 1].map((sensor) => feature(sensor, lag))),
    )
    const padded = [7, 7, 7, ...expected, 7, 7, 7]
    for (let k = 0; k < padded.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(padded[k], 9)

    function momentsAt(series: Float64Array, row: number, lag: number): Float64Array {
      const from = series.subarray(row * n, (row + 1) * n)
      const moments = new Float64Array(3)
      computeMoments(
        from.slice(lag).map((value, i) => value - from[i]),
        0,
        n - lag,
        moments,
      )
      return moments
    }
    function meanOfAxes(sensor: number, value: (c: number) => number): number {
      return (value(3 * sensor) + value(3 * sensor + 1) + value(3 * sensor + 2)) / 3
    }
    function tails(sensor: number, lag: number): number {
      return meanOfAxes(sensor, (c) => Math.log(1 + momentsAt(x, c, lag)[2]))
    }
    function asymmetry(sensor: number, lag: number): number {
      return meanOfAxes(sensor, (c) => Math.abs(momentsAt(x, c, lag)[1]))
    }
    function skewness(sensor: number, lag: number): number {
      return momentsAt(norms, sensor, lag)[1]
    }
  })
  it('answers 0 for channels that never change', () => {
    expect([...featuresOf(() => 3)].every((value) => Math.abs(value) === 0)).toBe(true)
  })
})
