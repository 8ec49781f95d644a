import { findApprover } from '../approver/block.ts'
import { readPresencePolicy } from '../presence-policy.ts'
import type { EvidenceBlock } from '../receipt.ts'
import { ENGLISH, type Voice } from './voice.ts'

type Evidence = { evidence: EvidenceBlock[] }

/** Returns why V8 was not made, in a sentence: there is no key of a person in the receipt, or this program did not look at it. */
export function explainApproverSkip(receipt: Evidence, { say }: Voice = ENGLISH): string {
  if (findApprover(receipt) !== null) return say('Not made: this program did not look at the person’s key.')
  return isKeyStated(receipt)
    ? say('Not made: no key of a person is in it. The service alone says that this person’s key signed.')
    : say('Not made: no key of a person is in it. Its issuer alone vouches for what it says.')
}

/** Whether the issuer states that a passkey signed, without showing it. */
export function isKeyStated(receipt: Evidence): boolean {
  const policy = readPresencePolicy(receipt)
  return policy !== null && policy.device !== 'none'
}
