/** A name that was given; null for none. */
export function readLabel(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
