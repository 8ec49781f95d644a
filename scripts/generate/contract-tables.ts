import { type Endpoint, ENDPOINTS } from '@stillhere/contract'
import { nameOf } from './tables.ts'

/** The client's table of endpoints: the contract itself would bring its schemas into every page. */
export const ENDPOINT_TABLE_FILE = tableFile('packages/client/src/http/endpoint-table.ts', 'ENDPOINT_TABLE', () =>
  // A stream of events is no answer to wait for.
  ENDPOINTS.filter((one) => !one.isStream).map(writeEndpointRow),
)

function writeEndpointRow(endpoint: Endpoint): string {
  const { method, path, access, accepts = [], repeatable } = endpoint
  const cells = [
    method,
    path,
    access,
    ...(accepts.includes('nodeToken') ? ['token'] : []),
    ...(accepts.includes('siteSecret') ? ['siteSecret'] : []),
    ...(accepts.includes('adminSecret') ? ['adminSecret'] : []),
    ...(repeatable ? ['repeatable'] : []),
  ]
  return `  ${nameOf(endpoint)}: [${cells.map((cell) => `'${cell}'`).join(', ')}],`
}

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
export const FIELD_TABLE_FILE = tableFile('apps/web/src/parts/field-table.ts', 'FIELD_TABLE', () =>
  FORMS.map(writeFieldRow),
)

type Schema = { [Fact in (typeof FACTS)[number]]?: unknown }

function writeFieldRow(name: string): string {
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

/** A source file with a generated constant: its path, and how to renew its text. */
type TableFile = { path: string; renew: (text: string) => string }

/** A file whose constant `name` (`export const NAME = { … } as const`) has rows that code can print. */
function tableFile(path: string, name: string, listRows: () => string[]): TableFile {
  const renew = (text: string) => {
    const opening = `export const ${name} = {\n`
    const start = text.indexOf(opening)
    const end = text.indexOf('\n} as const', start)
    if (start < 0 || end < 0) throw new Error(`${path} has no ${name}`)
    return `${text.slice(0, start)}${opening}${listRows().join('\n')}${text.slice(end)}`
  }
  return { path, renew }
}
