import type { VerificationResult } from '../result.ts'
import type { VerifyOptions } from '../verify.ts'
import { type ReceiptVerdict, readVerdict } from '../view/verdict-words.ts'
import { CHECKS, DEMANDS, labelOf, sentence } from './check-words.ts'
import type { Judgement } from './judgement.ts'

/** A verdict in words: the short form, what was seen, what counted, and what to do. */
type VerdictWords = Pick<ReceiptVerdict, 'tone' | 'stamp' | 'advice'> & { title: string; seen: string; counted: string }

type Judged = Extract<Judgement, { kind: 'judged' }>

export function verdictWords(judgement: Judgement, { legacy = false }: VerifyOptions): VerdictWords {
  if (judgement.kind === 'unreadable') return unreadable(judgement.problem)
  const verdict = readVerdict(judgement.result, { receipt: judgement.receipt, legacy })
  const { tone, stamp, sentence: title, advice } = verdict
  return { tone, stamp, title, seen: whatWasSeen(judgement), counted: whatCounted(verdict, judgement), advice }
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

function whatWasSeen({ result }: Judged): string {
  const left = result.unsignedMembers.length
  if (result.checks.V1 === 'FAIL') return 'Without the right form there is nothing more to judge.'
  if (result.checks.V2 !== 'PASS') return 'The signature does not fit, so nothing that it says is proven.'
  if (left > 0) return `The signature fits, but it is an old one, which leaves ${left} members unsigned.`
  return 'The signature fits, and it covers every member of the receipt.'
}

function whatCounted({ code }: ReceiptVerdict, { result }: Judged): string {
  if (result.status === 'VALID') return passedCount(result)
  const decisive = result.failures.find((one) => one.code === code)
  const others = result.failures.filter((one) => one !== decisive).map(({ check }) => labelOf(check))
  // Without a failed check it was the key, which nobody has vouched for.
  const first = decisive === undefined ? 'The unknown key' : labelOf(decisive.check)
  if (others.length === 0) return `${first} decided; nothing else failed.`
  return `${first} decided, because it matters most. Also failed: ${others.join(', ')}.`
}

function passedCount({ checks, policy }: VerificationResult): string {
  const outcomes = [...CHECKS.map(({ name }) => checks[name]), ...DEMANDS.map(({ name }) => policy[name])]
  const made = outcomes.filter((outcome) => outcome === 'PASS').length
  const trusted = policy.issuer === 'PASS' ? ' The key is on your list.' : ''
  return `All ${made} checks that were made have passed.${trusted}`
}
