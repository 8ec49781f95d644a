import { createHash } from 'node:crypto'

/** A statement and its values; inside another statement, a part of it. */
export type Sql = { readonly strings: readonly string[]; readonly values: readonly unknown[] }

/** A statement in the driver's form. A statement with a name is planned once per connection. */
export type Query = { text: string; values: unknown[]; name?: string }

// Only a statement of the template counts as SQL: an object of the same shape from a caller's JSON stays a value.
const created = new WeakSet<object>()

/** Creates an SQL statement from a template. Interpolated values become parameters; an interpolated sql`…` becomes part of the text. Throws for undefined. */
export function sql(strings: TemplateStringsArray, ...inserts: unknown[]): Sql {
  const undefinedAt = inserts.indexOf(undefined)
  if (undefinedAt >= 0)
    throw new TypeError(`the value after "${strings[undefinedAt]?.trim()}" is undefined; NULL is null`)
  const texts = [strings[0] ?? '']
  const values: unknown[] = []
  for (const [index, insert] of inserts.entries()) {
    const part = isSql(insert) ? insert : { strings: ['', ''], values: [insert] }
    texts.push(`${texts.pop()}${part.strings[0]}`, ...part.strings.slice(1))
    texts.push(`${texts.pop()}${strings[index + 1]}`)
    values.push(...part.values)
  }
  // The same template has the same strings each time, by which toQuery finds its text again.
  const statement = inserts.some(isSql) ? { strings: texts, values } : { strings, values: inserts }
  created.add(statement)
  return statement
}

/** Creates a statement from the text of an SQL file, for migrations. The text can have several statements, but no parameters. */
export function toScript(text: string): Sql {
  const statement = { strings: [text], values: [] }
  created.add(statement)
  return statement
}

/**
 * Converts a statement to the driver's form, with numbered parameters. A statement with parameters gets a name derived from its text, so
 * that each connection prepares it once.
 */
export function toQuery({ strings, values }: Sql): Query {
  const known = queries.get(strings) ?? createQuery(strings)
  return { ...known, values: [...values] }
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && created.has(value)
}

const queries = new WeakMap<readonly string[], { text: string; name?: string }>()
const names = new Map<string, string>()

// Each name is a plan that every connection keeps. Statements of the service are far fewer; this bounds a mistake.
const MAX_NAMES = 1000

function createQuery(strings: readonly string[]): { text: string; name?: string } {
  const text = strings.reduce((before, after, index) => `${before}$${index}${after}`)
  const name = findName(text, strings.length - 1)
  const query = name === undefined ? { text } : { text, name }
  queries.set(strings, query)
  return query
}

// Without a parameter there is little to plan, and a script of several statements cannot be prepared at all.
function findName(text: string, parameters: number): string | undefined {
  if (parameters === 0) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMES) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  names.set(text, name)
  return name
}

/**
 * Returns whether a text is a UUID in lower case with hyphens. Check it before comparing with a UUID column, where other text would make
 * the statement fail.
 */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
