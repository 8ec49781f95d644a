import { WEBCRYPTO_MISSING } from '../approver/block.ts'
import { DEFAULT_LIFETIME_MS, REVOCATION_UNANSWERED } from '../checks.ts'
import type { FailureCode } from '../failure.ts'
import { readPresencePolicy } from '../presence-policy.ts'
import type { Receipt } from '../receipt.ts'
import { type VerdictDecision, judgeVerdict, type VerdictKind, type VerificationResult } from '../result.ts'
import { toMs } from '../time.ts'
import { ENGLISH, formatMoment, toSentence, type Voice } from './voice.ts'

/** Facts for the words of a verdict, besides the result. */
export type VerdictContext = {
  /** The receipt. It is read only if the result says that it has the form of a receipt. */
  receipt: unknown
  /** The name of the issuer; its id by default. */
  issuerName?: string
  /** The issuer has declared the key of this receipt compromised. */
  isCompromised?: boolean
  /** The option `legacy` was on, so receipts of the old profile were accepted. */
  legacy?: boolean
  /** The language; English by default. */
  voice?: Voice
}

/** A verdict for people: its kind, a stamp, the finding, and advice. */
export type ReceiptVerdict = {
  kind: VerdictKind
  /** The code of the failure that decided; null if no failed check did. */
  code: FailureCode | null
  tone: 'good' | 'caution' | 'bad'
  stamp: string
  headline: string
  /** The detail of the failure that decided; null if the headline says everything. */
  reason: string | null
  /** The JSON pointer in the reason; null if there is none. */
  location: string | null
  /** Headline and reason as one text. */
  sentence: string
  advice: string
}

type VerdictWords = Omit<ReceiptVerdict, 'kind' | 'code'>

/**
 * Describes the result of `verifyReceipt` for people. If several kinds of verdict apply, the first in `VERDICT_ORDER` counts, so that a tampered
 * receipt isn't called expired.
 *
 * @returns the kind, a stamp of one or two words, the finding as headline, reason and location, and advice.
 * @example
 * const { stamp, sentence, advice } = readVerdict(verifyReceipt(receipt, options), { receipt })
 */
export function readVerdict(result: VerificationResult, context: VerdictContext): ReceiptVerdict {
  const hasForm = result.checks.V1 === 'PASS'
  const receipt = hasForm ? (context.receipt as Receipt) : null
  const isCompromised = context.isCompromised === true
  const decided = judgeVerdict(result, {
    isCompromised,
    isTest: receipt !== null && readPresencePolicy(receipt)?.test === true,
  })
  const voice = context.voice ?? ENGLISH
  const words = findWords(decided, result, { ...context, receipt, voice })
  return { kind: decided.kind, code: decided.failure?.code ?? null, ...toVerdictWords(words, voice) }
}

/**
 * Returns the words of the verdict for a text that can't be read as a receipt. `problem` says why.
 *
 * @returns the words of the verdict: stamp, headline, reason and advice.
 * @example
 * const words = describeUnreadable('the text is not JSON')
 */
export function describeUnreadable(problem: string, voice: Voice = ENGLISH): VerdictWords {
  return toVerdictWords({ ...UNREADABLE, detail: problem }, voice)
}

/** The words in English, the values for the names in the headline, and the detail of the failure that decided. */
type Words = Pick<VerdictWords, 'tone' | 'stamp' | 'headline' | 'advice'>
type Template = Words & { values?: Parameters<Voice['say']>[1]; detail?: string }

function toVerdictWords({ tone, stamp, headline, advice, values, detail }: Template, { say }: Voice): VerdictWords {
  const found = say(headline, values)
  const reason = detail === undefined ? null : toSentence(say(detail))
  return {
    tone,
    stamp: say(stamp),
    headline: found,
    reason,
    location: /(?<=^|[ (])\/[a-z][^\s:,]*/i.exec(detail ?? '')?.[0] ?? null,
    sentence: reason === null ? found : `${found} ${reason}`,
    advice: say(advice),
  }
}

const UNREADABLE: Words = {
  tone: 'bad',
  stamp: 'Unreadable',
  headline: 'This text cannot be read as a receipt.',
  advice: 'Give the whole text, from the first brace to the last, or the file itself.',
}

type KnownContext = Omit<VerdictContext, 'receipt'> & { receipt: Receipt | null; voice: Voice }

function findWords({ kind, failure }: VerdictDecision, result: VerificationResult, known: KnownContext): Template {
  if (kind === 'tampered') return describeTampered(failure as VerdictFailure, result, known)
  if (kind === 'revoked') return failure?.detail === REVOCATION_UNANSWERED ? REVOCATION_NOT_KNOWN : REVOKED
  if (kind === 'unknown_issuer') return failure === null ? ISSUER_NOT_CHECKED : ISSUER_UNKNOWN
  if (kind === 'other_audience') return { ...OTHER_AUDIENCE, ...describeAudience(known.receipt) }
  if (kind === 'other_action') return { ...OTHER_ACTION, ...describeAction(known.receipt) }
  if (kind === 'other_approver') return failure?.code === 'APPROVER_MISSING' ? NO_APPROVER : OTHER_APPROVER
  if (kind === 'compromised_key') return COMPROMISED_KEY
  return kind === 'test' ? TEST : describeAuthentic(kind, result, known)
}

type VerdictFailure = NonNullable<VerdictDecision['failure']>

const ASK_FOR_ORIGINAL = 'Don’t rely on it. Ask the sender for the file exactly as it was issued.'
const ASK_ISSUER = 'Don’t rely on it. Tell the issuer, who alone can issue a correct one.'
const ASK_FOR_NEWER = 'Don’t rely on it. Ask for a newer receipt.'
const ASK_PERSON = 'Don’t act on it. Ask the person by another way: the issuer may have been broken into.'
const CHECK_CHAIN = 'Check that you gave the right receipts. If you did, don’t rely on this link of the chain.'
const CHECK_CLOCK =
  'Check the clock of this device, and the time you judge at. If they are right, don’t rely on it, and tell the issuer.'

const TAMPERED: Readonly<Partial<Record<FailureCode, [headline: string, advice: string]>>> = {
  INVALID_SCHEMA: ['It does not have the form of a receipt.', ASK_FOR_ORIGINAL],
  INVALID_SIGNATURE: ['It was changed after it was signed, or another key signed it.', ASK_FOR_ORIGINAL],
  CHAIN_BROKEN: ['It does not follow the receipt before it.', CHECK_CHAIN],
  SUBJECT_MISMATCH: ['The receipt before it is about another person.', CHECK_CHAIN],
  ISSUER_MISMATCH: ['The receipt before it has another issuer.', CHECK_CHAIN],
  TEMPORAL_VIOLATION: ['It overlaps the time of the receipt before it.', CHECK_CHAIN],
  INCONSISTENT_ASSERTIONS: ['It contradicts itself.', ASK_ISSUER],
  TEMPORAL_INCONSISTENCY: ['Its times cannot be right.', CHECK_CLOCK],
  APPROVER_SIGNATURE: ['The signature of the person’s key in it does not hold.', ASK_PERSON],
  APPROVER_MISMATCH: ['The person’s key signed something else.', ASK_PERSON],
  EVIDENCE_TAMPERED: ['Its evidence is not the evidence that was signed for.', ASK_FOR_ORIGINAL],
}

function describeTampered(
  { code, detail }: VerdictFailure,
  { coverage }: VerificationResult,
  { legacy }: KnownContext,
): Template {
  if (code === 'INVALID_SIGNATURE' && coverage === 'partial' && legacy !== true) return OLD_PROFILE
  if (detail === WEBCRYPTO_MISSING) return KEY_NOT_CHECKED
  const [headline, advice] = TAMPERED[code] ?? ['It is not authentic.', ASK_FOR_ORIGINAL]
  return { tone: 'bad', stamp: 'Invalid', headline, advice, detail }
}

const OLD_PROFILE: Words = {
  tone: 'caution',
  stamp: 'Not judged',
  headline: 'An old receipt, whose signature leaves members out. It is refused unless you ask for such receipts.',
  advice: 'To see whether the rest holds, have old receipts judged too.',
}
const REVOKED: Words = { tone: 'bad', stamp: 'Revoked', headline: 'Its issuer revoked it.', advice: ASK_FOR_NEWER }
const REVOCATION_NOT_KNOWN: Words = {
  tone: 'bad',
  stamp: 'Not checked',
  headline: 'Whether its issuer revoked it could not be checked.',
  advice: 'Don’t rely on it before you have a current status list of its issuer.',
}
const COMPROMISED_KEY: Words = {
  tone: 'bad',
  stamp: 'Compromised key',
  headline: 'Signed with a key that its issuer has declared compromised: anyone may have made it.',
  advice: ASK_FOR_NEWER,
}
const COMPARE_KEYS =
  'Get the issuer’s key from them by another way, compare every digit, and add it to the keys you trust.'
const ISSUER_UNKNOWN: Words = {
  tone: 'caution',
  stamp: 'Unknown issuer',
  headline: 'Signed with a key that is not among those you trust. Anyone can make a key.',
  advice:
    'Don’t rely on it unless you know the issuer. Get the issuer’s key from them by another way, compare every digit, and add it to the keys you trust.',
}
const ISSUER_NOT_CHECKED: Words = {
  tone: 'caution',
  stamp: 'Unknown issuer',
  headline: 'Unchanged since it was signed, but whose key signed it was not checked. Anyone can make a key.',
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
const OTHER_APPROVER: Words = {
  tone: 'bad',
  stamp: 'Another key',
  headline: 'A key signed it that is not among those you pinned for this person.',
  advice: ASK_PERSON,
}
const NO_APPROVER: Words = {
  tone: 'caution',
  stamp: 'No key',
  headline: 'It holds no key of the person that can be checked. The service alone says who approved.',
  advice: 'Don’t act on it where you demand the person’s own key. Ask for an approval with it.',
}
const KEY_NOT_CHECKED: Words = {
  tone: 'bad',
  stamp: 'Not checked',
  headline: 'The signature of the person’s key in it could not be checked here.',
  advice: 'Don’t act on it before you have checked it with the offline page, or on a page of https.',
}
const TEST: Words = {
  tone: 'caution',
  stamp: 'Test',
  headline: 'A receipt made for tests. It says nothing about a person.',
  advice: 'Don’t accept it outside tests.',
}

type Headline = Pick<Template, 'headline' | 'values'>

function describeAudience(receipt: Receipt | null): Headline {
  const audience = receipt?.audience
  if (audience === undefined) return { headline: 'It names no audience, so it is not meant for you.' }
  return { headline: 'It is meant for {audience}.', values: { audience } }
}

function describeAction(receipt: Receipt | null): Headline {
  const digest = receipt && readPresencePolicy(receipt)?.action_digest
  if (!digest) return { headline: 'It names no action by its digest.' }
  return { headline: 'It is for another action, whose digest is {digest}.', values: { digest } }
}

function describeAuthentic(kind: 'expired' | 'fresh', result: VerificationResult, known: KnownContext): Template {
  const receipt = known.receipt as Receipt
  const { say, language } = known.voice
  const count = result.unsignedMembers.length
  const values = {
    count,
    issuer: known.issuerName ?? say('issuer {id}', { id: receipt.issuer.id }),
    time: formatMoment(receipt.signature.signedAt, language),
    ending: kind === 'fresh' ? describeFreshness(result, known.voice) : describeExpiry(receipt, result, known.voice),
    outcome: describeOutcome(receipt, known.voice),
  }
  const headline =
    count > 0
      ? 'An old receipt that leaves {count} members unsigned, signed by {issuer} on {time}{ending}.{outcome}'
      : 'Authentic, signed by {issuer} on {time}{ending}.{outcome}'
  return { ...(kind === 'expired' ? EXPIRED : count > 0 ? PARTLY_SIGNED : FRESH), headline, values }
}

const EXPIRED = {
  tone: 'caution',
  stamp: 'Expired',
  advice: 'Good as a record. If a person has to be here now, ask for a newer receipt.',
} as const
const PARTLY_SIGNED = {
  tone: 'caution',
  stamp: 'Valid in part',
  advice: 'Don’t rely on the members that are not signed: anyone may have changed them.',
} as const
const FRESH = {
  tone: 'good',
  stamp: 'Valid',
  advice: 'You can rely on what it says, as far as you trust its issuer.',
} as const

// Earlier receipts of a chain don't have to be fresh.
function describeFreshness({ checks }: VerificationResult, { say }: Voice): string {
  return checks.V6 === 'PASS' ? say(', and still fresh') : ''
}

function describeExpiry(
  { interval, expiresAt }: Receipt,
  { checks }: VerificationResult,
  { say, language }: Voice,
): string {
  if (checks.V6 !== 'FAIL') return say(', which is longer ago than you allow')
  const isUsual = expiresAt === undefined || toMs(expiresAt) - toMs(interval.end) === DEFAULT_LIFETIME_MS
  return isUsual
    ? say('; its five minutes are over')
    : say('; it expired on {time}', { time: formatMoment(expiresAt, language) })
}

// Failed scans are signed too.
function describeOutcome({ verdict }: Receipt, { say }: Voice): string {
  if (verdict === 'PASS') return ''
  if (verdict === undefined) return ` ${say('It gives no verdict of its own.')}`
  return ` ${say('What it says is not a pass: {verdict}.', { verdict })}`
}
