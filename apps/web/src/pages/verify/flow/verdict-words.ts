import { describeScan, describeUnreadable, type ReceiptVerdict, readVerdict } from '@stillhere/client/receipt/view'
import { VOICE } from '../../../receipts/voice.ts'
import { KNOWN_WORDS } from '../words.ts'
import type { Options, Judgment } from './judge.ts'
import type { Trust } from './trust.ts'

/** A verdict in words: how it ends, in one line, and what to do. */
export type VerdictWords = { kind: 'good' | 'warn' | 'bad'; stamp: string; title: string; advice: string }

/** One sentence on what happened. Of a receipt that is not authentic it is a claim; of one that was changed there is none. */
export type Story = { sentence: string; isClaim: boolean }

// The text may be authentic; that it happened is the word of a key that the reader does not rely on.
const CLAIMED: readonly ReceiptVerdict['kind'][] = ['revoked', 'compromised_key', 'unknown_issuer', 'other_approver']

/** Tells what a receipt says happened; null where nothing in it can be relied on to be what somebody signed. `host` is this service. */
export function tellStory(judgment: Judgment, { legacy }: Pick<Options, 'legacy'>, host: string): Story | null {
  if (judgment.kind === 'unreadable' || judgment.receipt === null) return null
  const { receipt, result, trust } = judgment
  const { kind } = readVerdict(result, { receipt, legacy, isCompromised: trust.kind === 'compromised' })
  if (kind === 'tampered') return null
  const isClaim = CLAIMED.includes(kind)
  return { sentence: describeScan(receipt, nameSigner(trust, host), VOICE), isClaim }
}

function nameSigner(trust: Trust, host: string): string {
  if (trust.kind === 'service' || trust.kind === 'compromised') return host
  if (trust.kind === 'own') return KNOWN_WORDS.thisBrowser
  return trust.kind === 'added' ? KNOWN_WORDS.named(trust.name || KNOWN_WORDS.addedKey) : KNOWN_WORDS.unknownKey
}

type Judged = Extract<Judgment, { kind: 'judged' }>

/** The verdict of `readVerdict`, with what only this page knows: whose key it is, revocation, and where its settings are. */
export function describeVerdict(
  judgment: Judgment,
  { legacy }: Pick<Options, 'legacy'>,
  hintsFor: (verdict: ReceiptVerdict, judgment: Judged) => string[] = listHints,
): VerdictWords {
  if (judgment.kind === 'unreadable') return toNotice(describeUnreadable(judgment.problem, VOICE))
  const { receipt, result, trust } = judgment
  const isCompromised = trust.kind === 'compromised'
  const verdict = readVerdict(result, { receipt, legacy, isCompromised, voice: VOICE, ...nameIssuer(trust) })
  if (trust.kind === 'own' && verdict.kind === 'unknown_issuer') return OWN
  const words = toNotice({ ...verdict, advice: [verdict.advice, ...hintsFor(verdict, judgment)].join(' ') })
  return isRevocationOpen(verdict, judgment) ? withOpenRevocation(words, judgment) : words
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

function nameIssuer(trust: Trust): { issuerName?: string } {
  if (trust.kind === 'service') return { issuerName: KNOWN_WORDS.thisService }
  return trust.kind === 'added' && trust.name !== '' ? { issuerName: KNOWN_WORDS.named(trust.name) } : {}
}

function listHints({ kind, code, tone }: ReceiptVerdict, { result }: Judged): string[] {
  const { hints } = KNOWN_WORDS
  if (kind === 'expired') return [hints.earlier]
  if (kind === 'unknown_issuer') return [hints.keys]
  // Only what is refused for its old profile alone is told with caution.
  const isOld = code === 'INVALID_SIGNATURE' && result.coverage === 'partial' && tone === 'caution'
  return isOld ? [hints.legacy] : []
}

/** Whether nothing but revocation is left to ask. */
function isRevocationOpen({ kind }: ReceiptVerdict, { revocation }: Judged): boolean {
  const isAuthentic = kind === 'fresh' || kind === 'expired'
  return isAuthentic && revocation.kind !== 'clear' && revocation.kind !== 'no list'
}

function withOpenRevocation(words: VerdictWords, { revocation }: Judged): VerdictWords {
  const isForgotten = revocation.kind === 'forgotten'
  const title = `${words.title} ${isForgotten ? KNOWN_WORDS.forgotten : KNOWN_WORDS.revocationOpen}`
  if (words.kind !== 'good') return { ...words, title }
  const advice = isForgotten ? KNOWN_WORDS.forgottenAdvice : KNOWN_WORDS.soFarAdvice
  return { kind: 'warn', stamp: KNOWN_WORDS.soFar, title, advice }
}
