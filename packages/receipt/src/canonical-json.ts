import { copySorted } from './plain-json.ts'

/** The RFC 8785 (JCS) text of plain JSON data. Throws NotJsonError for anything that JSON cannot hold exactly. */
export function canonicalize(value: unknown): string {
  const copy = copySorted(value)
  return copy.write(copy.value)
}
