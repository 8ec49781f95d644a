import { fft, twiddles } from '../kernel/spectrum.ts'
import { dot } from '../kernel/vector.ts'
import { resample } from '../math/smoothing.ts'

/** Both captures over their common time, sample by sample beside each other. */
export type Aligned = { a: SeriesList; b: SeriesList }

/** A piece is one second; it slips by half samples, at most three samples to either side. */
const PIECE = 25
const REACH = 6
const SLIPS = 2 * REACH + 1
/** Neighboring pieces may part by so many half samples (6 % of a piece), and each costs a little correlation. */
const MAX_CHANGE = 3
const CHANGE_COST = 0.01

/**
 * Lets pieces of a second slip against each other (dynamic programming, as in Sakoe and Chiba 1978 but on pieces),
 * which takes up local changes of speed and what the coarse search of lag and warp left over.
 */
export function elasticallyAligned(a: SeriesList, b: SeriesList, { lag, warp }: Alignment): Aligned {
  const from = Math.max(0, lag)
  const count = Math.min(a[0].length, Math.floor(lag + warp * (b[0].length - 1)) + 1) - from
  const near = a.map((x) => x.subarray(from, from + count))
  // b on a's time, twice as fine, with room for the slip at both ends.
  const fine = b.map((x) => resample(x, (from - lag - REACH / 2) / warp, 0.5 / warp, 2 * (count + REACH)))
  const slips = bestSlips(correlator(near, fine, count), count)
  return { a: near, b: fine.map((x) => applySlips(x, slips, count)) }
}

type Correlator = (from: number, to: number, slip: number) => number

/** Correlation of a[from … to) with b slipped by so many half samples, all series together. */
function correlator(near: SeriesList, fine: SeriesList, count: number): Correlator {
  const width = near.length
  const x = interleave(near, 0, 1, count)
  // Slips of whole samples read every second fine sample from the first, slips of halves from the second.
  const phases = [0, 1].map((phase) => interleave(fine, phase, 2, count + REACH))
  const own = runningSquares(x)
  const others = phases.map(runningSquares)
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

function runningSquares(x: Float64Array): Float64Array {
  const out = new Float64Array(x.length + 1)
  for (let i = 0; i < x.length; i++) out[i + 1] = out[i] + x[i] * x[i]
  return out
}

/** The slip of each piece that together correlate best for what their changes cost. */
function bestSlips(correlation: Correlator, count: number): Float64Array {
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
      origin[s] = p === 0 ? s : bestOrigin(totals, s)
      next[s] = findBestPredecessor(totals, origin[s], s) + (to - from) * correlation(from, to, s)
    }
    back.push(origin)
    totals = next
  }
  return tracePath(totals, back).map((s, p) =>
    refineSlip(correlation, s, Math.round((p * count) / pieces), Math.round(((p + 1) * count) / pieces)),
  )
}

/** The top of the parabola through a slip and its neighbors. */
function refineSlip(correlation: Correlator, slip: number, from: number, to: number): number {
  if (slip === 0 || slip === SLIPS - 1) return slip
  const [before, here, after] = [slip - 1, slip, slip + 1].map((s) => correlation(from, to, s))
  const bend = before - 2 * here + after
  return bend < 0 ? slip + Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend)) : slip
}

function findBestPredecessor(totals: Float64Array, origin: number, s: number): number {
  return totals[origin] - CHANGE_COST * PIECE * Math.abs(s - origin)
}

function bestOrigin(totals: Float64Array, s: number): number {
  let best = s
  for (let o = Math.max(0, s - MAX_CHANGE); o <= Math.min(SLIPS - 1, s + MAX_CHANGE); o++)
    if (findBestPredecessor(totals, o, s) > findBestPredecessor(totals, best, s)) best = o
  return best
}

function tracePath(totals: Float64Array, back: readonly Int32Array[]): Float64Array {
  const slips = new Float64Array(back.length)
  let s = 0
  for (let o = 1; o < SLIPS; o++) if (totals[o] > totals[s]) s = o
  for (let p = back.length - 1; p >= 0; p--) {
    slips[p] = s
    s = back[p][s]
  }
  return slips
}

/** b with each sample moved by the slip of the pieces around it. */
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

/** Series of one capture: equally long, zero where nothing was measured. */
export type SeriesList = readonly Float64Array[]

/** Where b lies on a: b's sample j, played `warp` times as slowly, meets a's sample `lag` + j·warp. */
export type Alignment = { lag: number; warp: number; correlation: number; overlap: number }

/** b played at several speeds, ready to be slid along other captures. */
type Sliding = { size: number; warps: readonly number[]; spectra: Spectra[] }

/** Which alignments to look for: samples in common at least, lag to either side at least, and how many at most. */
type Wanted = { minOverlap: number; minLag: number; count: number }

/** Alignments that promise less than this share of the best one are not looked at. */
const PROMISING = 0.7
const LONG_OVERLAP = 50
const SHORT_COST = 0.008
const SAME_PLACE = 2

/** b at each speed, transformed to `size` points, which must hold both captures one after the other. */
export function prepareSliding(b: SeriesList, warps: readonly number[], size: number): Sliding {
  const spectra = warps.map((warp) => {
    const n = Math.floor((b[0].length - 1) * warp) + 1
    const played = emptySpectra(b.length, size)
    load(
      played,
      b.map((x) => resample(x, 0, 1 / warp, n)),
    )
    return played
  })
  return { size, warps, spectra }
}

/** The highest peaks of the correlation over all speeds and lags, best first. */
export function alignments(a: SeriesList, sliding: Sliding, { minOverlap, minLag, count }: Wanted): Alignment[] {
  const { size, warps, spectra } = sliding
  const own = emptySpectra(a.length, size)
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
  const wanted = peaks.filter(({ lag }) => Math.abs(lag) >= minLag).toSorted((p, q) => promise(q) - promise(p))
  const enough = wanted.length > 0 ? PROMISING * promise(wanted[0]) : 0
  return distinct(wanted, count).filter((peak) => promise(peak) >= enough)
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

/** Short overlaps reach a high correlation more easily. */
export function promise({ correlation, overlap }: { correlation: number; overlap: number }): number {
  return correlation * (1 - SHORT_COST * Math.max(0, LONG_OVERLAP - overlap))
}

/** Drops alignments that another one, a little slower or quicker, already stands for. */
function distinct(peaks: readonly Alignment[], count: number): Alignment[] {
  const kept: Alignment[] = []
  for (const peak of peaks) {
    if (kept.length >= count) break
    if (kept.every((other) => Math.abs(middle(other) - middle(peak)) > SAME_PLACE)) kept.push(peak)
  }
  return kept
}

/** Where in b the middle of the overlap lies, less where it lies in a. */
function middle({ lag, warp, overlap }: Alignment): number {
  const centre = Math.max(0, lag) + overlap / 2
  return (centre - lag) / warp - centre
}

/** Series of one capture, two by two as the real and imaginary part of one spectrum, and their running energy. */
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

/** The smallest size of a transform, at least 64, that holds this length. */
export function powerOfTwoFrom(length: number): number {
  let size = 64
  while (size < length) size *= 2
  return size
}

/** Room for so many series in transforms of this size. */
export function emptySpectra(series: number, size: number): Spectra {
  const parts = () => Array.from({ length: Math.ceil(series / 2) }, () => new Float64Array(size))
  return { n: 0, re: parts(), im: parts(), energy: new Float64Array(size + 1) }
}

/** Transforms series of equal length into the room given. */
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
 * Sums of products of a with b, and of a with c, over all series: for a lag of l samples at place l (or size + l) of `withB`
 * and `withC`, one transform for both.
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
    // Conjugated, because a forward transform stands for the inverse; c is turned by i into the imaginary part.
    re[k] += bReal + cImag
    im[k] += cReal - bImag
    if (m === k) continue
    re[m] += bReal - cImag
    im[m] += cReal + bImag
  }
}

/** Correlation at a lag from the sum of products there; 0 where either side is still. */
export function correlationAt(a: Spectra, b: Spectra, lag: number, product: number): number {
  const from = Math.max(0, lag)
  const to = Math.min(a.n, lag + b.n)
  const squares = (a.energy[to] - a.energy[from]) * (b.energy[to - lag] - b.energy[from - lag])
  return squares > 0 ? product / Math.sqrt(squares) : 0
}
