import { measureLengths } from './lengths.ts'
import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { lowPass } from './presence-filters.ts'
import { computeMean } from './presence-statistics.ts'

// Submovements: the bumps of the size of rotation and of acceleration (without its mean), and when they come.

export const TIMING_FEATURES: i32 = 12

/** For each sensor: peaks a second, interval CV, height CV, rise/fall asymmetry, height-duration correlation, neighbors' likeness. */
export function timingFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const size = new Float64Array(n)
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    measureLengths(x, 3 * sensor * n, n, size, 0)
    lowPass(size, 0, n, 4 / 50, size, 0)
    bumps(size, n, out, at + 6 * sensor)
  }
}

function bumps(size: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const least: f64 = 0.15 * computeMean(size, 0, n)
  const lengths = new Float64Array(n)
  const heights = new Float64Array(n)
  let count: i32 = 0
  let asymmetry: f64 = 0
  let valley: i32 = 0
  let top: i32 = 0
  let rising: i32 = 1
  for (let i: i32 = 1; i < n; i++) {
    if (rising === 1) {
      if (size[i] > size[top]) top = i
      if (size[top] - size[i] > least) rising = 0
      if (size[i] < size[valley] && top <= valley) {
        valley = i
        top = i
      }
      if (rising === 0) {
        // From here on `next` valley is looked for below the top.
        lengths[count] = (top - valley) as f64
        heights[count] = size[top]
        valley = i
      }
    } else {
      if (size[i] < size[valley]) valley = i
      if (size[i] - size[valley] > least) {
        const rise: f64 = lengths[count]
        const fall: f64 = (valley - top) as f64
        asymmetry += (rise - fall) / (rise + fall + 1)
        lengths[count] = rise + fall
        count++
        rising = 1
        top = i
      }
    }
  }
  out[at] = log((50 * ((count + 1) as f64)) / (n as f64))
  out[at + 1] = variation(lengths, count)
  out[at + 2] = variation(heights, count)
  out[at + 3] = count > 0 ? asymmetry / (count as f64) : 0
  out[at + 4] = likeness(lengths, heights, 0, count)
  out[at + 5] = likeness(heights, heights, 1, count - 1)
}

/** Standard deviation over mean. */
function variation(x: Float64Array, n: i32): f64 {
  if (n < 2) return 0
  const mean: f64 = computeMean(x, 0, n)
  let total: f64 = 0
  for (let i: i32 = 0; i < n; i++) total += (x[i] - mean) * (x[i] - mean)
  return Math.sqrt(total / (n as f64)) / (mean + 1e-9)
}

/** Correlation of x[i] and y[i + shift], 0 for fewer than four pairs. */
function likeness(x: Float64Array, y: Float64Array, shift: i32, n: i32): f64 {
  if (n < 4) return 0
  const mx: f64 = computeMean(x, 0, n)
  const my: f64 = computeMean(y, shift, n)
  let xx: f64 = 1e-9
  let yy: f64 = 1e-9
  let xy: f64 = 0
  for (let i: i32 = 0; i < n; i++) {
    xx += (x[i] - mx) * (x[i] - mx)
    yy += (y[i + shift] - my) * (y[i + shift] - my)
    xy += (x[i] - mx) * (y[i + shift] - my)
  }
  return xy / Math.sqrt(xx * yy)
}
