/** The members of an object, and none of anything else. */
export function readMembers(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

export function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

/** A number from 0 to 1, or null. */
export function readRate(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null
}
