const REACH = 3

/**
 * Local linear regression with Gaussian weights (Fan 1992; a relative of Savitzky and Golay's smoother): unlike a moving average it
 * has no bias at the ends of a short take. Sigma in samples; all columns have one length.
 */
export function smoothLocally(columns: readonly Float64Array[], sigma: number): Float64Array[] {
  const n = columns[0].length
  const { stride, places } = kernelsFor(n, sigma)
  return columns.map((column) => {
    const out = new Float64Array(n)
    for (let k = 0; k < places.length; k++) out[places[k].at] = applyKernel(column, places[k])
    if (stride > 1) bridge(out, stride)
    return out
  })
}

function applyKernel(column: Float64Array, { from, kernel }: Place): number {
  let total = 0
  for (let j = 0; j < kernel.length; j++) total += kernel[j] * column[from + j]
  return total
}

type Place = { at: number; from: number; kernel: Float64Array }
type Kernels = { stride: number; places: readonly Place[] }

// Kernels depend on length and sigma alone, and a comparison smooths dozens of columns of one length.
const KEPT = new Map<string, Kernels>()
const MOST_KEPT = 16

function kernelsFor(n: number, sigma: number): Kernels {
  const key = `${n} ${sigma}`
  const kept = KEPT.get(key) ?? computeKernels(n, sigma)
  if (KEPT.size >= MOST_KEPT) KEPT.clear()
  KEPT.set(key, kept)
  return kept
}

function computeKernels(n: number, sigma: number): Kernels {
  const bell = Float64Array.from({ length: Math.ceil(REACH * sigma) + 1 }, (_, d) => Math.exp(-0.5 * (d / sigma) ** 2))
  // A wide smoothing changes little from sample to sample: it is computed here and there, with straight lines between.
  const stride = Math.max(1, Math.floor(sigma / 5))
  const inside = computeKernel(bell, { from: 1 - bell.length, to: bell.length })
  const places: Place[] = []
  for (let k = 0; k < n + stride - 1; k += stride) {
    const at = Math.min(k, n - 1)
    const from = Math.max(0, at - bell.length + 1)
    const to = Math.min(n, at + bell.length)
    const isWhole = to - from === inside.length
    places.push({ at, from, kernel: isWhole ? inside : computeKernel(bell, { from: from - at, to: to - at }) })
  }
  return { stride, places }
}

function bridge(column: Float64Array, stride: number): void {
  const last = column.length - 1
  for (let i = 0; i < last; i += stride) {
    const length = Math.min(stride, last - i)
    for (let k = 1; k < length; k++) column[i + k] = column[i] + (k / length) * (column[i + length] - column[i])
  }
}

/** Weights whose sum with the neighbors at from..to-1 is the value at 0 of their weighted straight line. */
function computeKernel(bell: Float64Array, { from, to }: { from: number; to: number }): Float64Array {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  for (let d = from; d < to; d++) {
    const weight = bell[Math.abs(d)]
    s0 += weight
    s1 += weight * d
    s2 += weight * d * d
  }
  const det = s0 * s2 - s1 * s1
  const kernel = new Float64Array(to - from)
  for (let d = from; d < to; d++) {
    const weight = bell[Math.abs(d)]
    // One lonely sample has no slope; it is its own value.
    kernel[d - from] = det > 0 ? (weight * (s2 - s1 * d)) / det : weight / s0
  }
  return kernel
}

/** A band by the widths of the two smoothings that bound it, in samples. */
export type Band = { fine: number; coarse: number }

/** What lies between the two smoothings: quick noise and slow drift are gone, the same way at the ends as inside. */
export function bandPass(columns: readonly Float64Array[], { fine, coarse }: Band): Float64Array[] {
  const slow = smoothLocally(columns, coarse)
  return smoothLocally(columns, fine).map((column, c) => column.map((value, i) => value - slow[c][i]))
}
