import { ENDPOINTS } from '@stillhere/contract'
import { tableFile } from './table-file.ts'
import { nameOf } from './tables.ts'

const FACTS = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum'] as const

/** The endpoints whose bodies people fill in on a page. */
const FORMS = ['sendOtp', 'verifyOtp', 'declareAgent', 'confirmApplication', 'createInvites']

/** What the contract demands of the fields of forms: the schemas themselves would bring a library into every page. */
export const FIELD_TABLE_FILE = tableFile('apps/web/src/parts/field-table.ts', 'FIELD_TABLE', () => FORMS.map(rowOf))

type Schema = { [Fact in (typeof FACTS)[number]]?: unknown }

function rowOf(name: string): string {
  const body = ENDPOINTS.find((endpoint) => nameOf(endpoint) === name)?.body
  if (!body) throw new Error(`${name} has no body to fill in`)
  const required = new Set<string>(body.required)
  const fields = Object.entries<Schema>(body.properties).map(
    ([field, schema]) => `    ${field}: { ${factsOf(schema, required.has(field)).join(', ')} },`,
  )
  return [`  ${name}: {`, ...fields, '  },'].join('\n')
}

function factsOf(schema: Schema, isRequired: boolean): string[] {
  const known = FACTS.flatMap((fact) => (schema[fact] === undefined ? [] : [`${fact}: ${textOf(schema[fact])}`]))
  return [`required: ${isRequired}`, ...known]
}

function textOf(fact: unknown): string {
  return typeof fact === 'string' ? `'${fact.replaceAll('\\', '\\\\')}'` : JSON.stringify(fact)
}
