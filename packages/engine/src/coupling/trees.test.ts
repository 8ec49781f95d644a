import { describe, expect, it } from 'vitest'
import { treesLogit } from './score.ts'

// Feature 0 against 1; then under it feature 1 against 5, else feature 1 against 8.
const TREE = [0, 1, 1, 5, 10, 20, 1, 8, 30, 40]

describe('treesLogit', () => {
  it.each([
    [0, 0, 0.01],
    [0, 5, 0.02],
    [0, 7, 0.02],
    [1, 5, 0.03],
    [1, 8, 0.04],
    [2, 7, 0.03],
    [2, 9, 0.04],
  ])('answers %d and %d by two questions, where the threshold itself is not under: %d', (first, second, expected) => {
    expect(treesLogit([TREE], Float64Array.of(first, second))).toBeCloseTo(expected, 12)
  })
  it('adds the answers of all trees, in thousandths', () => {
    expect(treesLogit([TREE, TREE, TREE], Float64Array.of(2, 9))).toBeCloseTo(0.12, 12)
    expect(treesLogit([], Float64Array.of(2, 9))).toBe(0)
  })
})
