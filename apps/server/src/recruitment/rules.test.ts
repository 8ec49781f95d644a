import { describe, expect, it } from 'vitest'
import { placeOf } from './rules.ts'

describe('a place in the programme', () => {
  it.each([
    [1, 1, 'genesis', 'founding_tester', 49],
    [50, 50, 'genesis', 'founding_tester', 0],
    [51, 51, 'public', 'applicant', 0],
    [1000, 1000, 'public', 'applicant', 0],
    [7, 20, 'genesis', 'founding_tester', 30],
    [7, 2000, 'genesis', 'founding_tester', 0],
  ])('number %i of %i is %s, %s, and leaves %i', (number, taken, cohort, position, slots) => {
    expect(placeOf(number, taken)).toEqual({ cohort, position, position_number: number, slots_remaining: slots })
  })
})
