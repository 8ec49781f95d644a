import type { JsonSchema } from '@stillhere/contract'

/** One member of a body or an answer, for a table. */
export type Field = { path: string; type: string; required: boolean; bounds: string }

export type Schemas = Readonly<Record<string, JsonSchema>>

/** All members, those within others by their path: `progress.pct`, `nodes[].handle`. */
export function listFields(schema: JsonSchema, schemas: Schemas, before = ''): Field[] {
  const { properties = {}, required = [] } = resolve(schema, schemas)
  return Object.entries(properties).flatMap(([name, part]) => {
    const path = `${before}${name}`
    const found = resolve(part, schemas)
    const inner = found.items ? resolve(found.items, schemas) : found
    const field = {
      path,
      type: describeType(found, schemas),
      required: required.includes(name),
      bounds: describeBounds(found),
    }
    return [field, ...listFields(inner, schemas, found.items ? `${path}[].` : `${path}.`)]
  })
}

/** In words: what a value must be beside its type. */
export function describeBounds(schema: JsonSchema): string {
  const parts = (schema.anyOf ?? []).map(describeBounds)
  return [
    ...parts,
    schema.enum && `one of ${schema.enum.join(', ')}`,
    schema.format && FORMATS[schema.format],
    describeRange(schema.minimum, schema.maximum, ''),
    describeRange(schema.minLength, schema.maxLength, ' characters'),
    schema.pattern && `matches ${schema.pattern}`,
    schema.default === undefined ? undefined : `${JSON.stringify(schema.default)} when absent`,
    schema.description,
  ]
    .filter((words) => words)
    .join('; ')
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'e-mail address',
  'date-time': 'time in UTC (RFC 3339)',
  date: 'day (YYYY-MM-DD)',
}

function describeRange(lowest: number | undefined, highest: number | undefined, unit: string): string | undefined {
  if (lowest !== undefined && highest !== undefined) return `${lowest} to ${highest}${unit}`
  if (lowest !== undefined) return `at least ${lowest}${unit}`
  return highest === undefined ? undefined : `at most ${highest}${unit}`
}

function describeType(schema: JsonSchema, schemas: Schemas): string {
  if (schema.anyOf) return schema.anyOf.map((part) => describeType(resolve(part, schemas), schemas)).join(' or ')
  if (schema.items) return `list of ${describeType(resolve(schema.items, schemas), schemas)}`
  return schema.type ?? (schema.enum ? 'string' : 'anything')
}

function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  // The rest of allOf is the mark of a sandbox, which stands once at the top of the page.
  if (schema.allOf?.[0]) return resolve(schema.allOf[0], schemas)
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : (schemas[name] ?? {})
}
