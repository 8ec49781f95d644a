import { describe, expect, it } from 'vitest'
import { parseKey } from './trust.ts'

describe('parseKey', () => {
  it('takes 64 hex digits however they are written, and nothing else', () => {
    expect(parseKey(` ${'AB:'.repeat(31)}AB `)).toBe('ab'.repeat(32))
    for (const text of ['', 'ab', 'zz'.repeat(32), 'ab'.repeat(33)]) expect(parseKey(text)).toBeNull()
  })
})
