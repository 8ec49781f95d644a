import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { gaussian } from './draw.ts'
import { regression, solveSymmetric } from './least-squares.ts'

describe('solveSymmetric', () => {
  it('solves a small system by hand', () => {
    // 4x + 2y = 10, 2x + 3y = 11: x = 1, y = 3.
    const [[x, y]] = solveSymmetric([Float64Array.of(4, 2), Float64Array.of(2, 3)], [Float64Array.of(10, 11)])
    expect(x).toBeCloseTo(1, 12)
    expect(y).toBeCloseTo(3, 12)
  })
})

describe('regression', () => {
  it('finds the weights that made the targets', () => {
    const random = seededRandom(1)
    const rows = Array.from({ length: 60 }, () => gaussian(random, 4))
    const weights = [Float64Array.of(1, -2, 0.5, 3), Float64Array.of(0, 0, 1, 0)]
    const targets = weights.map((w) => Float64Array.from(rows, (row) => row.reduce((sum, v, i) => sum + v * w[i], 0)))
    regression(rows, targets, 0).forEach((found, c) => {
      found.forEach((value, i) => expect(value).toBeCloseTo(weights[c][i], 8))
    })
  })
  it('stays finite where regressors are all zero or all the same', () => {
    const zero = Array.from({ length: 5 }, () => new Float64Array(3))
    const same = Array.from({ length: 5 }, () => Float64Array.of(2, 2, 2))
    for (const rows of [zero, same]) {
      const [w] = regression(rows, [Float64Array.of(1, 2, 3, 4, 5)])
      expect(w.every(Number.isFinite)).toBe(true)
    }
  })
})
