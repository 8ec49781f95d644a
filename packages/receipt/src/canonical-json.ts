import { copySorted } from './plain-json.ts'

/**
 * Writes plain JSON data as RFC 8785 (JCS) does.
 *
 * @returns the one text of this value.
 * @throws {NotJsonError} for anything that JSON cannot hold exactly.
 * @example
 * canonicalize({ b: 1, a: 2 }) // '{"a":2,"b":1}'
 */
export function canonicalize(value: unknown): string {
  const copy = copySorted(value)
  return copy.write(copy.value)
}
