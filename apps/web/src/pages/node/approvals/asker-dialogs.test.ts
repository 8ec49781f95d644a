import { expect, it } from 'vitest'
import { readPerDay } from './asker-dialogs.tsx'

it.each([
  ['1', 1],
  [' 100 ', 100],
  ['0', null],
  ['101', null],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['1e1', null],
])('reads %j as %s a day', (text, perDay) => {
  expect(readPerDay(text)).toBe(perDay)
})
