import type { JsonSchema, OpenApiDocument, Operation, Parameter } from '@stillhere/contract'
import { escapeHtml } from '../../platform/visible-text.ts'
import type { FramedPage } from '../web/framed.ts'
import { accessWords } from './access-words.ts'
import { writeCurl } from './curl.ts'
import { describeBounds, type Field, listFields, type Schemas } from './fields.ts'

type Entry = { method: string; path: string; operation: Operation }
type Answer = { description: string; content?: Record<string, { schema: JsonSchema; example?: unknown }> }

/** The whole API as one page: readable without a script, which only adds a filter and buttons to copy. */
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
    main: `<div class="api" data-base="${escapeHtml(base)}">
<h1 tabindex="-1">The API <small>${escapeHtml(version)}</small></h1>
<p>${paragraphs(description)}</p>
<p><a href="/openapi.json">openapi.json</a> describes the same for programs (OpenAPI 3.1).</p>
<search class="filter" hidden><label for="wanted">Filter</label> <input id="wanted" type="search" autocomplete="off" spellcheck="false">
<output for="wanted"></output></search>
<nav class="areas" aria-label="Areas"><ul>${areas.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul></nav>
${areas.map(({ name, entries: own }) => section(name, own, { schemas, base })).join('\n')}
</div>`,
  }
}

function listEntries({ paths }: OpenApiDocument): Entry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

type Context = { schemas: Schemas; base: string }

function section(area: string, entries: readonly Entry[], context: Context): string {
  return `<section id="${area}" aria-labelledby="${area}-title">
<h2 id="${area}-title">${area}</h2>
${entries.map((entry) => endpoint(entry, context)).join('\n')}
</section>`
}

function endpoint({ method, path, operation }: Entry, { schemas, base }: Context): string {
  const { operationId, summary, security, parameters = [], requestBody } = operation
  const body = requestBody?.content['application/json']
  const curl = writeCurl({ method, path, operation }, base)
  return `<details id="${operationId}">
<summary><h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code></h3>
<span class="what">${escapeHtml(summary)}</span></summary>
<p>${accessWords(security)}</p>
<div class="sample"><pre tabindex="0" aria-label="Call of ${method} ${escapeHtml(path)}"><code>${escapeHtml(curl)}</code></pre></div>
${parameters.length > 0 ? table('Parameters', parameters.map(fieldOfParameter)) : ''}
${body ? table(`Body${requestBody?.required ? '' : ' (optional)'}`, listFields(body.schema as JsonSchema, schemas)) : ''}
${Object.entries(operation.responses as Record<string, Answer>)
  .map(([status, answer]) => (Number(status) < 400 ? success(status, answer, schemas) : ''))
  .join('')}
${problems(operation.responses as Record<string, Answer>)}
</details>`
}

function fieldOfParameter({ name, in: place, required, schema, description }: Parameter): Field {
  const bounds = [describeBounds(schema as JsonSchema), description].filter((words) => words).join('; ')
  return { path: name, type: `${place} ${(schema as JsonSchema).type ?? 'string'}`, required, bounds }
}

function table(title: string, fields: readonly Field[]): string {
  const rows = fields.map(
    ({ path, type, required, bounds }) =>
      `<tr><th scope="row"><code>${escapeHtml(path)}</code>${required ? ' <b title="required">*</b>' : ''}</th><td>${escapeHtml(type)}</td><td>${escapeHtml(bounds)}</td></tr>`,
  )
  return `<h4>${title}</h4>
<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table><thead><tr><th scope="col">name</th><th scope="col">type</th><th scope="col">bounds</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
}

function success(status: string, { description, content }: Answer, schemas: Schemas): string {
  const { schema, example } = Object.values(content ?? {})[0] ?? { schema: {} }
  const sample = escapeHtml(JSON.stringify(example, null, 2))
  return `${table(`${status} ${description}`, listFields(schema, schemas))}
<pre tabindex="0" aria-label="Example of the answer ${status}"><code>${sample}</code></pre>`
}

function problems(responses: Record<string, Answer>): string {
  const items = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) => description.split('\n').map((line) => problem(status, line)))
  return `<h4>Errors</h4><ul class="problems">${items.join('')}</ul>`
}

function problem(status: string, line: string): string {
  const [code = '', ...words] = line.split(': ')
  return `<li>${status} <code>${escapeHtml(code)}</code> ${inline(words.join(': '))}</li>`
}

function paragraphs(text: string): string {
  return inline(text).replaceAll('\n\n', '</p>\n<p>')
}

function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
