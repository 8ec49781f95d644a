import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
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

  it('is what its definitions say of any motion', () => {
    const random = seededRandom(5)
    const n = 100
    const motion = Float64Array.from({ length: 6 * n }, (_, k) => (k < 3 * n ? 6 : 2) * (random() + random() - 0.7))
    const axes = [0, 1, 2, 3, 4, 5].map((c) => [...motion.subarray(c * n, (c + 1) * n)])
    const sizes = [axes.slice(0, 3), axes.slice(3)].map(([x, y, z]) =>
      x.map((value, i) => Math.hypot(value, y[i], z[i])),
    )
    const statistics = measureStatistics(motion, n)
    for (const [k, x] of [...axes, ...sizes].entries()) {
      const expected = describeByDefinition(x)
      for (const [j, value] of seriesOf(statistics, k).entries())
        expect(value, `series ${k}, number ${j}`).toBeCloseTo(expected[j], 9)
    }
    expect(statistics[120]).toBeCloseTo(mean(sizes[0]), 9)
    expect(statistics[121]).toBeCloseTo(Math.log(mean(sizes[1]) + 1e-3), 9)
  })

  it('counts what lies past four deviations where the quantiles end', () => {
    // 11 of 200 at 4.1 deviations, the others at -0.24 and so in one cell of 1/12; on the second axis turned over.
    const spikes = channels((c, i) => (i % 18 === 9 ? [1, -1, 0, 0, 0, 0][c] : 0), 200)
    const statistics = measureStatistics(spikes, 200)
    const [upward, downward] = [seriesOf(statistics, 0), seriesOf(statistics, 1)]
    expect(upward[4]).toBeCloseTo((95 + 1 / 11 - (45 + 100 / 189)) / 12, 9)
    expect(downward[1]).toBeCloseTo((10 / 11 - (50 + 89 / 189)) / 12, 9)
  })

  it('takes the end of the lower half for the median where nothing lies between the halves', () => {
    const [, low, , , high] = measureStatistics(
      channels((_, i) => (i % 2 === 0 ? 1 : -1), 200),
      200,
    )
    // -1 lies in the cell from 36/12 - 4 on, +1 in that from 59/12 - 4 on, 100 samples in each.
    expect(low).toBeCloseTo((36.1 - 37) / 12, 9)
    expect(high).toBeCloseTo((59.9 - 37) / 12, 9)
  })

  it.each([
    [6, 7],
    [20, 8],
  ])('sees no correlation where %d samples are just as many as the lag', (n, number) => {
    expect(measureStatistics(sine(2, n), n)[number]).toBe(0)
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

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
const mean = (values: readonly number[]) => sum(values) / values.length

/** The fifteen numbers of a series of 100 samples: sums over all of them, and the spectrum term by term. */
function describeByDefinition(x: readonly number[]): number[] {
  const middle = mean(x)
  const deviation = Math.sqrt(mean(x.map((value) => (value - middle) ** 2))) + 1e-6
  const z = x.map((value) => (value - middle) / deviation)
  const steps = z.slice(1).map((value, i) => value - z[i])
  const square = mean(steps.map((step) => step ** 2)) + 1e-6
  const correlation = (lag: number) => mean(z.slice(lag).map((value, i) => value * z[i]))
  const periods = [20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53, 56, 59, 62, 65, 68, 71, 74]
  const median = readQuantile(z, 0.5)
  // 0.4, 1.2, 2.4, 4, 6.5, 10 and 16 Hz in bins of 50/128 Hz.
  const edges = [1, 3, 6, 10, 17, 26, 41]
  return [
    Math.log(deviation),
    ...[0.05, 0.25, 0.75, 0.95].map((share) => readQuantile(z, share) - median),
    Math.log(deviation * Math.sqrt(square)),
    Math.log(mean(steps.map((step) => step ** 4)) / square ** 2 + 1),
    correlation(6),
    Math.max(...periods.map(correlation)),
    ...edges.slice(1).map((edge, band) => {
      const bins = Array.from({ length: edge - edges[band] }, (_, k) => powerAt(z, edges[band] + k))
      return Math.log(sum(bins) / (128 * 100 * 0.1875) + 1e-6)
    }),
  ]
}

/** By straight line between the edges of cells of 1/12. */
function readQuantile(z: readonly number[], share: number): number {
  const below = Array.from({ length: 97 }, (_, j) => z.filter((value) => value < j / 12 - 4).length)
  const cell = below.findIndex((count) => count >= share * z.length) - 1
  return (cell + (share * z.length - below[cell]) / (below[cell + 1] - below[cell])) / 12 - 4
}

/** Power of a series under Hann's window at bin k of 128. */
function powerAt(z: readonly number[], k: number): number {
  const windowed = z.map((value, i) => value * Math.sin((Math.PI * i) / z.length) ** 2)
  const part = (wave: (angle: number) => number) =>
    sum(windowed.map((value, i) => value * wave((2 * Math.PI * k * i) / 128)))
  return part(Math.cos) ** 2 + part(Math.sin) ** 2
}
