import { Ajv, type ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'

const ajv = new Ajv({ strict: false, formats: { email: true, 'date-time': true, date: true, uuid: true } })

/** What of a value a schema of the contract does not allow. */
export function findSchemaErrors(schema: TSchema, value: unknown): ErrorObject[] {
  return ajv.validate(schema, value) ? [] : (ajv.errors ?? [])
}
