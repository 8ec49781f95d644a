import { type Band, bandPass } from '../math/local-regression.ts'
import { interpolateAt } from './camera-stream.ts'
import type { Base } from './fit.ts'
import { derivative } from './series.ts'

// Widths in grid samples of 20 ms. The main band lies between 80 ms and half a second: slower than a camera's noise, quicker than the
// drift of integrated acceleration.
export const MAIN: Band = { fine: 4, coarse: 25 }
export const QUICK: Band = { fine: 2.5, coarse: 8 }
export const SLOW: Band = { fine: 6, coarse: 40 }
export const SLOWEST: Band = { fine: 10, coarse: 60 }

/** All vectors of the base in one band. */
export function filterBase(base: Base, band: Band): Float64Array[][] {
  const flat = bandPass(base.flat(), band)
  return base.map((_, k) => flat.slice(3 * k, 3 * k + 3))
}

/** Velocity of the point on the grid when its frames were taken at `times` (grid steps). */
export function velocity(columns: readonly Float64Array[], times: Float64Array, n: number): Float64Array[] {
  const grid = Float64Array.from({ length: n }, (_, i) => i)
  return columns.map((column) => derivative(interpolateAt(times, column, grid)))
}
