import type { ApproverVerification } from '../approver/verify.ts'
import type { ChainResult, Fork, Gap } from '../chain.ts'
import type { VerificationResult } from '../result.ts'
import { isRecord } from '../shape.ts'
import { type DecidedVerdict, decideVerdict, VERDICT_ORDER } from '../verdict.ts'
import { orderChain } from '../view/chain-words.ts'
import { CHECKS, describeChecks, describeDemands } from '../view/checks.ts'
import { describeCoverage } from '../view/members.ts'
import { EXIT, type ExitCode } from './problem.ts'
import { timeRow } from './receipt-report.ts'
import type { Row } from './table.ts'
import { explainCheck, HINTS, outcomeCell } from './words.ts'

/** What a report on a chain is made from. */
export type JudgedChain = {
  receipts: readonly unknown[]
  result: ChainResult
  approvers: readonly ApproverVerification[]
  now: number
  exitCode: ExitCode
}

const LEGEND = CHECKS.map(({ name, label }) => `${name} ${label}`).join(', ')

/** The headline, one line of checks for each receipt, every failure, and the order, gaps and forks. */
export function reportChain(judged: JudgedChain): Row[][] {
  const { result, now } = judged
  return [
    [headline(judged)],
    [[`A chain of ${judged.receipts.length}; # is the place in the file.`], [LEGEND]],
    tableOfReceipts(judged),
    failureRows(result),
    [...orderRows(result), ...gapRows(result.gaps), ...forkRows(result.forks)],
    [...trustRows(result, judged.receipts), ...coverageRows(result), ...lastRows(result), timeRow(now)],
  ]
}

/** VALID, INVALID, UNTRUSTED or ISSUER UNKNOWN, and why; a chain as a whole has no signer or date to name. */
function headline({ result, exitCode }: JudgedChain): Row {
  if (exitCode === EXIT.VALID) return [{ text: 'VALID', style: 'good' }]
  if (result.status === 'VALID')
    return [{ text: 'ISSUER UNKNOWN', style: 'bad' }, 'every check passes, but whose keys signed was not checked']
  if (exitCode === EXIT.UNTRUSTED) {
    return [{ text: 'UNTRUSTED', style: 'bad' }, 'every check passes, but an issuer is not among the trusted ones']
  }
  const { code, detail } = weightiestFailure(result) ?? { code: result.reason, detail: result.detail }
  return [{ text: 'INVALID', style: 'bad' }, { text: code, style: 'strong' }, detail]
}

/** The failure that counts most among all receipts, in the order of verdicts. */
function weightiestFailure({ results }: ChainResult): DecidedVerdict['failure'] {
  const decided = results.map((result) => decideVerdict(result)).filter(({ failure }) => failure !== null)
  return VERDICT_ORDER.flatMap((kind) => decided.find((one) => one.kind === kind) ?? [])[0]?.failure ?? null
}

function tableOfReceipts(judged: JudgedChain): Row[] {
  const rows = orderChain(judged.result).map((index) => receiptRow(index, judged))
  return [['#', 'receipt', ...CHECKS.map(({ name }) => name), 'Trust'], ...rows]
}

function receiptRow(index: number, { receipts, result: { results }, approvers }: JudgedChain): Row {
  const result = results[index]
  if (result === undefined) return [formatIndex(index)]
  const checks = describeChecks(result, receipts[index], { approver: approvers[index] })
  const outcomes = checks.map(({ outcome }) => outcomeCell(outcome))
  return [formatIndex(index), readId(receipts[index]), ...outcomes, outcomeCell(result.policy.issuer)]
}

function readId(receipt: unknown): string {
  const id = isRecord(receipt) ? receipt.receiptId : undefined
  // As long as a UUID; longer text would push the columns off the screen.
  return typeof id === 'string' ? id.slice(0, 36) : '(no id)'
}

function failureRows({ results }: ChainResult): Row[] {
  return results.flatMap(({ failures }, index) =>
    failures.map(({ check, code, detail }): Row => [formatIndex(index), check, code, detail]),
  )
}

function orderRows({ order, results }: ChainResult): Row[] {
  if (order === null) return [['Order', 'none: the chain forks']]
  const placed = new Set(order)
  const aside = [...results.keys()].filter((index) => !placed.has(index))
  return [
    ['Order', formatIndices(order)],
    ...(aside.length > 0 ? [['Aside', `${formatIndices(aside)}: copies, or no receipts`]] : []),
  ]
}

function gapRows(gaps: readonly Gap[]): Row[] {
  if (gaps.length === 0) return [['Gaps', 'none']]
  return gaps.map(({ index, missing }) => ['Gap', `before ${formatIndex(index)}: the receipt ${missing} is not here`])
}

function forkRows(forks: readonly Fork[]): Row[] {
  if (forks.length === 0) return [['Forks', 'none']]
  return forks.map(({ after, indices }) => {
    const places = formatIndices(indices)
    return ['Fork', after === null ? `${places} all claim to be the first` : `${places} all follow ${after}`]
  })
}

/** Why nobody's trust was judged, where it was not. */
function trustRows({ results }: ChainResult, receipts: readonly unknown[]): Row[] {
  const index = Math.max(0, results.findIndex(hasForm))
  const result = results[index]
  const trust =
    result && describeDemands(result, receipts[index], { hints: HINTS }).find(({ name }) => name === 'issuer')
  return trust?.outcome === 'SKIPPED' ? [[trust.label, `SKIPPED: ${explainCheck(trust)}`]] : []
}

/** What the signatures cover: each that leaves members out, or else what holds for all. */
function coverageRows({ results }: ChainResult): Row[] {
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

/** The hash that the next receipt must name. */
function lastRows({ order, results }: ChainResult): Row[] {
  const last = results[order?.at(-1) ?? -1]
  return !last?.receiptHash ? [] : [['Last hash', last.receiptHash]]
}

function formatIndices(indices: readonly number[]): string {
  return indices.length > 0 ? indices.map(formatIndex).join(', ') : 'none'
}

function formatIndex(index: number): string {
  return `#${index + 1}`
}
