import { fft, twiddles } from '../kernel/fft.ts'

/** Series of one capture, two by two as the real and imaginary part of one spectrum, and their running energy. */
export type Spectra = { n: number; re: Float64Array[]; im: Float64Array[]; energy: Float64Array }

const tables = new Map<number, Float64Array>()

function computeTable(size: number): Float64Array {
  let table = tables.get(size)
  if (!table) {
    table = twiddles(size)
    tables.set(size, table)
  }
  return table
}

/** The smallest size of a transform, at least 64, that holds this length. */
export function powerOfTwoFrom(length: number): number {
  let size = 64
  while (size < length) size *= 2
  return size
}

/** Room for so many series in transforms of this size. */
export function emptySpectra(series: number, size: number): Spectra {
  const parts = () => Array.from({ length: Math.ceil(series / 2) }, () => new Float64Array(size))
  return { n: 0, re: parts(), im: parts(), energy: new Float64Array(size + 1) }
}

/** Transforms series of equal length into the room given. */
export function load(spectra: Spectra, series: readonly Float64Array[]): void {
  const { re, im, energy } = spectra
  const n = series[0].length
  spectra.n = n
  for (let i = 0; i < n; i++) {
    let total = 0
    for (const x of series) total += x[i] * x[i]
    energy[i + 1] = energy[i] + total
  }
  for (let p = 0; p < re.length; p++) {
    re[p].fill(0)
    im[p].fill(0)
    re[p].set(series[2 * p])
    if (2 * p + 1 < series.length) im[p].set(series[2 * p + 1])
    fft(re[p], im[p], re[p].length, computeTable(re[p].length))
  }
}

/**
 * Sums of products of a with b, and of a with c, over all series: for a lag of l samples at place l (or size + l) of `withB`
 * and `withC`, one transform for both.
 */
export function correlate(a: Spectra, b: Spectra, c: Spectra, withB: Float64Array, withC: Float64Array): void {
  withB.fill(0)
  withC.fill(0)
  for (let p = 0; p < a.re.length; p++) addProducts(withB, withC, [a, b, c], p)
  fft(withB, withC, withB.length, computeTable(withB.length))
  for (let k = 0; k < withB.length; k++) {
    withB[k] /= 2 * withB.length
    withC[k] /= 2 * withB.length
  }
}

/** With two real series in each spectrum, twice the sum of their cross spectra is the even part of A·conj(B). */
function addProducts(re: Float64Array, im: Float64Array, spectra: readonly Spectra[], pair: number): void {
  const [ar, br, cr] = spectra.map((one) => one.re[pair])
  const [ai, bi, ci] = spectra.map((one) => one.im[pair])
  const size = re.length
  for (let k = 0; k <= size >> 1; k++) {
    const m = (size - k) & (size - 1)
    const bReal = ar[k] * br[k] + ai[k] * bi[k] + ar[m] * br[m] + ai[m] * bi[m]
    const bImag = ai[k] * br[k] - ar[k] * bi[k] - ai[m] * br[m] + ar[m] * bi[m]
    const cReal = ar[k] * cr[k] + ai[k] * ci[k] + ar[m] * cr[m] + ai[m] * ci[m]
    const cImag = ai[k] * cr[k] - ar[k] * ci[k] - ai[m] * cr[m] + ar[m] * ci[m]
    // Conjugated, because a forward transform stands for the inverse; c is turned by i into the imaginary part.
    re[k] += bReal + cImag
    im[k] += cReal - bImag
    if (m === k) continue
    re[m] += bReal - cImag
    im[m] += cReal + bImag
  }
}

/** Correlation at a lag from the sum of products there; 0 where either side is still. */
export function correlationAt(a: Spectra, b: Spectra, lag: number, product: number): number {
  const from = Math.max(0, lag)
  const to = Math.min(a.n, lag + b.n)
  const squares = (a.energy[to] - a.energy[from]) * (b.energy[to - lag] - b.energy[from - lag])
  return squares > 0 ? product / Math.sqrt(squares) : 0
}
