import type { Outcome } from '@stillhere/client/receipt'
import {
  type CheckRow,
  describeChecks,
  describeDemands,
  describeScan,
  describeUnreadable,
  readVerdict,
  type ReceiptVerdict,
  toSentence,
} from '@stillhere/client/receipt/view'
import { formatRelativeTime } from '../../parts/time.tsx'
import { VOICE } from '../../receipts/voice.ts'
import { formatMoment, say } from '../../words/speak.ts'
import type { Judgment, Options, Revocation, Trust } from './judge.ts'
import { KNOWN_WORDS } from './words.ts'

/** The texts of a verdict: a stamp, one line about the result, and what to do. */
type VerdictWords = { kind: 'good' | 'warn' | 'bad'; stamp: string; title: string; advice: string }

/** One sentence on what a receipt says happened. `isClaim` is true if the reader has no reason to trust its signature. */
type Story = { sentence: string; isClaim: boolean }

// The text may be authentic, but only an untrusted key says that it happened.
const CLAIMED: readonly ReceiptVerdict['kind'][] = ['revoked', 'compromised_key', 'unknown_issuer', 'other_approver']

/**
 * Describes in one sentence what a receipt says happened. Returns null if the document is no receipt or was changed after signing.
 * `isClaim` is true if the reader has no reason to trust the signature. `legacy` must be true if receipts of the old profile were
 * accepted when judging; `host` names this service.
 */
export function describeStory(judgment: Judgment, { legacy }: Pick<Options, 'legacy'>, host: string): Story | null {
  if (judgment.kind === 'unreadable' || judgment.receipt === null) return null
  const { receipt, result, trust } = judgment
  const { kind } = readVerdict(result, { receipt, legacy, isCompromised: trust.kind === 'compromised' })
  if (kind === 'tampered') return null
  const isClaim = CLAIMED.includes(kind)
  return { sentence: describeScan(receipt, describeSigner(trust, host), VOICE), isClaim }
}

function describeSigner(trust: Trust, host: string): string {
  if (trust.kind === 'service' || trust.kind === 'compromised') return host
  if (trust.kind === 'own') return KNOWN_WORDS.thisBrowser
  return trust.kind === 'added' ? KNOWN_WORDS.named(trust.name || KNOWN_WORDS.addedKey) : KNOWN_WORDS.unknownKey
}

type JudgedReceipt = Extract<Judgment, { kind: 'judged' }>

/**
 * Describes the verdict on a document: the verdict of `readVerdict` from the receipt package, completed by what this page knows about the
 * key and revocation. `legacy` must be true if receipts of the old profile were accepted when judging; `hintsFor` returns sentences to
 * add to the advice.
 */
export function describeVerdict(
  judgment: Judgment,
  { legacy }: Pick<Options, 'legacy'>,
  hintsFor: (verdict: ReceiptVerdict, judgment: JudgedReceipt) => string[] = listHints,
): VerdictWords {
  if (judgment.kind === 'unreadable') return toNotice(describeUnreadable(judgment.problem, VOICE))
  const { receipt, result, trust } = judgment
  const isCompromised = trust.kind === 'compromised'
  const verdict = readVerdict(result, { receipt, legacy, isCompromised, voice: VOICE, ...describeIssuer(trust) })
  if (trust.kind === 'own' && verdict.kind === 'unknown_issuer') return OWN
  const words = toNotice({ ...verdict, advice: [verdict.advice, ...hintsFor(verdict, judgment)].join(' ') })
  return isRevocationOpen(verdict, judgment) ? addOpenRevocation(words, judgment) : words
}

const OWN: VerdictWords = {
  kind: 'warn',
  stamp: KNOWN_WORDS.ownStamp,
  title: KNOWN_WORDS.ownTitle,
  advice: KNOWN_WORDS.ownAdvice,
}

const KINDS = { good: 'good', caution: 'warn', bad: 'bad' } as const

// A reason about one member is for the checks below, which say it with its place in the JSON.
function toNotice({ tone, stamp, headline, location, sentence, advice }: Omit<ReceiptVerdict, 'kind' | 'code'>) {
  return { kind: KINDS[tone], stamp, title: location === null ? sentence : headline, advice }
}

function describeIssuer(trust: Trust): { issuerName?: string } {
  if (trust.kind === 'service') return { issuerName: KNOWN_WORDS.thisService }
  return trust.kind === 'added' && trust.name !== '' ? { issuerName: KNOWN_WORDS.named(trust.name) } : {}
}

function listHints({ kind, code, tone }: ReceiptVerdict, { result }: JudgedReceipt): string[] {
  const { hints } = KNOWN_WORDS
  if (kind === 'expired') return [hints.earlier]
  if (kind === 'unknown_issuer') return [hints.keys]
  // The tone is caution only if the old profile is the sole reason for the refusal.
  const isOld = code === 'INVALID_SIGNATURE' && result.coverage === 'partial' && tone === 'caution'
  return isOld ? [hints.legacy] : []
}

/** Returns true if only the revocation status is open. */
function isRevocationOpen({ kind }: ReceiptVerdict, { revocation }: JudgedReceipt): boolean {
  const isAuthentic = kind === 'fresh' || kind === 'expired'
  return isAuthentic && revocation.kind !== 'clear' && revocation.kind !== 'no list'
}

function addOpenRevocation(words: VerdictWords, { revocation }: JudgedReceipt): VerdictWords {
  const isForgotten = revocation.kind === 'forgotten'
  const title = `${words.title} ${isForgotten ? KNOWN_WORDS.forgotten : KNOWN_WORDS.revocationOpen}`
  if (words.kind !== 'good') return { ...words, title }
  const advice = isForgotten ? KNOWN_WORDS.forgottenAdvice : KNOWN_WORDS.soFarAdvice
  return { kind: 'warn', stamp: KNOWN_WORDS.soFar, title, advice }
}

/** Describes the verification checks V1 to V8 of a receipt, one row each. */
export function describeFormat({ receipt, result, approver }: JudgedReceipt): CheckRow[] {
  return describeChecks(result, receipt, { hints: { V7: KNOWN_WORDS.hints.chain }, voice: VOICE, approver })
}

/**
 * Describes the checks of issuer, revocation and audience, one row each, with what this page knows about trust and revocation. Returns an
 * empty list if the document is no receipt. `now` is in ms since 1970.
 */
export function describeOptions({ receipt, result, trust, revocation }: JudgedReceipt, now: number): CheckRow[] {
  if (receipt === null) return []
  return describeDemands(result, receipt, { voice: VOICE }).flatMap((row) => {
    if (row.name === 'issuer') return [{ ...row, ...describeTrust(trust) }]
    if (row.name === 'revocation') return [{ ...row, ...describeRevocation(revocation, now) }]
    return row.name === 'audience' ? [row] : []
  })
}

type OutcomeWords = { outcome: Outcome; reason: string }

function describeTrust(trust: Trust): OutcomeWords {
  if (trust.kind !== 'added') return TRUST_WORDS[trust.kind]
  const { name } = trust
  return {
    outcome: 'PASS',
    reason: name === '' ? say('You trust this key.') : say('You trust this key as “{name}”.', { name }),
  }
}

const TRUST_WORDS: Readonly<Record<Exclude<Trust['kind'], 'added'>, OutcomeWords>> = {
  service: {
    outcome: 'PASS',
    reason: say('This service publishes the key as its own, for the time in which it signed.'),
  },
  own: { outcome: 'FAIL', reason: say('This browser made the key and signed it itself. No issuer vouches for it.') },
  compromised: { outcome: 'FAIL', reason: say('This service says that the key was stolen. Nothing it signed counts.') },
  'out of time': {
    outcome: 'FAIL',
    reason: say('It is a key of this service, but signed at a time when it was not in use.'),
  },
  unknown: { outcome: 'FAIL', reason: say('It is neither a key of this service nor one that you added.') },
  'not looked up': { outcome: 'SKIPPED', reason: say('Not looked up: this service could not be asked for its keys.') },
}

function describeRevocation(revocation: Revocation, now: number): OutcomeWords {
  if (!('issuedAt' in revocation)) return { outcome: 'SKIPPED', reason: explainNoList(revocation, now) }
  const age = formatAge(revocation.issuedAt, now)
  if ('since' in revocation) {
    const day = formatMoment(revocation.since, { dateStyle: 'medium', timeZone: 'UTC' })
    const reason = say('The issuer’s signed list, made {age}, only covers receipts that expired after {day}.', {
      age,
      day,
    })
    return { outcome: 'SKIPPED', reason }
  }
  return revocation.kind === 'revoked'
    ? { outcome: 'FAIL', reason: say('The issuer’s signed list, made {age}, names it.', { age }) }
    : { outcome: 'PASS', reason: say('The issuer’s signed list, made {age}, does not name it.', { age }) }
}

function explainNoList(revocation: Exclude<Revocation, { issuedAt: string }>, now: number): string {
  if ('nextUpdate' in revocation)
    return say('Not looked up: the list at hand is out of date since {age}.', {
      age: formatAge(revocation.nextUpdate, now),
    })
  if ('detail' in revocation)
    return say('Not looked up: the list was refused. {detail}', { detail: toSentence(revocation.detail) })
  return revocation.kind === 'no list'
    ? say('Not looked up: this service keeps no list for that key.')
    : say('Not looked up: the list could not be fetched.')
}

function formatAge(at: string, now: number): string {
  const words = formatRelativeTime(Date.parse(at) - now)
  return words === say('now') ? say('just now') : words
}
