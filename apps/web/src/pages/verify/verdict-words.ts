import type { FailureCode } from '@stillhere/client/receipt'
import type { Demands, Judgement } from './judge.ts'
import { isTrusted } from './trust.ts'

/** A verdict in words: how it ends, in one line, and what to do. */
export type VerdictWords = { kind: 'good' | 'warn' | 'bad'; stamp: string; title: string; advice: string }

type Judged = Extract<Judgement, { kind: 'judged' }>

export function verdictWords(judgement: Judgement, { legacy }: Pick<Demands, 'legacy'>): VerdictWords {
  if (judgement.kind === 'unreadable') return { ...UNREADABLE, title: judgement.problem }
  const { receipt, result } = judgement
  if (result.status === 'VALID') return validWords(judgement)
  // Unless it is asked for, an old signature is not even tried.
  const isOld = receipt !== null && result.coverage === 'partial' && result.reason === 'INVALID_SIGNATURE'
  return isOld && !legacy ? OLD_UNASKED : FAILURE_WORDS[result.reason]
}

const UNREADABLE = {
  kind: 'bad',
  stamp: 'Unreadable',
  advice: 'Give the whole text, from the first brace to the last, or the file itself.',
} as const

function validWords({ result, trust, revocation }: Judged): VerdictWords {
  if (result.coverage === 'partial') return PARTLY_SIGNED
  if (!isTrusted(trust)) return KEY_NOT_LOOKED_UP
  // Of history in a chain nobody asks whether it is fresh.
  const seen = result.checks.V6 === 'PASS' ? 'Genuine, unchanged and fresh' : 'Genuine and unchanged'
  if (revocation.kind === 'clear') return { ...RELIABLE, title: `${seen}, and not revoked.` }
  if (revocation.kind === 'no list') return { ...RELIABLE, title: `${seen}.` }
  return { ...REVOCATION_NOT_KNOWN, title: `${seen}; whether it was revoked is not known.` }
}

const RELIABLE = {
  kind: 'good',
  stamp: 'Valid',
  advice: 'You can rely on what it says, as far as you trust its issuer.',
} as const
const REVOCATION_NOT_KNOWN = {
  kind: 'warn',
  stamp: 'Valid so far',
  advice: 'The list of revoked receipts could not be used. Check again when you are online.',
} as const
const KEY_NOT_LOOKED_UP: VerdictWords = {
  kind: 'warn',
  stamp: 'Valid so far',
  title: 'Unchanged; whose key signed it could not be looked up.',
  advice:
    'Anybody can sign with a key of their own. Check again when you are online, or add the issuer’s key if you know it.',
}
const PARTLY_SIGNED: VerdictWords = {
  kind: 'warn',
  stamp: 'Valid in part',
  title: 'The signature fits, but does not cover everything.',
  advice: 'It is of the old profile. Do not rely on the members marked “not signed”.',
}
const OLD_UNASKED: VerdictWords = {
  kind: 'warn',
  stamp: 'Not judged',
  title: 'An old receipt, which is refused unless you ask.',
  advice:
    'Its signature leaves some members out. To see whether the rest holds, turn on “Judge old receipts too” under “How to judge”.',
}

const GENUINE = 'warn'
const ASK_FOR_ORIGINAL = 'Do not rely on it. Ask the sender for the receipt exactly as it was issued.'
const ASK_ISSUER = 'Do not rely on it. Tell the issuer, who alone can issue a correct one.'
const CHECK_CHAIN = 'See whether you added the right receipts. If you did, do not rely on this link of the chain.'

const FAILURE_WORDS: Readonly<Record<FailureCode, VerdictWords>> = {
  INVALID_SCHEMA: bad('It does not have the form of a receipt.', ASK_FOR_ORIGINAL),
  INVALID_SIGNATURE: bad('It was changed after it was signed, or another key signed it.', ASK_FOR_ORIGINAL),
  CHAIN_BROKEN: bad('It does not follow the receipt before it.', CHECK_CHAIN),
  SUBJECT_MISMATCH: bad('The receipt before it is about somebody else.', CHECK_CHAIN),
  ISSUER_MISMATCH: bad('The receipt before it has another issuer.', CHECK_CHAIN),
  TEMPORAL_VIOLATION: bad('It overlaps the time of the receipt before it.', CHECK_CHAIN),
  INCONSISTENT_ASSERTIONS: bad('It contradicts itself.', ASK_ISSUER),
  TEMPORAL_INCONSISTENCY: bad(
    'Its times cannot be right.',
    `See whether the clock of this device is right, and the time you judge at. If they are: ${ASK_ISSUER}`,
  ),
  EVIDENCE_TAMPERED: bad('Its evidence is not the evidence that was signed for.', ASK_FOR_ORIGINAL),
  EXPIRED: {
    kind: GENUINE,
    stamp: 'Expired',
    title: 'Genuine, but no longer fresh.',
    advice:
      'Ask for a newer receipt; they are good for minutes. To judge it as of an earlier time, set that time under “How to judge”.',
  },
  UNTRUSTED_ISSUER: {
    kind: GENUINE,
    stamp: 'Not trusted',
    title: 'Unchanged, but signed by a key that nobody here vouches for.',
    advice:
      'If you know the issuer, get their key by another way, compare every digit, and add it under “How to judge”.',
  },
  REVOKED: {
    kind: 'bad',
    stamp: 'Revoked',
    title: 'It was taken back.',
    advice: 'Do not rely on it. Ask for a newer one.',
  },
  TOO_OLD: {
    kind: GENUINE,
    stamp: 'Too old',
    title: 'Genuine, but of a time too long ago.',
    advice: 'Ask for a newer one.',
  },
  AUDIENCE_MISMATCH: {
    kind: GENUINE,
    stamp: 'Not for you',
    title: 'Genuine, but meant for somebody else.',
    advice: 'Do not accept it for the audience you named. Ask for a receipt that names it.',
  },
}

function bad(title: string, advice: string): VerdictWords {
  return { kind: 'bad', stamp: 'Invalid', title, advice }
}
