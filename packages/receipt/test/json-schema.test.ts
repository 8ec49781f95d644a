import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { NotJsonError, parseJson } from '../src/index.ts'
import { receiptShape } from '../src/schema.ts'

const FOLDER = join(import.meta.dirname, '..')
const schema = JSON.parse(readFileSync(join(FOLDER, 'schema/cps-0001.schema.json'), 'utf8'))
// V1 counts UTF-16 units, as the description says.
const isOfSchema = new Ajv2020({ unicode: false }).compile(schema)

// What the schema's description says that no validator can see.
const BEYOND_SCHEMA = ['must have the id that belongs to its publicKey']
const isBeyondCalendar = (text: string) => /-(?:02-(?:29|30|31)|(?:04|06|09|11)-31)T/.test(text)

type Case = { name: string; receipt: string }
const cases = globSync('vectors/cases/*.json', { cwd: FOLDER })
  .toSorted()
  .flatMap((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')).cases as Case[])
  .filter(({ receipt }) => typeof receipt === 'string')

function readable({ receipt }: Case): { value: unknown } | undefined {
  try {
    return { value: parseJson(receipt) }
  } catch (error) {
    if (error instanceof NotJsonError) return undefined
    throw error
  }
}

describe('the JSON Schema', () => {
  it('takes what V1 takes and refuses what V1 refuses, on every conformance case', () => {
    const disagreeing = cases.filter((one) => {
      const read = readable(one)
      if (!read || isBeyondCalendar(one.receipt)) return false
      const problem = receiptShape(read.value)
      if (problem && BEYOND_SCHEMA.includes(problem.is)) return false
      return isOfSchema(read.value) !== (problem === null)
    })
    expect(disagreeing.map(({ name }) => name)).toEqual([])
  })

  it('is tried on hundreds of receipts of both kinds', () => {
    const verdicts = cases.flatMap((one) => readable(one) ?? []).map(({ value }) => isOfSchema(value))
    expect(verdicts.filter(Boolean).length).toBeGreaterThan(100)
    expect(verdicts.filter((verdict) => !verdict).length).toBeGreaterThan(100)
  })
})
