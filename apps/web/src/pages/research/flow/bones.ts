/** Which of the 18 joints are drawn with a line between them; docs/internals/signature.md numbers them. */
export const BONES: readonly (readonly [number, number])[] = [
  [17, 1],
  [1, 3],
  [1, 4],
  [3, 5],
  [5, 7],
  [4, 6],
  [6, 8],
  [1, 2],
  [2, 15],
  [15, 9],
  [15, 10],
  [9, 11],
  [11, 13],
  [10, 12],
  [12, 14],
]
