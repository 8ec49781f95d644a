import { fft, twiddles } from '../../packages/engine/src/kernel/spectrum.ts'

export type Spectrum = { re: Float64Array; im: Float64Array }

type Chirp = { m: number; table: Float64Array; cos: Float64Array; sin: Float64Array; kernel: Spectrum }

/** A discrete Fourier transform of any length (Bluestein 1970) on top of the radix-2 one. */
export type Transform = {
  forward: (x: Float64Array) => Spectrum
  /** The real part of the inverse transform. */
  backward: (spectrum: Spectrum) => Float64Array
}

/** The transform for series of length n. */
export function createTransform(n: number): Transform {
  const chirp = createChirp(n)
  return {
    forward: (x) => convolveWithChirp({ re: x, im: new Float64Array(n) }, chirp),
    backward: ({ re, im }) =>
      convolveWithChirp({ re, im: im.map((value) => -value) }, chirp).re.map((value) => value / n),
  }
}

function createChirp(n: number): Chirp {
  let m = 1
  while (m < 2 * n) m *= 2
  const cos = new Float64Array(n)
  const sin = new Float64Array(n)
  for (let k = 0; k < n; k++) {
    // k² modulo 2n keeps the angle small, or its rounding would grow with k².
    const angle = (Math.PI * ((k * k) % (2 * n))) / n
    cos[k] = Math.cos(angle)
    sin[k] = Math.sin(angle)
  }
  const kernel = { re: new Float64Array(m), im: new Float64Array(m) }
  for (let k = 0; k < n; k++) {
    kernel.re[k] = kernel.re[(m - k) % m] = cos[k]
    kernel.im[k] = kernel.im[(m - k) % m] = sin[k]
  }
  const table = twiddles(m)
  fft(kernel.re, kernel.im, m, table)
  return { m, table, cos, sin, kernel }
}

function convolveWithChirp({ re, im }: Spectrum, { m, table, cos, sin, kernel }: Chirp): Spectrum {
  const a = { re: new Float64Array(m), im: new Float64Array(m) }
  for (let k = 0; k < re.length; k++) {
    a.re[k] = re[k] * cos[k] + im[k] * sin[k]
    a.im[k] = im[k] * cos[k] - re[k] * sin[k]
  }
  fft(a.re, a.im, m, table)
  // Convolution by product; conjugating before and after a forward transform makes it the inverse one.
  for (let k = 0; k < m; k++) {
    const r = a.re[k] * kernel.re[k] - a.im[k] * kernel.im[k]
    a.im[k] = -(a.re[k] * kernel.im[k] + a.im[k] * kernel.re[k])
    a.re[k] = r
  }
  fft(a.re, a.im, m, table)
  const out = { re: new Float64Array(re.length), im: new Float64Array(re.length) }
  for (let k = 0; k < re.length; k++) {
    const [r, i] = [a.re[k] / m, -a.im[k] / m]
    out.re[k] = r * cos[k] + i * sin[k]
    out.im[k] = i * cos[k] - r * sin[k]
  }
  return out
}
