import { describeUnreadable, type ReceiptVerdict, readVerdict } from '@stillhere/client/receipt/view'
import type { Options, Judgment } from './judge.ts'
import type { Trust } from './trust.ts'

/** A verdict in words: how it ends, in one line, and what to do. */
export type VerdictWords = { kind: 'good' | 'warn' | 'bad'; stamp: string; title: string; advice: string }

type Judged = Extract<Judgment, { kind: 'judged' }>

/** The verdict of `readVerdict`, with what only this page knows: whose key it is, revocation, and where its settings are. */
export function describeVerdict(judgment: Judgment, { legacy }: Pick<Options, 'legacy'>): VerdictWords {
  if (judgment.kind === 'unreadable') return toNotice(describeUnreadable(judgment.problem))
  const { receipt, result, trust } = judgment
  const isCompromised = trust.kind === 'compromised'
  const verdict = readVerdict(result, { receipt, legacy, isCompromised, ...nameIssuer(trust) })
  const words = toNotice({ ...verdict, advice: [verdict.advice, ...listHints(verdict)].join(' ') })
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
