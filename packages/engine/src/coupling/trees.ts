/**
 * Two questions and four answers: [feature, threshold, then for each side feature, threshold, answer if under, answer if not].
 * Answers are in thousandths.
 */
export type Tree = readonly number[]

/** Sum of the trees' answers: positive speaks for a person, negative for a forgery. */
export function treesLogit(trees: readonly Tree[], x: Float64Array): number {
  let total = 0
  for (const tree of trees) {
    const side = x[tree[0]] < tree[1] ? 2 : 6
    total += x[tree[side]] < tree[side + 1] ? tree[side + 2] : tree[side + 3]
  }
  return total / 1000
}
