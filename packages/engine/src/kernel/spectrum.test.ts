import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { SPECTRUM_FEATURES, spectrumFeatures } from './spectrum.ts'

function featuresOf(n: number, value: (c: number, i: number) => number): Float64Array {
  const x = new Float64Array(6 * n)
  for (let c = 0; c < 6; c++) for (let i = 0; i < n; i++) x[c * n + i] = value(c, i)
  const out = new Float64Array(SPECTRUM_FEATURES)
  spectrumFeatures(x, n, out, 0)
  return out
}

const sine = (hz: number) => (_: number, i: number) => Math.sin((2 * Math.PI * hz * i) / 50)

describe('spectrumFeatures', () => {
  it('puts the power of a sine into its band, for each sensor on its own', () => {
    const out = featuresOf(400, (c, i) => (c < 3 ? sine(2)(c, i) : 0.1 * sine(5)(c, i)))
    expect(out[5]).toBeCloseTo(0, 1)
    expect(out[9 + 6]).toBeCloseTo(0, 1)
    expect(out[4]).toBeLessThan(-3)
    expect(out[9 + 5]).toBeLessThan(-3)
  })
  it('finds the bands of 1, 10 and 22 Hz', () => {
    expect(featuresOf(400, sine(0.9))[4]).toBeCloseTo(0, 1)
    expect(featuresOf(400, sine(10))[7]).toBeCloseTo(0, 1)
    expect(featuresOf(400, sine(22))[8]).toBeCloseTo(0, 1)
  })
  it('gives white noise a flat spectrum: slope 0 and nearly the greatest entropy', () => {
    const random = seededRandom(8)
    const out = featuresOf(4000, () => normal(random))
    for (const o of [0, 9]) {
      expect(out[o]).toBeCloseTo(0, 1)
      expect(out[o + 1]).toBeGreaterThan(Math.log(63) - 0.05)
      expect(out[o + 2]).toBeCloseTo(-Math.log(63), 1)
      expect(out[o + 3]).toBeLessThan(Math.log(2 / 63))
    }
  })
  it('gives a pure tone a high peak and little entropy', () => {
    const out = featuresOf(400, sine(50 * (10 / 128)))
    // A Hann window spreads a tone in the middle of a bin over three, 1/6, 2/3, 1/6 of the power.
    expect(out[3]).toBeCloseTo(Math.log(2 / 3), 1)
    expect(out[1]).toBeLessThan(1.2)
  })
  it('gives a random walk a slope near -2', () => {
    const random = seededRandom(3)
    const walk = Array.from({ length: 6 }, () => 0)
    expect(featuresOf(4000, (c) => (walk[c] += normal(random)))[0]).toBeCloseTo(-1.9, 0)
  })
  it('is not moved by a constant or a trend', () => {
    const plain = featuresOf(400, sine(4))
    const tilted = featuresOf(400, (c, i) => sine(4)(c, i) + 7 + 0.01 * i)
    for (let k = 0; k < 18; k++) expect(tilted[k]).toBeCloseTo(plain[k], 1)
  })
  it('looks at all of a window that is shorter than a piece, and stays finite where nothing moves', () => {
    expect(featuresOf(100, sine(5))[6]).toBeCloseTo(0, 1)
    for (const value of featuresOf(100, () => 0)) expect(Number.isFinite(value)).toBe(true)
  })
  it.each([100, 128, 129, 200, 350])('agrees with the definition of the transform for %d samples', (n) => {
    const random = seededRandom(n)
    const x = Float64Array.from({ length: 6 * n }, (_, at) => (1 + at / n) * normal(random) + 0.05 * (at % n))
    const out = new Float64Array(SPECTRUM_FEATURES + 6).fill(7)
    spectrumFeatures(x, n, out, 3)
    const expected = [
      7,
      7,
      7,
      ...plainShape(plainPower(x, n, 0), 1e-4),
      ...plainShape(plainPower(x, n, 3), 3e-7),
      7,
      7,
      7,
    ]
    for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 9)
  })
})

const total = (values: Iterable<number>) => Array.from(values).reduce((sum, value) => sum + value, 0)

/** Power in bins 1 to 63 of 128 of three channels, over pieces that overlap by half or more and touch both ends. */
function plainPower(x: Float64Array, n: number, first: number): number[] {
  const length = Math.min(n, 128)
  const gaps = Math.ceil((n - length) / 64)
  const starts = Array.from({ length: gaps + 1 }, (_, p) => (gaps === 0 ? 0 : Math.floor(((n - length) * p) / gaps)))
  const pieces = [first, first + 1, first + 2].flatMap((c) =>
    starts.map((start) => underWindow(x.subarray(c * n + start, c * n + start + length))),
  )
  return Array.from({ length: 63 }, (_, k) => total(pieces.map((piece) => powerAt(piece, k + 1))))
}

/** Without the straight line of least squares, times sin². */
function underWindow(piece: Float64Array): Float64Array {
  const n = piece.length
  const mean = total(piece) / n
  const times = piece.map((_, i) => i - (n - 1) / 2)
  const slope = total(piece.map((value, i) => value * times[i])) / total(times.map((time) => time * time))
  return piece.map((value, i) => (value - mean - slope * times[i]) * Math.sin((Math.PI * (i + 0.5)) / n) ** 2)
}

function powerAt(piece: Float64Array, bin: number): number {
  const part = (wave: (angle: number) => number) =>
    total(piece.map((value, i) => value * wave((2 * Math.PI * bin * i) / 128)))
  return part(Math.cos) ** 2 + part(Math.sin) ** 2
}

function plainShape(power: number[], floor: number): number[] {
  const raised = power.map((value) => value + floor)
  const shares = raised.map((value) => value / total(raised))
  const band = (first: number, last: number) => Math.log(total(shares.slice(first - 1, last)))
  const fitted = shares.map((share, k) => [Math.log(k + 1), Math.log(share)]).slice(2, 56)
  const [middle, level] = [0, 1].map((side) => total(fitted.map((point) => point[side])) / fitted.length)
  return [
    total(fitted.map(([f, value]) => (f - middle) * (value - level))) / total(fitted.map(([f]) => (f - middle) ** 2)),
    -total(shares.map((share) => share * Math.log(share))),
    total(shares.map(Math.log)) / 63,
    Math.log(Math.max(...shares)),
    band(1, 3),
    band(4, 8),
    band(9, 18),
    band(19, 31),
    band(49, 63),
  ]
}
