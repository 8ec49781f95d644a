import { SAMPLE_TEXTS } from './sample-texts.ts'

/** The parts of JSON Schema that the contract and its OpenAPI document use. */
export type JsonSchema = {
  $ref?: string
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  allOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  description?: string
}

/**
 * Returns an example value for a schema: its first example or default, otherwise a value of its type. `name` is the name of the member that
 * has this schema; it selects the sample text for a string.
 */
export function makeSample(schema: JsonSchema, name = ''): unknown {
  const [known] = [...(schema.examples ?? []), ...(schema.default === undefined ? [] : [schema.default])]
  if (known !== undefined) return known
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return makeSample(schema.anyOf[0], name)
  if (schema.type === 'object') return sampleOfObject(schema)
  if (schema.type === 'array') return schema.items ? [makeSample(schema.items, name)] : []
  if (schema.type === 'string') return SAMPLE_TEXTS[name] ?? 'text'
  return samplesByType[schema.type ?? ''] ?? (schema.type === undefined ? {} : (schema.minimum ?? 0))
}

const samplesByType: Readonly<Record<string, unknown>> = { boolean: true, null: null }

function sampleOfObject({ properties = {} }: JsonSchema): unknown {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, makeSample(part, name)]))
}
