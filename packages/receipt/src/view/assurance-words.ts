import { readPresencePolicy } from '../presence-policy.ts'
import type { EvidenceBlock } from '../receipt.ts'

/** What level 1 shows and what it does not; said wherever a result is explained. */
export const LEVEL_ONE_WORDS =
  'The motion looks like that of a person and answers a fresh challenge. Simulation is not excluded.'

const LEVELS = {
  1: `Level 1, motion. ${LEVEL_ONE_WORDS}`,
  2: 'Level 2, live. The motion was made in real time, and a passkey signed this scan.',
  3: 'Level 3, device. As level 2, and a device that took part proved itself.',
} as const

/** Returns what a receipt shows of a presence, by the assurance that its issuer states; without one no more than level 1. */
export function describeAssurance(receipt: { evidence: EvidenceBlock[] }): string {
  const policy = readPresencePolicy(receipt)
  if (policy === null) return `Its issuer states no level, so no more than level 1. ${LEVEL_ONE_WORDS}`
  const who = policy.registered ? 'A registered node stands behind it.' : 'No registered node stands behind it.'
  const stated = `${LEVELS[policy.assurance]} ${who}`
  return policy.test ? `For tests only: it proves nothing. It states: ${stated}` : stated
}
