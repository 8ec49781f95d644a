import { expect, it } from 'vitest'
import { readCount } from './counting.ts'

const BOUNDS = { least: 1, most: 1000 }

it.each(['', ' ', '0', '1001', '1.5', '-1', '1e2', 'ten', 'NaN', '٣', '9'.repeat(400)])('refuses %j', (text) => {
  expect(readCount(text, BOUNDS)).toEqual({ problem: 'Give a whole number from 1 to 1,000.' })
})

it.each([
  ['1', 1],
  [' 1000 ', 1000],
  ['007', 7],
])('reads %j', (text, count) => {
  expect(readCount(text, BOUNDS)).toEqual({ count })
})
