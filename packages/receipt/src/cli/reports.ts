import type { ApproverVerification } from '../approver/verify.ts'
import type { ChainResult, Fork, Gap } from '../chain.ts'
import { type VerdictDecision, judgeVerdict, type Outcome, VERDICT_ORDER, type VerificationResult } from '../result.ts'
import { isRecord } from '../schema.ts'
import { formatTime } from '../time.ts'
import { type CheckHints, type CheckRow, CHECKS, describeChecks, describeDemands, orderChain } from '../view/checks.ts'
import { listFacts, writeFact } from '../view/facts.ts'
import { describeCoverage } from '../view/members.ts'
import { readVerdict } from '../view/verdict-words.ts'
import { toSentence } from '../view/voice.ts'
import { EXIT, type ExitCode } from './io.ts'
import type { Cell, Row, Style } from './table.ts'

/** The facts for the report on a chain. */
type JudgedChain = {
  receipts: readonly unknown[]
  result: ChainResult
  approvers: readonly ApproverVerification[]
  now: number
  exitCode: ExitCode
}

const LEGEND = CHECKS.map(({ name, label }) => `${name} ${label}`).join(', ')

/** Creates the rows of the report on a chain: headline, outcomes of each receipt, all failures, and the order of the receipts with gaps and forks. */
export function createChainReport(judged: JudgedChain): Row[][] {
  const { result, now } = judged
  return [
    [createChainHeadline(judged)],
    [[`A chain of ${judged.receipts.length}; # is the place in the file.`], [LEGEND]],
    listReceiptRows(judged),
    listFailureRows(result),
    [...listOrderRows(result), ...listGapRows(result.gaps), ...listForkRows(result.forks)],
    [
      ...listTrustRows(result, judged.receipts),
      ...listCoverageRows(result),
      ...listLastHashRows(result),
      toTimeRow(now),
    ],
  ]
}

/** Creates the headline: VALID, INVALID, UNTRUSTED or ISSUER UNKNOWN, and the reason. A chain has no single signer or date to name. */
function createChainHeadline({ result, exitCode }: JudgedChain): Row {
  if (exitCode === EXIT.VALID) return [{ text: 'VALID', style: 'good' }]
  if (result.status === 'VALID')
    return [{ text: 'ISSUER UNKNOWN', style: 'bad' }, 'every check passes, but whose keys signed was not checked']
  if (exitCode === EXIT.UNTRUSTED) {
    return [{ text: 'UNTRUSTED', style: 'bad' }, 'every check passes, but an issuer is not among the trusted ones']
  }
  const { code, detail } = findWeightiestFailure(result) ?? { code: result.reason, detail: result.detail }
  return [{ text: 'INVALID', style: 'bad' }, { text: code, style: 'strong' }, detail]
}

/** Returns the weightiest failure of all receipts, in the order of verdicts. */
function findWeightiestFailure({ results }: ChainResult): VerdictDecision['failure'] {
  const decided = results.map((result) => judgeVerdict(result)).filter(({ failure }) => failure !== null)
  return VERDICT_ORDER.flatMap((kind) => decided.find((one) => one.kind === kind) ?? [])[0]?.failure ?? null
}

function listReceiptRows(judged: JudgedChain): Row[] {
  const rows = orderChain(judged.result).map((index) => toReceiptRow(index, judged))
  return [['#', 'receipt', ...CHECKS.map(({ name }) => name), 'Trust'], ...rows]
}

function toReceiptRow(index: number, { receipts, result: { results }, approvers }: JudgedChain): Row {
  const result = results[index]
  if (result === undefined) return [formatIndex(index)]
  const checks = describeChecks(result, receipts[index], { approver: approvers[index] })
  const outcomes = checks.map(({ outcome }) => toOutcomeCell(outcome))
  return [formatIndex(index), readId(receipts[index]), ...outcomes, toOutcomeCell(result.policy.issuer)]
}

function readId(receipt: unknown): string {
  const id = isRecord(receipt) ? receipt.receiptId : undefined
  // The length of a UUID. Longer text would push the columns off the screen.
  return typeof id === 'string' ? id.slice(0, 36) : '(no id)'
}

function listFailureRows({ results }: ChainResult): Row[] {
  return results.flatMap(({ failures }, index) =>
    failures.map(({ check, code, detail }): Row => [formatIndex(index), check, code, detail]),
  )
}

function listOrderRows({ order, results }: ChainResult): Row[] {
  if (order === null) return [['Order', 'none: the chain forks']]
  const placed = new Set(order)
  const aside = [...results.keys()].filter((index) => !placed.has(index))
  return [
    ['Order', formatIndices(order)],
    ...(aside.length > 0 ? [['Aside', `${formatIndices(aside)}: copies, or no receipts`]] : []),
  ]
}

function listGapRows(gaps: readonly Gap[]): Row[] {
  if (gaps.length === 0) return [['Gaps', 'none']]
  return gaps.map(({ index, missing }) => ['Gap', `before ${formatIndex(index)}: the receipt ${missing} is not here`])
}

function listForkRows(forks: readonly Fork[]): Row[] {
  if (forks.length === 0) return [['Forks', 'none']]
  return forks.map(({ after, indices }) => {
    const places = formatIndices(indices)
    return ['Fork', after === null ? `${places} all claim to be the first` : `${places} all follow ${after}`]
  })
}

/** Explains why no issuer was compared with trusted keys, if so. */
function listTrustRows({ results }: ChainResult, receipts: readonly unknown[]): Row[] {
  const index = Math.max(0, results.findIndex(hasForm))
  const result = results[index]
  const trust =
    result && describeDemands(result, receipts[index], { hints: HINTS }).find(({ name }) => name === 'issuer')
  return trust?.outcome === 'SKIPPED' ? [[trust.label, `SKIPPED: ${explainCheck(trust)}`]] : []
}

/** Describes the coverage of each signature that leaves members out, or else what holds for all. */
function listCoverageRows({ results }: ChainResult): Row[] {
  const partial = results.flatMap((result, index): Row[] =>
    hasForm(result) && result.coverage === 'partial'
      ? [['Coverage', `${formatIndex(index)}: ${describeCoverage(result)}`]]
      : [],
  )
  const first = results.find(hasForm) ?? results[0]
  return partial.length > 0 || first === undefined ? partial : [['Coverage', describeCoverage(first)]]
}

function hasForm({ checks }: VerificationResult): boolean {
  return checks.V1 === 'PASS'
}

/** Lists the hash that the next receipt must have in `previousReceiptHash`. */
function listLastHashRows({ order, results }: ChainResult): Row[] {
  const last = results[order?.at(-1) ?? -1]
  return !last?.receiptHash ? [] : [['Last hash', last.receiptHash]]
}

function formatIndices(indices: readonly number[]): string {
  return indices.length > 0 ? indices.map(formatIndex).join(', ') : 'none'
}

function formatIndex(index: number): string {
  return `#${index + 1}`
}

/** The facts for the report on one receipt. */
type JudgedReceipt = {
  receipt: unknown
  result: VerificationResult
  approver: ApproverVerification
  now: number
  legacy: boolean
  /** The digest of `--action-digest`. */
  actionDigest: string | undefined
  exitCode: ExitCode
}

/** Creates the rows of the report on a single receipt: headline, the outcomes of verification checks V1 to V8, and further facts. */
export function createReceiptReport(judged: JudgedReceipt): Row[][] {
  const { receipt, result, approver } = judged
  const checks = describeChecks(result, receipt, { hints: HINTS, approver })
  return [[createReceiptHeadline(judged)], checks.map(toCheckRow), listFactRows(judged)]
}

/** Creates the headline: VALID, INVALID, UNTRUSTED or ISSUER UNKNOWN, the code, and the sentence of the verdict. */
function createReceiptHeadline({ receipt, result, legacy, exitCode }: JudgedReceipt): Row {
  const { code, sentence } = readVerdict(result, { receipt, legacy })
  if (exitCode === EXIT.VALID) return [{ text: 'VALID', style: 'good' }, sentence]
  if (result.status === 'VALID') return [{ text: 'ISSUER UNKNOWN', style: 'bad' }, sentence]
  if (exitCode === EXIT.UNTRUSTED) return [{ text: 'UNTRUSTED', style: 'bad' }, sentence]
  return [{ text: 'INVALID', style: 'bad' }, { text: code ?? result.reason, style: 'strong' }, sentence]
}

/** Returns the row with the time of the check. */
function toTimeRow(now: number): Row {
  return ['Judged at', formatTime(now)]
}

function toCheckRow(row: CheckRow): Row {
  const words = explainCheck(row)
  const cell = row.outcome === 'SKIPPED' ? ({ text: words, style: 'quiet' } as const) : words
  return [row.name, row.label, toOutcomeCell(row.outcome), cell]
}

function listFactRows({ receipt, result, now, actionDigest }: JudgedReceipt): Row[] {
  const unsigned = result.unsignedMembers.map((pointer, index): Row => [index === 0 ? 'Unsigned' : '', pointer])
  return [
    ...listDemandRows(result, receipt),
    ...listActionRows(result, actionDigest),
    ...(result.checks.V1 === 'PASS' ? listIssuerRows(receipt as object) : []),
    ['Coverage', describeCoverage(result)],
    ...unsigned,
    ['Hash', result.receiptHash ?? 'none: this is not JSON data'],
    toTimeRow(now),
  ]
}

/** Lists the requirements: trust always, because it is often forgotten, the others only if they were made. */
function listDemandRows(result: VerificationResult, receipt: unknown): Row[] {
  const rows = describeDemands(result, receipt, { hints: HINTS })
  return rows.filter(({ name, outcome }) => name === 'issuer' || outcome !== 'SKIPPED').map(toDemandRow)
}

function toDemandRow(row: CheckRow): Row {
  const text = `${row.outcome}: ${explainCheck(row)}`
  return [row.label, row.outcome === 'FAIL' ? { text, style: 'bad' } : text]
}

function listActionRows({ checks, failures }: VerificationResult, actionDigest: string | undefined): Row[] {
  if (actionDigest === undefined || checks.V1 !== 'PASS') return []
  const found = failures.find(({ check }) => check === 'action')
  if (found === undefined) return [['Action', 'PASS: It is for the action of the digest you named.']]
  return [['Action', { text: `FAIL: ${toSentence(found.detail)} (${found.code})`, style: 'bad' }]]
}

function listIssuerRows(receipt: object): Row[] {
  const facts = listFacts(receipt).filter(({ label }) => label === 'Issuer' || label === 'Key')
  return facts.map((fact) => [fact.label, writeFact(fact)])
}

/** The options that supply what a check was missing. */
const HINTS: CheckHints = {
  V7: 'Give it with --predecessor FILE.',
  issuer: 'Name those you trust with --trusted KEYS.',
}

const OUTCOME_STYLES: Record<Outcome, Style> = { PASS: 'good', FAIL: 'bad', SKIPPED: 'quiet' }

function toOutcomeCell(outcome: Outcome): Cell {
  return { text: outcome, style: OUTCOME_STYLES[outcome] }
}

/** Returns what is true if the check passed, or why it didn't, with the code of the failure. */
function explainCheck({ promise, reason, code }: CheckRow): string {
  return code === null ? (reason ?? promise) : `${reason} (${code})`
}
