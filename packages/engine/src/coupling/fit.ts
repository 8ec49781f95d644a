import { createPositiveSolver, type Solver } from '../math/linear-algebra.ts'
import { type Band, bandPass } from '../math/smoothing.ts'
import { center, dot } from '../math/statistics.ts'
import { GRID_HZ } from '../timeline.ts'

/**
 * The sensor's side of the comparison: base[0] is its velocity, base[1..3] the relative motion of a point one meter
 * along each sensor axis, because the lever arm to the tracked point is unknown. Axes 0 and 1 are horizontal, 2 is up.
 */
export type Base = readonly (readonly Float64Array[])[]

/**
 * camera ≈ rotation(heading) · Σ weights[k]·base[k]; `mirror` is -1 if one horizontal axis of the camera is inverted.
 */
export type Fit = { explained: number; heading: number; mirror: 1 | -1; weights: number[] }

// Widths in grid samples of 20 ms. The main band lies between 80 ms and half a second: slower than a camera's noise,
// faster than the drift of integrated acceleration.
export const MAIN: Band = { fine: 4, coarse: 25 }
export const QUICK: Band = { fine: 2.5, coarse: 8 }
export const SLOW: Band = { fine: 6, coarse: 40 }
export const SLOWEST: Band = { fine: 10, coarse: 60 }

const HEADINGS = Array.from({ length: 48 }, (_, h) => {
  const angle = (2 * Math.PI * h) / 48
  return { angle, cos: Math.cos(angle), sin: Math.sin(angle) }
})
// Enough where each heading needs its own sums: an error of 7.5° costs less than 1 %.
const EVERY_OTHER = HEADINGS.filter((_, h) => h % 2 === 0)
// Keeps the lever arm finite if the sensor hardly turned.
const RIDGE = 1e-4
const PIVOT_FLOOR = 1e-12
const LAGS = { from: -6, to: 12 }

type Range = { from: number; to: number }

/**
 * Filters the velocities derived from the motion sensor (`base`) to one frequency band. Returns them in the same order:
 * the sensor's own velocity, then the velocities that a lever arm along each axis adds.
 */
export function filterBaseSeries(base: Base, band: Band): Float64Array[][] {
  const flat = bandPass(base.flat(), band)
  return base.map((_, k) => flat.slice(3 * k, 3 * k + 3))
}

/** Returns the length of a vector over time, one value for each sample; `columns` are its coordinates. */
export function computeNorms(columns: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(columns[0].length)
  for (const column of columns) for (let i = 0; i < out.length; i++) out[i] += column[i] * column[i]
  for (let i = 0; i < out.length; i++) out[i] = Math.sqrt(out[i])
  return out
}

/**
 * Integrates an acceleration (m/s², on the grid) to a velocity by the trapezoid rule, after removing its mean. What
 * remains of a constant error is a straight line, which the band-pass removes later.
 */
export function integrate(acceleration: Float64Array): Float64Array {
  const out = center(acceleration)
  let total = 0
  let before = 0
  // The trapezoid rule; whole steps would shift the sensor by half a sample.
  for (let i = 0; i < out.length; i++) {
    const over = out[i]
    total += (before + over) / (2 * GRID_HZ)
    before = over
    out[i] = total
  }
  return out
}

/** Returns the derivative per second of a series on the grid: central differences, one-sided at the ends. */
export function computeDerivative(x: Float64Array): Float64Array {
  const last = x.length - 1
  const out = new Float64Array(x.length)
  for (let i = 0; i <= last; i++) {
    const before = Math.max(0, i - 1)
    const after = Math.min(last, i + 1)
    if (after > before) out[i] = ((x[after] - x[before]) * GRID_HZ) / (after - before)
  }
  return out
}

/** Returns the mean of a vector's squared length over time; `columns` are its coordinates. */
export function computeEnergy(columns: readonly Float64Array[]): number {
  let total = 0
  for (const column of columns) for (let i = 0; i < column.length; i++) total += column[i] * column[i]
  return total / columns[0].length
}

/** Fits a camera track to one base. `camera` holds x, up and, with depth, z. */
export type Fitter = (camera: readonly Float64Array[], lag?: number) => Fit

/**
 * Returns a function that fits the velocities derived from the motion sensor (`base`) to a camera track: scale and
 * lever arm by least squares, the heading by search. `columns` is the number of the camera's axes (2 or 3), `range` the
 * samples of the base to use. At `lag`, sample i + lag of the camera corresponds to sample i of the base.
 */
export function createFitter(base: Base, columns: number, range: Range = { from: 0, to: base[0][0].length }): Fitter {
  const fit = columns < 3 ? createFlatFit(base, range) : createSpatialFit(base, range)
  return (camera, lag = 0) => {
    const sums = computeSums(base, camera, { ...range, lag })
    return sums.energy > 0 ? fit(sums) : { explained: 0, heading: 0, mirror: 1, weights: base.map(() => 0) }
  }
}

/**
 * Fits the velocities derived from the motion sensor (`base`) to the camera's velocity at one lag, over all samples
 * that both have at that lag.
 */
export function findBestFit(base: Base, camera: readonly Float64Array[], lag: number): Fit {
  const n = camera[0].length
  return createFitter(base, camera.length, { from: Math.max(0, -lag), to: Math.min(n, n - lag) })(camera, lag)
}

type Sums = { energy: number; up: number[]; ax: number[]; bx: number[]; az: number[]; bz: number[] }

function computeSums(base: Base, camera: readonly Float64Array[], { from, to, lag }: Range & { lag: number }): Sums {
  const [x, up, z] = camera
  const products = (axis: number, column: Float64Array | undefined) =>
    base.map((b) => (column ? dot(b[axis], column, from, to, lag) : 0))
  return {
    energy: camera.reduce((total, c) => total + dot(c, c, from + lag, to + lag, 0), 0),
    up: products(2, up),
    ax: products(0, x),
    bx: products(1, x),
    az: products(0, z),
    bz: products(1, z),
  }
}

/** With b(θ) = up + c·cos θ + s·sin θ the explained energy b(θ)ᵀG⁻¹b(θ) is a small quadratic form in (1, cos θ, sin θ). */
function createSpatialFit(base: Base, range: Range): (sums: Sums) => Fit {
  const parts = [0, 1, 2].map((axis) => computeProducts(base, axis, axis, range))
  const gram = parts[0].map((row, k) => row.map((value, l) => value + parts[1][k][l] + parts[2][k][l]))
  const solve = createSolver(gram)
  return (sums) => {
    const [same, mirrored] = [turnToBest(solve, sums, 1), turnToBest(solve, sums, -1)]
    return mirrored.explained > same.explained ? mirrored : same
  }
}

function turnToBest(solve: Solver, { energy: total, up, ax, bx, az, bz }: Sums, mirror: 1 | -1): Fit {
  const c = ax.map((value, k) => value + mirror * bz[k])
  const s = az.map((value, k) => value - mirror * bx[k])
  const solved = [up, c, s].map(solve)
  const form = [up, c, s].map((left) => solved.map((right) => dot(left, right)))
  let heading = 0
  let most = -1
  for (const { angle, cos, sin } of HEADINGS) {
    const explained =
      form[0][0] +
      cos * cos * form[1][1] +
      sin * sin * form[2][2] +
      2 * (cos * form[0][1] + sin * form[0][2] + cos * sin * form[1][2])
    if (explained > most) {
      most = explained
      heading = angle
    }
  }
  const weights = up.map((_, k) => solved[0][k] + Math.cos(heading) * solved[1][k] + Math.sin(heading) * solved[2][k])
  return { explained: Math.max(0, most) / total, heading, mirror, weights }
}

/** Without depth only one horizontal direction is visible, and the sums of products depend on it. */
function createFlatFit(base: Base, range: Range): (sums: Sums) => Fit {
  const [upUp, aa, ab, bb] = [
    [2, 2],
    [0, 0],
    [0, 1],
    [1, 1],
  ].map(([i, j]) => computeProducts(base, i, j, range))
  const turned = EVERY_OTHER.map(({ angle, cos: c, sin: s }) => {
    const gram = upUp.map((row, k) =>
      row.map((value, l) => value + c * c * aa[k][l] + s * s * bb[k][l] - c * s * (ab[k][l] + ab[l][k])),
    )
    return { heading: angle, c, s, solve: createSolver(gram) }
  })
  return ({ energy: total, up, ax, bx }) => {
    let best: Fit = { explained: 0, heading: 0, mirror: 1, weights: base.map(() => 0) }
    for (const { heading, c, s, solve } of turned) {
      const right = up.map((value, k) => value + c * ax[k] - s * bx[k])
      const weights = Array.from(solve(right))
      const explained = dot(weights, right) / total
      if (explained > best.explained) best = { explained, heading, mirror: 1, weights }
    }
    return best
  }
}

/** Σ base[k][i]·base[l][j] over the range, for all k and l. */
function computeProducts(base: Base, i: number, j: number, { from, to }: Range): number[][] {
  return base.map((left) => base.map((right) => dot(left[i], right[j], from, to, 0)))
}

/** Solves (gram + ridge)·w = right. */
function createSolver(gram: readonly number[][]): Solver {
  const n = gram.length
  const ridged = Float64Array.from(gram.flat())
  for (let i = 0; i < n; i++) ridged[i * n + i] += RIDGE * gram[i][i] + PIVOT_FLOOR
  return createPositiveSolver(ridged, n, PIVOT_FLOOR)
}

/**
 * Returns the velocity that the camera should see, predicted from the motion sensor (`base`) by a fit: the columns x,
 * up and z.
 */
export function predict(base: Base, { heading, mirror, weights }: Fit): Float64Array[] {
  const n = base[0][0].length
  const [x, up, z] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)]
  const [c, s] = [Math.cos(heading), Math.sin(heading)]
  for (let k = 0; k < base.length; k++) {
    const [a, b, rise] = base[k]
    const weight = weights[k]
    for (let t = 0; t < n; t++) {
      x[t] += weight * (c * a[t] - mirror * s * b[t])
      up[t] += weight * rise[t]
      z[t] += weight * (s * a[t] + mirror * c * b[t])
    }
  }
  return [x, up, z]
}

/** One lag for a whole window in grid steps, refined by a parabola, and how far it stands out. */
export type Rigid = { fit: Fit; lag: number; fineLag: number; sharpness: number }

/**
 * Finds the time lag between camera and motion sensor (`base`) at which the sensor explains most of the camera's
 * velocity, and by how much it exceeds the average lag (`sharpness`). All lags are compared over the same samples of
 * the sensor.
 */
export function findBestLag(base: Base, camera: readonly Float64Array[]): Rigid {
  const { from, to } = LAGS
  const fitAt = createFitter(base, camera.length, { from: -from, to: camera[0].length - to })
  const fits = Array.from({ length: to - from + 1 }, (_, k) => fitAt(camera, from + k))
  const at = fits.reduce((best, { explained }, k) => (explained > fits[best].explained ? k : best), -from)
  const mean = fits.reduce((total, { explained }) => total + explained, 0) / fits.length
  const fineLag = from + at + findSummit(fits[at - 1]?.explained, fits[at].explained, fits[at + 1]?.explained)
  return { fit: fits[at], lag: from + at, fineLag, sharpness: fits[at].explained - mean }
}

/** Returns the offset of the maximum of a parabola through three heights; 0 at the end of the search. */
function findSummit(before: number | undefined, height: number, after: number | undefined): number {
  if (before === undefined || after === undefined) return 0
  const bend = before - 2 * height + after
  return bend < 0 ? (before - after) / (2 * bend) : 0
}
