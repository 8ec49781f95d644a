import { DEFAULT_LIFETIME_MS } from '../checks.ts'
import type { FailureCode } from '../failure.ts'
import { REVOCATION_UNANSWERED } from '../policy.ts'
import { readPresencePolicy } from '../presence-policy.ts'
import type { Receipt } from '../receipt.ts'
import type { VerificationResult } from '../result.ts'
import { toMs } from '../time.ts'
import { type DecidedVerdict, decideVerdict, type VerdictKind } from '../verdict.ts'
import { nameTime, toSentence } from './phrases.ts'

/** What the sentence is made from, beside the result. */
export type VerdictContext = {
  /** What was judged. It is read only where the result says that it has the form of a receipt. */
  receipt: unknown
  /** Whose key it is, in words; the id of the issuer by default. */
  issuerName?: string
  /** The issuer has declared the key of this receipt compromised. */
  isCompromised?: boolean
  /** Receipts of the old profile were judged too. */
  legacy?: boolean
}

/** A verdict for people: its kind, a word for it, one sentence, and what to do. */
export type ReceiptVerdict = {
  kind: VerdictKind
  /** The failure that decided; null for a fresh receipt and where no check of verifyReceipt decided. */
  code: FailureCode | null
  tone: 'good' | 'caution' | 'bad'
  stamp: string
  sentence: string
  advice: string
}

type Words = Pick<ReceiptVerdict, 'tone' | 'stamp' | 'sentence' | 'advice'>

/**
 * Turns a result into a verdict for people. The first of these that applies counts: tampered, revoked, compromised key, unknown issuer, other
 * audience, other action, test, expired, fresh.
 *
 * @returns its kind, a word, one sentence and what to do.
 * @example
 * readVerdict(verifyReceipt(receipt, options), { receipt }).sentence
 */
export function readVerdict(result: VerificationResult, context: VerdictContext): ReceiptVerdict {
  const hasForm = result.checks.V1 === 'PASS'
  const receipt = hasForm ? (context.receipt as Receipt) : null
  const isCompromised = context.isCompromised === true
  const decided = decideVerdict(result, {
    isCompromised,
    isTest: receipt !== null && readPresencePolicy(receipt)?.test === true,
  })
  return {
    kind: decided.kind,
    code: decided.failure?.code ?? null,
    ...findWords(decided, result, { ...context, receipt }),
  }
}

/** Returns the words for a text in which no receipt can be read: `describeUnreadable('the text is not JSON')`. */
export function describeUnreadable(problem: string): Words {
  return {
    tone: 'bad',
    stamp: 'Unreadable',
    sentence: toSentence(problem),
    advice: 'Give the whole text, from the first brace to the last, or the file itself.',
  }
}

type KnownContext = Omit<VerdictContext, 'receipt'> & { receipt: Receipt | null }

function findWords({ kind, failure }: DecidedVerdict, result: VerificationResult, known: KnownContext): Words {
  if (kind === 'tampered') return describeTampered(failure as Failed, result, known)
  if (kind === 'revoked') return failure?.detail === REVOCATION_UNANSWERED ? REVOCATION_NOT_KNOWN : REVOKED
  if (kind === 'unknown_issuer') return failure === null ? ISSUER_NOT_CHECKED : ISSUER_UNKNOWN
  if (kind === 'other_audience') return { ...OTHER_AUDIENCE, sentence: nameAudience(known.receipt) }
  if (kind === 'other_action') return { ...OTHER_ACTION, sentence: nameAction(known.receipt) }
  if (kind === 'compromised_key') return COMPROMISED_KEY
  return kind === 'test' ? TEST : describeAuthentic(kind, result, known)
}

type Failed = NonNullable<DecidedVerdict['failure']>

const ASK_FOR_ORIGINAL = 'Don’t rely on it. Ask the sender for the file exactly as it was issued.'
const ASK_ISSUER = 'Don’t rely on it. Tell the issuer, who alone can issue a correct one.'
const ASK_FOR_NEWER = 'Don’t rely on it. Ask for a newer receipt.'
const CHECK_CHAIN = 'Check that you gave the right receipts. If you did, don’t rely on this link of the chain.'
const CHECK_CLOCK = `Check the clock of this device, and the time you judge at. If they are right: ${ASK_ISSUER}`

const TAMPERED: Readonly<Partial<Record<FailureCode, [sentence: string, advice: string]>>> = {
  INVALID_SCHEMA: ['It does not have the form of a receipt', ASK_FOR_ORIGINAL],
  INVALID_SIGNATURE: ['It was changed after it was signed, or another key signed it', ASK_FOR_ORIGINAL],
  CHAIN_BROKEN: ['It does not follow the receipt before it', CHECK_CHAIN],
  SUBJECT_MISMATCH: ['The receipt before it is about somebody else', CHECK_CHAIN],
  ISSUER_MISMATCH: ['The receipt before it has another issuer', CHECK_CHAIN],
  TEMPORAL_VIOLATION: ['It overlaps the time of the receipt before it', CHECK_CHAIN],
  INCONSISTENT_ASSERTIONS: ['It contradicts itself', ASK_ISSUER],
  TEMPORAL_INCONSISTENCY: ['Its times cannot be right', CHECK_CLOCK],
  EVIDENCE_TAMPERED: ['Its evidence is not the evidence that was signed for', ASK_FOR_ORIGINAL],
}

function describeTampered({ code, detail }: Failed, { coverage }: VerificationResult, { legacy }: KnownContext): Words {
  if (code === 'INVALID_SIGNATURE' && coverage === 'partial' && legacy !== true) return OLD_PROFILE
  const [sentence, advice] = TAMPERED[code] ?? ['It is not authentic', ASK_FOR_ORIGINAL]
  return { tone: 'bad', stamp: 'Invalid', sentence: `${sentence}: ${detail}.`, advice }
}

const OLD_PROFILE: Words = {
  tone: 'caution',
  stamp: 'Not judged',
  sentence: 'An old receipt, whose signature leaves members out. It is refused unless you ask for such receipts.',
  advice: 'To see whether the rest holds, have old receipts judged too.',
}
const REVOKED: Words = { tone: 'bad', stamp: 'Revoked', sentence: 'Its issuer revoked it.', advice: ASK_FOR_NEWER }
const REVOCATION_NOT_KNOWN: Words = {
  tone: 'bad',
  stamp: 'Not checked',
  sentence: 'Whether its issuer revoked it could not be checked.',
  advice: 'Don’t rely on it before you have a current status list of its issuer.',
}
const COMPROMISED_KEY: Words = {
  tone: 'bad',
  stamp: 'Compromised key',
  sentence: 'Signed with a key that its issuer has declared compromised: anybody may have made it.',
  advice: ASK_FOR_NEWER,
}
const COMPARE_KEYS =
  'Get the issuer’s key from them by another way, compare every digit, and add it to the keys you trust.'
const ISSUER_UNKNOWN: Words = {
  tone: 'caution',
  stamp: 'Unknown issuer',
  sentence: 'Signed with a key that is not among those you trust. Anybody can make a key.',
  advice: `Don’t rely on it unless you know the issuer. ${COMPARE_KEYS}`,
}
const ISSUER_NOT_CHECKED: Words = {
  tone: 'caution',
  stamp: 'Unknown issuer',
  sentence: 'Unchanged since it was signed, but whose key signed it was not checked. Anybody can make a key.',
  advice: COMPARE_KEYS,
}
const OTHER_AUDIENCE = {
  tone: 'caution',
  stamp: 'Not for you',
  advice: 'Don’t accept it for the audience you named. Ask for a receipt that names it.',
} as const
const OTHER_ACTION = {
  tone: 'caution',
  stamp: 'Another action',
  advice: 'Don’t act on it. Ask for an approval of exactly what you are about to do.',
} as const
const TEST: Words = {
  tone: 'caution',
  stamp: 'Test',
  sentence: 'A receipt made for tests. It says nothing about a person.',
  advice: 'Don’t accept it outside tests.',
}

function nameAudience(receipt: Receipt | null): string {
  const audience = receipt?.audience
  return audience === undefined ? 'It names no audience, so it is not meant for you.' : `It is meant for ${audience}.`
}

function nameAction(receipt: Receipt | null): string {
  const digest = receipt && readPresencePolicy(receipt)?.action_digest
  return digest ? `It is for another action, whose digest is ${digest}.` : 'It names no action by its digest.'
}

function describeAuthentic(kind: 'expired' | 'fresh', result: VerificationResult, known: KnownContext): Words {
  const receipt = known.receipt as Receipt
  const signed = `signed by ${known.issuerName ?? `issuer ${receipt.issuer.id}`} on ${nameTime(receipt.signature.signedAt)}`
  const ending = kind === 'fresh' ? nameFreshness(result) : nameExpiry(receipt, result)
  const left = result.unsignedMembers.length
  const opening = left > 0 ? `An old receipt that leaves ${left} members unsigned,` : 'Authentic,'
  const sentence = `${opening} ${signed}${ending}.${nameOutcome(receipt)}`
  return { ...(kind === 'expired' ? EXPIRED : left > 0 ? PARTLY_SIGNED : FRESH), sentence }
}

const EXPIRED = {
  tone: 'caution',
  stamp: 'Expired',
  advice: 'Good as a record. Where somebody has to be here now, ask for a newer receipt.',
} as const
const PARTLY_SIGNED = {
  tone: 'caution',
  stamp: 'Valid in part',
  advice: 'Don’t rely on the members that are not signed: anybody may have changed them.',
} as const
const FRESH = {
  tone: 'good',
  stamp: 'Valid',
  advice: 'You can rely on what it says, as far as you trust its issuer.',
} as const

// Of history in a chain nobody asks whether it is fresh.
function nameFreshness({ checks }: VerificationResult): string {
  return checks.V6 === 'PASS' ? ', and still fresh' : ''
}

function nameExpiry({ interval, expiresAt }: Receipt, { checks }: VerificationResult): string {
  if (checks.V6 !== 'FAIL') return ', which is longer ago than you allow'
  const isUsual = expiresAt === undefined || toMs(expiresAt) - toMs(interval.end) === DEFAULT_LIFETIME_MS
  return isUsual ? '; its five minutes are over' : `; it expired on ${nameTime(expiresAt)}`
}

// The signature holds for a failed scan, too.
function nameOutcome({ verdict }: Receipt): string {
  if (verdict === 'PASS') return ''
  return verdict === undefined ? ' It gives no verdict of its own.' : ` What it says is not a pass: ${verdict}.`
}
