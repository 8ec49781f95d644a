const REACH = 3

/**
 * Local linear regression with Gaussian weights (Fan 1992; a relative of Savitzky and Golay's smoother): unlike a moving average it
 * has no bias at the ends of a short take. Sigma in samples; all columns have one length.
 */
export function smoothed(columns: readonly Float64Array[], sigma: number): Float64Array[] {
  const n = columns[0].length
  const out = columns.map(() => new Float64Array(n))
  const bell = Float64Array.from({ length: Math.ceil(REACH * sigma) + 1 }, (_, d) => Math.exp(-0.5 * (d / sigma) ** 2))
  const kernel = new Float64Array(2 * bell.length)
  let reach = { from: 0, to: 0 }
  // A wide smoothing changes little from sample to sample: it is computed here and there, with straight lines between.
  const stride = Math.max(1, Math.floor(sigma / 5))
  for (let k = 0; k < n + stride - 1; k += stride) {
    const i = Math.min(k, n - 1)
    const from = Math.max(0, i - bell.length + 1)
    const to = Math.min(n, i + bell.length)
    // Away from the ends all kernels are alike.
    if (from - i !== reach.from || to - i !== reach.to) {
      reach = { from: from - i, to: to - i }
      fillKernel(kernel, bell, reach)
    }
    for (let c = 0; c < columns.length; c++) {
      const column = columns[c]
      let total = 0
      for (let j = from; j < to; j++) total += kernel[j - from] * column[j]
      out[c][i] = total
    }
  }
  if (stride > 1) for (const column of out) bridge(column, stride)
  return out
}

function bridge(column: Float64Array, stride: number): void {
  const last = column.length - 1
  for (let i = 0; i < last; i += stride) {
    const length = Math.min(stride, last - i)
    for (let k = 1; k < length; k++) column[i + k] = column[i] + (k / length) * (column[i + length] - column[i])
  }
}

/** Weights whose sum with the neighbours at from..to-1 is the value at 0 of their weighted straight line. */
function fillKernel(kernel: Float64Array, bell: Float64Array, { from, to }: { from: number; to: number }): void {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  for (let d = from; d < to; d++) {
    const weight = bell[d < 0 ? -d : d]
    s0 += weight
    s1 += weight * d
    s2 += weight * d * d
  }
  const det = s0 * s2 - s1 * s1
  // One lonely sample has no slope; it is its own value.
  const flat = !(det > 0)
  for (let d = from; d < to; d++) {
    const weight = bell[d < 0 ? -d : d]
    kernel[d - from] = flat ? weight / s0 : (weight * (s2 - s1 * d)) / det
  }
}

/** A band by the widths of the two smoothings that bound it, in samples. */
export type Band = { fine: number; coarse: number }

/** What lies between the two smoothings: quick noise and slow drift are gone, the same way at the ends as inside. */
export function bandPassed(columns: readonly Float64Array[], { fine, coarse }: Band): Float64Array[] {
  const slow = smoothed(columns, coarse)
  return smoothed(columns, fine).map((column, c) => column.map((value, i) => value - slow[c][i]))
}
