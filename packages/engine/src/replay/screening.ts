import { fft, twiddles } from '../kernel/fft.ts'
import { powerOfTwoFrom } from './alignment.ts'
import { decoded } from './coding.ts'
import { halved, MIN_OVERLAP, seriesOf } from './comparison.ts'
import { sampledAt } from './resampling.ts'
import { type ReplaySeries, SERIES_COUNT } from './series.ts'

/** Half as fine in time and speed as the full comparison. */
const SPEEDS = [0.962, 0.988, 1.014, 1.04]
const MIN_SHARED = MIN_OVERLAP >> 1
/** Short overlaps reach a high correlation more easily. */
const LONG_SHARED = 50
const SHORT_COST = 0.008
const PAIRS = SERIES_COUNT / 2

/** Stored digests by how well they correlate with the probe at their best offset: a quick look, no verdict. */
export function screened(probe: Uint8Array, stored: readonly Uint8Array[]): number[] {
  const series = decoded(probe)
  if (series === null) return []
  const screens = new Map<number, (other: ReplaySeries) => number>()
  const scores = stored.map((bytes) => {
    const other = decoded(bytes)
    if (other === null || other.kind !== series.kind || (other.present & series.present) === 0) return -1
    const size = powerOfTwoFrom(Math.ceil((other.n + 1.05 * series.n) / 2) + 2)
    let screen = screens.get(size)
    if (!screen) {
      screen = screenOf(series, size)
      screens.set(size, screen)
    }
    return screen(other)
  })
  const kept = Array.from(scores.keys()).filter((k) => scores[k] >= 0)
  return kept.sort((p, q) => scores[q] - scores[p])
}

/** Series two by two as the real and imaginary part of one signal, and their running energy. */
type Signal = { n: number; re: Float64Array[]; im: Float64Array[]; energy: Float64Array }

function emptySignal(size: number): Signal {
  const parts = () => Array.from({ length: PAIRS }, () => new Float64Array(size))
  return { n: 0, re: parts(), im: parts(), energy: new Float64Array(size + 1) }
}

/** The probe at each speed, transformed once; what it answers reuses its buffers for every candidate. */
function screenOf(probe: ReplaySeries, size: number): (other: ReplaySeries) => number {
  const table = twiddles(size)
  const all = (1 << SERIES_COUNT) - 1
  const half = halved(seriesOf(probe, all))
  const speeds = SPEEDS.map((speed) => {
    const n = Math.floor((half[0].length - 1) * speed) + 1
    const signal = emptySignal(size)
    load(signal, half.map((x) => sampledAt(x, 0, 1 / speed, n)), table)
    return signal
  })
  const signal = emptySignal(size)
  const re = new Float64Array(size)
  const im = new Float64Array(size)
  return (other) => {
    load(signal, halved(seriesOf(other, all)), table)
    let best = 0
    for (let s = 0; s < speeds.length; s += 2) {
      re.fill(0)
      im.fill(0)
      for (let p = 0; p < PAIRS; p++) addProducts(re, im, [signal, speeds[s], speeds[s + 1]], p)
      fft(re, im, size, table)
      best = Math.max(best, highest(re, signal, speeds[s]), highest(im, signal, speeds[s + 1]))
    }
    return best
  }
}

function load(signal: Signal, series: readonly Float64Array[], table: Float64Array): void {
  const n = series[0].length
  const size = signal.re[0].length
  signal.n = n
  for (let i = 0; i < n; i++) {
    let energy = 0
    for (let k = 0; k < SERIES_COUNT; k++) energy += series[k][i] * series[k][i]
    signal.energy[i + 1] = signal.energy[i] + energy
  }
  for (let p = 0; p < PAIRS; p++) {
    signal.re[p].fill(0)
    signal.im[p].fill(0)
    signal.re[p].set(series[2 * p])
    signal.im[p].set(series[2 * p + 1])
    fft(signal.re[p], signal.im[p], size, table)
  }
}

/**
 * Cross spectra of a with b and with c, so that one transform gives both correlations, b's as real and c's as imaginary part.
 * With two real series in each signal, the sum of their cross spectra is the even part of A·conj(B).
 */
function addProducts(re: Float64Array, im: Float64Array, signals: readonly Signal[], pair: number): void {
  const [ar, br, cr] = signals.map((signal) => signal.re[pair])
  const [ai, bi, ci] = signals.map((signal) => signal.im[pair])
  const mask = re.length - 1
  for (let k = 0; k <= re.length >> 1; k++) {
    const m = (re.length - k) & mask
    const bReal = ar[k] * br[k] + ai[k] * bi[k] + ar[m] * br[m] + ai[m] * bi[m]
    const bImag = ai[k] * br[k] - ar[k] * bi[k] - ai[m] * br[m] + ar[m] * bi[m]
    const cReal = ar[k] * cr[k] + ai[k] * ci[k] + ar[m] * cr[m] + ai[m] * ci[m]
    const cImag = ai[k] * cr[k] - ar[k] * ci[k] - ai[m] * cr[m] + ar[m] * ci[m]
    // Conjugated, because a forward transform stands for the inverse.
    re[k] += bReal + cImag
    im[k] += cReal - bImag
    if (m === k) continue
    re[m] += bReal - cImag
    im[m] += cReal + bImag
  }
}

/** The highest correlation over all offsets, less for short overlaps. */
function highest(products: Float64Array, a: Signal, b: Signal): number {
  const size = products.length
  let best = 0
  for (let lag = MIN_SHARED - b.n; lag <= a.n - MIN_SHARED; lag++) {
    const dot = products[(lag + size) & (size - 1)]
    if (dot <= 0) continue
    const from = Math.max(0, lag)
    const to = Math.min(a.n, lag + b.n)
    const squares = (a.energy[to] - a.energy[from]) * (b.energy[to - lag] - b.energy[from - lag])
    const cost = 1 - SHORT_COST * Math.max(0, LONG_SHARED - (to - from))
    if (squares > 0) best = Math.max(best, (cost * cost * dot * dot) / squares)
  }
  return Math.sqrt(best) / (2 * size)
}
