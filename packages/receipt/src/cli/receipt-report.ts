import type { Receipt } from '../receipt.ts'
import type { CheckName, VerificationResult } from '../result.ts'
import { formatTime } from '../time.ts'
import { readVerdict } from '../view/verdict-words.ts'
import { EXIT, type ExitCode } from './problem.ts'
import type { Cell, Row } from './table.ts'
import {
  CHECK_NAMES,
  CHECK_WORDS,
  FULL_COVERAGE,
  outcomeCell,
  PARTIAL_COVERAGE,
  POLICY_WORDS,
  TRUST_NOT_ASKED,
  WRONG_FORM,
} from './words.ts'

/** What a report on one receipt is made from. */
export type JudgedReceipt = {
  receipt: unknown
  result: VerificationResult
  now: number
  legacy: boolean
  exitCode: ExitCode
}

/** The headline, the table of V1 to V7, and what else there is to know. */
export function describeReceipt(judged: JudgedReceipt): Row[][] {
  return [[headline(judged)], CHECK_NAMES.map((name) => checkRow(name, judged)), factRows(judged)]
}

/** VALID, INVALID or UNTRUSTED, what decided, and the verdict's sentence. */
function headline({ receipt, result, legacy, exitCode }: JudgedReceipt): Row {
  const { code, sentence } = readVerdict(result, { receipt, legacy })
  if (result.status === 'VALID') return [{ text: 'VALID', style: 'good' }, sentence]
  if (exitCode === EXIT.UNTRUSTED) return [{ text: 'UNTRUSTED', style: 'bad' }, sentence]
  return [{ text: 'INVALID', style: 'bad' }, { text: code ?? result.reason, style: 'strong' }, sentence]
}

/** The line that says for which moment the answer holds. */
export function timeRow(now: number): Row {
  return ['Judged at', formatTime(now)]
}

function checkRow(name: CheckName, judged: JudgedReceipt): Row {
  const outcome = judged.result.checks[name]
  return [name, CHECK_WORDS[name].title, outcomeCell(outcome), explain(name, judged)]
}

function explain(name: CheckName, { receipt, result }: JudgedReceipt): Cell {
  const outcome = result.checks[name]
  if (outcome === 'PASS') return CHECK_WORDS[name].promise
  if (outcome === 'FAIL') return problemOf(name, result)
  return { text: whySkipped(receipt, result), style: 'quiet' }
}

function problemOf(name: string, { failures }: VerificationResult): string {
  const found = failures.find(({ check }) => check === name)
  return found === undefined ? '' : `${found.detail} (${found.code})`
}

// With the right form only V7 can stay unjudged.
function whySkipped(receipt: unknown, { checks }: VerificationResult): string {
  if (checks.V1 !== 'PASS') return `not judged, because ${WRONG_FORM}`
  return (receipt as Receipt).previousReceiptHash
    ? 'names a predecessor, which was not given (--predecessor FILE)'
    : 'names no predecessor'
}

function factRows({ receipt, result, now }: JudgedReceipt): Row[] {
  const issuer = result.checks.V1 === 'PASS' ? issuerRows(receipt as Receipt) : []
  const coverage: Row = ['Coverage', coverageInWords(result)]
  const unsigned = result.unsignedMembers.map((pointer, index): Row => [index === 0 ? 'Unsigned' : '', pointer])
  return [
    ...policyRows(result),
    ...issuer,
    coverage,
    ...unsigned,
    ['Hash', result.receiptHash ?? 'none: this is not JSON data'],
    timeRow(now),
  ]
}

function policyRows(result: VerificationResult): Row[] {
  const demanded = (['revocation', 'age', 'audience'] as const).flatMap((name) => demandedRow(name, result))
  return [policyRow('issuer', result), ...demanded]
}

function demandedRow(name: keyof typeof POLICY_WORDS, result: VerificationResult): Row[] {
  return result.policy[name] === 'SKIPPED' ? [] : [policyRow(name, result)]
}

function policyRow(name: keyof typeof POLICY_WORDS, result: VerificationResult): Row {
  const { title, promise } = POLICY_WORDS[name]
  const outcome = result.policy[name]
  if (outcome === 'PASS') return [title, `PASS: ${promise}`]
  if (outcome === 'FAIL') return [title, { text: `FAIL: ${problemOf(name, result)}`, style: 'bad' }]
  return [title, whyTrustSkipped(result)]
}

function whyTrustSkipped({ checks }: VerificationResult): string {
  return checks.V1 === 'PASS' ? TRUST_NOT_ASKED : `SKIPPED: ${WRONG_FORM}`
}

function issuerRows({ issuer }: Receipt): Row[] {
  return [['Issuer', `id ${issuer.id}, key ${issuer.publicKey}`]]
}

function coverageInWords({ checks, coverage }: VerificationResult): string {
  if (checks.V1 !== 'PASS') return `unknown: ${WRONG_FORM}`
  return coverage === 'full' ? FULL_COVERAGE : PARTIAL_COVERAGE
}
