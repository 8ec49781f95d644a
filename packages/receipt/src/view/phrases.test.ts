import { expect, it } from 'vitest'
import { formatDuration, formatMoment, toSentence } from './voice.ts'

it.each([
  [0, '0 seconds'],
  [999, '0.999 seconds'],
  [1000, '1 second'],
  [1500, '1.5 seconds'],
  [59_999, '59.999 seconds'],
  [60_000, '1 minute'],
  [61_000, '1 minute 1 second'],
  [7_380_000, '2 hours 3 minutes'],
  [86_400_000, '1 day'],
  [90_061_000, '1 day 1 hour'],
])('names %d ms in the two largest units', (ms, words) => {
  expect(formatDuration(ms)).toBe(words)
})

it('names a time to the minute, in UTC', () => {
  expect(formatMoment('2026-03-01T09:05:59.999Z')).toBe('1 Mar 2026, 09:05 UTC')
})

it.each([
  ['it broke', 'It broke.'],
  ['Why?', 'Why?'],
  ['stop. and go', 'Stop. and go.'],
  ['/issuer/id is empty.', '/issuer/id is empty.'],
])('makes a sentence of %j', (text, sentence) => {
  expect(toSentence(text)).toBe(sentence)
})
