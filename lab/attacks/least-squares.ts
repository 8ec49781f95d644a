/** Solves A·x = b for each row b of `right`, A symmetric and positive definite, by Cholesky; A is overwritten. */
export function solveSymmetric(a: Float64Array[], right: readonly Float64Array[]): Float64Array[] {
  const n = a.length
  for (let j = 0; j < n; j++) {
    for (let k = 0; k < j; k++) a[j][j] -= a[j][k] ** 2
    // A direction without any power would divide by zero; it gets no weight instead.
    const pivot = Math.sqrt(Math.max(a[j][j], 1e-300))
    a[j][j] = pivot
    for (let i = j + 1; i < n; i++) {
      for (let k = 0; k < j; k++) a[i][j] -= a[i][k] * a[j][k]
      a[i][j] /= pivot
    }
  }
  return right.map((b) => backSubstituted(a, b))
}

function backSubstituted(l: readonly Float64Array[], b: Float64Array): Float64Array {
  const x = b.slice()
  for (let i = 0; i < x.length; i++) {
    for (let k = 0; k < i; k++) x[i] -= l[i][k] * x[k]
    x[i] /= l[i][i]
  }
  for (let i = x.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < x.length; k++) x[i] -= l[k][i] * x[k]
    x[i] /= l[i][i]
  }
  return x
}

/** Weights w that make Σ w·row closest to each target, with a small ridge; rows are samples of regressors. */
export function regression(
  rows: readonly Float64Array[],
  targets: readonly Float64Array[],
  ridge = 1e-6,
): Float64Array[] {
  const width = rows[0].length
  const gram = Array.from({ length: width }, () => new Float64Array(width))
  const right = targets.map(() => new Float64Array(width))
  rows.forEach((row, t) => {
    for (let i = 0; i < width; i++) {
      const value = row[i]
      for (let j = 0; j <= i; j++) gram[i][j] += value * row[j]
      for (let c = 0; c < targets.length; c++) right[c][i] += value * targets[c][t]
    }
  })
  let power = 0
  for (let i = 0; i < width; i++) power += gram[i][i] / width
  for (let i = 0; i < width; i++) gram[i][i] += ridge * power + 1e-12
  return solveSymmetric(gram, right)
}
