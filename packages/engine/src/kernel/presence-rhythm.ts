import type { f64, i32 } from './portable.ts'
import { dot } from './vector.ts'

// Walking repeats, but no step is quite like the one before: a mean cycle played over and over is too regular.

export const RHYTHM_FEATURES: i32 = 4

/** For each sensor: the best likeness to itself 0.4 to 2 s later, and how much lower it is one more repetition on. */
export function rhythmFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const half: i32 = n >> 1
  const y = new Float64Array(3 * half)
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    for (let c: i32 = 0; c < 3; c++) {
      const from: i32 = (3 * sensor + c) * n
      for (let i: i32 = 0; i < half; i++) y[c * half + i] = 0.5 * (x[from + 2 * i] + x[from + 2 * i + 1])
    }
    const energy = energyUpTo(y, half)
    let best: f64 = -1
    let period: i32 = 10
    for (let lag: i32 = 10; lag <= 50; lag++) {
      const likeness: f64 = likenessAt(y, energy, half, lag)
      if (likeness > best) {
        best = likeness
        period = lag
      }
    }
    out[at + 2 * sensor] = best
    out[at + 2 * sensor + 1] = best - likenessAt(y, energy, half, 2 * period)
  }
}

/** Sum of squares of all three axes over the first i samples, for i = 0 … n. */
function energyUpTo(y: Float64Array, n: i32): Float64Array {
  const energy = new Float64Array(n + 1)
  for (let i: i32 = 0; i < n; i++) {
    energy[i + 1] = energy[i] + y[i] * y[i] + y[n + i] * y[n + i] + y[2 * n + i] * y[2 * n + i]
  }
  return energy
}

/** Vector autocorrelation over the three axes; 0 where fewer than 20 pairs are left. */
function likenessAt(y: Float64Array, energy: Float64Array, n: i32, lag: i32): f64 {
  const pairs: i32 = n - lag
  if (pairs < 20) return 0
  let both: f64 = 0
  for (let c: i32 = 0; c < 3; c++) both += dot(y, c * n, y, c * n + lag, pairs)
  return both / Math.sqrt((energy[pairs] + 1e-6) * (energy[n] - energy[lag] + 1e-6))
}
