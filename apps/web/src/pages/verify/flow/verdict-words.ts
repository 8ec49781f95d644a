import { describeScan, describeUnreadable, type ReceiptVerdict, readVerdict } from '@stillhere/client/receipt/view'
import type { Options, Judgment } from './judge.ts'
import type { Trust } from './trust.ts'

/** A verdict in words: how it ends, in one line, and what to do. */
export type VerdictWords = { kind: 'good' | 'warn' | 'bad'; stamp: string; title: string; advice: string }

/** One sentence on what happened. Of a receipt that is not authentic it is a claim; of one that was changed there is none. */
export type Story = { sentence: string; isClaim: boolean }

/** Tells what a receipt says happened; null where nothing in it can be relied on to be what somebody signed. `host` is this service. */
export function tellStory(judgment: Judgment, { legacy }: Pick<Options, 'legacy'>, host: string): Story | null {
  if (judgment.kind === 'unreadable' || judgment.receipt === null) return null
  const { receipt, result, trust } = judgment
  const { kind } = readVerdict(result, { receipt, legacy, isCompromised: trust.kind === 'compromised' })
  if (kind === 'tampered') return null
  const isClaim = kind === 'revoked' || kind === 'compromised_key' || kind === 'unknown_issuer'
  return { sentence: describeScan(receipt, nameSigner(trust, host)), isClaim }
}

function nameSigner(trust: Trust, host: string): string {
  if (trust.kind === 'service' || trust.kind === 'compromised') return host
  return trust.kind === 'added' ? `“${trust.name || 'a key that you added'}”` : 'an unknown key'
}

type Judged = Extract<Judgment, { kind: 'judged' }>

/** The verdict of `readVerdict`, with what only this page knows: whose key it is, revocation, and where its settings are. */
export function describeVerdict(
  judgment: Judgment,
  { legacy }: Pick<Options, 'legacy'>,
  hintsFor: (verdict: ReceiptVerdict) => string[] = listHints,
): VerdictWords {
  if (judgment.kind === 'unreadable') return toNotice(describeUnreadable(judgment.problem))
  const { receipt, result, trust } = judgment
  const isCompromised = trust.kind === 'compromised'
  const verdict = readVerdict(result, { receipt, legacy, isCompromised, ...nameIssuer(trust) })
  const words = toNotice({ ...verdict, advice: [verdict.advice, ...hintsFor(verdict)].join(' ') })
  return isRevocationOpen(verdict, judgment) ? withOpenRevocation(words) : words
}

const KINDS = { good: 'good', caution: 'warn', bad: 'bad' } as const

function toNotice({ tone, stamp, sentence, advice }: Pick<ReceiptVerdict, 'tone' | 'stamp' | 'sentence' | 'advice'>) {
  return { kind: KINDS[tone], stamp, title: sentence, advice }
}

function nameIssuer(trust: Trust): { issuerName?: string } {
  if (trust.kind === 'service') return { issuerName: 'this service' }
  return trust.kind === 'added' && trust.name !== '' ? { issuerName: `“${trust.name}”` } : {}
}

function listHints({ kind, code, stamp }: ReceiptVerdict): string[] {
  if (kind === 'expired') return ['To judge it as of an earlier time, set that time under “How to judge”.']
  if (kind === 'unknown_issuer') return ['You add keys under “How to judge”.']
  return code === 'INVALID_SIGNATURE' && stamp === 'Not judged' ? ['Turn that on under “How to judge”.'] : []
}

/** Whether nothing but revocation is left to ask. */
function isRevocationOpen({ kind }: ReceiptVerdict, { revocation }: Judged): boolean {
  const isAuthentic = kind === 'fresh' || kind === 'expired'
  return isAuthentic && revocation.kind !== 'clear' && revocation.kind !== 'no list'
}

function withOpenRevocation(words: VerdictWords): VerdictWords {
  const title = `${words.title} Whether it was revoked is not known.`
  if (words.kind !== 'good') return { ...words, title }
  return {
    kind: 'warn',
    stamp: 'Valid so far',
    title,
    advice: 'The list of revoked receipts could not be used. Check again when you are online.',
  }
}
