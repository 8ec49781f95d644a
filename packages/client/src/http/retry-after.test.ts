import { expect, it } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const NOW_MS = Date.parse('2026-01-01T12:00:00Z')

it.each([
  ['0', 0],
  ['1', 1000],
  [' 120 ', 120_000],
  ['86400', 86_400_000],
  ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
])('reads %j as %i ms', (field, expected) => {
  expect(retryAfterMs(field, NOW_MS)).toBe(expected)
})

it.each([null, '', ' ', '-1', '1.5', 'soon', 'NaN', 'Infinity', '1e3'])('reads nothing in %j', (field) => {
  expect(retryAfterMs(field, NOW_MS)).toBeUndefined()
})
