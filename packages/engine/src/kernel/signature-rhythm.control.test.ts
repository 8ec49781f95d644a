import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { controlFeatures, correlateAtLag, fisher, standardize } from './signature-rhythm.ts'

/** Features of four views by number and view. */
function featuresOf(z: Float64Array, n: number, period: number) {
  const out = new Float64Array(38).fill(7)
  controlFeatures(z, n, period, out, 3)
  for (const place of [0, 1, 2, 35, 36, 37]) expect(out[place]).toBe(7)
  return (feature: number, view: number) => out[3 + 4 * feature + view]
}

function noise(n: number, seed: number, memory: number): Float64Array {
  const random = seededRandom(seed)
  let value = 0
  const x = Float64Array.from({ length: 4 * n }, () => (value = memory * value + normal(random)))
  const z = new Float64Array(4 * n)
  for (let view = 0; view < 4; view++) standardize(x, view, n, z, new Float64Array(8))
  return z
}

/** The same curve on all views. */
const everywhere = (n: number, curve: (i: number) => number) =>
  Float64Array.from({ length: 4 * n }, (_, at) => curve(at % n))

describe('controlFeatures', () => {
  it.each([0, 1, 2, 3])('correlate view %i with the next one and the one after next, in a ring', (view) => {
    const n = 150
    const z = noise(n, 1, 0)
    const f = featuresOf(z, n, 51)
    const [here, next, across] = [view, (view + 1) % 4, (view + 2) % 4].map((k) => k * n)
    const lags = [
      [next, 0],
      [next, 6],
      [next, -6],
      [next, 12],
      [across, 16],
    ]
    lags.forEach(([other, lag], feature) => {
      expect(f(feature, view)).toBe(fisher(correlateAtLag(z, here, other, n, lag)))
    })
    // Half of an odd period is rounded down.
    expect(f(6, view)).toBe(correlateAtLag(z, here, here, n, 25))
  })

  it.each([1, 2, 3, 4, 5])('find the highest maximum of the autocorrelation from 0.3 to 0.9 s, seed %d', (seed) => {
    const n = 200
    for (const memory of [0, 0.8, -0.5]) {
      const z = noise(n, seed, memory)
      const f = featuresOf(z, n, 50)
      for (let view = 0; view < 4; view++) {
        const at = (lag: number) => correlateAtLag(z, view * n, view * n, n, lag)
        const lags = Array.from({ length: 31 }, (_, k) => 15 + k).filter(
          (lag) => at(lag) >= at(lag - 1) && at(lag) >= at(lag + 1),
        )
        expect(f(5, view)).toBe(Math.max(...lags.map(at)))
      }
    }
  })

  it.each([15, 45])('look for repeated steps as early and as late as %d samples', (period) => {
    const n = 20 * period
    // A pulse as wide as a third of the period: its autocorrelation has maxima at multiples of the period only.
    const z = everywhere(n, (i) => Math.max(0, 1 - Math.abs((i % period) - period / 2) / (period / 6)))
    const power = correlateAtLag(z, 0, 0, n, 0)
    expect(featuresOf(z, n, 50)(5, 0) / power).toBeCloseTo(1, 6)
  })

  it('find no steps where the autocorrelation only falls', () => {
    expect(
      featuresOf(
        everywhere(400, (i) => (i - 200) / 115),
        400,
        50,
      )(5, 0),
    ).toBe(0)
  })
})

describe('the unevenness of peaks', () => {
  const unevenness = (curve: (i: number) => number) => featuresOf(everywhere(400, curve), 400, 50)(7, 0)
  /** One sample that the average over seven makes a plateau of this height, which counts once. */
  const tip = (i: number, at: number, height: number) => (i === at ? 7 * height : 0)

  it('is the deviation of the heights, each averaged over seven samples', () => {
    expect(unevenness((i) => tip(i, 100, 3) + tip(i, 200, 5) + tip(i, 300, 4))).toBeCloseTo(deviation([3, 5, 4]), 9)
  })

  it('leaves out peaks under 0.3 deviations', () => {
    // Two plateaus of 10 in 400 samples deviate by √(2·7·100/400) = 1.87, and 0.3 of that is 0.56.
    const two = (i: number) => tip(i, 100, 10) + tip(i, 200, 10)
    expect(unevenness((i) => two(i) + tip(i, 300, 0.5))).toBeCloseTo(0, 6)
    expect(unevenness((i) => two(i) + tip(i, 300, 0.7))).toBeCloseTo(deviation([10, 10, 0.7]), 6)
  })

  it.each([0, 0.5, 0.7, 0.9, -0.3])('agrees with peaks looked up one by one in noise of memory %d', (memory) => {
    for (const n of [100, 151]) {
      const z = noise(n, n, memory)
      const f = featuresOf(z, n, 50)
      for (let view = 0; view < 4; view++) {
        expect(f(7, view)).toBeCloseTo(plainUnevenness(z.slice(view * n, (view + 1) * n)), 9)
      }
    }
  })

  it('is 1 where there is no peak at all', () => {
    expect(unevenness((i) => i)).toBe(1)
  })
})

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}

function deviation(values: readonly number[]): number {
  return Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))
}

function plainUnevenness(z: Float64Array): number {
  const smooth = Array.from(z, (_, i) => mean([...z.subarray(Math.max(0, i - 3), i + 4)]))
  const floor = 0.3 * Math.sqrt(mean(smooth.map((value) => value * value)))
  const isPeak = (i: number) => smooth[i] > smooth[i - 1] && smooth[i] >= smooth[i + 1] && smooth[i] > floor
  const kept: number[] = []
  for (const i of smooth.keys()) {
    if (!isPeak(i)) continue
    // Of two peaks less than six samples apart the higher one counts.
    const isFar = kept.length === 0 || i - kept[kept.length - 1] >= 6
    if (isFar) kept.push(i)
    else if (smooth[i] > smooth[kept[kept.length - 1]]) kept[kept.length - 1] = i
  }
  return kept.length === 0 ? 1 : deviation(kept.map((i) => smooth[i]))
}
