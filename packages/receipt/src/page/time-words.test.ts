import { expect, it } from 'vitest'
import { distance, duration } from './time-words.ts'

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1000, '1 second'],
  [61_000, '1 minute 1 second'],
  [7_380_000, '2 hours 3 minutes'],
  [90_061_000, '1 day 1 hour'],
])('tells %d ms in the two largest units', (ms, words) => {
  expect(duration(ms)).toBe(words)
})

it('tells how far a time is, before and after', () => {
  expect(distance(5000, 0)).toBe('in 5 seconds')
  expect(distance(0, 60_000)).toBe('1 minute ago')
})
