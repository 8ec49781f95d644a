import { Type } from 'typebox'
import { describe, expect, it, vi } from 'vitest'
import { createBodyCheck } from './body.ts'

const Item = Type.Object({ size: Type.Integer(), name: Type.String() })
const check = createBodyCheck(Type.Object({ list: Type.Array(Item, { maxItems: 5 }), other: Type.Boolean() }))

describe('createBodyCheck', () => {
  it('lets a good body pass', () => {
    expect(check({ list: [{ size: 1, name: 'a' }], other: true })).toBeUndefined()
  })

  it('compiles a schema when it is first needed, and once', () => {
    const type = vi.fn(() => 'object')
    const lazy = createBodyCheck(Object.defineProperty({}, 'type', { get: type, enumerable: true }))
    expect(type).not.toHaveBeenCalled()
    expect(lazy({})).toBeUndefined()
    const reads = type.mock.calls.length
    expect(reads).toBeGreaterThan(0)
    expect(lazy({})).toBeUndefined()
    expect(type).toHaveBeenCalledTimes(reads)
  })

  it('names every bad field', () => {
    const pointers = check({ list: [{ size: 1.5 }, 'a'], other: 1 })?.errors?.map(({ pointer }) => pointer)
    expect(pointers?.toSorted()).toEqual(['/list/0/name', '/list/0/size', '/list/1', '/other'])
  })

  it('says in words what a pattern asks for, where the contract has words for it', () => {
    const code = Type.String({ pattern: '^[0-9]{6}$', description: 'six digits' })
    const problem = createBodyCheck(Type.Object({ code, bare: Type.String({ pattern: '^a$' }) }))({
      code: '1',
      bare: '',
    })
    expect(problem?.errors).toEqual([
      { pointer: '/code', message: 'must be six digits' },
      { pointer: '/bare', message: 'must match pattern "^a$"' },
    ])
  })

  it('of a list that is far too long, says so and names the first bad items only', () => {
    const problem = check({ list: Array.from({ length: 100_000 }, () => ({})) })
    expect(problem?.errors).toContainEqual({ pointer: '/list', message: 'must NOT have more than 5 items' })
    expect(problem?.errors).toContainEqual({ pointer: '/other', message: 'is missing' })
    expect(problem?.errors).toContainEqual({ pointer: '/list/0/size', message: 'is missing' })
    expect(problem?.errors?.length).toBeLessThan(1000)
    expect(problem?.message.length).toBeLessThan(100_000)
  })
})
