import type { VerificationResult } from '../result.ts'
import type { VerifyOptions } from '../verify.ts'
import { nameCheck } from '../view/checks.ts'
import { describeCoverage } from '../view/members.ts'
import { describeUnreadable, type ReceiptVerdict, readVerdict } from '../view/verdict-words.ts'
import type { Judgment } from './judgment.ts'

/** A verdict in words: the short form, what was seen, what counted, and what to do. */
type VerdictWords = Pick<ReceiptVerdict, 'tone' | 'stamp' | 'headline' | 'advice'> & { seen: string; counted: string }

type Judged = Extract<Judgment, { kind: 'judged' }>

export function describeVerdict(judgment: Judgment, { legacy = false }: VerifyOptions): VerdictWords {
  if (judgment.kind === 'unreadable') return explainUnreadable(judgment.problem)
  const verdict = readVerdict(judgment.result, { receipt: judgment.receipt, legacy })
  const { tone, stamp, headline, reason, advice } = verdict
  const seen = describeCoverage(judgment.result)
  return { tone, stamp, headline, seen: reason ?? seen, counted: nameDecision(verdict, judgment), advice }
}

function explainUnreadable(problem: string): VerdictWords {
  const { reason, ...words } = describeUnreadable(problem)
  return {
    ...words,
    seen: reason ?? '',
    counted: 'No check was made; all seven need text that can be read in one way only.',
  }
}

function nameDecision({ code }: ReceiptVerdict, { result }: Judged): string {
  if (result.status === 'VALID') return countPassed(result)
  const decisive = result.failures.find((one) => one.code === code)
  const others = result.failures.filter((one) => one !== decisive).map(({ check }) => nameCheck(check))
  // Without a failed check it was the key, which nobody has vouched for.
  const first = decisive === undefined ? 'The unknown key' : nameCheck(decisive.check)
  if (others.length === 0) return `${first} decided; nothing else failed.`
  return `${first} decided, because it matters most. Also failed: ${others.join(', ')}.`
}

function countPassed({ checks, policy }: VerificationResult): string {
  const outcomes = [...Object.values(checks), ...Object.values(policy)]
  const made = outcomes.filter((outcome) => outcome === 'PASS').length
  const trusted = policy.issuer === 'PASS' ? ' The key is on your list.' : ''
  return `All ${made} checks that were made have passed.${trusted}`
}
