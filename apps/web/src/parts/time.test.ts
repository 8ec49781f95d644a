import { expect, it } from 'vitest'
import { formatClock, formatRelativeHour, formatRelativeTime } from './time.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

it.each([
  [0, 'now'],
  [-59_999, 'now'],
  [-MINUTE, '1 minute ago'],
  [5 * MINUTE, 'in 5 minutes'],
  [-HOUR + 1, '59 minutes ago'],
  [-3 * HOUR, '3 hours ago'],
  [-DAY, 'yesterday'],
  [-45 * DAY, 'last month'],
  [-800 * DAY, '2 years ago'],
  [Number.NaN, 'unknown'],
])('%d ms from now is "%s"', (ms, words) => {
  expect(formatRelativeTime(ms)).toBe(words)
})

it.each([
  [0, 'this hour'],
  [HOUR - 1, 'this hour'],
  [-MINUTE, 'this hour'],
  [HOUR, '1 hour ago'],
  [26 * HOUR, 'yesterday'],
  [Number.NaN, 'unknown'],
])('an hour that began %d ms ago is "%s"', (ms, words) => {
  expect(formatRelativeHour(ms)).toBe(words)
})

it.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1:00'],
  [185, '3:05'],
  [18_000, '5:00:00'],
])('shows %d seconds as %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text)
})
