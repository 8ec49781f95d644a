import { cholesky, solveLower, solveUpper } from '../kernel/linear-algebra.ts'

/** Solves matrix·x = right for the matrix it was made of. */
export type Solver = (right: ArrayLike<number>) => Float64Array

/**
 * A solver for the symmetric positive matrix of n rows, of which only the lower half is read (Cholesky). A pivot that is not
 * above `floor` is raised to it, so that a matrix without full rank, or with NaN, still gets a factor.
 */
export function positiveSolver(matrix: Float64Array, n: number, floor: number): Solver {
  const lower = cholesky(matrix, n, floor)
  return (right) => {
    const x = Float64Array.from(right)
    solveLower(lower, n, x)
    solveUpper(lower, n, x)
    return x
  }
}
