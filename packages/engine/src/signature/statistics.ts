import { measureLengths } from '../kernel/filters.ts'
import { fft, twiddles } from '../kernel/spectrum.ts'
import { mean } from '../math/statistics.ts'
import { GRID_HZ } from '../timeline.ts'

// Plain statistics of eight series: the six channels, |a| and |ω|. Unlike the 128 dimensions they look at single axes,
// so they show how a device is held or worn. The means of single axes, which show nothing else, are left out.

const SERIES = 8
const FEATURES = 15
/** Fifteen of each series, then the means of |a| and |ω|. */
export const STATISTICS_LENGTH = SERIES * FEATURES + 2

const TINY = 1e-6
/** Quantiles are read from a histogram of this many cells over ±REACH deviations: sorting would cost more than all the rest. */
const CELLS = 96
const REACH = 4
const SHARES = [0.05, 0.25, 0.75, 0.95]
/** A short lag, and those among which the period is looked for; four at a time. */
const LAGS = [6, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53, 56, 59, 62, 65, 68, 71, 74]
const BANDS_HZ = [0.4, 1.2, 2.4, 4, 6.5, 10, 16]
/** Mean square of Hann's window, over one half of the spectrum. */
const HANN_POWER = 0.1875
const LEAST_SHARE = 1e-6
/** Where the bands begin among the statistics of a series. */
const BANDS_FROM = 9

/**
 * Computes the plain statistics of six sensor channels of n samples each on the even grid, one channel after the other.
 * The results aren't scaled yet.
 */
export function measureStatistics(channels: Float64Array, n: number): Float64Array {
  const out = new Float64Array(STATISTICS_LENGTH)
  const spectrum = loadSpectrumPlan(n)
  const lengths = [new Float64Array(n), new Float64Array(n)]
  lengths.forEach((length, sensor) => measureLengths(channels, 3 * sensor * n, n, length, 0))
  // Two at a time: one transform gives the spectra of two series.
  for (let series = 0; series < SERIES; series += 2) {
    const pair = [series, series + 1].map((k) => {
      const x = k < 6 ? channels.subarray(k * n, (k + 1) * n) : lengths[k - 6]
      return describeSeries(x, out.subarray(k * FEATURES, (k + 1) * FEATURES))
    })
    measureBands(pair[0], pair[1], spectrum, out.subarray(series * FEATURES, (series + 2) * FEATURES))
  }
  out[SERIES * FEATURES] = mean(lengths[0])
  out[SERIES * FEATURES + 1] = Math.log(mean(lengths[1]) + 1e-3)
  return out
}

/** Log deviation, four quantiles, size and tails of steps, two correlations with itself; the bands follow. Returns the series standardized. */
function describeSeries(x: Float64Array, out: Float64Array): Float64Array {
  const { z, deviation } = standardize(x)
  const steps = describeSteps(z)
  out[0] = Math.log(deviation)
  readQuantiles(z, out.subarray(1, 5))
  out[5] = Math.log(deviation) + 0.5 * Math.log(steps.square)
  out[6] = Math.log(steps.fourth / (steps.square * steps.square) + 1)
  const correlations = LAGS.slice()
  for (let k = 0; k < LAGS.length; k += 4) correlateFour(z, correlations, k)
  out[7] = correlations[0]
  out[8] = -1
  for (let k = 1; k < LAGS.length; k++) out[8] = Math.max(out[8], correlations[k])
  return z
}

function standardize(x: Float64Array): { z: Float64Array; deviation: number } {
  const middle = mean(x)
  const z = new Float64Array(x.length)
  let square = 0
  for (let i = 0; i < z.length; i++) {
    z[i] = x[i] - middle
    square += z[i] * z[i]
  }
  const deviation = Math.sqrt(square / z.length) + TINY
  const scale = 1 / deviation
  for (let i = 0; i < z.length; i++) z[i] *= scale
  return { z, deviation }
}

/** Mean square and fourth power of the steps from sample to sample. */
function describeSteps(z: Float64Array): { square: number; fourth: number } {
  let [square, fourth] = [0, 0]
  for (let i = 1; i < z.length; i++) {
    const step = (z[i] - z[i - 1]) ** 2
    square += step
    fourth += step * step
  }
  return { square: square / (z.length - 1) + TINY, fourth: fourth / (z.length - 1) }
}

function readQuantiles(z: Float64Array, out: Float64Array): void {
  const counts = new Float64Array(CELLS)
  for (let i = 0; i < z.length; i++) {
    const cell = Math.floor((z[i] + REACH) * (CELLS / (2 * REACH)))
    counts[cell < 0 ? 0 : cell < CELLS ? cell : CELLS - 1]++
  }
  const median = quantile(counts, 0.5 * z.length)
  for (const [k, share] of SHARES.entries()) out[k] = quantile(counts, share * z.length) - median
}

/** Where the counts add up to `wanted`, by straight line within a cell. */
function quantile(counts: Float64Array, wanted: number): number {
  let cell = 0
  let below = 0
  while (cell < CELLS - 1 && below + counts[cell] < wanted) below += counts[cell++]
  return ((cell + (wanted - below) / Math.max(1, counts[cell])) * 2 * REACH) / CELLS - REACH
}

/**
 * Replaces four rising lags by the correlations there. Four sums run at once, because each addition waits for its
 * predecessor.
 */
function correlateFour(z: Float64Array, lags: number[], at: number): void {
  const [p, q, r, s] = [lags[at], lags[at + 1], lags[at + 2], lags[at + 3]]
  const all = Math.max(0, z.length - s)
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0; i < all; i++) {
    a += z[i] * z[i + p]
    b += z[i] * z[i + q]
    c += z[i] * z[i + r]
    d += z[i] * z[i + s]
  }
  const sums = [a, b, c, d]
  for (let k = 0; k < 4; k++) lags[at + k] = finishCorrelation(z, lags[at + k], all, sums[k])
}

/** The mean product at a lag, where `sum` holds the first `from` products. */
function finishCorrelation(z: Float64Array, lag: number, from: number, sum: number): number {
  let total = sum
  for (let i = from; i + lag < z.length; i++) total += z[i] * z[i + lag]
  return z.length > lag ? total / (z.length - lag) : 0
}

type Spectrum = { size: number; table: Float64Array; window: Float64Array; edges: number[] }

let plan: { n: number; spectrum: Spectrum } | null = null

/** Returns the tables for a transform of n samples, cached because the next capture usually has the same length. */
function loadSpectrumPlan(n: number): Spectrum {
  if (plan?.n !== n) plan = { n, spectrum: createSpectrumPlan(n) }
  return plan.spectrum
}

function createSpectrumPlan(n: number): Spectrum {
  const size = 2 ** Math.ceil(Math.log2(Math.max(n, 2)))
  const window = Float64Array.from({ length: n }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / n))
  return {
    size,
    table: twiddles(size),
    window,
    edges: BANDS_HZ.map((hz) => Math.max(1, Math.round((hz * size) / GRID_HZ))),
  }
}

/** Log share of the power in each band, of two series at once: one is the real and one the imaginary part. */
function measureBands(
  one: Float64Array,
  other: Float64Array,
  { size, table, window, edges }: Spectrum,
  out: Float64Array,
): void {
  const re = new Float64Array(size)
  const im = new Float64Array(size)
  for (let i = 0; i < one.length; i++) {
    re[i] = one[i] * window[i]
    im[i] = other[i] * window[i]
  }
  fft(re, im, size, table)
  const whole = 4 * size * one.length * HANN_POWER
  for (let band = 0; band + 1 < edges.length; band++) {
    let first = 0
    let second = 0
    for (let k = edges[band]; k < edges[band + 1]; k++) {
      const a = re[k]
      const b = im[k]
      const c = re[size - k]
      const d = im[size - k]
      first += (a + c) * (a + c) + (b - d) * (b - d)
      second += (a - c) * (a - c) + (b + d) * (b + d)
    }
    out[BANDS_FROM + band] = Math.log(first / whole + LEAST_SHARE)
    out[FEATURES + BANDS_FROM + band] = Math.log(second / whole + LEAST_SHARE)
  }
}
