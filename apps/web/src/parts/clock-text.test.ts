import { expect, it } from 'vitest'
import { clockText } from './clock-text.ts'

it.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1:00'],
  [185, '3:05'],
  [18_000, '5:00:00'],
])('shows %d seconds as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})
