import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { fisher, correlateAtLag } from './signature-rhythm.ts'
import { spectralFeatures } from './spectrum.ts'

const LENGTH = 512
const BINS_PER_HERTZ = LENGTH / 50
const COSINE = Float64Array.from({ length: LENGTH }, (_, i) => Math.cos((2 * Math.PI * i) / LENGTH))
const SINE = Float64Array.from({ length: LENGTH }, (_, i) => Math.sin((2 * Math.PI * i) / LENGTH))

const total = (values: Iterable<number>) => Array.from(values).reduce((sum, value) => sum + value, 0)

describe('spectralFeatures', () => {
  it.each([
    [100, 35],
    [399, 50],
    [400, 61],
    [601, 90],
    [810, 12],
  ])('agree with the definition of the transform for %d samples and a period of %d', (n, period) => {
    const random = seededRandom(n)
    const z = Float64Array.from({ length: 4 * n }, (_, at) => normal(random) + Math.sin(at / (3 + Math.floor(at / n))))
    // One view is all but silent, so that the floors are seen.
    for (let i = 3 * n; i < 4 * n; i++) z[i] *= 1e-5
    const moments = Float64Array.of(0, 1, 0, 2, 0, 0.5, 0, 3)
    const out = new Float64Array(38).fill(7)
    spectralFeatures(z, n, period, moments, out, 3)
    const rows = [0, 1, 2, 3].map((view) => {
      const deviation = moments[2 * view + 1]
      return plainFeatures(z.slice(view * n, (view + 1) * n), period, deviation * deviation)
    })
    const expected = [7, 7, 7, ...rows[0].flatMap((_, feature) => rows.map((row) => row[feature])), 7, 7, 7]
    for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 8)
  })

  it('answer with their floors for silence', () => {
    const out = new Float64Array(32)
    spectralFeatures(new Float64Array(400), 100, 50, new Float64Array(8), out, 0)
    const floors = [1e-5, 1e-5, 1e-7, 1e-7, 1e-7, 1, 1, 1e-7].map(Math.log)
    for (let k = 0; k < 32; k++) expect(out[k]).toBeCloseTo(floors[Math.floor(k / 4)], 9)
  })
})

function plainFeatures(z: Float64Array, period: number, variance: number): number[] {
  const power = plainPower(z)
  const between = (first: number, end: number) => total(power.slice(first, end))
  const band = (low: number, high: number) => {
    const bins = power.filter((_, k) => k >= low * BINS_PER_HERTZ && k < high * BINS_PER_HERTZ)
    return total(bins) / bins.length
  }
  const around = (harmonic: number) => {
    const centre = (harmonic * LENGTH) / period
    return between(Math.max(1, Math.floor(centre - 2)), Math.min(250, Math.ceil(centre + 2)) + 1)
  }
  const whole = between(3, 250) + 1e-9
  return [
    Math.log(around(4) / whole + 1e-5),
    Math.log(around(6) / whole + 1e-5),
    Math.log(band(8.8, 11.5) * variance + 1e-7),
    Math.log(band(5.2, 6.8) / whole + 1e-7),
    Math.log(band(3, 4) / whole + 1e-7),
    fisher(correlateAtLag(z, 0, 0, z.length, 5)),
    Math.log((total([1, 3, 5, 7, 9].map(around)) + 1e-9) / (total([2, 4, 6, 8, 10].map(around)) + 1e-9)),
    Math.log(band(1.6, 2.2) * variance + 1e-7),
  ]
}

/** Mean power a sample in bins 0 to 255 of 512, over segments of up to eight seconds that start every four. */
function plainPower(z: Float64Array): number[] {
  const length = Math.min(z.length, 400)
  const count = Math.floor((z.length - length) / 200) + 1
  const segments = Array.from({ length: count }, (_, k) => underWindow(z.slice(200 * k, 200 * k + length)))
  return Array.from({ length: 256 }, (_, bin) =>
    bin === 0 ? 0 : total(segments.map((segment) => powerAt(segment, bin))) / (count * length),
  )
}

function underWindow(segment: Float64Array): Float64Array {
  return segment.map((value, i) => value * Math.sin((Math.PI * (i + 0.5)) / segment.length) ** 2)
}

function powerAt(segment: Float64Array, bin: number): number {
  const part = (wave: Float64Array) => segment.reduce((sum, value, i) => sum + value * wave[(bin * i) % LENGTH], 0)
  return part(COSINE) ** 2 + part(SINE) ** 2
}
