import { expect, it } from 'vitest'
import { distance } from './time-words.ts'

it('tells how far a time is, before and after, in whole seconds', () => {
  expect(distance(5999, 0)).toBe('in 5 seconds')
  expect(distance(0, 60_000)).toBe('1 minute ago')
})
