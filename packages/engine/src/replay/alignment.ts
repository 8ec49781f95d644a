import { fft, twiddles } from '../kernel/fft.ts'
import { sampledAt } from './resampling.ts'

/** Series of one capture: equally long, zero where nothing was measured. */
export type SeriesList = readonly Float64Array[]

/** Where b lies on a: b's sample j, played `warp` times as slowly, meets a's sample `lag` + j·warp. */
export type Alignment = { lag: number; warp: number; correlation: number; overlap: number }

/** Spectra of a capture's series, two series in each transform. */
type Spectra = { re: Float64Array[]; im: Float64Array[] }

/** b played at one speed, ready to be slid along other captures. */
type Speed = { warp: number; n: number; spectra: Spectra; energy: Float64Array }

/** One side of many comparisons. */
export type Sliding = { size: number; speeds: Speed[] }

/** Alignments that promise less than this share of the best one are not looked at. */
const PROMISING = 0.7
const LONG_OVERLAP = 50
const SHORT_COST = 0.008

const tables = new Map<number, Float64Array>()

function table(size: number): Float64Array {
  let known = tables.get(size)
  if (!known) {
    known = twiddles(size)
    tables.set(size, known)
  }
  return known
}

export function powerOfTwoFrom(length: number): number {
  let size = 64
  while (size < length) size *= 2
  return size
}

/** b at each speed, transformed to `size` points; size must hold both captures one after the other. */
export function slidingOf(b: SeriesList, warps: readonly number[], size: number): Sliding {
  return {
    size,
    speeds: warps.map((warp) => {
      const n = Math.floor((b[0].length - 1) * warp) + 1
      const played = b.map((x) => sampledAt(x, 0, 1 / warp, n))
      return { warp, n, spectra: spectraOf(played, size), energy: runningEnergy(played) }
    }),
  }
}

function spectraOf(series: SeriesList, size: number): Spectra {
  const spectra: Spectra = { re: [], im: [] }
  for (let k = 0; k < series.length; k += 2) {
    const re = new Float64Array(size)
    const im = new Float64Array(size)
    re.set(series[k])
    if (k + 1 < series.length) im.set(series[k + 1])
    fft(re, im, size, table(size))
    spectra.re.push(re)
    spectra.im.push(im)
  }
  return spectra
}

function runningEnergy(series: SeriesList): Float64Array {
  const out = new Float64Array(series[0].length + 1)
  for (let i = 0; i + 1 < out.length; i++) {
    let energy = 0
    for (const x of series) energy += x[i] * x[i]
    out[i + 1] = out[i] + energy
  }
  return out
}

/** Which alignments to look for: samples in common at least, lag to either side at least, and how many at most. */
export type Wanted = { minOverlap: number; minLag: number; count: number }

/** The highest peaks of the correlation over all speeds and lags, best first. */
export function alignments(a: SeriesList, sliding: Sliding, { minOverlap, minLag, count }: Wanted): Alignment[] {
  const n = a[0].length
  const spectra = spectraOf(a, sliding.size)
  const energy = runningEnergy(a)
  const peaks: Alignment[] = []
  for (let w = 0; w < sliding.speeds.length; w += 2) {
    const pair = [sliding.speeds[w], sliding.speeds[w + 1]]
    const [re, im] = crossed(spectra, pair, sliding.size)
    addPeaks(peaks, re, pair[0], { n, energy, minOverlap, size: sliding.size })
    if (pair[1]) addPeaks(peaks, im, pair[1], { n, energy, minOverlap, size: sliding.size })
  }
  const wanted = peaks.filter(({ lag }) => Math.abs(lag) >= minLag).sort((p, q) => promise(q) - promise(p))
  const enough = wanted.length > 0 ? PROMISING * promise(wanted[0]) : 0
  return distinct(wanted, count).filter((peak) => promise(peak) >= enough)
}

/**
 * Correlation of a with two speeds of b in one transform: the first comes out as the real part, the second as the imaginary.
 * With two real series x + iy in each spectrum Z, the sum of both cross spectra is the even part of Z_a·conj(Z_b).
 */
function crossed(a: Spectra, speeds: readonly (Speed | undefined)[], size: number): [Float64Array, Float64Array] {
  const re = new Float64Array(size)
  const im = new Float64Array(size)
  speeds.forEach((speed, part) => {
    if (!speed) return
    for (let s = 0; s < a.re.length; s++) addCrossed(re, im, [a.re[s], a.im[s], speed.spectra.re[s], speed.spectra.im[s]], part)
  })
  fft(re, im, size, table(size))
  return [re, im]
}

function addCrossed(re: Float64Array, im: Float64Array, spectra: readonly Float64Array[], part: number): void {
  const [ar, ai, br, bi] = spectra
  const size = re.length
  for (let k = 0; k <= size >> 1; k++) {
    const m = (size - k) & (size - 1)
    const real = 0.5 * (ar[k] * br[k] + ai[k] * bi[k] + ar[m] * br[m] + ai[m] * bi[m])
    const imag = 0.5 * (ai[k] * br[k] - ar[k] * bi[k] - ai[m] * br[m] + ar[m] * bi[m])
    // Conjugated, so that one forward transform answers the inverse; the second speed is turned by i.
    re[k] += part === 0 ? real : imag
    im[k] += part === 0 ? -imag : real
    if (m === k) continue
    re[m] += part === 0 ? real : -imag
    im[m] += part === 0 ? imag : real
  }
}

type Ground = { n: number; energy: Float64Array; minOverlap: number; size: number }

function addPeaks(peaks: Alignment[], products: Float64Array, speed: Speed, ground: Ground): void {
  const { n, energy, minOverlap, size } = ground
  const first = minOverlap - speed.n
  const last = n - minOverlap
  let before = -1
  let current = correlationAt(first)
  for (let lag = first; lag <= last; lag++) {
    const after = lag < last ? correlationAt(lag + 1) : -1
    if (current > 0 && current >= before && current > after)
      peaks.push({
        lag,
        warp: speed.warp,
        correlation: current,
        overlap: Math.min(n, lag + speed.n) - Math.max(0, lag),
      })
    before = current
    current = after
  }

  function correlationAt(lag: number): number {
    const from = Math.max(0, lag)
    const to = Math.min(n, lag + speed.n)
    if (to - from < minOverlap) return -1
    const own = energy[to] - energy[from]
    const other = speed.energy[to - lag] - speed.energy[from - lag]
    const dot = products[(lag + size) & (size - 1)] / size
    return own > 0 && other > 0 ? dot / Math.sqrt(own * other) : 0
  }
}

/** Short overlaps reach a high correlation more easily. */
function promise({ correlation, overlap }: Alignment): number {
  return correlation * (1 - SHORT_COST * Math.max(0, LONG_OVERLAP - overlap))
}

/** Drops alignments that another one, a little slower or quicker, already stands for. */
function distinct(peaks: readonly Alignment[], count: number): Alignment[] {
  const kept: Alignment[] = []
  for (const peak of peaks) {
    if (kept.length >= count) break
    if (kept.every((other) => Math.abs(middle(other) - middle(peak)) > 2)) kept.push(peak)
  }
  return kept
}

/** Where in b the middle of the overlap lies, less where it lies in a. */
function middle({ lag, warp, overlap }: Alignment): number {
  const centre = Math.max(0, lag) + overlap / 2
  return (centre - lag) / warp - centre
}
