import type { FailureCode } from '../failure.ts'
import type { VerificationResult } from '../result.ts'
import type { VerifyOptions } from '../verify.ts'
import { CHECKS, DEMANDS, labelOf, sentence } from './check-words.ts'
import { FAILURE_WORDS } from './failure-words.ts'
import type { Judgement } from './judgement.ts'

type Tone = 'good' | 'caution' | 'bad'

/** A verdict in words: the short form, what was seen, what counted, and what to do. */
type VerdictWords = { tone: Tone; stamp: string; title: string; seen: string; counted: string; advice: string }

type Valid = Extract<VerificationResult, { status: 'VALID' }>
type Invalid = Extract<VerificationResult, { status: 'INVALID' }>

export function verdictWords(judgement: Judgement, { legacy = false }: VerifyOptions): VerdictWords {
  if (judgement.kind === 'unreadable') return unreadable(judgement.problem)
  const { result } = judgement
  if (result.status === 'VALID') return valid(result)
  const isOldUnasked = result.coverage === 'partial' && result.checks.V2 === 'FAIL' && !legacy
  return isOldUnasked ? { ...OLD_PROFILE_UNASKED, counted: whatCounted(result) } : invalid(result)
}

function unreadable(problem: string): VerdictWords {
  return {
    tone: 'bad',
    stamp: 'Unreadable',
    title: 'This text cannot be read as a receipt',
    seen: sentence(problem),
    counted: 'No check was made; all seven need text that can be read in one way only.',
    advice: 'Give the whole text, from the first brace to the last, or the file itself.',
  }
}

function valid(result: Valid): VerdictWords {
  const counted = `${passedCount(result)} ${result.policy.issuer === 'PASS' ? 'The key is on your list.' : ''}`.trim()
  if (result.coverage === 'partial') return { ...partlySigned(result), counted }
  const seen = 'The signature fits, and it covers every member of the receipt.'
  return { tone: 'good', stamp: 'Valid', seen, counted, ...(result.policy.issuer === 'PASS' ? TRUSTED : KEY_UNKNOWN) }
}

const TRUSTED = {
  title: 'Genuine, unchanged and in time',
  advice: 'You can rely on what it says, as far as you trust its issuer.',
}
const KEY_UNKNOWN = {
  title: 'Unchanged since it was signed, and in time',
  advice:
    'Make sure whose key it is: anybody can sign with a key of their own. Compare the issuer’s key below with one you have from them, and put that under “How to judge”.',
}

function partlySigned({ unsignedMembers }: Valid): Omit<VerdictWords, 'counted'> {
  return {
    tone: 'caution',
    stamp: 'Valid in part',
    title: 'The signature fits, but does not cover everything',
    seen: `An old receipt: ${unsignedMembers.length} of its members are not signed, and anybody may have changed them.`,
    advice: 'Do not rely on the members marked “not signed” below, and make sure whose key it is.',
  }
}

// A receipt that fails only by these is what it was when it was signed.
const GENUINE: readonly FailureCode[] = ['EXPIRED', 'UNTRUSTED_ISSUER', 'TOO_OLD', 'AUDIENCE_MISMATCH']

function invalid(result: Invalid): VerdictWords {
  const tone = GENUINE.includes(result.reason) ? 'caution' : 'bad'
  const left = result.checks.V2 === 'PASS' ? result.unsignedMembers.length : 0
  const seen = sentence(result.detail) + (left > 0 ? ` And the old signature leaves ${left} members unsigned.` : '')
  return { tone, ...FAILURE_WORDS[result.reason], seen, counted: whatCounted(result) }
}

const OLD_PROFILE_UNASKED = {
  tone: 'caution',
  stamp: 'Not judged',
  title: 'An old receipt, which is refused unless you ask',
  seen: 'It is of the old profile (release candidate 1), whose signature leaves some members out.',
  advice: 'If you want to know whether the rest holds, turn on “Judge old receipts too” under “How to judge”.',
} as const

function whatCounted({ failures }: Invalid): string {
  const [first, ...others] = failures.map(({ check }) => labelOf(check))
  const decided = `${first} decided: of all that failed it comes first in the order of judgement.`
  if (others.length === 0) return `${first} decided; nothing else failed.`
  return `${decided} Also failed: ${others.join(', ')}.`
}

function passedCount({ checks, policy }: Valid): string {
  const outcomes = [...CHECKS.map(({ name }) => checks[name]), ...DEMANDS.map(({ name }) => policy[name])]
  const made = outcomes.filter((outcome) => outcome === 'PASS').length
  return `All ${made} checks that were made have passed.`
}
