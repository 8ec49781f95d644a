import type { CheckName, Outcome, VerificationResult } from '@stillhere/client/receipt'
import { relativeWords } from '../../parts/time-words.ts'
import type { Judgement } from './judge.ts'
import { sentence } from './papers.ts'
import type { Revocation } from './revocation.ts'
import type { AnyReceipt, Trust } from './trust.ts'

/** One check as it is shown: its name, what came of it, and a sentence about that. */
export type CheckRow = { name: string; label: string; outcome: Outcome; words: string }

type Judged = Extract<Judgement, { kind: 'judged' }>

const CHECKS: readonly { name: CheckName; label: string; promise: string }[] = [
  { name: 'V1', label: 'Form', promise: 'Every member is there, in the right form, and nothing else is.' },
  { name: 'V2', label: 'Signature', promise: 'The key of the issuer signed exactly this.' },
  { name: 'V3', label: 'Assertions', promise: 'What it asserts contradicts neither itself nor its verdict.' },
  { name: 'V4', label: 'Times', promise: 'Its times agree with each other and with the clock.' },
  { name: 'V5', label: 'Evidence', promise: 'Every piece of evidence is the one that was digested.' },
  { name: 'V6', label: 'Freshness', promise: 'It has not expired.' },
  { name: 'V7', label: 'Chain', promise: 'It follows the receipt before it: same subject, same issuer, no overlap.' },
]

/** V1 to V7 in words. */
export function formatRows({ receipt, result }: Judged): CheckRow[] {
  return CHECKS.map(({ name, label, promise }) => {
    const outcome = result.checks[name]
    const words = { PASS: promise, FAIL: failureOf(name, result), SKIPPED: whySkipped(name, receipt) }[outcome]
    return { name, label, outcome, words }
  })
}

/** What was looked up or demanded beyond the format, in words. */
export function demandRows({ receipt, result, trust, revocation }: Judged, now: number): CheckRow[] {
  if (receipt === null) return []
  const audience = result.policy.audience
  const named =
    'audience' in receipt && receipt.audience ? `It is meant for ${receipt.audience}` : 'It names no audience'
  const asked = audience === 'PASS' ? `${named}, as you demand.` : `${named}; you named another one.`
  return [
    { name: 'Issuer', label: 'Whose key', ...trustWords(trust) },
    { name: 'Revoked', label: 'Taken back?', ...revocationWords(revocation, now) },
    {
      name: 'Audience',
      label: 'For whom',
      outcome: audience,
      words: audience === 'SKIPPED' ? `${named}; you demanded none.` : asked,
    },
  ]
}

function failureOf(name: CheckName, { failures }: VerificationResult): string {
  return sentence(failures.find(({ check }) => check === name)?.detail ?? 'it did not pass')
}

function whySkipped(name: CheckName, receipt: AnyReceipt | null): string {
  if (receipt === null) return 'Not made: without the right form there is nothing to judge.'
  if (name === 'V6') return 'Not asked: a later receipt follows this one, so it may have expired.'
  return receipt.previousReceiptHash
    ? 'Not made: it names a receipt before it. Add that one to check the link.'
    : 'Not needed: it names no receipt before it, so it is the first of its chain.'
}

type Said = Pick<CheckRow, 'outcome' | 'words'>

function trustWords(trust: Trust): Said {
  if (trust.kind === 'added') return { outcome: 'PASS', words: `You trust this key${as(trust.name)}.` }
  return TRUST_WORDS[trust.kind]
}

const TRUST_WORDS: Readonly<Record<Exclude<Trust['kind'], 'added'>, Said>> = {
  service: { outcome: 'PASS', words: 'This service publishes the key as its own, for the time in which it signed.' },
  compromised: { outcome: 'FAIL', words: 'This service says that the key was stolen. Nothing it signed counts.' },
  'out of time': {
    outcome: 'FAIL',
    words: 'It is a key of this service, but signed at a time when it was not in use.',
  },
  unknown: { outcome: 'FAIL', words: 'It is neither a key of this service nor one that you added.' },
  'not looked up': { outcome: 'SKIPPED', words: 'Not looked up: this service could not be asked for its keys.' },
}

function revocationWords(revocation: Revocation, now: number): Said {
  const { kind } = revocation
  if ('issuedAt' in revocation) {
    const list = `The issuer’s signed list, made ${ageWords(revocation.issuedAt, now)},`
    if (kind === 'revoked') return { outcome: 'FAIL', words: `${list} names it.` }
    if (kind === 'clear') return { outcome: 'PASS', words: `${list} does not name it.` }
    return { outcome: 'SKIPPED', words: `${list} no longer speaks of receipts that expired more than a day before.` }
  }
  if ('nextUpdate' in revocation)
    return {
      outcome: 'SKIPPED',
      words: `Not looked up: the list at hand is out of date since ${ageWords(revocation.nextUpdate, now)}.`,
    }
  if ('detail' in revocation)
    return { outcome: 'SKIPPED', words: `Not looked up: the list was refused. ${sentence(revocation.detail)}` }
  return kind === 'no list'
    ? { outcome: 'SKIPPED', words: 'Not looked up: this service keeps no list for that key.' }
    : { outcome: 'SKIPPED', words: 'Not looked up: the list could not be fetched.' }
}

function ageWords(at: string, now: number): string {
  const words = relativeWords(Date.parse(at) - now)
  return words === 'now' ? 'just now' : words
}

function as(name: string): string {
  return name === '' ? '' : ` as “${name}”`
}
