import { expect, it } from 'vitest'
import { durationInWords } from './words.ts'

it.each([
  [0, '0 s'],
  [1500, '1.5 s'],
  [60_000, '1 min'],
  [3_723_500, '1 h 2 min 3.5 s'],
  [90_000_000, '25 h'],
])('tells %i ms as %s', (ms, expected) => {
  expect(durationInWords(ms)).toBe(expected)
})
