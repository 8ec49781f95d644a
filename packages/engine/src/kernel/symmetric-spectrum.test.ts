import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { symmetricSpectrum } from './symmetric-spectrum.ts'

describe('symmetricSpectrum', () => {
  it('finds the values of small matrices, largest first', () => {
    expect(Array.from(symmetricSpectrum(Float64Array.of(7), 1).values)).toEqual([7])
    const two = symmetricSpectrum(Float64Array.of(2, 1, 1, 2), 2)
    expect(two.values[0]).toBeCloseTo(3, 12)
    expect(two.values[1]).toBeCloseTo(1, 12)
    expect(Math.abs(two.vectors[0])).toBeCloseTo(Math.SQRT1_2, 12)
    expect(two.vectors[0]).toBeCloseTo(two.vectors[1], 12)
  })

  it.each([
    ['nothing but 0', new Float64Array(16), [0, 0, 0, 0]],
    ['a diagonal', Float64Array.from({ length: 16 }, (_, at) => (at % 5 === 0 ? at / 5 : 0)), [3, 2, 1, 0]],
    ['one direction', new Float64Array(16).fill(1), [4, 0, 0, 0]],
  ])('knows %s', (_, matrix, values) => {
    const found = symmetricSpectrum(matrix, 4).values
    values.forEach((value, i) => {
      expect(found[i]).toBeCloseTo(value, 12)
    })
  })

  it.each([3, 10, 48])('gives unit vectors at right angles that the matrix only stretches: %d dimensions', (n) => {
    const matrix = covariance(n, n + 5)
    const { values, vectors } = symmetricSpectrum(matrix.slice(), n)
    for (let k = 0; k < n; k++) {
      for (let i = 0; i < n; i++) {
        expect(inner(matrix.subarray(i * n), vectors.subarray(k * n), n)).toBeCloseTo(values[k] * vectors[k * n + i], 9)
        expect(inner(vectors.subarray(i * n), vectors.subarray(k * n), n)).toBeCloseTo(i === k ? 1 : 0, 10)
      }
      if (k > 0) expect(values[k]).toBeLessThanOrEqual(values[k - 1])
    }
  })
})

function covariance(n: number, samples: number): Float64Array {
  const random = seededRandom(n)
  const x = Array.from({ length: n }, () => Float64Array.from({ length: samples }, () => normal(random)))
  return Float64Array.from({ length: n * n }, (_, at) => inner(x[Math.floor(at / n)], x[at % n], samples))
}

function inner(a: Float64Array, b: Float64Array, n: number): number {
  let sum = 0
  for (let i = 0; i < n; i++) sum += a[i] * b[i]
  return sum
}
