/** Every place in a JSON value, as the path that leads there; the value itself is the empty path. */
export function placesIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]]
  const inside = Object.entries(value).flatMap(([step, part]) => placesIn(part, [...path, step]))
  return [[...path], ...inside]
}

export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((place, step) => (place as Record<string, unknown>)[step], value)
}

/** A copy of a JSON value with the part at one place exchanged. */
export function withPart(value: unknown, path: readonly string[], part: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return part
  const changed = withPart((value as Record<string, unknown>)[step], rest, part)
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === step ? changed : item))
  return { ...(value as object), [step]: changed }
}

/** A copy of a JSON value without the member or item at one place. */
export function withoutPart(value: unknown, path: readonly string[]): unknown {
  const parent = valueAt(value, path.slice(0, -1))
  const last = path.at(-1)
  const rest = Array.isArray(parent)
    ? parent.filter((_, index) => String(index) !== last)
    : Object.fromEntries(Object.entries(parent as object).filter(([name]) => name !== last))
  return withPart(value, path.slice(0, -1), rest)
}

/** A copy of a JSON value with the members of every object in the opposite order. */
export function withMembersReversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMembersReversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => [name, withMembersReversed(part)])
  return Object.fromEntries(entries.toReversed())
}
