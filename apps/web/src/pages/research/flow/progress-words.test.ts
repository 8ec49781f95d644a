import { expect, it } from 'vitest'
import { describePeople, stillNeeded } from './progress-words.ts'

it.each([
  [0, 0, ''],
  [1, 0, 'One person so far; nobody has come back on another day yet.'],
  [2, 1, '2 people so far; one came back on another day.'],
  [1200, 40, '1,200 people so far; 40 came back on another day.'],
])('of %d people %d came back', (people, returned, words) => {
  expect(describePeople({ people, people_on_other_days: returned })).toBe(words)
})

it('says how many are needed, and when there are enough', () => {
  expect(stillNeeded(299)).toContain('299 more')
  expect(stillNeeded(0)).toContain('enough')
})
