import { describe, expect, it } from 'vitest'
import { createPositiveSolver } from './linear-algebra.ts'

describe('positiveSolver', () => {
  it('solves a system, again and again, and leaves both sides alone', () => {
    const matrix = Float64Array.of(4, 2, 2, 3)
    const right = [10, 9]
    const solve = createPositiveSolver(matrix, 2, 1e-12)
    expect(solve(right)[0]).toBeCloseTo(1.5, 12)
    expect(solve(right)[1]).toBeCloseTo(2, 12)
    expect([...matrix, ...right]).toEqual([4, 2, 2, 3, 10, 9])
  })

  it('reads the lower half alone', () => {
    expect(createPositiveSolver(Float64Array.of(4, 99, 2, 3), 2, 1e-12)([10, 9])[1]).toBeCloseTo(2, 12)
  })

  it('returns nothing for nothing', () => {
    expect(createPositiveSolver(new Float64Array(0), 0, 1e-12)([])).toEqual(new Float64Array(0))
  })

  it.each([
    ['constant', [1, 1, 1, 1]],
    ['zero', [0, 0, 0, 0]],
    ['not finite', [Number.NaN, 0, 0, 1]],
  ])('gives numbers for a %s matrix, which has no full rank', (_, values) => {
    expect([...createPositiveSolver(Float64Array.from(values), 2, 1e-6)([1, 1])].every(Number.isFinite)).toBe(true)
  })

  it('carries what is not finite on the right side through', () => {
    expect(createPositiveSolver(Float64Array.of(1, 0, 0, 1), 2, 1e-12)([Number.NaN, 1])[0]).toBeNaN()
  })
})
