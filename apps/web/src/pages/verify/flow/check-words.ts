import type { Outcome } from '@stillhere/client/receipt'
import {
  type CheckHints,
  type CheckRow,
  describeChecks,
  describeDemands,
  toSentence,
} from '@stillhere/client/receipt/view'
import { formatRelativeTime } from '../../../parts/time-words.ts'
import type { Judgment } from './judge.ts'
import type { Revocation } from './revocation.ts'
import type { Trust } from './trust.ts'

type Judged = Extract<Judgment, { kind: 'judged' }>

const HINTS: CheckHints = { V7: 'Add that one to check the link.' }

/** V1 to V7 in words. */
export function describeFormat({ receipt, result }: Judged): CheckRow[] {
  return describeChecks(result, receipt, HINTS)
}

/** What was looked up or demanded beyond the format, in words: of trust and revocation this page knows more than the result. */
export function describeOptions({ receipt, result, trust, revocation }: Judged, now: number): CheckRow[] {
  if (receipt === null) return []
  return describeDemands(result, receipt).flatMap((row) => {
    if (row.name === 'issuer') return [{ ...row, ...describeTrust(trust) }]
    if (row.name === 'revocation') return [{ ...row, ...describeRevocation(revocation, now) }]
    return row.name === 'audience' ? [row] : []
  })
}

type OutcomeWords = { outcome: Outcome; reason: string }

function describeTrust(trust: Trust): OutcomeWords {
  if (trust.kind === 'added') return { outcome: 'PASS', reason: `You trust this key${as(trust.name)}.` }
  return TRUST_WORDS[trust.kind]
}

const TRUST_WORDS: Readonly<Record<Exclude<Trust['kind'], 'added'>, OutcomeWords>> = {
  service: { outcome: 'PASS', reason: 'This service publishes the key as its own, for the time in which it signed.' },
  compromised: { outcome: 'FAIL', reason: 'This service says that the key was stolen. Nothing it signed counts.' },
  'out of time': {
    outcome: 'FAIL',
    reason: 'It is a key of this service, but signed at a time when it was not in use.',
  },
  unknown: { outcome: 'FAIL', reason: 'It is neither a key of this service nor one that you added.' },
  'not looked up': { outcome: 'SKIPPED', reason: 'Not looked up: this service could not be asked for its keys.' },
}

function describeRevocation(revocation: Revocation, now: number): OutcomeWords {
  const { kind } = revocation
  if ('issuedAt' in revocation) {
    const list = `The issuer’s signed list, made ${nameAge(revocation.issuedAt, now)},`
    if (kind === 'revoked') return { outcome: 'FAIL', reason: `${list} names it.` }
    if (kind === 'clear') return { outcome: 'PASS', reason: `${list} does not name it.` }
    return { outcome: 'SKIPPED', reason: `${list} no longer speaks of receipts that expired more than a day before.` }
  }
  return { outcome: 'SKIPPED', reason: `Not looked up: ${explainNoList(revocation, now)}` }
}

function explainNoList(revocation: Exclude<Revocation, { issuedAt: string }>, now: number): string {
  if ('nextUpdate' in revocation) return `the list at hand is out of date since ${nameAge(revocation.nextUpdate, now)}.`
  if ('detail' in revocation) return `the list was refused. ${toSentence(revocation.detail)}`
  return revocation.kind === 'no list' ? 'this service keeps no list for that key.' : 'the list could not be fetched.'
}

function nameAge(at: string, now: number): string {
  const words = formatRelativeTime(Date.parse(at) - now)
  return words === 'now' ? 'just now' : words
}

function as(name: string): string {
  return name === '' ? '' : ` as “${name}”`
}
