import type { JsonSchema, OpenApiDocument, Operation, Parameter } from '@stillhere/contract'
import { encodeHtml } from '../../platform/visible-text.ts'
import type { FramedPage } from '../web/documents.ts'

type Entry = { method: string; path: string; operation: Operation }
type Answer = { description: string; content?: Record<string, { schema: JsonSchema; example?: unknown }> }

/**
 * Renders the API reference from the OpenAPI document. `base` is the service's address, for the curl examples. The page is readable without a
 * script.
 */
export function describeApi(document: OpenApiDocument, base: string): FramedPage {
  const entries = listEntries(document)
  const schemas = document.components.schemas as Schemas
  const areas = document.tags.map(({ name }) => ({
    name,
    entries: entries.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const { version, description } = document.info
  return {
    name: 'api',
    title: `API ${version}`,
    description: 'Every endpoint with its fields, bounds, answers and errors.',
    head: '<link rel="stylesheet" href="/docs/viewer.css">\n<script src="/docs/viewer.js" defer></script>\n',
    main: `<div class="api" data-base="${encodeHtml(base)}">
<h1 tabindex="-1">The API <small>${encodeHtml(version)}</small></h1>
<p>${renderParagraphs(description)}</p>
<p><a href="/openapi.json">openapi.json</a> describes the same for programs (OpenAPI 3.1).</p>
<search class="filter" hidden><label for="wanted">Filter</label> <input id="wanted" type="search" autocomplete="off" spellcheck="false">
<output for="wanted"></output></search>
<nav class="areas" aria-label="Areas"><ul>${areas.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul></nav>
${areas.map(({ name, entries: own }) => renderSection(name, own, { schemas, base })).join('\n')}
</div>`,
  }
}

function listEntries({ paths }: OpenApiDocument): Entry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

type Context = { schemas: Schemas; base: string }

function renderSection(area: string, entries: readonly Entry[], context: Context): string {
  return `<section id="${area}" aria-labelledby="${area}-title">
<h2 id="${area}-title">${area}</h2>
${entries.map((entry) => renderEndpoint(entry, context)).join('\n')}
</section>`
}

function renderEndpoint({ method, path, operation }: Entry, { schemas, base }: Context): string {
  const { operationId, summary, security, parameters = [], requestBody } = operation
  const body = requestBody?.content['application/json']
  const curl = formatCurl({ method, path, operation }, base)
  return `<details id="${operationId}">
<summary><h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${encodeHtml(path)}</code></h3>
<span class="what">${encodeHtml(summary)}</span></summary>
<p>${describeAccess(security)}</p>
<div class="sample"><pre tabindex="0" aria-label="Call of ${method} ${encodeHtml(path)}"><code>${encodeHtml(curl)}</code></pre></div>
${parameters.length > 0 ? renderTable('Parameters', parameters.map(toField)) : ''}
${body ? renderTable(`Body${requestBody?.required ? '' : ' (optional)'}`, listFields(body.schema as JsonSchema, schemas)) : ''}
${Object.entries(operation.responses as Record<string, Answer>)
  .map(([status, answer]) => (Number(status) < 400 ? renderSuccess(status, answer, schemas) : ''))
  .join('')}
${renderProblems(operation.responses as Record<string, Answer>)}
</details>`
}

function toField({ name, in: place, required, schema, description }: Parameter): Field {
  const bounds = [describeBounds(schema as JsonSchema), description].filter((words) => words).join('; ')
  return { path: name, type: `${place} ${(schema as JsonSchema).type ?? 'string'}`, required, bounds }
}

function renderTable(title: string, fields: readonly Field[]): string {
  const rows = fields.map(
    ({ path, type, required, bounds }) =>
      `<tr><th scope="row"><code>${encodeHtml(path)}</code>${required ? ' <b title="required">*</b>' : ''}</th><td>${encodeHtml(type)}</td><td>${encodeHtml(bounds)}</td></tr>`,
  )
  return `<h4>${title}</h4>
<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table><thead><tr><th scope="col">name</th><th scope="col">type</th><th scope="col">bounds</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
}

function renderSuccess(status: string, { description, content }: Answer, schemas: Schemas): string {
  const { schema, example } = Object.values(content ?? {})[0] ?? { schema: {} }
  const sample = encodeHtml(JSON.stringify(example, null, 2))
  return `${renderTable(`${status} ${description}`, listFields(schema, schemas))}
<pre tabindex="0" aria-label="Example of the answer ${status}"><code>${sample}</code></pre>`
}

function renderProblems(responses: Record<string, Answer>): string {
  const items = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) => description.split('\n').map((line) => renderProblem(status, line)))
  return `<h4>Errors</h4><ul class="problems">${items.join('')}</ul>`
}

function renderProblem(status: string, line: string): string {
  const [code = '', ...words] = line.split(': ')
  return `<li>${status} <code>${encodeHtml(code)}</code> ${renderInline(words.join(': '))}</li>`
}

function renderParagraphs(text: string): string {
  return renderInline(text).replaceAll('\n\n', '</p>\n<p>')
}

function renderInline(text: string): string {
  return encodeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

/** One member of a request or response body, as a row of a table. */
export type Field = { path: string; type: string; required: boolean; bounds: string }

export type Schemas = Readonly<Record<string, JsonSchema>>

/**
 * Lists all members of a JSON schema for a table, nested ones by their path: `progress.pct`, `nodes[].handle`. `schemas` resolves references, and
 * `before` is the prefix of all paths.
 */
export function listFields(schema: JsonSchema, schemas: Schemas, before = ''): Field[] {
  const { properties = {}, required = [] } = findSchema(schema, schemas)
  return Object.entries(properties).flatMap(([name, part]) => {
    const path = `${before}${name}`
    const found = findSchema(part, schemas)
    const inner = found.items ? findSchema(found.items, schemas) : found
    const field = {
      path,
      type: describeType(found, schemas),
      required: required.includes(name),
      bounds: describeBounds(found),
    }
    return [field, ...listFields(inner, schemas, found.items ? `${path}[].` : `${path}.`)]
  })
}

/** Returns the constraints of a JSON schema in words: range, length, pattern, default and description, but not the type. Empty if there are none. */
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
  if (schema.anyOf) return schema.anyOf.map((part) => describeType(findSchema(part, schemas), schemas)).join(' or ')
  if (schema.items) return `list of ${describeType(findSchema(schema.items, schemas), schemas)}`
  return schema.type ?? (schema.enum ? 'string' : 'anything')
}

function findSchema(schema: JsonSchema, schemas: Schemas): JsonSchema {
  // The rest of allOf is the mark of a sandbox, which stands once at the top of the page.
  if (schema.allOf?.[0]) return findSchema(schema.allOf[0], schemas)
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : (schemas[name] ?? {})
}

type Call = { method: string; path: string; operation: Operation }

/** Formats an example call with curl. Secrets are shell variables. */
function formatCurl({ method, path, operation }: Call, base: string): string {
  const { parameters = [], requestBody, security } = operation
  const body = requestBody?.content['application/json']
  // Of several ways to be let in, the first: an open node needs no token.
  const [way = {}] = security
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${formatQuoted(`${base}${formatPath(path)}${formatQuery(parameters)}`)}`,
    ...('adminSecret' in way ? ['-H "x-admin-secret: $ADMIN_SECRET"'] : []),
    ...('nodeToken' in way ? ['-H "authorization: Bearer $NODE_TOKEN"'] : []),
    ...('siteSecret' in way ? ['-H "authorization: Bearer $SITE_SECRET"'] : []),
    ...('checkToken' in way ? ['-H "authorization: Bearer $CHECK_TOKEN"'] : []),
    ...('deleteToken' in way ? ['-H "authorization: Bearer $DELETE_TOKEN"'] : []),
    ...(body ? ["-H 'content-type: application/json'", `-d ${formatQuoted(JSON.stringify(body.example ?? {}))}`] : []),
  ]
  return lines.join(' \\\n  ')
}

function formatPath(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '1')
}

function formatQuery(parameters: readonly Parameter[]): string {
  const wanted = parameters.filter((one) => one.in === 'query' && one.required)
  const pairs = wanted.map(({ name, schema }) => `${name}=${(schema as { examples?: string[] }).examples?.[0] ?? ''}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function formatQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

const CREDENTIALS: Readonly<Record<string, string>> = {
  nodeToken: 'the node’s token as <code>Authorization: Bearer</code>',
  adminSecret: 'the admin secret in <code>x-admin-secret</code>',
  siteSecret: 'a secret of the site as <code>Authorization: Bearer</code>',
  checkToken: 'the check’s token as <code>Authorization: Bearer</code>',
  agentSignature: 'the agent’s signature (RFC 9421)',
  deleteToken: 'the session’s delete token as <code>Authorization: Bearer</code>',
}

/** Returns a sentence, as HTML, that names the credentials an endpoint needs, from its OpenAPI security requirements. */
export function describeAccess(security: Operation['security']): string {
  const credentials = security.flatMap((way) => Object.keys(way))
  if (credentials.length === 0) return 'Open to all.'
  const named = credentials.map((name) => CREDENTIALS[name] ?? name).join(', or ')
  if (security.every((way) => Object.keys(way).length > 0)) return `Needs ${named}.`
  const isForClosedNodes = 'nodeToken' in (security[1] ?? {})
  return isForClosedNodes ? `Takes ${named}, which a closed node needs (AUTH_MODE).` : `Takes ${named}, as said above.`
}
