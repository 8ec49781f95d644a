import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { correlate, correlationAt, createSpectra, load, computeTransformSize } from './alignment.ts'

function series(seed: number, n: number, count: number): Float64Array[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => Float64Array.from({ length: n }, () => normal(random)))
}

function spectraOf(list: Float64Array[], size: number) {
  const spectra = createSpectra(list.length, size)
  load(spectra, list)
  return spectra
}

function productAt(a: Float64Array[], b: Float64Array[], lag: number): number {
  let sum = 0
  a.forEach((x, k) => x.forEach((value, i) => (sum += value * (b[k][i - lag] ?? 0))))
  return sum
}

describe('correlate', () => {
  it.each([1, 2, 3, 4])('adds the products of %d series at every lag, with two captures at once', (count) => {
    const [a, b, c] = [series(1, 20, count), series(2, 15, count), series(3, 17, count)]
    const [withB, withC] = [new Float64Array(64), new Float64Array(64)]
    correlate(spectraOf(a, 64), spectraOf(b, 64), spectraOf(c, 64), withB, withC)
    for (let lag = -14; lag < 20; lag++) {
      expect(withB[(lag + 64) % 64]).toBeCloseTo(productAt(a, b, lag), 9)
      expect(withC[(lag + 64) % 64]).toBeCloseTo(productAt(a, c, lag), 9)
    }
  })

  it('forgets what was loaded before', () => {
    const spectra = spectraOf(series(4, 30, 2), 64)
    load(spectra, series(5, 10, 2))
    const fresh = spectraOf(series(5, 10, 2), 64)
    expect(spectra.n).toBe(10)
    expect(spectra.re).toEqual(fresh.re)
    expect(spectra.im).toEqual(fresh.im)
    expect(spectra.energy.subarray(0, 11)).toEqual(fresh.energy.subarray(0, 11))
  })
})

describe('correlationAt', () => {
  const a = spectraOf([Float64Array.of(1, 2, 3, 4)], 64)
  const b = spectraOf([Float64Array.of(3, 4)], 64)

  it('measures the product by the energy of what overlaps', () => {
    expect(correlationAt(a, b, 2, 25)).toBeCloseTo(1, 12)
    expect(correlationAt(a, b, 0, 11)).toBeCloseTo(11 / 5 / Math.sqrt(5), 12)
    expect(correlationAt(a, b, 3, 12)).toBeCloseTo(12 / (4 * 3), 12)
    expect(correlationAt(a, b, -1, 4)).toBeCloseTo(1, 12)
  })

  it('is 0 where either side is still', () => {
    const still = spectraOf([new Float64Array(4)], 64)
    expect(correlationAt(a, still, 0, 0)).toBe(0)
    expect(correlationAt(still, b, 1, 0)).toBe(0)
  })
})

describe('powerOfTwoFrom', () => {
  it.each([
    [0, 64],
    [64, 64],
    [65, 128],
    [410, 512],
  ])('holds %d in %d', (length, size) => {
    expect(computeTransformSize(length)).toBe(size)
  })
})
