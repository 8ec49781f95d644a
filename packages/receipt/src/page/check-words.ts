import type { Json } from '../plain-json.ts'
import type { PolicyName } from '../policy.ts'
import type { CheckName, VerificationResult } from '../result.ts'
import { isRecord } from '../shape.ts'

/** A check in plain words: its label, and what is true when it passes. */
export type CheckWords = { name: CheckName | PolicyName; label: string; promise: string }

/** In the order of judgement, which is not the order of the numbers. */
export const CHECKS: readonly (CheckWords & { name: CheckName })[] = [
  { name: 'V1', label: 'V1 Form', promise: 'Every member is there, in the right form, and nothing else is.' },
  { name: 'V2', label: 'V2 Signature', promise: 'The issuer’s key signed exactly this.' },
  {
    name: 'V7',
    label: 'V7 Predecessor',
    promise: 'It follows the receipt before it: same subject, same issuer, no overlap.',
  },
  { name: 'V3', label: 'V3 Assertions', promise: 'What it asserts contradicts neither itself nor its verdict.' },
  { name: 'V4', label: 'V4 Times', promise: 'Its times agree with each other and with the clock.' },
  { name: 'V5', label: 'V5 Evidence', promise: 'Every payload is the one that was digested.' },
  { name: 'V6', label: 'V6 Freshness', promise: 'It has not expired.' },
]

/** The demands that this page can make beyond the format. */
export const DEMANDS: readonly (CheckWords & { name: PolicyName })[] = [
  { name: 'issuer', label: 'Issuer', promise: 'Its key is on your list of trusted keys.' },
  { name: 'audience', label: 'Audience', promise: 'It is meant for whom you expect.' },
]

export function labelOf(name: CheckName | PolicyName): string {
  return [...CHECKS, ...DEMANDS].find((check) => check.name === name)?.label ?? name
}

/** Why a check was not made. */
export function whySkipped(name: CheckName | PolicyName, { checks }: VerificationResult, receipt: Json): string {
  if (checks.V1 === 'FAIL') return 'Not made: without the right form there is nothing to judge.'
  if (name === 'V7') return namesPredecessor(receipt) ? PREDECESSOR_MISSING : FIRST_OF_CHAIN
  if (name === 'V6') return 'Not asked: a later receipt follows this one, so it may have expired.'
  return name === 'issuer' ? 'Not asked: you named no trusted keys.' : 'Not asked: you named no audience.'
}

const PREDECESSOR_MISSING = 'Not made: it names a predecessor, which you can give under “How to judge”.'
const FIRST_OF_CHAIN = 'Not needed: it names no predecessor, so it is the first of its chain.'

function namesPredecessor(receipt: Json): boolean {
  return isRecord(receipt) && typeof receipt.previousReceiptHash === 'string'
}

/** The sentence with a capital letter in front and a full stop behind; places such as /issuer/id keep their spelling. */
export function sentence(text: string): string {
  const whole = /[.!?]$/.test(text) ? text : `${text}.`
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}
