import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { commonPeriod, fisher, correlateAtLag, standardize } from './signature-rhythm.ts'

const N = 400

/** Four views one after the other. */
const viewsOf = (value: (view: number, i: number) => number, n = N) =>
  Float64Array.from({ length: 4 * n }, (_, at) => value(Math.floor(at / n), at % n))

describe('standardize', () => {
  it('gives one view mean 0 and variance 1, tells both, and touches no other view', () => {
    const x = Float64Array.of(9, 9, 9, 9, 8, 8, 8, 8, 1, 3, 5, 7, 6, 6, 6, 6)
    const z = new Float64Array(16).fill(7)
    const moments = new Float64Array(8).fill(7)
    standardize(x, 2, 4, z, moments)
    // Mean 4, deviations -3 -1 1 3: variance 5.
    const own = [-3, -1, 1, 3].map((value) => expect.closeTo(value / Math.sqrt(5), 12))
    expect(Array.from(z)).toEqual([7, 7, 7, 7, 7, 7, 7, 7, ...own, 7, 7, 7, 7])
    expect(Array.from(moments)).toEqual([7, 7, 7, 7, 4, expect.closeTo(Math.sqrt(5), 12), 7, 7])
  })

  it('gives a constant nothing but 0, whatever rounding leaves of it', () => {
    const z = new Float64Array(4)
    const moments = new Float64Array(2)
    standardize(Float64Array.of(0.1, 0.1 + 1e-10, 0.1, 0.1 - 1e-10), 0, 4, z, moments)
    expect(Array.from(z).every((value) => Math.abs(value) === 0)).toBe(true)
    standardize(Float64Array.of(1e-8, -1e-8, 1e-8, -1e-8), 0, 4, z, moments)
    expect(Array.from(z)).toEqual([1, -1, 1, -1].map((value) => expect.closeTo(value, 9)))
  })
})

describe('correlateAtLag', () => {
  const z = Float64Array.of(9, 1, 2, 3, 4, 5, 7, 11)

  it('is the mean product of a view and another one some samples earlier', () => {
    expect(correlateAtLag(z, 1, 4, 3, 0)).toBeCloseTo((1 * 4 + 2 * 5 + 3 * 7) / 3, 12)
    expect(correlateAtLag(z, 1, 4, 3, 1)).toBeCloseTo((2 * 4 + 3 * 5) / 2, 12)
    expect(correlateAtLag(z, 1, 4, 3, 2)).toBe(3 * 4)
  })

  it('looks ahead at a negative lag', () => {
    expect(correlateAtLag(z, 1, 4, 3, -1)).toBeCloseTo((1 * 5 + 2 * 7) / 2, 12)
    expect(correlateAtLag(z, 1, 4, 3, -2)).toBe(1 * 7)
  })

  it('is 0 where no pair is left', () => {
    for (const lag of [3, 4, -3, -4]) expect(correlateAtLag(z, 1, 4, 3, lag)).toBe(0)
  })
})

describe('fisher', () => {
  it.each([-0.99, -0.5, 0, 0.2, 0.998])('is the inverse hyperbolic tangent of %d', (r) => {
    expect(fisher(r)).toBeCloseTo(Math.atanh(r), 9)
  })

  it('stays finite at ±1 and beyond', () => {
    for (const r of [0.9995, 1, 7]) {
      expect(fisher(r)).toBeCloseTo(Math.atanh(0.999), 9)
      expect(fisher(-r)).toBeCloseTo(-Math.atanh(0.999), 9)
    }
  })
})

describe('commonPeriod', () => {
  it.each([35, 36, 50, 77, 89, 90])('finds that all views repeat after %d samples', (period) => {
    expect(
      commonPeriod(
        viewsOf((view, i) => Math.cos((2 * Math.PI * i) / period + view), 10 * period),
        10 * period,
      ),
    ).toBe(period)
  })

  it('answers the shortest period where nothing repeats in time', () => {
    expect(
      commonPeriod(
        viewsOf((_, i) => (i - N / 2) / 100),
        N,
      ),
    ).toBe(35)
  })

  it('takes the first of the best maxima', () => {
    // Spikes every 40 samples repeat after 40 and after 80 just as well.
    expect(
      commonPeriod(
        viewsOf((_, i) => (i % 40 === 0 ? 1 : 0), 4000),
        4000,
      ),
    ).toBe(40)
  })

  it.each([0, 0.9, 0.95, 0.98])(
    'finds the highest maximum of the summed autocorrelations of noise of memory %d',
    (memory) => {
      for (let seed = 0; seed < 8; seed++) expectHighestMaximum(noise(memory, seed))
    },
  )
})

function noise(memory: number, seed: number): Float64Array {
  const random = seededRandom(seed)
  let value = 0
  return viewsOf((view) => {
    value = memory * value + Math.sqrt(1 - memory * memory) * normal(random)
    return 0.5 * (1 + view) * value
  })
}

function expectHighestMaximum(z: Float64Array): void {
  const views = [0, 1, 2, 3].map((view) => z.subarray(view * N, (view + 1) * N))
  const joint = Array.from({ length: 92 }, (_, lag) => {
    let total = 0
    for (const view of views) for (let i = lag; i < N; i++) total += view[i] * view[i - lag]
    return total / (N - lag)
  })
  const peaks = joint.map((value, lag) =>
    lag >= 35 && lag <= 90 && value > joint[lag - 1] && value > joint[lag + 1] ? value : -Infinity,
  )
  const highest = Math.max(...peaks)
  expect(commonPeriod(z, N)).toBe(highest === -Infinity ? 35 : peaks.indexOf(highest))
}
