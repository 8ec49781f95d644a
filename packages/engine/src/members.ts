/** The members of an object, and none of anything else. */
export function readMembers(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
