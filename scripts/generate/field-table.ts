import { ENDPOINTS } from '@stillhere/contract'
import { tableFile } from './table-file.ts'
import { nameOf } from './tables.ts'

const FACTS = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum'] as const

/** The endpoints whose bodies people fill in on a page. */
const FORMS = [
  'sendOtp',
  'verifyOtp',
  'declareAgent',
  'confirmApplication',
  'askForInvite',
  'joinWaitlist',
  'createInvites',
  'createSite',
  'mailInvite',
  'sendTestMail',
]

/** What the contract demands of the fields of forms: the schemas themselves would bring a library into every page. */
export const FIELD_TABLE_FILE = tableFile('apps/web/src/parts/field-table.ts', 'FIELD_TABLE', () => FORMS.map(writeRow))

type Schema = { [Fact in (typeof FACTS)[number]]?: unknown }

function writeRow(name: string): string {
  const body = ENDPOINTS.find((endpoint) => nameOf(endpoint) === name)?.body
  if (!body) throw new Error(`${name} has no body to fill in`)
  const required = new Set<string>(body.required)
  const fields = Object.entries<Schema>(body.properties).map(
    ([field, schema]) => `    ${field}: { ${listFacts(schema, required.has(field)).join(', ')} },`,
  )
  return [`  ${name}: {`, ...fields, '  },'].join('\n')
}

function listFacts(schema: Schema, isRequired: boolean): string[] {
  const known = FACTS.flatMap((fact) => (schema[fact] === undefined ? [] : [`${fact}: ${writeFact(schema[fact])}`]))
  return [`required: ${isRequired}`, ...known]
}

function writeFact(fact: unknown): string {
  return typeof fact === 'string' ? `'${fact.replaceAll('\\', '\\\\')}'` : JSON.stringify(fact)
}
