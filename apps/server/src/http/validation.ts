import { Ajv, type ErrorObject } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { parseEmail } from '../identity/email.ts'
import { type FieldProblem, RequestProblem } from './problem.ts'

// A body is JSON and has types of its own; a query or a path is text and must be read as what the contract says.
const bodies = createAjv({ coerceTypes: false })
const texts = createAjv({ coerceTypes: true })

/** Checks bodies outside Fastify: answers the refusal, or nothing. */
export function compileBodyCheck(schema: TSchema): (body: unknown) => RequestProblem | undefined {
  const validate = bodies.compile(schema)
  return (body) => (validate(body) ? undefined : refusal(validate.errors ?? []))
}

/** Fastify's validator: the contract's bounds, with every bad field named. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validate = (httpPart === 'body' ? bodies : texts).compile(schema)
  return (value: unknown) => {
    if (validate(value)) return { value }
    return { error: refusal(validate.errors ?? []) }
  }
}

function createAjv({ coerceTypes }: { coerceTypes: boolean }): Ajv {
  const ajv = new Ajv({ allErrors: true, coerceTypes, useDefaults: true, strict: false })
  ajv.addFormat('email', (text: string) => parseEmail(text) !== null)
  ajv.addFormat('date-time', true)
  ajv.addFormat('date', true)
  return ajv
}

function refusal(found: readonly ErrorObject[]): RequestProblem {
  const errors = found.map(describe)
  const detail = errors.map(({ pointer, message }) => `${pointer === '' ? 'The body' : pointer} ${message}`).join('; ')
  return new RequestProblem('INVALID_REQUEST', detail, { errors })
}

function describe({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): FieldProblem {
  if (keyword === 'required') return { pointer: `${instancePath}/${params.missingProperty}`, message: 'is missing' }
  if (keyword === 'enum') {
    return { pointer: instancePath, message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` }
  }
  if (keyword === 'format' && params.format === 'email')
    return { pointer: instancePath, message: 'must be an e-mail address' }
  return { pointer: instancePath, message }
}
