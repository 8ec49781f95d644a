import { describe, expect, it } from 'vitest'
import { describeStanding, type ApplicationStanding } from './recruitment-store.ts'

const FIRST: ApplicationStanding = {
  position: 1,
  foundingNumber: null,
  isConfirmed: false,
  taken: 0,
  held: 1,
  heldBefore: 0,
}

describe('a place in the program', () => {
  it.each<[string, Partial<ApplicationStanding>, string, number]>([
    ['the first applicant', {}, 'founding_tester', 49],
    ['the 50th of whom nobody confirmed', { position: 50, held: 50, heldBefore: 49 }, 'founding_tester', 0],
    ['the 51st of whom nobody confirmed', { position: 51, held: 51, heldBefore: 50 }, 'applicant', 0],
    ['the 51st, once a link has expired', { position: 51, held: 50, heldBefore: 49 }, 'founding_tester', 0],
    ['a late one, while a place is free', { position: 900, taken: 49, held: 1 }, 'founding_tester', 0],
    ['an early one, when all places are taken', { taken: 50, held: 0 }, 'applicant', 0],
    ['a founding tester', { isConfirmed: true, foundingNumber: 7, taken: 50, held: 3 }, 'founding_tester', 0],
    ['whoever confirmed too late', { isConfirmed: true, taken: 50, held: 0 }, 'applicant', 0],
  ])('%s', (_, change, position, slots) => {
    const standing = { ...FIRST, ...change }
    expect(describeStanding(standing)).toEqual({
      cohort: position === 'founding_tester' ? 'genesis' : 'public',
      position,
      position_number: standing.position,
      slots_remaining: slots,
      confirmed: standing.isConfirmed,
    })
  })
})
