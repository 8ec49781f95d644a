import type { f64, i32 } from './portable.ts'

// Matrices are square, row by row in one array. Sizes here stay under a few hundred, so plain loops do.

const MAX_SWEEPS: i32 = 60

/**
 * Lower L with L·Lᵀ = a (Cholesky). A pivot that is not above `floor` is raised to it, so that a covariance of too few
 * samples still gets a factor.
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

/** Solves L·x = b in place for lower L. */
export function solveLower(l: Float64Array, n: i32, b: Float64Array): void {
  for (let i: i32 = 0; i < n; i++) {
    let rest: f64 = b[i]
    for (let k: i32 = 0; k < i; k++) rest -= l[i * n + k] * b[k]
    b[i] = rest / l[i * n + i]
  }
}

/** Solves Lᵀ·x = b in place for lower L. */
export function solveUpper(l: Float64Array, n: i32, b: Float64Array): void {
  for (let i: i32 = n - 1; i >= 0; i--) {
    let rest: f64 = b[i]
    for (let k: i32 = i + 1; k < n; k++) rest -= l[k * n + i] * b[k]
    b[i] = rest / l[i * n + i]
  }
}

/**
 * Eigenvalues of the symmetric a, largest first, into `values`, and their unit vectors into the rows of `vectors`
 * (cyclic Jacobi; Golub and Van Loan, Matrix Computations, 8.5). `a` is overwritten.
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

/** Turns rows and columns p and q so that a[p][q] becomes 0. */
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
