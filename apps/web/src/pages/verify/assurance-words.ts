import { readPresencePolicy } from '@stillhere/client'
import { LEVEL_ONE_WORDS } from '../../parts/assurance-words.ts'
import type { AnyReceipt } from './trust.ts'

/** What a receipt shows of a presence, by the assurance that its issuer states; without one no more than the first level. */
export function assuranceWords(receipt: Pick<AnyReceipt, 'evidence'>): string {
  const policy = readPresencePolicy(receipt)
  if (policy === null) return `Its issuer states no level, so no more than level 1. ${LEVEL_ONE_WORDS}`
  const who = policy.registered ? 'A registered node stands behind it.' : 'No registered node stands behind it.'
  return `${LEVELS[policy.assurance]} ${who}`
}

const LEVELS = {
  1: `Level 1, motion. ${LEVEL_ONE_WORDS}`,
  2: 'Level 2, live. The motion was made in real time, and a passkey signed this scan.',
  3: 'Level 3, device. As level 2, on hardware that proves itself.',
} as const
