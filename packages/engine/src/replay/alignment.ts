import { fft, twiddles } from '../kernel/spectrum.ts'
import { dot } from '../kernel/vector.ts'
import { resample } from '../math/smoothing.ts'

/** Both captures over their common time, sample by sample. */
export type AlignedPair = { a: SeriesList; b: SeriesList }

/** A piece is one second; it shifts by half samples, at most three samples to either side. */
const PIECE = 25
const REACH = 6
const SLIPS = 2 * REACH + 1
/** Neighboring pieces may differ by this many half samples (6 % of a piece); each costs a little correlation. */
const MAX_CHANGE = 3
const CHANGE_COST = 0.01

/**
 * Refines an alignment of two captures by shifting pieces of one second against each other (dynamic programming as in
 * Sakoe and Chiba 1978). Returns the series of both captures over their common time, sample by sample. This compensates
 * local changes of speed and the rounding of the coarse search.
 */
export function alignElastically(a: SeriesList, b: SeriesList, { lag, warp }: Alignment): AlignedPair {
  const from = Math.max(0, lag)
  const count = Math.min(a[0].length, Math.floor(lag + warp * (b[0].length - 1)) + 1) - from
  const near = a.map((x) => x.subarray(from, from + count))
  // b on a's time at twice the rate, with room to shift at both ends.
  const fine = b.map((x) => resample(x, (from - lag - REACH / 2) / warp, 0.5 / warp, 2 * (count + REACH)))
  const slips = findBestSlips(createCorrelator(near, fine, count), count)
  return { a: near, b: fine.map((x) => applySlips(x, slips, count)) }
}

type Correlator = (from: number, to: number, slip: number) => number

/** Returns a function that correlates a[from … to) with b shifted by a number of half samples, over all series. */
function createCorrelator(near: SeriesList, fine: SeriesList, count: number): Correlator {
  const width = near.length
  const x = interleave(near, 0, 1, count)
  // Shifts by whole samples read every second fine sample from the first one, shifts by halves from the second.
  const phases = [0, 1].map((phase) => interleave(fine, phase, 2, count + REACH))
  const own = computeRunningSquares(x)
  const others = phases.map(computeRunningSquares)
  return (from, to, slip) => {
    const start = width * (from + (slip >> 1))
    const length = width * (to - from)
    const cross = dot(x, width * from, phases[slip & 1], start, length)
    const other = others[slip & 1]
    const squares = (own[width * to] - own[width * from]) * (other[start + length] - other[start])
    return squares > 1e-12 ? cross / Math.sqrt(squares) : 0
  }
}

function interleave(series: SeriesList, first: number, step: number, count: number): Float64Array {
  const width = series.length
  const out = new Float64Array(width * count)
  for (let k = 0; k < width; k++) {
    const x = series[k]
    for (let i = 0, j = first; i < count; i++, j += step) out[i * width + k] = x[j]
  }
  return out
}

function computeRunningSquares(x: Float64Array): Float64Array {
  const out = new Float64Array(x.length + 1)
  for (let i = 0; i < x.length; i++) out[i + 1] = out[i] + x[i] * x[i]
  return out
}

/** Finds the shift of each piece that maximizes the correlation minus the cost of changes. */
function findBestSlips(correlation: Correlator, count: number): Float64Array {
  const pieces = Math.max(1, Math.round(count / PIECE))
  const back: Int32Array[] = []
  let totals = new Float64Array(SLIPS)
  for (let s = 0; s < SLIPS; s++) totals[s] = -CHANGE_COST * PIECE * Math.abs(s - REACH)
  for (let p = 0; p < pieces; p++) {
    const from = Math.round((p * count) / pieces)
    const to = Math.round(((p + 1) * count) / pieces)
    const next = new Float64Array(SLIPS)
    const origin = new Int32Array(SLIPS)
    for (let s = 0; s < SLIPS; s++) {
      origin[s] = p === 0 ? s : findBestOrigin(totals, s)
      next[s] = findBestPredecessor(totals, origin[s], s) + (to - from) * correlation(from, to, s)
    }
    back.push(origin)
    totals = next
  }
  return readPath(totals, back).map((s, p) =>
    refineSlip(correlation, s, Math.round((p * count) / pieces), Math.round(((p + 1) * count) / pieces)),
  )
}

/** Returns the maximum of the parabola through a shift and its neighbors. */
function refineSlip(correlation: Correlator, slip: number, from: number, to: number): number {
  if (slip === 0 || slip === SLIPS - 1) return slip
  const [before, here, after] = [slip - 1, slip, slip + 1].map((s) => correlation(from, to, s))
  const bend = before - 2 * here + after
  return bend < 0 ? slip + Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend)) : slip
}

function findBestPredecessor(totals: Float64Array, origin: number, s: number): number {
  return totals[origin] - CHANGE_COST * PIECE * Math.abs(s - origin)
}

function findBestOrigin(totals: Float64Array, s: number): number {
  let best = s
  for (let o = Math.max(0, s - MAX_CHANGE); o <= Math.min(SLIPS - 1, s + MAX_CHANGE); o++)
    if (findBestPredecessor(totals, o, s) > findBestPredecessor(totals, best, s)) best = o
  return best
}

function readPath(totals: Float64Array, back: readonly Int32Array[]): Float64Array {
  const slips = new Float64Array(back.length)
  let s = 0
  for (let o = 1; o < SLIPS; o++) if (totals[o] > totals[s]) s = o
  for (let p = back.length - 1; p >= 0; p--) {
    slips[p] = s
    s = back[p][s]
  }
  return slips
}

/** Returns b with each sample moved by the shift of the pieces around it. */
function applySlips(fine: Float64Array, slips: Float64Array, count: number): Float64Array {
  const out = new Float64Array(count)
  const last = slips.length - 1
  for (let i = 0; i < count; i++) {
    const place = Math.min(last, Math.max(0, ((i + 0.5) * slips.length) / count - 0.5))
    const p = Math.floor(place)
    const slip = slips[p] + (place - p) * (slips[Math.min(last, p + 1)] - slips[p])
    const j = Math.min(fine.length - 2, Math.floor(2 * i + slip))
    const share = 2 * i + slip - j
    out[i] = fine[j] + share * (fine[j + 1] - fine[j])
  }
  return out
}

/** Series of one capture, equally long; zero where nothing was measured. */
export type SeriesList = readonly Float64Array[]

/** Alignment of b with a: sample j of b, played `warp` times as slowly, meets sample `lag` + j·warp of a. */
export type Alignment = { lag: number; warp: number; correlation: number; overlap: number }

/** b at several speeds, ready to be correlated with other captures. */
type SlidingSpectra = { size: number; warps: readonly number[]; spectra: Spectra[] }

/** Limits of the search: minimum overlap in samples, minimum lag to either side, and the number of results. */
type AlignmentLimits = { minOverlap: number; minLag: number; count: number }

/** Alignments that score less than this share of the best one are skipped. */
const PROMISING = 0.7
const LONG_OVERLAP = 50
const SHORT_COST = 0.008
const SAME_PLACE = 2

/**
 * Transforms a capture at each of the speeds `warps` for `findAlignments`. `size` is the transform length, at least
 * that of both captures together.
 */
export function createSlidingSpectra(b: SeriesList, warps: readonly number[], size: number): SlidingSpectra {
  const spectra = warps.map((warp) => {
    const n = Math.floor((b[0].length - 1) * warp) + 1
    const played = createSpectra(b.length, size)
    load(
      played,
      b.map((x) => resample(x, 0, 1 / warp, n)),
    )
    return played
  })
  return { size, warps, spectra }
}

/**
 * Finds the speeds and lags at which two captures correlate most, the best alignments first, at most `count`.
 * Alignments at nearly the same position and those far worse than the best are left out.
 */
export function findAlignments(
  a: SeriesList,
  sliding: SlidingSpectra,
  { minOverlap, minLag, count }: AlignmentLimits,
): Alignment[] {
  const { size, warps, spectra } = sliding
  const own = createSpectra(a.length, size)
  load(own, a)
  const peaks: Alignment[] = []
  const products = [new Float64Array(size), new Float64Array(size)]
  for (let w = 0; w < warps.length; w += 2) {
    const pair = [w, Math.min(w + 1, warps.length - 1)]
    correlate(own, spectra[pair[0]], spectra[pair[1]], products[0], products[1])
    for (let p = 0; p <= pair[1] - pair[0]; p++)
      peaks.push(
        ...findPeaks(products[p], own, spectra[pair[p]], minOverlap).map((peak) => ({ ...peak, warp: warps[pair[p]] })),
      )
  }
  const wanted = peaks
    .filter(({ lag }) => Math.abs(lag) >= minLag)
    .toSorted((p, q) => scorePromise(q) - scorePromise(p))
  const enough = wanted.length > 0 ? PROMISING * scorePromise(wanted[0]) : 0
  return selectDistinct(wanted, count).filter((peak) => scorePromise(peak) >= enough)
}

function findPeaks(products: Float64Array, a: Spectra, b: Spectra, minOverlap: number): Omit<Alignment, 'warp'>[] {
  const first = minOverlap - b.n
  const last = a.n - minOverlap
  const overlapAt = (lag: number) => Math.min(a.n, lag + b.n) - Math.max(0, lag)
  const at = (lag: number) =>
    lag < first || lag > last || overlapAt(lag) < minOverlap
      ? -1
      : correlationAt(a, b, lag, products[(lag + products.length) & (products.length - 1)])
  const peaks: Omit<Alignment, 'warp'>[] = []
  let [before, correlation] = [-1, at(first)]
  for (let lag = first; lag <= last; lag++) {
    const after = at(lag + 1)
    if (correlation > 0 && correlation >= before && correlation > after)
      peaks.push({ lag, correlation, overlap: overlapAt(lag) })
    before = correlation
    correlation = after
  }
  return peaks
}

/**
 * Scores an alignment by its correlation, lowered for an overlap below 50 samples, because short overlaps reach a high
 * correlation more easily.
 */
export function scorePromise({ correlation, overlap }: { correlation: number; overlap: number }): number {
  return correlation * (1 - SHORT_COST * Math.max(0, LONG_OVERLAP - overlap))
}

/** Selects alignments that aren't already represented by one at a slightly different speed. */
function selectDistinct(peaks: readonly Alignment[], count: number): Alignment[] {
  const kept: Alignment[] = []
  for (const peak of peaks) {
    if (kept.length >= count) break
    if (kept.every((other) => Math.abs(computeMiddle(other) - computeMiddle(peak)) > SAME_PLACE)) kept.push(peak)
  }
  return kept
}

/** Returns where the middle of the overlap lies in b, relative to a. */
function computeMiddle({ lag, warp, overlap }: Alignment): number {
  const centre = Math.max(0, lag) + overlap / 2
  return (centre - lag) / warp - centre
}

/** Series of one capture in pairs as real and imaginary part of one spectrum, and their cumulative energy. */
export type Spectra = { n: number; re: Float64Array[]; im: Float64Array[]; energy: Float64Array }

const tables = new Map<number, Float64Array>()

function computeTable(size: number): Float64Array {
  let table = tables.get(size)
  if (!table) {
    table = twiddles(size)
    tables.set(size, table)
  }
  return table
}

/** Returns the smallest power of two that is at least `length` and at least 64. */
export function computeTransformSize(length: number): number {
  let size = 64
  while (size < length) size *= 2
  return size
}

/** Allocates empty spectra for a number of series, for transforms of `size` points. */
export function createSpectra(series: number, size: number): Spectra {
  const parts = () => Array.from({ length: Math.ceil(series / 2) }, () => new Float64Array(size))
  return { n: 0, re: parts(), im: parts(), energy: new Float64Array(size + 1) }
}

/** Writes the Fourier transforms of series of equal length, and their cumulative energy, to preallocated spectra. */
export function load(spectra: Spectra, series: readonly Float64Array[]): void {
  const { re, im, energy } = spectra
  const n = series[0].length
  spectra.n = n
  for (let i = 0; i < n; i++) {
    let total = 0
    for (const x of series) total += x[i] * x[i]
    energy[i + 1] = energy[i] + total
  }
  for (let p = 0; p < re.length; p++) {
    re[p].fill(0)
    im[p].fill(0)
    re[p].set(series[2 * p])
    if (2 * p + 1 < series.length) im[p].set(series[2 * p + 1])
    fft(re[p], im[p], re[p].length, computeTable(re[p].length))
  }
}

/**
 * Computes the cross-correlations of a with b and of a with c, summed over all series, by one transform. The sum of
 * products at a lag of l samples is written to index l (or size + l if negative) of `withB` and `withC`.
 */
export function correlate(a: Spectra, b: Spectra, c: Spectra, withB: Float64Array, withC: Float64Array): void {
  withB.fill(0)
  withC.fill(0)
  for (let p = 0; p < a.re.length; p++) addProducts(withB, withC, [a, b, c], p)
  fft(withB, withC, withB.length, computeTable(withB.length))
  for (let k = 0; k < withB.length; k++) {
    withB[k] /= 2 * withB.length
    withC[k] /= 2 * withB.length
  }
}

/** With two real series in each spectrum, twice the sum of their cross spectra is the even part of A·conj(B). */
function addProducts(re: Float64Array, im: Float64Array, spectra: readonly Spectra[], pair: number): void {
  const [ar, br, cr] = spectra.map((one) => one.re[pair])
  const [ai, bi, ci] = spectra.map((one) => one.im[pair])
  const size = re.length
  for (let k = 0; k <= size >> 1; k++) {
    const m = (size - k) & (size - 1)
    const bReal = ar[k] * br[k] + ai[k] * bi[k] + ar[m] * br[m] + ai[m] * bi[m]
    const bImag = ai[k] * br[k] - ar[k] * bi[k] - ai[m] * br[m] + ar[m] * bi[m]
    const cReal = ar[k] * cr[k] + ai[k] * ci[k] + ar[m] * cr[m] + ai[m] * ci[m]
    const cImag = ai[k] * cr[k] - ar[k] * ci[k] - ai[m] * cr[m] + ar[m] * ci[m]
    // Conjugated, because a forward transform replaces the inverse; c is rotated by i into the imaginary part.
    re[k] += bReal + cImag
    im[k] += cReal - bImag
    if (m === k) continue
    re[m] += bReal - cImag
    im[m] += cReal + bImag
  }
}

/**
 * Returns the correlation of two captures at a lag; `product` is their sum of products at that lag, from `correlate`. 0
 * if either side has no energy in the overlap.
 */
export function correlationAt(a: Spectra, b: Spectra, lag: number, product: number): number {
  const from = Math.max(0, lag)
  const to = Math.min(a.n, lag + b.n)
  const squares = (a.energy[to] - a.energy[from]) * (b.energy[to - lag] - b.energy[from - lag])
  return squares > 0 ? product / Math.sqrt(squares) : 0
}
