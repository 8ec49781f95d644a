import { describe, expect, it } from 'vitest'
import { keyIn } from './trust.ts'

describe('keyIn', () => {
  it('takes 64 hex digits however they are written, and nothing else', () => {
    expect(keyIn(` ${'AB:'.repeat(31)}AB `)).toBe('ab'.repeat(32))
    for (const text of ['', 'ab', 'zz'.repeat(32), 'ab'.repeat(33)]) expect(keyIn(text)).toBeNull()
  })
})
