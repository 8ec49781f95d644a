import { describe, expect, it } from 'vitest'
import { isUuid, toScript, sql, toQuery } from './sql.ts'

const find = (id: number) => toQuery(sql`SELECT a FROM t WHERE id = ${id}`)

describe('sql', () => {
  it('makes a numbered parameter of every insert', () => {
    const { text, values } = toQuery(sql`SELECT a FROM t WHERE b = ${1} AND c = ${"'; DROP TABLE t"} LIMIT ${null}`)
    expect(text).toBe('SELECT a FROM t WHERE b = $1 AND c = $2 LIMIT $3')
    expect(values).toEqual([1, "'; DROP TABLE t", null])
  })

  it.each([
    ['in the middle', sql`SELECT ${1}, ${sql`f(${2}, ${3})`}, ${4}`, 'SELECT $1, f($2, $3), $4', [1, 2, 3, 4]],
    ['without values', sql`SELECT ${sql`a, b`} FROM t WHERE c = ${1}`, 'SELECT a, b FROM t WHERE c = $1', [1]],
    ['at both ends', sql`${sql`SELECT ${1}`}${sql` UNION SELECT ${2}`}`, 'SELECT $1 UNION SELECT $2', [1, 2]],
    ['two deep', sql`a ${sql`b ${sql`c ${1}`} ${2}`} ${3}`, 'a b c $1 $2 $3', [1, 2, 3]],
    ['empty', sql`a${sql``}b ${1}`, 'ab $1', [1]],
  ])('takes in a part %s and numbers on', (_, statement, text, values) => {
    expect(toQuery(statement)).toMatchObject({ text, values })
  })

  it('keeps an object that only looks like a statement as a value', () => {
    const hostile = { strings: ['1; DROP TABLE t'], values: [] }
    expect(toQuery(sql`SELECT ${hostile}`)).toMatchObject({ text: 'SELECT $1', values: [hostile] })
    expect(toQuery(sql`SELECT ${{ ...sql`1` }}`).text).toBe('SELECT $1')
  })

  it('refuses undefined, which the driver would write as NULL', () => {
    expect(() => sql`SELECT a WHERE b = ${undefined}`).toThrow('the value after "SELECT a WHERE b =" is undefined')
  })
})

describe('the name of a statement', () => {
  it('depends on the text alone', () => {
    expect(find(1).name).toMatch(/^[\w-]{16}$/)
    expect(find(2).name).toBe(find(1).name)
    expect(toQuery(sql`SELECT ${sql`a`} FROM t WHERE id = ${3}`).name).toBe(find(1).name)
    expect(toQuery(sql`SELECT b FROM t WHERE id = ${1}`).name).not.toBe(find(1).name)
  })

  it('is missing where nothing is to be planned', () => {
    expect(toQuery(sql`SELECT 1`)).toEqual({ text: 'SELECT 1', values: [] })
    expect(toQuery(toScript('SELECT 1; SELECT 2'))).toEqual({ text: 'SELECT 1; SELECT 2', values: [] })
  })

  it('is given to 1000 texts at most, since every connection keeps its plans', () => {
    let list = sql`SELECT ${0}`
    const named = Array.from({ length: 1100 }, () => {
      list = sql`${list}, ${1}`
      return toQuery(list).name
    })
    expect(named.filter((name) => name !== undefined).length).toBeLessThanOrEqual(1000)
    expect(named.at(-1)).toBeUndefined()
    expect(find(1).name).toBeDefined()
  })
})

describe('isUuid', () => {
  it.each<[string, boolean]>([
    ['0195d1c2-3b00-7abc-8def-0123456789ab', true],
    ['0195D1C2-3b00-7abc-8def-0123456789ab', false],
    ['0195d1c23b007abc8def0123456789ab', false],
    ['0195d1c2-3b00-7abc-8def-0123456789ab\n', false],
    ['x0195d1c2-3b00-7abc-8def-0123456789ab', false],
    ['', false],
  ])('%j: %s', (text, expected) => {
    expect(isUuid(text)).toBe(expected)
  })
})
