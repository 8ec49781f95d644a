import { expect, it } from 'vitest'
import { changeText, reasonWords } from './ledger-words.ts'

it.each([
  [7, '+7'],
  [-1200, '−1,200'],
  [0, '+0'],
])('writes the change %d as %s', (change, text) => {
  expect(changeText(change)).toBe(text)
})

it('has other words for each reason', () => {
  expect(reasonWords('gain')).not.toBe(reasonWords('decay'))
})
