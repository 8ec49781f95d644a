import { describe, expect, it } from 'vitest'
import { drawHandle, isGenerated, QUALITIES, readChosenHandle, THINGS } from './register.ts'

describe('drawHandle', () => {
  it('makes two words and four characters', () => {
    expect(drawHandle(() => 0)).toBe('able-acorn-2222')
    expect(drawHandle((below) => below - 1)).toBe('zesty-zephyr-zzzz')
  })

  it('makes handles that a caller could have chosen', () => {
    for (let index = 0; index < 1000; index++) {
      const handle = drawHandle()
      expect(readChosenHandle(handle)).toBe(handle)
    }
  })

  it('rarely makes the same twice', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => drawHandle())).size).toBeGreaterThan(9990)
  })
})

it.each([
  ['qualities', QUALITIES],
  ['things', THINGS],
])('%s are at least 200 different short words', (_, words) => {
  expect(new Set(words).size).toBe(words.length)
  expect(words.length).toBeGreaterThanOrEqual(200)
  for (const word of words) expect(word).toMatch(/^[a-z]{3,10}$/)
})

it.each([
  [drawHandle(() => 0), true],
  ['quiet-river', false],
  ['ada-lovelace-7f3k', false],
  ['Quiet-river-7f3k', false],
  [`${drawHandle(() => 0)}-x`, false],
])('S7: whether %s was generated: %s', (handle, expected) => {
  expect(isGenerated(handle)).toBe(expected)
})
