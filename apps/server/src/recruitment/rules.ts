/** The first so many applicants are founding testers. */
const FOUNDING_TESTERS = 50

export type Place = {
  cohort: 'genesis' | 'public'
  position: 'founding_tester' | 'applicant'
  position_number: number
  slots_remaining: number
}

/** What a position means, when `taken` people have applied so far. */
export function placeOf(position_number: number, taken: number): Place {
  const slots_remaining = Math.max(0, FOUNDING_TESTERS - taken)
  return isFoundingTester(position_number)
    ? { cohort: 'genesis', position: 'founding_tester', position_number, slots_remaining }
    : { cohort: 'public', position: 'applicant', position_number, slots_remaining }
}

export function isFoundingTester(positionNumber: number): boolean {
  return positionNumber <= FOUNDING_TESTERS
}
