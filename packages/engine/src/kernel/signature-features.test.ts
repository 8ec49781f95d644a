import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { SIGNATURE_FEATURES, signatureFeatures, viewFeatures } from './signature-features.ts'

const N = 400
const GROUPS = { kinematic: 0, control: 32, spectral: 64, complexity: 96 }

type Series = (i: number) => number

/** Features of four series (and a fifth for the levels of the first), read by group, number and view. */
function featuresOf(series: readonly Series[], n = N) {
  const fifth = series[4] ?? series[0]
  const views = Float64Array.from({ length: 5 * n }, (_, at) =>
    [...series.slice(0, 4), fifth][Math.floor(at / n)](at % n),
  )
  const out = new Float64Array(SIGNATURE_FEATURES)
  viewFeatures(views, n, out)
  return (group: keyof typeof GROUPS, feature: number, view = 0) => out[GROUPS[group] + 4 * feature + view]
}

const all = (series: Series) => featuresOf([series, series, series, series])
const sine =
  (hz: number, amplitude = 1, phase = 0) =>
  (i: number) =>
    amplitude * Math.sin((2 * Math.PI * hz * i) / 50 + phase)
const noise = (seed: number) => {
  const random = seededRandom(seed)
  const values = Array.from({ length: 2 * N }, () => normal(random))
  return (i: number) => values[i]
}
const zero = () => 0

describe('kinematic features', () => {
  it('are levels of mean, median and quartile of the fifth series for the first view, of the view itself for others', () => {
    const f = featuresOf([zero, (i) => i, (i) => -i, zero, (i) => i + 1])
    expect(f('kinematic', 0, 0)).toBeCloseTo(Math.asinh(200.5 / 0.05), 9)
    expect(f('kinematic', 1, 0)).toBeCloseTo(Math.asinh(200 / 0.05), 9)
    expect(f('kinematic', 2, 0)).toBeCloseTo(Math.asinh(300 / 0.05), 9)
    expect(f('kinematic', 0, 1)).toBeCloseTo(Math.asinh(199.5 / 0.05), 9)
    expect(f('kinematic', 1, 2)).toBeCloseTo(-Math.asinh(200 / 0.05), 9)
  })

  it('are high quantiles, deviation, mean and skew of each view', () => {
    const f = all((i) => i)
    const deviation = Math.sqrt((N * N - 1) / 12)
    expect(f('kinematic', 3, 2)).toBeCloseTo(Math.asinh(359 / 0.05), 9)
    expect(f('kinematic', 4, 2)).toBeCloseTo(Math.asinh(391 / 0.05), 9)
    expect(f('kinematic', 5, 2)).toBeCloseTo(Math.log(deviation), 6)
    expect(f('kinematic', 6, 2)).toBeCloseTo(Math.log(199.5), 9)
    expect(f('kinematic', 7, 2)).toBeCloseTo((359 - 199) / deviation, 6)
  })

  it('do not depend on the order of the samples', () => {
    const shuffled = all((i) => (i * 161) % N)
    const sorted = all((i) => i)
    for (let feature = 0; feature < 8; feature++) {
      expect(shuffled('kinematic', feature, 1)).toBeCloseTo(sorted('kinematic', feature, 1), 9)
    }
  })
})

describe('control features', () => {
  const source = noise(1)
  const late = (samples: number) => (i: number) => source(i + 40 - samples)
  const here = late(0)

  it.each([
    [0, 0],
    [1, 6],
    [2, -6],
    [3, 12],
  ])('feature %i correlates a view with the next one %i samples earlier', (feature, lag) => {
    const f = featuresOf([late(lag), here, zero, zero])
    expect(f('control', feature)).toBeCloseTo(Math.atanh(0.999), 3)
    for (const other of [0, 1, 2, 3]) if (other !== feature) expect(Math.abs(f('control', other))).toBeLessThan(0.3)
  })

  it('correlate a view with the one after next 320 ms earlier', () => {
    expect(featuresOf([late(16), zero, here, zero])('control', 4)).toBeCloseTo(Math.atanh(0.999), 3)
  })

  it('find steps that repeat, and none in noise', () => {
    expect(all(sine(2))('control', 5)).toBeGreaterThan(0.99)
    expect(all(noise(2))('control', 5)).toBeLessThan(0.3)
  })

  it('see that half a period later a wave is its opposite, and a doubled one itself', () => {
    const single = featuresOf([sine(1), sine(1), sine(1), sine(1)])
    expect(single('control', 6)).toBeCloseTo(-1, 1)
    const mixed = featuresOf([sine(2), sine(1), sine(1), sine(1)])
    expect(mixed('control', 6)).toBeCloseTo(1, 1)
  })

  it('tell even from uneven peaks', () => {
    const even = all(sine(2))('control', 7)
    const uneven = all((i) => sine(2)(i) * (Math.floor(i / 25) % 2 === 0 ? 1 : 0.5))('control', 7)
    expect(even).toBeLessThan(0.05)
    expect(uneven).toBeGreaterThan(0.25)
    expect(all(zero)('control', 7)).toBe(1)
  })
})

describe('spectral features', () => {
  it('hold the share of a sine in its band, a tenth in each of ten bins', () => {
    expect(all(sine(3.5))('spectral', 4)).toBeCloseTo(Math.log(1 / 10), 1)
    expect(all(sine(6))('spectral', 3)).toBeCloseTo(Math.log(1 / 16), 1)
    expect(all(sine(10))('spectral', 4)).toBeLessThan(-9)
  })

  it('grow by log 4 in the absolute bands when the amplitude doubles, and not in the relative ones', () => {
    const [small, large] = [all(sine(10, 1)), all(sine(10, 2))]
    expect(large('spectral', 2) - small('spectral', 2)).toBeCloseTo(Math.log(4), 3)
    const [slow, slower] = [all(sine(1.9, 2)), all(sine(1.9, 1))]
    expect(slow('spectral', 7) - slower('spectral', 7)).toBeCloseTo(Math.log(4), 3)
    expect(slow('spectral', 4)).toBeCloseTo(slower('spectral', 4), 6)
  })

  it('find the fourth and sixth harmonic of the common period', () => {
    const f = featuresOf([sine(4), sine(6), sine(1), sine(1)])
    expect(f('spectral', 0, 0)).toBeCloseTo(0, 1)
    expect(f('spectral', 1, 1)).toBeCloseTo(0, 1)
    expect(f('spectral', 1, 0)).toBeLessThan(-4)
    expect(f('spectral', 0, 1)).toBeLessThan(-4)
  })

  it('tell odd from even harmonics', () => {
    const f = featuresOf([sine(1), sine(2), sine(1), sine(1)])
    expect(f('spectral', 6, 0)).toBeGreaterThan(3)
    expect(f('spectral', 6, 1)).toBeLessThan(-3)
  })

  it('know the correlation 100 ms later', () => {
    expect(all(sine(1))('spectral', 5)).toBeCloseTo(Math.atanh(Math.cos((2 * Math.PI) / 10)), 1)
  })

  it('average longer captures over segments', () => {
    const long = featuresOf([sine(3.5), sine(3.5), sine(3.5), sine(3.5)], 1000)
    expect(long('spectral', 4)).toBeCloseTo(Math.log(1 / 10), 1)
  })
})

describe('complexity features', () => {
  it('give no entropy to a straight line and ln 6 to noise', () => {
    expect(all((i) => i)('complexity', 0)).toBe(0)
    expect(all(noise(3))('complexity', 0)).toBeCloseTo(Math.log(6), 1)
  })

  it('turn around when time does', () => {
    const saw = (i: number) => (i % 20) / 20
    const forward = all(saw)('complexity', 1)
    expect(forward).toBeLessThan(-0.5)
    expect(all((i) => saw(N - 1 - i))('complexity', 1)).toBeCloseTo(-forward, 9)
    expect(Math.abs(all(sine(2))('complexity', 1))).toBeLessThan(0.05)
  })

  it.each([
    [2, 3],
    [3, 12],
    [4, 24],
  ])('feature %i is 0 where all increments over %i samples are alike, and low for lonely bursts', (feature, lag) => {
    const steady = (i: number) => (Math.floor(i / lag) % 2 === 0 ? (i % lag) / lag : 1 - (i % lag) / lag)
    const lonely = (i: number) => (i === 200 ? 1 : 0)
    expect(all(lonely)('complexity', feature)).toBeLessThan(-2)
    expect(all((i) => (Math.floor(i / lag) % 2 === 0 ? 1 : -1))('complexity', feature)).toBeCloseTo(0, 1)
    expect(all(steady)('complexity', feature)).toBeGreaterThan(-0.3)
  })

  it('lose what alternates from sample to sample when pairs are averaged', () => {
    expect(all((i) => (i % 2 === 0 ? 1 : -1))('complexity', 5)).toBeCloseTo(Math.log(1e-5), 6)
    expect(all((i) => (Math.floor(i / 2) % 2 === 0 ? 1 : -1))('complexity', 5)).toBeCloseTo(0, 4)
  })

  it('call a sine simple and noise complex', () => {
    expect(all(sine(2))('complexity', 6)).toBeCloseTo(0, 1)
    expect(all(noise(4))('complexity', 6)).toBeCloseTo(Math.log(Math.sqrt(3 / 2)), 1)
    expect(all((i) => sine(1)(i) + 0.2 * sine(20)(i))('complexity', 6)).toBeGreaterThan(0.5)
  })

  it('tell steady from uneven effort', () => {
    expect(all(sine(2))('complexity', 7)).toBeCloseTo(Math.log(0.02), 2)
    expect(all((i) => sine(2)(i) * (i < 200 ? 1 : 0.1))('complexity', 7)).toBeGreaterThan(0)
  })
})

describe('signatureFeatures', () => {
  it('are finite whatever the channels hold, and nothing is written behind them', () => {
    const out = new Float64Array(SIGNATURE_FEATURES + 1).fill(1e12)
    for (const value of [0, 1e3, -1e3, Number.NaN, Number.POSITIVE_INFINITY]) {
      signatureFeatures(new Float64Array(6 * N).fill(value), N, 1, out)
      expect(out.every(Number.isFinite)).toBe(true)
      expect(out[SIGNATURE_FEATURES]).toBe(1e12)
    }
  })

  it('are those of the views of the channels', () => {
    const random = seededRandom(5)
    const channels = Float64Array.from({ length: 6 * N }, (_, at) => normal(random) + (at < N ? 9.8 : 0))
    const out = new Float64Array(SIGNATURE_FEATURES)
    signatureFeatures(channels, N, 1, out)
    expect(out[0]).toBeCloseTo(Math.asinh(9.9 / 0.05), 1)
    signatureFeatures(
      channels.map((value, at) => (at < 3 * N ? value : 2 * value)),
      N,
      1,
      out,
    )
    const doubled = out[20 + 2]
    signatureFeatures(channels, N, 1, out)
    expect(doubled - out[20 + 2]).toBeCloseTo(Math.log(2), 5)
  })
})
