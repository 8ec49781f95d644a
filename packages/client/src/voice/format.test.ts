import { expect, it } from 'vitest'
import { formatMoment, formatNumber, formatPercent } from './format.ts'

const NOON = new Date(2026, 10, 19, 12, 5)

it.each([
  ['en', '19 Nov 2026, 12:05'],
  ['de', '19.11.2026, 12:05'],
  ['es', '19 nov 2026, 12:05'],
])('a moment in %s is %s', (language, text) => {
  expect(formatMoment(NOON, language)).toBe(text)
})

it('a part of a moment is written by its own options, and a text that is no moment as nothing', () => {
  expect(formatMoment(NOON, 'en', { timeStyle: 'short' })).toBe('12:05')
  expect(formatMoment('soon', 'en')).toBe('')
})

it('a number has as many digits after the point as were asked for', () => {
  expect([formatNumber(12_345.5, 'en'), formatNumber(2, 'de', 1)]).toEqual(['12,345.5', '2,0'])
})

it.each([
  [0.7, '70%'],
  [0.29, '29%'],
  [0.4999, '49%'],
])('a share of %d is %s, never rounded up', (share, text) => {
  expect(formatPercent(share, 'en')).toBe(text)
})
