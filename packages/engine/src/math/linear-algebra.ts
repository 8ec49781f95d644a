import type { f64, i32 } from '../kernel/portable.ts'

/**
 * Returns the eigenvalues of a symmetric n×n matrix, largest first, and the unit eigenvectors in the rows of `vectors`.
 * Overwrites `a`. Uses Householder's reduction to tridiagonal form, then QL steps with Wilkinson's shift (Golub and Van
 * Loan, Matrix Computations, 8.3); ten times as fast as Jacobi's sweeps at 128 dimensions.
 */
export function computeSymmetricSpectrum(a: Float64Array, n: number): { values: Float64Array; vectors: Float64Array } {
  const vectors = new Float64Array(n * n)
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1
  for (let k = 0; k + 2 < n; k++) reflect(a, n, k, vectors)
  const diagonal = Float64Array.from({ length: n }, (_, i) => a[i * n + i])
  const beside = Float64Array.from({ length: n }, (_, i) => (i + 1 < n ? a[i * n + i + 1] : 0))
  diagonalize(diagonal, beside, vectors)
  return sortSpectrum(diagonal, vectors, n)
}

/** Clears row and column k beyond the second diagonal by reflecting all rows and columns after k. */
function reflect(a: Float64Array, n: number, k: number, vectors: Float64Array): void {
  const v = a.slice(k * n, (k + 1) * n).fill(0, 0, k + 1)
  let size = 0
  for (let i = k + 1; i < n; i++) size += v[i] * v[i]
  if (size - v[k + 1] * v[k + 1] <= 1e-32 * size) return
  v[k + 1] += v[k + 1] < 0 ? -Math.sqrt(size) : Math.sqrt(size)
  let length = 0
  for (let i = k + 1; i < n; i++) length += v[i] * v[i]
  const beta = 2 / length
  const p = new Float64Array(n)
  for (let i = k; i < n; i++) for (let j = k + 1; j < n; j++) p[i] += beta * a[i * n + j] * v[j]
  let overlap = 0
  for (let i = k + 1; i < n; i++) overlap += p[i] * v[i]
  for (let i = k; i < n; i++) p[i] -= 0.5 * beta * overlap * v[i]
  for (let i = k; i < n; i++) for (let j = k; j < n; j++) a[i * n + j] -= v[i] * p[j] + p[i] * v[j]
  reflectRows(vectors, n, v, beta)
}

function reflectRows(vectors: Float64Array, n: number, v: Float64Array, beta: number): void {
  const along = new Float64Array(n)
  for (let i = 0; i < n; i++) if (v[i] !== 0) for (let j = 0; j < n; j++) along[j] += beta * v[i] * vectors[i * n + j]
  for (let i = 0; i < n; i++) if (v[i] !== 0) for (let j = 0; j < n; j++) vectors[i * n + j] -= v[i] * along[j]
}

const MAX_STEPS = 60

function diagonalize(d: Float64Array, e: Float64Array, vectors: Float64Array): void {
  const n = d.length
  for (let low = 0; low < n; low++) {
    for (let step = 0; step < MAX_STEPS; step++) {
      let high = low
      while (high + 1 < n && Math.abs(e[high]) > 1e-16 * (Math.abs(d[high]) + Math.abs(d[high + 1]))) high++
      if (high === low) break
      stepQl(d, e, { low, high }, vectors)
    }
  }
}

/** One implicit QL step between two rows. */
function stepQl(
  d: Float64Array,
  e: Float64Array,
  { low, high }: { low: number; high: number },
  vectors: Float64Array,
): void {
  const half = (d[low + 1] - d[low]) / (2 * e[low])
  let g = d[high] - d[low] + e[low] / (half + (half < 0 ? -1 : 1) * Math.hypot(half, 1))
  let [s, c, p] = [1, 1, 0]
  for (let i = high - 1; i >= low; i--) {
    const f = s * e[i]
    const b = c * e[i]
    const r = Math.hypot(f, g)
    e[i + 1] = r
    if (r === 0) {
      d[i + 1] -= p
      e[high] = 0
      return
    }
    s = f / r
    c = g / r
    const q = d[i + 1] - p
    const t = (d[i] - q) * s + 2 * c * b
    p = s * t
    d[i + 1] = q + p
    g = c * t - b
    turn(vectors, d.length, i, c, s)
  }
  d[low] -= p
  e[low] = g
  e[high] = 0
}

function turn(vectors: Float64Array, n: number, i: number, c: number, s: number): void {
  for (let k = i * n; k < (i + 1) * n; k++) {
    const f = vectors[k + n]
    vectors[k + n] = s * vectors[k] + c * f
    vectors[k] = c * vectors[k] - s * f
  }
}

function sortSpectrum(
  values: Float64Array,
  vectors: Float64Array,
  n: number,
): { values: Float64Array; vectors: Float64Array } {
  const order = Array.from(values.keys()).toSorted((p, q) => values[q] - values[p])
  const rows = new Float64Array(n * n)
  order.forEach((from, to) => {
    rows.set(vectors.subarray(from * n, (from + 1) * n), to * n)
  })
  return { values: Float64Array.from(order, (from) => values[from]), vectors: rows }
}

/** Solves matrix·x = right for one matrix. */
export type Solver = (right: ArrayLike<number>) => Float64Array

/**
 * Returns a function that solves matrix·x = right for a symmetric positive definite matrix of n rows, of which only the
 * lower half is read (Cholesky). Pivots below `floor` are raised to it, so that a matrix without full rank, or with
 * NaN, can still be factored.
 */
export function createPositiveSolver(matrix: Float64Array, n: number, floor: number): Solver {
  const lower = cholesky(matrix, n, floor)
  return (right) => {
    const x = Float64Array.from(right)
    solveLower(lower, n, x)
    solveUpper(lower, n, x)
    return x
  }
}

// Matrices are square, row by row in one array. Sizes here stay under a few hundred, so plain loops do.

const MAX_SWEEPS: i32 = 60

/**
 * Returns the lower triangular matrix L with L·Lᵀ = a, for a symmetric n×n matrix of which only the lower half is read
 * (Cholesky). Pivots below `floor` are raised to it, so that a covariance of too few samples can still be factored.
 */
export function cholesky(a: Float64Array, n: i32, floor: f64): Float64Array {
  const l = new Float64Array(n * n)
  for (let i: i32 = 0; i < n; i++) {
    for (let j: i32 = 0; j <= i; j++) {
      let rest: f64 = a[i * n + j]
      for (let k: i32 = 0; k < j; k++) rest -= l[i * n + k] * l[j * n + k]
      l[i * n + j] = i === j ? Math.sqrt(rest > floor ? rest : floor) : rest / l[j * n + j]
    }
  }
  return l
}

/** Solves L·x = b for a lower triangular n×n matrix L; replaces `b` by x. */
export function solveLower(l: Float64Array, n: i32, b: Float64Array): void {
  for (let i: i32 = 0; i < n; i++) {
    let rest: f64 = b[i]
    for (let k: i32 = 0; k < i; k++) rest -= l[i * n + k] * b[k]
    b[i] = rest / l[i * n + i]
  }
}

/** Solves Lᵀ·x = b for a lower triangular n×n matrix L; replaces `b` by x. */
export function solveUpper(l: Float64Array, n: i32, b: Float64Array): void {
  for (let i: i32 = n - 1; i >= 0; i--) {
    let rest: f64 = b[i]
    for (let k: i32 = i + 1; k < n; k++) rest -= l[k * n + i] * b[k]
    b[i] = rest / l[i * n + i]
  }
}

/**
 * Computes the eigenvalues of a symmetric n×n matrix, largest first, into `values`, and the unit eigenvectors into the
 * rows of `vectors` (cyclic Jacobi; Golub and Van Loan, Matrix Computations, 8.5). Overwrites `a`.
 */
export function symmetricEigen(a: Float64Array, n: i32, values: Float64Array, vectors: Float64Array): void {
  for (let i: i32 = 0; i < n * n; i++) vectors[i] = 0
  for (let i: i32 = 0; i < n; i++) vectors[i * n + i] = 1
  const small: f64 = 1e-22 * squareSum(a, n * n)
  for (let sweep: i32 = 0; sweep < MAX_SWEEPS; sweep++) {
    if (offDiagonal(a, n) <= small) break
    for (let p: i32 = 0; p < n - 1; p++) for (let q: i32 = p + 1; q < n; q++) rotate(a, n, p, q, vectors)
  }
  for (let i: i32 = 0; i < n; i++) values[i] = a[i * n + i]
  sortRows(values, vectors, n)
}

/** Rotates rows and columns p and q so that a[p][q] becomes 0. */
function rotate(a: Float64Array, n: i32, p: i32, q: i32, vectors: Float64Array): void {
  const apq: f64 = a[p * n + q]
  if (apq === 0) return
  const theta: f64 = (a[q * n + q] - a[p * n + p]) / (2 * apq)
  const t: f64 = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c: f64 = 1 / Math.sqrt(t * t + 1)
  const s: f64 = t * c
  for (let k: i32 = 0; k < n; k++) {
    const x: f64 = a[k * n + p]
    const y: f64 = a[k * n + q]
    a[k * n + p] = c * x - s * y
    a[k * n + q] = s * x + c * y
  }
  turnRows(a, n, p, q, c, s)
  turnRows(vectors, n, p, q, c, s)
}

function turnRows(a: Float64Array, n: i32, p: i32, q: i32, c: f64, s: f64): void {
  for (let k: i32 = 0; k < n; k++) {
    const x: f64 = a[p * n + k]
    const y: f64 = a[q * n + k]
    a[p * n + k] = c * x - s * y
    a[q * n + k] = s * x + c * y
  }
}

function squareSum(a: Float64Array, length: i32): f64 {
  let total: f64 = 0
  for (let i: i32 = 0; i < length; i++) total += a[i] * a[i]
  return total
}

function offDiagonal(a: Float64Array, n: i32): f64 {
  let total: f64 = 0
  for (let i: i32 = 0; i < n; i++) for (let j: i32 = 0; j < n; j++) if (i !== j) total += a[i * n + j] * a[i * n + j]
  return total
}

function sortRows(values: Float64Array, vectors: Float64Array, n: i32): void {
  for (let i: i32 = 0; i < n; i++) {
    let best: i32 = i
    for (let j: i32 = i + 1; j < n; j++) if (values[j] > values[best]) best = j
    if (best === i) continue
    const value: f64 = values[i]
    values[i] = values[best]
    values[best] = value
    for (let k: i32 = 0; k < n; k++) {
      const x: f64 = vectors[i * n + k]
      vectors[i * n + k] = vectors[best * n + k]
      vectors[best * n + k] = x
    }
  }
}
