/** Numbers with so many significant digits: the same bytes again, and a small file. */
export function roundToDigits(values: ArrayLike<number>, digits = 6): number[] {
  return Array.from(values, (value) => Number(value.toPrecision(digits)))
}
