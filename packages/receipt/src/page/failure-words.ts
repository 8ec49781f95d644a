import type { FailureCode } from '../failure.ts'

/** A failure as people speak of it: what it comes to, and what to do now. */
type FailureWords = { stamp: string; title: string; advice: string }

const ASK_FOR_ORIGINAL = 'Do not rely on it. Ask the sender for the file exactly as it was issued.'
const ASK_ISSUER = 'Do not rely on it. Tell the issuer, who alone can issue a correct one.'
const CHECK_PREDECESSOR = 'See whether you gave the right predecessor. If you did, do not rely on this link.'

export const FAILURE_WORDS: Readonly<Record<FailureCode, FailureWords>> = {
  INVALID_SCHEMA: {
    stamp: 'Invalid',
    title: 'It does not have the form of a receipt',
    advice: 'Ask the sender for the file exactly as it was issued; a program on the way may have rewritten it.',
  },
  INVALID_SIGNATURE: {
    stamp: 'Invalid',
    title: 'The signature does not fit what it says',
    advice: `Something was changed after signing, or another key signed it. ${ASK_FOR_ORIGINAL}`,
  },
  CHAIN_BROKEN: { stamp: 'Invalid', title: 'It does not follow its predecessor', advice: CHECK_PREDECESSOR },
  SUBJECT_MISMATCH: {
    stamp: 'Invalid',
    title: 'Its predecessor is about somebody else',
    advice: CHECK_PREDECESSOR,
  },
  ISSUER_MISMATCH: { stamp: 'Invalid', title: 'Its predecessor has another issuer', advice: CHECK_PREDECESSOR },
  TEMPORAL_VIOLATION: {
    stamp: 'Invalid',
    title: 'It overlaps the time of its predecessor',
    advice: CHECK_PREDECESSOR,
  },
  INCONSISTENT_ASSERTIONS: { stamp: 'Invalid', title: 'It contradicts itself', advice: ASK_ISSUER },
  TEMPORAL_INCONSISTENCY: {
    stamp: 'Invalid',
    title: 'Its times cannot be right',
    advice: `See whether the clock of this device, or the time under “How to judge”, is right. If it is: ${ASK_ISSUER}`,
  },
  EVIDENCE_TAMPERED: {
    stamp: 'Invalid',
    title: 'Its evidence is not the evidence that was signed for',
    advice: ASK_FOR_ORIGINAL,
  },
  EXPIRED: {
    stamp: 'Expired',
    title: 'Genuine, but no longer fresh',
    advice:
      'Ask for a newer receipt. To know whether this one was valid at an earlier time, set that time under “How to judge”.',
  },
  UNTRUSTED_ISSUER: {
    stamp: 'Not trusted',
    title: 'Genuine, but by a key that is not on your list',
    advice:
      'If you expected this issuer, ask them for their key by another way and compare it digit by digit. Otherwise do not rely on it.',
  },
  REVOKED: { stamp: 'Revoked', title: 'It was taken back', advice: 'Do not rely on it. Ask for a newer receipt.' },
  TOO_OLD: { stamp: 'Too old', title: 'Genuine, but about a time too long ago', advice: 'Ask for a newer receipt.' },
  AUDIENCE_MISMATCH: {
    stamp: 'Not for you',
    title: 'Genuine, but meant for somebody else',
    advice: 'Do not accept it as meant for the audience you named. Ask for a receipt that names it.',
  },
}
