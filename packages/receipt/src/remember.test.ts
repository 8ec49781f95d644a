import { describe, expect, it } from 'vitest'
import { createMemo } from './remember.ts'

function recording(capacity: number) {
  const made: string[] = []
  const ask = createMemo(capacity, (key) => {
    made.push(key)
    return { key }
  })
  return { made, ask }
}

describe('remember', () => {
  it('makes each answer once', () => {
    const { made, ask } = recording(2)
    expect(ask('a')).toBe(ask('a'))
    expect(ask('b')).toEqual({ key: 'b' })
    expect(ask('a')).toEqual({ key: 'a' })
    expect(made).toEqual(['a', 'b'])
  })

  it('forgets the oldest answer when it is full, and only that one', () => {
    const { made, ask } = recording(2)
    for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) ask(key)
    expect(made).toEqual(['a', 'b', 'c', 'a'])
  })

  it('keeps as many answers as it has room for', () => {
    const { made, ask } = recording(3)
    for (const key of ['a', 'b', 'c', 'a', 'b', 'c']) ask(key)
    expect(made).toEqual(['a', 'b', 'c'])
  })

  it('remembers nothing when the function throws', () => {
    let calls = 0
    const ask = createMemo(2, () => {
      calls++
      if (calls === 1) throw new Error('not yet')
      return calls
    })
    expect(() => ask('a')).toThrow('not yet')
    expect(ask('a')).toBe(2)
  })
})
