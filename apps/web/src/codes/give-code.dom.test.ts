import { expect, it } from 'vitest'
import { readCode } from './give-code.tsx'

it.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123\u00a0456', '123456'],
  ['123-456', '123456'],
  ['Your code for Stillhere: 012345. It works once until 14:32.', '012345'],
  ['Your code for Stillhere:\n\n123456\n\nIt works once', '123456'],
  ['', null],
  ['12345', null],
  ['1234567', null],
  ['1234 56', null],
  ['until 2026-11-15 23:59', null],
  ['١٢٣٤٥٦', null],
])('finds in %j the code %s', (text, code) => {
  expect(readCode(text)).toBe(code)
})
