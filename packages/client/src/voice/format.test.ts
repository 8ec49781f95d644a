import { expect, it } from 'vitest'
import { createFormat } from './format.ts'

const { formatMoment, formatNumber, formatPercent } = createFormat('en')

const NOON = new Date(2026, 10, 19, 12, 5)

it.each([
  ['en', '19 Nov 2026, 12:05'],
  ['de', '19.11.2026, 12:05'],
  ['es', '19 nov 2026, 12:05'],
])('a moment in %s is %s', (language, text) => {
  expect(createFormat(language).formatMoment(NOON)).toBe(text)
})

it('a part of a moment is written by its own options, and a text that is no moment as nothing', () => {
  expect(formatMoment(NOON, { timeStyle: 'short' })).toBe('12:05')
  expect(formatMoment('soon')).toBe('')
})

it('a number has as many digits after the point as were asked for', () => {
  expect([formatNumber(12_345.5), createFormat('de').formatNumber(2, 1)]).toEqual(['12,345.5', '2,0'])
})

it.each([
  [70, '70%'],
  [100 * 0.29, '29%'],
  [49.99, '49%'],
])('%d percent are %s, never rounded up', (percent, text) => {
  expect(formatPercent(percent)).toBe(text)
})
