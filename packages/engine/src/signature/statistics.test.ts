import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureStatistics, STATISTICS_LENGTH } from './statistics.ts'

const N = 400
const HZ = 50

/** Six channels one after the other; channel c at sample i. */
const channels = (at: (c: number, i: number) => number, n = N) =>
  Float64Array.from({ length: 6 * n }, (_, k) => at(Math.floor(k / n), k % n))

const sine = (hz: number, n = N) =>
  channels((c, i) => (c < 3 ? 3 : 1) * Math.sin((2 * Math.PI * hz * i) / HZ) + (c === 2 ? 9.8 : 0), n)

/** The fifteen numbers of one of the eight series. */
const seriesOf = (statistics: Float64Array, series: number) => statistics.subarray(15 * series, 15 * (series + 1))

describe('measureStatistics', () => {
  it('describes a sine as what it is', () => {
    const [deviation, low, , , high, steps, tails, shortly, period, ...bands] = seriesOf(
      measureStatistics(sine(2), N),
      0,
    )
    expect(deviation).toBeCloseTo(Math.log(3 / Math.SQRT2), 3)
    // The 5 % and 95 % quantiles of a sine of variance 1 are ±√2·sin(81°).
    expect(low).toBeCloseTo(-Math.SQRT2 * Math.sin((81 * Math.PI) / 180), 1)
    expect(Math.abs(high + low)).toBeLessThan(0.1)
    expect(steps).toBeCloseTo(Math.log((3 / Math.SQRT2) * 2 * Math.sin(Math.PI * (2 / HZ))), 1)
    expect(tails).toBeCloseTo(Math.log(1.5 + 1), 2)
    expect(shortly).toBeCloseTo(Math.cos(2 * Math.PI * 2 * (6 / HZ)), 1)
    expect(period).toBeCloseTo(1, 1)
    // All of its power lies between 1.2 and 2.4 Hz, the second band.
    expect(bands[1]).toBeCloseTo(0, 1)
    for (const [k, share] of bands.entries()) if (k !== 1) expect(share).toBeLessThan(-3)
  })

  it('ends with the mean sizes of acceleration and rotation', () => {
    const still = channels((c) => [3, 0, 4, 0, 0.6, 0.8][c])
    const statistics = measureStatistics(still, N)
    expect(statistics[120]).toBeCloseTo(5, 9)
    expect(statistics[121]).toBeCloseTo(Math.log(1 + 1e-3), 9)
  })

  it('does not know the means of axes', () => {
    const [one, other] = [sine(2), sine(2).map((value, k) => (k < N ? value + 5 : value))]
    const [a, b] = [measureStatistics(one, N), measureStatistics(other, N)]
    for (const [k, value] of seriesOf(a, 0).entries()) expect(seriesOf(b, 0)[k]).toBeCloseTo(value, 6)
  })

  it('says the same of a capture that goes on for twice as long', () => {
    const [short, long] = [measureStatistics(sine(2), N), measureStatistics(sine(2, 2 * N), 2 * N)]
    for (const k of [0, 1, 4, 5, 6, 7, 8, 10]) expect(long[k]).toBeCloseTo(short[k], 1)
  })

  it('is finite whatever the channels are', () => {
    const value = fc.oneof(fc.constant(0), fc.double({ min: -1e6, max: 1e6, noNaN: true }))
    const size = fc.integer({ min: 2, max: 120 })
    fc.assert(
      fc.property(
        size.chain((n) => fc.array(value, { minLength: 6 * n, maxLength: 6 * n })),
        (values) => {
          const statistics = measureStatistics(Float64Array.from(values), values.length / 6)
          expect(statistics).toHaveLength(STATISTICS_LENGTH)
          expect(statistics.every(Number.isFinite)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })
})
