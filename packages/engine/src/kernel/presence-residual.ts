import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { computeMean, selectQuantile, simultaneity } from './presence-statistics.ts'
import { correlation } from './vector.ts'

// Motor noise grows with the movement that it belongs to (Harris and Wolpert, Nature 394, 1998); sensor noise and what a
// forger adds to hide smoothness do not. Looked at in pieces of 0.2 s.

export const RESIDUAL_FEATURES: i32 = 23

const PIECE: i32 = 10
const HOP: i32 = 5

/** High-frequency residual of each sensor: level, spread, floor, color, dependence on the movement's size and change. */
export function residualFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const pieces: i32 = Math.floor(((n - PIECE - 4) as f64) / (HOP as f64)) as i32
  const quick = new Float64Array(2 * pieces)
  const slow = new Float64Array(2 * pieces)
  const change = new Float64Array(2 * pieces)
  const r = new Float64Array(3 * n)
  let o: i32 = at
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    const from: i32 = 3 * sensor * n
    for (let c: i32 = 0; c < 3; c++) residual(x, from + c * n, n, r, c * n)
    pieceEnergies(x, from, r, n, sensor, pieces, quick, slow, change)
    o = levelFeatures(quick, slow, sensor * pieces, pieces, out, o)
    out[o++] = color(r, n)
    out[o++] = balance(r, n)
  }
  out[o++] = correlation(quick, 0, quick, pieces, pieces)
  out[o++] = correlation(quick, 0, slow, pieces, pieces)
  out[o++] = correlation(quick, pieces, slow, 0, pieces)
  // Now against 0.6 to 2.4 s apart: a graft of somebody else's detail does not follow this movement in particular.
  out[o++] = simultaneity(quick, 0, change, 0, pieces, 6, 24, 6)
  out[o++] = simultaneity(quick, pieces, change, pieces, pieces, 6, 24, 6)
  out[o++] = simultaneity(quick, 0, change, pieces, pieces, 6, 24, 6)
  out[o] = simultaneity(quick, pieces, change, 0, pieces, 6, 24, 6)
}

/** x minus its binomial mean (1 4 6 4 1)/16, 0 at both ends. */
function residual(x: Float64Array, from: i32, n: i32, r: Float64Array, start: i32): void {
  r[start] = 0
  r[start + 1] = 0
  for (let i: i32 = 2; i < n - 2; i++) {
    const k: i32 = from + i
    r[start + i] = (10 * x[k] - 4 * (x[k - 1] + x[k + 1]) - x[k - 2] - x[k + 2]) / 16
  }
  r[start + n - 2] = 0
  r[start + n - 1] = 0
}

/** Log energy of the residual, of the smooth part and of its change, over the three axes. */
function pieceEnergies(
  x: Float64Array,
  from: i32,
  r: Float64Array,
  n: i32,
  sensor: i32,
  pieces: i32,
  quick: Float64Array,
  slow: Float64Array,
  change: Float64Array,
): void {
  const floor: f64 = sensor === 0 ? 1e-4 : 3e-7
  for (let p: i32 = 0; p < pieces; p++) {
    let high: f64 = 0
    let low: f64 = 0
    let moved: f64 = 0
    for (let c: i32 = 0; c < 3; c++) {
      let before: f64 = x[from + c * n + p * HOP + 1] - r[c * n + p * HOP + 1]
      for (let i: i32 = p * HOP + 2; i < p * HOP + 2 + PIECE; i++) {
        const e: f64 = r[c * n + i]
        const s: f64 = x[from + c * n + i] - e
        high += e * e
        low += s * s
        moved += (s - before) * (s - before)
        before = s
      }
    }
    quick[sensor * pieces + p] = log(high / (PIECE as f64) + floor)
    slow[sensor * pieces + p] = log(low / (PIECE as f64) + floor)
    change[sensor * pieces + p] = log(moved / (PIECE as f64) + floor)
  }
}

function levelFeatures(
  quick: Float64Array,
  slow: Float64Array,
  from: i32,
  pieces: i32,
  out: Float64Array,
  at: i32,
): i32 {
  const levels = new Float64Array(pieces)
  for (let p: i32 = 0; p < pieces; p++) levels[p] = quick[from + p]
  const median: f64 = selectQuantile(levels, pieces, 0.5)
  const meanSlow: f64 = computeMean(slow, from, pieces)
  let steep: f64 = 0
  let spread: f64 = 0.01
  for (let p: i32 = 0; p < pieces; p++) {
    const d: f64 = slow[from + p] - meanSlow
    steep += d * quick[from + p]
    spread += d * d
  }
  out[at] = median
  out[at + 1] = selectQuantile(levels, pieces, 0.1) - median
  out[at + 2] = selectQuantile(levels, pieces, 0.9) - median
  out[at + 3] = correlation(quick, from, slow, from, pieces)
  out[at + 4] = steep / spread
  out[at + 5] = median - meanSlow
  return at + 6
}

/** Autocorrelation of the residual at lag 1, over the axes. */
function color(r: Float64Array, n: i32): f64 {
  let total: f64 = 1e-9
  let both: f64 = 0
  for (let c: i32 = 0; c < 3; c++) {
    for (let i: i32 = c * n + 1; i < (c + 1) * n; i++) {
      total += r[i] * r[i]
      both += r[i] * r[i - 1]
    }
  }
  return both / total
}

/** log of the ratio of the largest to the smallest axis power. */
function balance(r: Float64Array, n: i32): f64 {
  let largest: f64 = 0
  let smallest: f64 = 1e300
  for (let c: i32 = 0; c < 3; c++) {
    let total: f64 = 0
    for (let i: i32 = c * n; i < (c + 1) * n; i++) total += r[i] * r[i]
    largest = Math.max(largest, total)
    smallest = Math.min(smallest, total)
  }
  return log((largest + 1e-6) / (smallest + 1e-6))
}
