import { positiveSolver, type Solver } from '../math/positive-solver.ts'
import { dot } from '../math/vectors.ts'
/**
 * The sensor's side of the comparison: base[0] is its velocity, base[1..3] what a point one meter along each sensor axis moves
 * relative to it (the lever arm between the sensor and the tracked point is unknown). Each has axes 0, 1 level and 2 up.
 */
export type Base = readonly (readonly Float64Array[])[]

/** camera ≈ turn(heading) · Σ weights[k]·base[k]; `mirror` is -1 where the camera counts one level axis the other way. */
export type Fit = { explained: number; heading: number; mirror: 1 | -1; weights: number[] }

type Sums = { energy: number; up: number[]; ax: number[]; bx: number[]; az: number[]; bz: number[] }

const HEADINGS = Array.from({ length: 48 }, (_, h) => {
  const angle = (2 * Math.PI * h) / 48
  return { angle, cos: Math.cos(angle), sin: Math.sin(angle) }
})
// Enough where each needs its own sums: 7.5° off cost less than 1 % of what is seen.
const EVERY_OTHER = HEADINGS.filter((_, h) => h % 2 === 0)
// Keeps the lever arm finite where the sensor hardly turned.
const RIDGE = 1e-4
const PIVOT_FLOOR = 1e-12

/**
 * Least squares for scale and lever arm in closed form, the heading by search. `camera` holds x, up and, with depth, z; its sample
 * i + lag belongs to the base's sample i.
 */
export function bestFit(base: Base, camera: readonly Float64Array[], lag: number): Fit {
  const n = camera[0].length
  const from = Math.max(0, -lag)
  const to = Math.min(n, n - lag)
  const sums = computeSums(base, camera, { from, to, lag })
  const none: Fit = { explained: 0, heading: 0, mirror: 1, weights: base.map(() => 0) }
  if (!(sums.energy > 0)) return none
  if (camera.length < 3) return flatFit(base, sums, { from, to }) ?? none
  const solve = createSolver(computeGram(base, { from, to }))
  return [1, -1].map((mirror) => spatialFit(solve, sums, mirror as 1 | -1)).reduce(better, none)
}

function better(a: Fit, b: Fit): Fit {
  return b.explained > a.explained ? b : a
}

function computeSums(base: Base, camera: readonly Float64Array[], { from, to, lag }: Range & { lag: number }): Sums {
  const [x, up, z] = camera
  const products = (axis: number, column: Float64Array | undefined) =>
    base.map((b) => (column ? dot(b[axis], column, from, to, lag) : 0))
  const energy = camera.reduce((total, c) => total + dot(c, c, from + lag, to + lag, 0), 0)
  return {
    energy,
    up: products(2, up),
    ax: products(0, x),
    bx: products(1, x),
    az: products(0, z),
    bz: products(1, z),
  }
}

/** With b(θ) = up + c·cos θ + s·sin θ the explained energy b(θ)ᵀG⁻¹b(θ) is a small quadratic form in (1, cos θ, sin θ). */
function spatialFit(solve: Solver, { energy, up, ax, bx, az, bz }: Sums, mirror: 1 | -1): Fit {
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
  return { explained: most / energy, heading, mirror, weights }
}

/** Without depth only one level direction is seen, and which one decides the sums of products. */
function flatFit(base: Base, { energy, up, ax, bx }: Sums, { from, to }: Range): Fit | null {
  const part = (i: number, j: number) => base.map((p) => base.map((q) => dot(p[i], q[j], from, to, 0)))
  const [upUp, aa, ab, bb] = [part(2, 2), part(0, 0), part(0, 1), part(1, 1)]
  let best: Fit | null = null
  for (const { angle: heading, cos: c, sin: s } of EVERY_OTHER) {
    const gram = upUp.map((row, k) =>
      row.map((value, l) => value + c * c * aa[k][l] + s * s * bb[k][l] - c * s * (ab[k][l] + ab[l][k])),
    )
    const right = up.map((value, k) => value + c * ax[k] - s * bx[k])
    const weights = Array.from(createSolver(gram)(right))
    const explained = dot(weights, right) / energy
    if (best === null || explained > best.explained) best = { explained, heading, mirror: 1, weights }
  }
  return best
}

/** The camera's velocity as the fit expects it from the sensor: x, up, z. */
export function predict(base: Base, { heading, mirror, weights }: Fit): Float64Array[] {
  const [a, b, up] = [0, 1, 2].map((i) => {
    const out = new Float64Array(base[0][i].length)
    for (let k = 0; k < base.length; k++) for (let t = 0; t < out.length; t++) out[t] += weights[k] * base[k][i][t]
    return out
  })
  const c = Math.cos(heading)
  const s = Math.sin(heading)
  return [a.map((value, t) => c * value - mirror * s * b[t]), up, a.map((value, t) => s * value + mirror * c * b[t])]
}

type Range = { from: number; to: number }

function computeGram(base: Base, { from, to }: Range): number[][] {
  const gram = base.map(() => base.map(() => 0))
  for (let k = 0; k < base.length; k++) {
    for (let l = 0; l <= k; l++) {
      for (let i = 0; i < 3; i++) gram[k][l] += dot(base[k][i], base[l][i], from, to, 0)
      gram[l][k] = gram[k][l]
    }
  }
  return gram
}

/** Solves (gram + ridge)·w = right. */
function createSolver(gram: readonly number[][]): Solver {
  const n = gram.length
  const ridged = Float64Array.from(gram.flat())
  for (let i = 0; i < n; i++) ridged[i * n + i] += RIDGE * gram[i][i] + PIVOT_FLOOR
  return positiveSolver(ridged, n, PIVOT_FLOOR)
}
