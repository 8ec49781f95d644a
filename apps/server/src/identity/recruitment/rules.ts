/** So many places are for founding testers. The tables have the same bound. */
const FOUNDING_TESTERS = 50

/** How long the link in a mail is good, and a place is held for whoever it was sent to. */
export const LINK_MS = 48 * 3_600_000

/** What is stored of an application, and who stands between it and a founding place. */
export type Standing = {
  position: number
  foundingNumber: number | null
  isConfirmed: boolean
  /** Founding places that are taken for good. */
  taken: number
  /** Places held for applicants who have not opened their link yet, and those of them who applied earlier than this one. */
  held: number
  heldBefore: number
}

export type Place = {
  cohort: 'genesis' | 'public'
  position: 'founding_tester' | 'applicant'
  position_number: number
  slots_remaining: number
  confirmed: boolean
}

/** What an application comes to: for good once it is confirmed, as things stand until then. */
export function decidePlace(standing: Standing): Place {
  const { position: position_number, isConfirmed: confirmed, taken, held } = standing
  const slots_remaining = Math.max(0, FOUNDING_TESTERS - taken - held)
  return isFoundingTester(standing)
    ? { cohort: 'genesis', position: 'founding_tester', position_number, slots_remaining, confirmed }
    : { cohort: 'public', position: 'applicant', position_number, slots_remaining, confirmed }
}

function isFoundingTester({ isConfirmed, foundingNumber, taken, heldBefore }: Standing): boolean {
  return isConfirmed ? foundingNumber !== null : taken + heldBefore < FOUNDING_TESTERS
}
