import { describe, expect, it } from 'vitest'
import { sortParentsFirst } from './backup.ts'

const tables = ['a', 'b', 'c', 'd'].map((name) => ({ name, columns: ['id'] }))
const namesOf = (references: { child: string; parent: string }[]) =>
  sortParentsFirst(tables, references).map(({ name }) => name)

describe('sortParentsFirst', () => {
  it('keeps the order of tables that have nothing to do with each other', () => {
    expect(namesOf([])).toEqual(['a', 'b', 'c', 'd'])
  })

  it('puts a table after all that it refers to, also through others', () => {
    const references = [
      { child: 'a', parent: 'b' },
      { child: 'b', parent: 'd' },
      { child: 'a', parent: 'd' },
    ]
    expect(namesOf(references)).toEqual(['c', 'd', 'b', 'a'])
  })

  it('lets a table refer to itself', () => {
    expect(namesOf([{ child: 'a', parent: 'a' }])).toEqual(['a', 'b', 'c', 'd'])
  })

  it('refuses a circle', () => {
    const circle = [
      { child: 'a', parent: 'b' },
      { child: 'b', parent: 'a' },
    ]
    expect(() => namesOf(circle)).toThrow('in a circle')
  })
})
