import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { cholesky, solveLower, solveUpper, symmetricEigen } from './linear-algebra.ts'

const matrix = (...rows: number[][]) => Float64Array.from(rows.flat())

describe('cholesky', () => {
  it('gives the factor of a matrix known from the textbook', () => {
    const l = cholesky(matrix([4, 12, -16], [12, 37, -43], [-16, -43, 98]), 3, 1e-9)
    expect(Array.from(l)).toEqual([2, 0, 0, 6, 1, 0, -8, 5, 3])
  })

  it('raises a pivot that is not positive to the floor', () => {
    const l = cholesky(matrix([1, 1], [1, 1]), 2, 0.04)
    expect(Array.from(l)).toEqual([1, 0, 1, 0.2])
  })
})

describe('solveLower and solveUpper', () => {
  const l = matrix([2, 0, 0], [6, 1, 0], [-8, 5, 3])

  it('solves L·x = b', () => {
    const b = Float64Array.from([2, 8, -1])
    solveLower(l, 3, b)
    expect(Array.from(b)).toEqual([1, 2, -1])
  })

  it('solves Lᵀ·x = b', () => {
    const b = Float64Array.from([2 * 1 + 6 * 2 - 8 * 3, 2 + 5 * 3, 9])
    solveUpper(l, 3, b)
    expect(Array.from(b)).toEqual([1, 2, 3])
  })

  it('leave alone what stands behind the n numbers', () => {
    for (const solve of [solveLower, solveUpper]) {
      const b = Float64Array.from([2, 8, -1, 7, 7])
      solve(l, 3, b)
      expect(Array.from(b.subarray(3))).toEqual([7, 7])
    }
  })
})

describe('symmetricEigen', () => {
  function eigen(a: Float64Array, n: number) {
    const values = new Float64Array(n)
    const vectors = new Float64Array(n * n)
    symmetricEigen(Float64Array.from(a), n, values, vectors)
    return { values, vectors }
  }

  it('knows the values and vectors of [[2, 1], [1, 2]]', () => {
    const { values, vectors } = eigen(matrix([2, 1], [1, 2]), 2)
    expect(values[0]).toBeCloseTo(3, 12)
    expect(values[1]).toBeCloseTo(1, 12)
    expect(vectors[0] * vectors[1]).toBeCloseTo(0.5, 12)
    expect(vectors[2] * vectors[3]).toBeCloseTo(-0.5, 12)
  })

  it.each([1e-13, 1e-9, 1, 1e9, 1e13])('finds the same vectors whatever the unit: %d', (unit) => {
    const { values, vectors } = eigen(matrix([2 * unit, unit], [unit, 2 * unit]), 2)
    expect(values[0] / unit).toBeCloseTo(3, 12)
    expect(values[1] / unit).toBeCloseTo(1, 12)
    expect(vectors[0] * vectors[1]).toBeCloseTo(0.5, 12)
  })

  it('sees what lies beside a diagonal of zeros', () => {
    expect(Array.from(eigen(matrix([0, 1], [1, 0]), 2).values)).toEqual([expect.closeTo(1, 12), expect.closeTo(-1, 12)])
  })

  it('takes two axes that are alike and not mixed for what they are', () => {
    const { values } = eigen(matrix([1, 0, 0.5], [0, 1, 0], [0.5, 0, 1]), 3)
    expect(Array.from(values)).toEqual([1.5, 1, 0.5].map((value) => expect.closeTo(value, 12)))
  })

  it('keeps equal values in the order of their axes', () => {
    const { vectors } = eigen(matrix([2, 0, 0], [0, 2, 0], [0, 0, 2]), 3)
    expect(Array.from(vectors)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
  })

  it('leaves alone what stands behind the n values and the n·n numbers', () => {
    const a = Float64Array.from([2, 1, 1, 2, 9, 9, 9, 9])
    const [values, vectors] = [new Float64Array(4).fill(7), new Float64Array(8).fill(7)]
    symmetricEigen(a, 2, values, vectors)
    expect(Array.from(a.subarray(4))).toEqual([9, 9, 9, 9])
    expect(Array.from(values.subarray(2))).toEqual([7, 7])
    expect(Array.from(vectors.subarray(4))).toEqual([7, 7, 7, 7])
    expect(values[0]).toBeCloseTo(3, 12)
  })

  it('does not mind what stood in the arrays it fills', () => {
    const [values, vectors] = [new Float64Array(2).fill(7), new Float64Array(4).fill(7)]
    symmetricEigen(matrix([1, 0], [0, 2]), 2, values, vectors)
    expect(Array.from(values)).toEqual([2, 1])
    expect(Array.from(vectors)).toEqual([0, 1, 1, 0])
  })

  it('sorts the values of a diagonal matrix and their vectors with them', () => {
    const { values, vectors } = eigen(matrix([1, 0, 0], [0, 5, 0], [0, 0, 3]), 3)
    expect(Array.from(values)).toEqual([5, 3, 1])
    expect(Array.from(vectors)).toEqual([0, 1, 0, 0, 0, 1, 1, 0, 0])
  })

  it('puts a random matrix together again from orthonormal vectors', () => {
    const n = 12
    const random = seededRandom(4)
    const half = Float64Array.from({ length: n * n }, () => normal(random))
    const a = half.map((value, at) => value + half[(at % n) * n + Math.floor(at / n)])
    const { values, vectors } = eigen(a, n)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let rebuilt = 0
        let inner = 0
        for (let k = 0; k < n; k++) {
          rebuilt += values[k] * vectors[k * n + i] * vectors[k * n + j]
          inner += vectors[i * n + k] * vectors[j * n + k]
        }
        expect(rebuilt).toBeCloseTo(a[i * n + j], 8)
        expect(inner).toBeCloseTo(i === j ? 1 : 0, 9)
      }
    }
  })
})
