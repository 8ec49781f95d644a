import type { ApproverVerification } from '../approver/verify.ts'
import type { VerificationResult } from '../result.ts'
import { formatTime } from '../time.ts'
import { type CheckRow, describeChecks, describeDemands } from '../view/checks.ts'
import { listFacts, writeFact } from '../view/facts.ts'
import { describeCoverage } from '../view/members.ts'
import { toSentence } from '../view/phrases.ts'
import { readVerdict } from '../view/verdict-words.ts'
import { EXIT, type ExitCode } from './problem.ts'
import type { Row } from './table.ts'
import { explainCheck, HINTS, outcomeCell } from './words.ts'

/** What a report on one receipt is made from. */
export type JudgedReceipt = {
  receipt: unknown
  result: VerificationResult
  approver: ApproverVerification
  now: number
  legacy: boolean
  /** The digest that was asked for, if any. */
  actionDigest: string | undefined
  exitCode: ExitCode
}

/** The headline, the table of V1 to V8, and what else there is to know. */
export function reportReceipt(judged: JudgedReceipt): Row[][] {
  const { receipt, result, approver } = judged
  const checks = describeChecks(result, receipt, { hints: HINTS, approver })
  return [[headline(judged)], checks.map(checkRow), factRows(judged)]
}

/** VALID, INVALID, UNTRUSTED or ISSUER UNKNOWN, what decided, and the verdict's sentence. */
function headline({ receipt, result, legacy, exitCode }: JudgedReceipt): Row {
  const { code, sentence } = readVerdict(result, { receipt, legacy })
  if (exitCode === EXIT.VALID) return [{ text: 'VALID', style: 'good' }, sentence]
  if (result.status === 'VALID') return [{ text: 'ISSUER UNKNOWN', style: 'bad' }, sentence]
  if (exitCode === EXIT.UNTRUSTED) return [{ text: 'UNTRUSTED', style: 'bad' }, sentence]
  return [{ text: 'INVALID', style: 'bad' }, { text: code ?? result.reason, style: 'strong' }, sentence]
}

/** The line that says for which moment the answer holds. */
export function timeRow(now: number): Row {
  return ['Judged at', formatTime(now)]
}

function checkRow(row: CheckRow): Row {
  const words = explainCheck(row)
  const cell = row.outcome === 'SKIPPED' ? ({ text: words, style: 'quiet' } as const) : words
  return [row.name, row.label, outcomeCell(row.outcome), cell]
}

function factRows({ receipt, result, now, actionDigest }: JudgedReceipt): Row[] {
  const unsigned = result.unsignedMembers.map((pointer, index): Row => [index === 0 ? 'Unsigned' : '', pointer])
  return [
    ...demandRows(result, receipt),
    ...actionRows(result, actionDigest),
    ...(result.checks.V1 === 'PASS' ? issuerRows(receipt as object) : []),
    ['Coverage', describeCoverage(result)],
    ...unsigned,
    ['Hash', result.receiptHash ?? 'none: this is not JSON data'],
    timeRow(now),
  ]
}

/** Trust always, because it is asked too seldom; other demands where they were made. */
function demandRows(result: VerificationResult, receipt: unknown): Row[] {
  const rows = describeDemands(result, receipt, { hints: HINTS })
  return rows.filter(({ name, outcome }) => name === 'issuer' || outcome !== 'SKIPPED').map(demandRow)
}

function demandRow(row: CheckRow): Row {
  const text = `${row.outcome}: ${explainCheck(row)}`
  return [row.label, row.outcome === 'FAIL' ? { text, style: 'bad' } : text]
}

function actionRows({ checks, failures }: VerificationResult, actionDigest: string | undefined): Row[] {
  if (actionDigest === undefined || checks.V1 !== 'PASS') return []
  const found = failures.find(({ check }) => check === 'action')
  if (found === undefined) return [['Action', 'PASS: It is for the action of the digest you named.']]
  return [['Action', { text: `FAIL: ${toSentence(found.detail)} (${found.code})`, style: 'bad' }]]
}

function issuerRows(receipt: object): Row[] {
  const facts = listFacts(receipt).filter(({ label }) => label === 'Issuer' || label === 'Key')
  return facts.map((fact) => [fact.label, writeFact(fact)])
}
