import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { computeSymmetricSpectrum } from './linear-algebra.ts'

describe('symmetricSpectrum', () => {
  it('finds the values of small matrices, largest first', () => {
    expect(Array.from(computeSymmetricSpectrum(Float64Array.of(7), 1).values)).toEqual([7])
    const two = computeSymmetricSpectrum(Float64Array.of(2, 1, 1, 2), 2)
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
    const found = computeSymmetricSpectrum(matrix, 4).values
    values.forEach((value, i) => {
      expect(found[i]).toBeCloseTo(value, 12)
    })
  })

  it.each([3, 10, 48])('gives unit vectors at right angles that the matrix only stretches: %d dimensions', (n) => {
    expectSpectrum(covariance(n, n + 5), n, 1)
  })

  it.each([1e-20, 1e-9, 1e9, 1e20])('does so whatever the unit: %d', (unit) => {
    const matrix = covariance(7, 12)
    expectSpectrum(
      matrix.map((value) => unit * value),
      7,
      unit,
    )
  })

  it.each([1, -1])('loses nothing where a row all but ends beside the diagonal: %d', (beside) => {
    // The reflection's direction is a sum of two nearly equal numbers or their difference; the difference would vanish.
    expectSpectrum(Float64Array.of(3, beside, 1e-7, beside, 2, 0.5, 1e-7, 0.5, 1), 3, 1e-3)
  })

  it.each([2, 3, 40, 100])('knows the closed form for the second difference of %d numbers', (n) => {
    const { values } = computeSymmetricSpectrum(
      threeDiagonals(n, () => 2),
      n,
    )
    for (let k = 0; k < n; k++) {
      expect(values[k]).toBeCloseTo(2 + 2 * Math.cos(((k + 1) * Math.PI) / (n + 1)), 12)
    }
  })

  it("finds the two largest values of Wilkinson's matrix, which agree in thirteen places", () => {
    const matrix = threeDiagonals(21, (i) => Math.abs(i - 10))
    expectSpectrum(matrix, 21, 1)
    const { values } = computeSymmetricSpectrum(matrix, 21)
    expect(values[0]).toBeCloseTo(10.7461941829034, 12)
    expect(values[1]).toBeCloseTo(10.7461941829033, 12)
  })
})

/** Checks that A·v = λ·v, |v| = 1, right angles and falling order, for a matrix whose numbers are of the size of `unit`. */
function expectSpectrum(matrix: Float64Array, n: number, unit: number): void {
  const { values, vectors } = computeSymmetricSpectrum(matrix.slice(), n)
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      const stretched = inner(matrix.subarray(i * n), vectors.subarray(k * n), n)
      expect((stretched - values[k] * vectors[k * n + i]) / unit).toBeCloseTo(0, 9)
      expect(inner(vectors.subarray(i * n), vectors.subarray(k * n), n)).toBeCloseTo(i === k ? 1 : 0, 10)
    }
    if (k > 0) expect(values[k]).toBeLessThanOrEqual(values[k - 1])
  }
}

/** A diagonal with ones beside it. */
function threeDiagonals(n: number, diagonal: (i: number) => number): Float64Array {
  return Float64Array.from({ length: n * n }, (_, at) => {
    const [row, column] = [Math.floor(at / n), at % n]
    return row === column ? diagonal(row) : Math.abs(row - column) === 1 ? 1 : 0
  })
}

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
