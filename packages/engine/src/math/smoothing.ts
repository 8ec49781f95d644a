import { dot } from './statistics.ts'

/**
 * Smooths a series by a Gaussian with a standard deviation of `sigma` samples; near the ends only existing samples
 * count. A value that isn't finite affects the results within 3 sigma.
 */
export function smoothGaussian(x: Float64Array, sigma: number): Float64Array {
  const n = x.length
  const reach = Math.ceil(3 * sigma)
  const weights = Float64Array.from({ length: reach + 1 }, (_, i) => Math.exp((-i * i) / (2 * sigma * sigma)))
  const out = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    let total = 0
    let weight = 0
    for (let j = Math.max(0, i - reach); j <= Math.min(n - 1, i + reach); j++) {
      const w = weights[Math.abs(i - j)]
      total += w * x[j]
      weight += w
    }
    out[i] = total / weight
  }
  return out
}

/**
 * Replaces each value by the mean of itself and two neighbors on either side, in place, and returns the array. Beyond
 * the ends the first or last value is repeated.
 */
export function averageFive(x: Float64Array): Float64Array {
  const last = x[x.length - 1]
  let [a, b, c, d] = [x[0], x[0], x[0], x[1] ?? x[0]]
  for (let i = 0; i < x.length; i++) {
    const e = i + 2 < x.length ? x[i + 2] : last
    x[i] = (a + b + c + d + e) / 5
    a = b
    b = c
    c = d
    d = e
  }
  return x
}

const REACH = 3

/**
 * Smooths columns of equal length by local linear regression with Gaussian weights of `sigma` samples (Fan 1992;
 * related to Savitzky and Golay). Unlike a moving average it has no bias at the ends. For a large sigma, only some
 * samples are computed, from block means, and the others are interpolated linearly.
 */
export function smoothLocally(columns: readonly Float64Array[], sigma: number): Float64Array[] {
  const n = columns[0].length
  const { block, stride, places } = loadKernels(n, sigma)
  return columns.map((column) => {
    const means = block > 1 ? averageBlocks(column, block) : column
    const out = new Float64Array(n)
    for (const { at, from, kernel } of places) out[at] = dot(kernel, means, 0, kernel.length, from)
    if (stride > 1) interpolateGaps(out, stride)
    return out
  })
}

/** Returns means of `block` samples each; the last block may be shorter. */
function averageBlocks(column: Float64Array, block: number): Float64Array {
  const out = new Float64Array(Math.ceil(column.length / block))
  for (let b = 0, i = 0; b < out.length; b++) {
    const end = Math.min(column.length, i + block)
    const count = end - i
    let total = 0
    for (; i < end; i++) total += column[i]
    out[b] = total / count
  }
  return out
}

type Place = { at: number; from: number; kernel: Float64Array }
type Kernels = { block: number; stride: number; places: readonly Place[] }

// Kernels depend only on length and sigma, and a comparison smooths dozens of columns of one length.
const KEPT = new Map<string, Kernels>()
const MOST_KEPT = 16

function loadKernels(n: number, sigma: number): Kernels {
  const key = `${n} ${sigma}`
  const kept = KEPT.get(key) ?? computeKernels(n, sigma)
  if (KEPT.size >= MOST_KEPT) KEPT.clear()
  KEPT.set(key, kept)
  return kept
}

function computeKernels(n: number, sigma: number): Kernels {
  const block = Math.max(1, Math.floor(sigma / 5))
  const stride = block * Math.max(1, Math.floor(sigma / 2 / block))
  const reach = Math.ceil(REACH * sigma)
  const blocks = Math.ceil(n / block)
  const places: Place[] = []
  let inside: Float64Array | null = null
  for (let k = 0; k < n + stride - 1; k += stride) {
    const at = Math.min(k, n - 1)
    const from = Math.max(0, Math.ceil((at - reach) / block))
    const to = Math.min(blocks, Math.floor((at + reach) / block) + 1)
    // All inner places have the same kernel, because strides are whole blocks.
    const isInside = at === k && at >= reach && at + reach + block <= n
    const kernel: Float64Array = (isInside ? inside : null) ?? computeKernel({ n, block, from, to, at, sigma })
    if (isInside) inside = kernel
    places.push({ at, from, kernel })
  }
  return { block, stride, places }
}

function interpolateGaps(column: Float64Array, stride: number): void {
  const last = column.length - 1
  for (let i = 0; i < last; i += stride) {
    const length = Math.min(stride, last - i)
    for (let k = 1; k < length; k++) column[i + k] = column[i] + (k / length) * (column[i + length] - column[i])
  }
}

type Around = { n: number; block: number; from: number; to: number; at: number; sigma: number }

/**
 * Computes weights such that the weighted sum of the means of blocks from..to-1 is the value at `at` of their weighted
 * regression line.
 */
function computeKernel({ n, block, from, to, at, sigma }: Around): Float64Array {
  const weights = new Float64Array(to - from)
  const apart = new Float64Array(to - from)
  let [s0, s1, s2] = [0, 0, 0]
  for (let j = 0; j < weights.length; j++) {
    const start = (from + j) * block
    const count = Math.min(block, n - start)
    const d = start + (count - 1) / 2 - at
    const weight = count * Math.exp(-0.5 * (d / sigma) ** 2)
    weights[j] = weight
    apart[j] = d
    s0 += weight
    s1 += weight * d
    s2 += weight * d * d
  }
  const det = s0 * s2 - s1 * s1
  // A single sample has no slope; the result is its own value.
  return weights.map((weight, j) => (det > 0 ? (weight * (s2 - s1 * apart[j])) / det : weight / s0))
}

/** A frequency band, given by the widths in samples of the two smoothings that bound it. */
export type Band = { fine: number; coarse: number }

/**
 * Returns the columns limited to a frequency band: the fine smoothing minus the coarse smoothing, which removes fast
 * noise and slow drift.
 */
export function bandPass(columns: readonly Float64Array[], { fine, coarse }: Band): Float64Array[] {
  const slow = smoothLocally(columns, coarse)
  const out = smoothLocally(columns, fine)
  out.forEach((column, c) => subtract(column, slow[c]))
  return out
}

function subtract(column: Float64Array, other: Float64Array): void {
  for (let i = 0; i < column.length; i++) column[i] -= other[i]
}

/**
 * Interpolates the series `x` at the positions start, start + step, … (`count` of them, in samples) by cubic
 * convolution (Keys 1981, a = -1/2); 0 outside the series.
 */
export function resample(x: Float64Array, start: number, step: number, count: number): Float64Array {
  const out = new Float64Array(count)
  const last = x.length - 1
  for (let j = 0; j < count; j++) {
    const position = start + step * j
    if (!(position >= 0 && position <= last)) continue
    const i = Math.floor(position)
    const b = x[i]
    const c = i < last ? x[i + 1] : b
    const a = i > 0 ? x[i - 1] : b
    const d = i + 1 < last ? x[i + 2] : c
    const f = position - i
    out[j] = b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)))
  }
  return out
}
