import type { Outcome } from '@stillhere/client/receipt'
import { type CheckRow, describeChecks, describeDemands, toSentence } from '@stillhere/client/receipt/view'
import { formatRelativeTime } from '../../../parts/time-words.ts'
import { VOICE } from '../../../receipts/voice.ts'
import { formatMoment } from '../../../words/format.ts'
import { say } from '../../../words/speak.ts'
import { KNOWN_WORDS } from '../words.ts'
import type { Judgment } from './judge.ts'
import type { Revocation } from './revocation.ts'
import type { Trust } from './trust.ts'

type Judged = Extract<Judgment, { kind: 'judged' }>

/** V1 to V8 in words. */
export function describeFormat({ receipt, result, approver }: Judged): CheckRow[] {
  return describeChecks(result, receipt, { hints: { V7: KNOWN_WORDS.hints.chain }, voice: VOICE, approver })
}

/** What was looked up or demanded beyond the format, in words: of trust and revocation this page knows more than the result. */
export function describeOptions({ receipt, result, trust, revocation }: Judged, now: number): CheckRow[] {
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
  const age = nameAge(revocation.issuedAt, now)
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
      age: nameAge(revocation.nextUpdate, now),
    })
  if ('detail' in revocation)
    return say('Not looked up: the list was refused. {detail}', { detail: toSentence(revocation.detail) })
  return revocation.kind === 'no list'
    ? say('Not looked up: this service keeps no list for that key.')
    : say('Not looked up: the list could not be fetched.')
}

function nameAge(at: string, now: number): string {
  const words = formatRelativeTime(Date.parse(at) - now)
  return words === say('now') ? say('just now') : words
}
