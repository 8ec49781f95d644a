import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { lowPass } from './filters.ts'
import { TIMING_FEATURES, timingFeatures } from './presence-rhythm.ts'
import { computeMean } from './statistics.ts'
import { correlation } from './vector.ts'

const N = 800

/** One axis of each sensor follows the curve, so that its size is the curve's. */
function featuresOf(curve: (i: number) => number): Float64Array {
  const x = new Float64Array(6 * N)
  for (let i = 0; i < N; i++) {
    x[i] = curve(i)
    x[4 * N + i] = 2 * curve(i)
  }
  const out = new Float64Array(TIMING_FEATURES)
  timingFeatures(x, N, out, 0)
  return out
}

const bump = (i: number, length: number) => Math.sin((Math.PI * (i % length)) / length) ** 2

describe('timingFeatures', () => {
  it('counts equal bumps and finds no variation among them, on both sensors alike', () => {
    const out = featuresOf((i) => bump(i, 40))
    for (const o of [0, 6]) {
      expect(Math.exp(out[o])).toBeCloseTo(50 / 40, 0)
      expect(out[o + 1]).toBeLessThan(0.1)
      expect(out[o + 2]).toBeLessThan(0.1)
      expect(Math.abs(out[o + 3])).toBeLessThan(0.15)
    }
  })
  it('finds the variation of heights and that equal heights alternate', () => {
    const out = featuresOf((i) => (Math.floor(i / 40) % 2 === 0 ? 1 : 3) * bump(i, 40))
    // Heights 1 and 3 in turn: standard deviation 1 over mean 2.
    expect(out[2]).toBeCloseTo(0.5, 1)
    expect(out[5]).toBeLessThan(-0.9)
  })
  it('finds quick rises and slow falls', () => {
    const saw = (i: number) => Math.max(0, i % 50 < 10 ? (i % 50) / 10 : 1 - ((i % 50) - 10) / 40)
    expect(featuresOf(saw)[3]).toBeLessThan(-0.3)
    expect(featuresOf((i) => saw(N - 1 - i))[3]).toBeGreaterThan(0.3)
  })
  it('finds that longer bumps are higher', () => {
    const lengths = [30, 60, 40, 80, 50]
    const curve = (i: number) => {
      let [at, k] = [i % 260, 0]
      while (at >= lengths[k]) at -= lengths[k++]
      return lengths[k] * bump(at, lengths[k])
    }
    const out = featuresOf(curve)
    expect(out[4]).toBeGreaterThan(0.8)
    expect(out[1]).toBeGreaterThan(0.2)
  })
  it('answers with no bumps where nothing moves', () => {
    const out = featuresOf(() => 0)
    expect(Math.exp(out[0])).toBeCloseTo(50 / N, 9)
    expect([...out.subarray(1, 6)]).toEqual([0, 0, 0, 0, 0])
  })
  it.each([60, 90, 110, 130, 150, 400, 1000])('agrees with bumps looked up one by one in %d samples', (n) => {
    for (let seed = 0; seed < 4; seed++) {
      const x = swaying(n, seed)
      const out = new Float64Array(TIMING_FEATURES + 6).fill(7)
      timingFeatures(x, n, out, 3)
      const expected = [0, 1].flatMap((sensor) => plainFeatures(sizeOf(x, n, sensor)))
      const padded = [7, 7, 7, ...expected, 7, 7, 7]
      for (let k = 0; k < padded.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(padded[k], 6)
    }
  })
})

/** Smoothed noise on every axis, which starts with a gentle fall. */
function swaying(n: number, seed: number): Float64Array {
  const random = seededRandom(seed)
  let value = 0
  return Float64Array.from({ length: 6 * n }, (_, at) => {
    value = 0.9 * value + normal(random)
    const share = Math.min(1, (at % n) / 40)
    return (1 + Math.floor(at / n)) * (share * value + 3 * (1 - share))
  })
}

function sizeOf(x: Float64Array, n: number, sensor: number): Float64Array {
  const axis = (c: number, i: number) => x[(3 * sensor + c) * n + i]
  const size = Float64Array.from({ length: n }, (_, i) => Math.hypot(axis(0, i), axis(1, i), axis(2, i)))
  lowPass(size, 0, n, 4 / 50, size, 0)
  return size
}

type Bump = { rise: number; fall: number; height: number }

function plainFeatures(size: Float64Array): number[] {
  const found = bumpsOf(size)
  const lengths = Float64Array.from(found, ({ rise, fall }) => rise + fall)
  const heights = Float64Array.from(found, ({ height }) => height)
  const asymmetries = Float64Array.from(found, ({ rise, fall }) => (rise - fall) / (rise + fall + 1))
  const count = found.length
  return [
    Math.log((50 * (count + 1)) / size.length),
    variation(lengths),
    variation(heights),
    computeMean(asymmetries, 0, count),
    count < 4 ? 0 : correlation(lengths, 0, heights, 0, count),
    count < 5 ? 0 : correlation(heights, 0, heights, 1, count - 1),
  ]
}

/** From valley to valley; a turn counts once the size has gone back by 15 % of its mean. */
function bumpsOf(size: Float64Array): Bump[] {
  const least = 0.15 * computeMean(size, 0, size.length)
  const highest = (from: number, to: number) => size.indexOf(Math.max(...size.subarray(from, to + 1)), from)
  const lowest = (from: number, to: number) => size.indexOf(Math.min(...size.subarray(from, to + 1)), from)
  const found: Bump[] = []
  let valley = 0
  while (size[valley + 1] < size[valley]) valley++
  for (;;) {
    const down = size.findIndex((value, i) => i > valley && size[highest(valley, i)] - value > least)
    const up = size.findIndex((value, i) => down > 0 && i > down && value - size[lowest(down, i)] > least)
    if (up < 0) return found
    const [top, next] = [highest(valley, down), lowest(down, up)]
    found.push({ rise: top - valley, fall: next - top, height: size[top] })
    valley = next
  }
}

/** Standard deviation over mean; 0 of a single bump. */
function variation(x: Float64Array): number {
  if (x.length < 2) return 0
  const mean = computeMean(x, 0, x.length)
  return Math.sqrt(x.reduce((total, value) => total + (value - mean) ** 2, 0) / x.length) / mean
}
