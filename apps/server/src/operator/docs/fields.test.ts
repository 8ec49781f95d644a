import { describe, expect, it } from 'vitest'
import { describeBounds, listFields } from './page.ts'

describe('describeBounds', () => {
  it.each([
    [{}, ''],
    [{ minimum: 0, maximum: 1 }, '0 to 1'],
    [{ minimum: 0 }, 'at least 0'],
    [{ maximum: 5 }, 'at most 5'],
    [{ minLength: 1, maxLength: 9 }, '1 to 9 characters'],
    [{ enum: ['a', 'b'] }, 'one of a, b'],
    [{ format: 'email', maxLength: 320 }, 'e-mail address; at most 320 characters'],
    [{ pattern: '^a$' }, 'matches ^a$'],
    [{ default: 7, description: 'Seconds' }, '7 when absent; Seconds'],
    [{ anyOf: [{ format: 'date' }, { type: 'null' }] }, 'day (YYYY-MM-DD)'],
  ])('%o: %s', (schema, words) => {
    expect(describeBounds(schema)).toBe(words)
  })
})

describe('readFields', () => {
  it('names members within members and lists, and follows references', () => {
    const schema = {
      type: 'object',
      required: ['list'],
      properties: {
        list: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
        maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        any: {},
      },
    }
    const Part = { type: 'object', properties: { deep: { type: 'object', properties: { end: { enum: ['x'] } } } } }
    expect(listFields(schema, { Part }).map(({ path, type, required }) => [path, type, required])).toEqual([
      ['list', 'list of object', true],
      ['list[].deep', 'object', false],
      ['list[].deep.end', 'string', false],
      ['maybe', 'string or null', false],
      ['any', 'anything', false],
    ])
  })
})
