import { dot } from '../kernel/vector.ts'
import type { Alignment, SeriesList } from './alignment.ts'
import { resample } from './resampling.ts'

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
