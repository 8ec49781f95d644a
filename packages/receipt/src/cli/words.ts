import type { PolicyName } from '../policy.ts'
import type { CheckName, Outcome } from '../result.ts'
import type { Cell, Style } from './table.ts'

export const CHECK_NAMES = ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7'] as const satisfies readonly CheckName[]

/** Each check: its name, and what holds when it passes. */
export const CHECK_WORDS: Record<CheckName, { title: string; promise: string }> = {
  V1: { title: 'form', promise: 'has the members of a receipt, each in its form' },
  V2: { title: 'signature', promise: 'was signed with the key of its issuer' },
  V3: { title: 'assertions', promise: 'does not contradict itself' },
  V4: { title: 'times', promise: 'its times agree with each other and with the clock' },
  V5: { title: 'evidence', promise: 'every payload is the one that was digested' },
  V6: { title: 'freshness', promise: 'has not expired' },
  V7: { title: 'predecessor', promise: 'follows its predecessor, which has the same subject and issuer' },
}

/** Each demand of the caller: its name, and what holds when it is met. */
export const POLICY_WORDS: Record<PolicyName, { title: string; promise: string }> = {
  issuer: { title: 'Trust', promise: 'the key of the issuer is among the trusted keys' },
  revocation: { title: 'Revocation', promise: 'the status list of its issuer does not name it' },
  age: { title: 'Age', promise: 'the interval ended recently enough' },
  audience: { title: 'Audience', promise: 'is meant for the expected audience' },
}

const OUTCOME_STYLES: Record<Outcome, Style> = { PASS: 'good', FAIL: 'bad', SKIPPED: 'quiet' }

export function outcomeCell(outcome: Outcome): Cell {
  return { text: outcome, style: OUTCOME_STYLES[outcome] }
}

/** "1 h 2 min 3.5 s" for 3 723 500. */
export function durationInWords(ms: number): string {
  const parts: [number, string][] = [
    [Math.floor(ms / 3_600_000), 'h'],
    [Math.floor(ms / 60_000) % 60, 'min'],
    [(ms % 60_000) / 1000, 's'],
  ]
  const told = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  return told.length > 0 ? told.join(' ') : '0 s'
}

/** Why nobody's trust was judged, when --trusted was not given. */
export const TRUST_NOT_ASKED = 'SKIPPED: anybody can make a key; name those you trust with --trusted KEYS'

export const FULL_COVERAGE = 'full: this profile signs every member'
export const PARTIAL_COVERAGE = 'partial: the old profile leaves members unsigned, and anybody can change them'
export const WRONG_FORM = 'the form is wrong'
