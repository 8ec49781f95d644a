import { resample } from './resampling.ts'
import { correlate, correlationAt, emptySpectra, load, type Spectra } from './spectra.ts'

/** Series of one capture: equally long, zero where nothing was measured. */
export type SeriesList = readonly Float64Array[]

/** Where b lies on a: b's sample j, played `warp` times as slowly, meets a's sample `lag` + j·warp. */
export type Alignment = { lag: number; warp: number; correlation: number; overlap: number }

/** b played at several speeds, ready to be slid along other captures. */
export type Sliding = { size: number; warps: readonly number[]; spectra: Spectra[] }

/** Which alignments to look for: samples in common at least, lag to either side at least, and how many at most. */
export type Wanted = { minOverlap: number; minLag: number; count: number }

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
