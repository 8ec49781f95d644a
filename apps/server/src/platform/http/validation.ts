import { Ajv, type ErrorObject } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { parseEmail } from '../email.ts'
import { escapePointer, type FieldProblem, RequestProblem } from '../problem.ts'

type Check = (value: unknown) => RequestProblem | undefined

// A body is JSON and has types of its own; a query or a path is text and must be read as what the contract says.
const compileForBodies = checkCompiler({ coerceTypes: false })
const compileForTexts = checkCompiler({ coerceTypes: true })

/** Checks bodies outside Fastify: returns the refusal, or nothing. */
export function compileBodyCheck(schema: TSchema): Check {
  return compileForBodies(schema)
}

/** Fastify's validator: the contract's bounds, with every bad field named. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = httpPart === 'body' ? compileForBodies(schema) : compileForTexts(schema)
  return (value: unknown) => {
    const error = check(value)
    return error ? { error } : { value }
  }
}

/**
 * Good values are looked at once, of bad ones every field is named. Both are compiled when they are first needed, which makes a
 * service start sooner; Ajv keeps what it compiled for a schema.
 */
function checkCompiler({ coerceTypes }: { coerceTypes: boolean }): (schema: TSchema) => Check {
  const first = createAjv({ coerceTypes, allErrors: false })
  const all = createAjv({ coerceTypes, allErrors: true })
  return (schema) => {
    return (value) => {
      if (first.compile(schema)(value)) return undefined
      const explain = all.compile(schema)
      explain(cutDeepValue(value))
      return refusal(explain.errors ?? [], { isText: coerceTypes })
    }
  }
}

function createAjv({ coerceTypes, allErrors }: { coerceTypes: boolean; allErrors: boolean }): Ajv {
  const ajv = new Ajv({ allErrors, coerceTypes, useDefaults: true, strict: false, verbose: allErrors })
  ajv.addFormat('email', (text: string) => parseEmail(text) !== null)
  ajv.addFormat('date-time', true)
  ajv.addFormat('date', true)
  return ajv
}

// More than any list of the contract may have, so that one that is too long still is.
const ITEMS_NAMED = 200

// Deeper than anything that the contract describes: to follow a body that is nested without end would exhaust the stack.
const LEVELS_NAMED = 32

// A body of megabytes can hold a million bad items; to name each would make an answer sixty times as large.
function cutDeepValue(value: unknown, level = 0): unknown {
  if (typeof value !== 'object' || value === null || level === LEVELS_NAMED) return value
  if (Array.isArray(value)) return value.slice(0, ITEMS_NAMED).map((item) => cutDeepValue(item, level + 1))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cutDeepValue(part, level + 1)]))
}

function refusal(found: readonly ErrorObject[], { isText }: { isText: boolean }): RequestProblem {
  const errors = found.map((error) => describe(error, isText ? emailTextWords : emailWords))
  const detail = errors.map(({ pointer, message }) => `${pointer === '' ? 'The body' : pointer} ${message}`).join('; ')
  return new RequestProblem('INVALID_REQUEST', detail, { errors })
}

function describe(error: ErrorObject, wordsForEmail: (data: unknown) => string): FieldProblem {
  const { instancePath, keyword, params, parentSchema, message = 'is not valid' } = error
  if (keyword === 'required') return { pointer: `${instancePath}/${params.missingProperty}`, message: 'is missing' }
  if (keyword === 'additionalProperties') {
    const name = escapePointer(params.additionalProperty)
    return { pointer: `${instancePath}/${name}`, message: 'is not a name that may stand here' }
  }
  if (keyword === 'enum') {
    return { pointer: instancePath, message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` }
  }
  if (keyword === 'format' && params.format === 'email')
    return { pointer: instancePath, message: wordsForEmail(error.data) }
  if (keyword === 'pattern' && parentSchema?.description)
    return { pointer: instancePath, message: `must be ${parentSchema.description}` }
  return { pointer: instancePath, message }
}

function emailWords(): string {
  return 'must be an e-mail address'
}

// A query is read as a form is: a + that is not written %2B arrives as a blank.
function emailTextWords(data: unknown): string {
  const hasBlank = typeof data === 'string' && data.trim().includes(' ')
  return hasBlank ? `${emailWords()}; a + in a query is written %2B` : emailWords()
}
