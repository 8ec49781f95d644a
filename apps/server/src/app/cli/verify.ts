import { readFileSync } from 'node:fs'
import type { ReceiptReport } from '@stillhere/contract'
import { type Json, parseJson, type VerificationResult } from '@stillhere/receipt'
import { type ApproverVerification, verifyApprover } from '@stillhere/receipt/approver'
import { type CheckRow, describeChecks, describeDemands } from '@stillhere/receipt/view'
import { judgeReceipt, judgeWithKeys } from '../../scan/receipts/judge.ts'
import { type Command, EXIT, readArguments, UnreadableProblem, runBesideService } from './command.ts'

/** Verifies a receipt with the keys and revocations of this service. Resolves to 1 if the receipt isn't valid, and to 2 if its issuer is unknown. */
export const runVerify: Command = async (args, surroundings) => {
  const { values, positionals } = readArguments(args, {
    options: { audience: { type: 'string' }, 'allow-test': { type: 'boolean' }, json: { type: 'boolean' } },
    word: 'FILE',
  })
  const receipt = readReceipt(positionals[0] ?? '')
  const asked = {
    allow_test: values['allow-test'] === true,
    ...(values.audience === undefined ? {} : { audience: values.audience }),
  }
  const { print } = surroundings
  return runBesideService(surroundings, async (service) => {
    const report = await judgeWithKeys(service, async (known) => judgeReceipt({ receipt, ...asked }, known))
    const approver = await verifyApprover(receipt)
    const exitCode = selectExitCode(report)
    const lines = values.json
      ? [JSON.stringify({ ...report, approver }, null, 2)]
      : listLines(receipt, { report, approver, exitCode })
    for (const line of lines) print(line)
    return exitCode
  })
}

function readReceipt(file: string): Json {
  try {
    return parseJson(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UnreadableProblem('{file} cannot be read: {reason}', {
      file,
      reason: error instanceof Error ? error.message : String(error),
    })
  }
}

function selectExitCode({ status, verdict, failures }: ReceiptReport): number {
  if (status === 'VALID') return EXIT.DONE
  // A compromised key of this service fails the same check, and isn't unknown.
  const isOnlyUnknown = verdict.kind === 'unknown_issuer' && failures.every(({ code }) => code === 'UNTRUSTED_ISSUER')
  return isOnlyUnknown ? EXIT.ISSUER_UNKNOWN : EXIT.FAILED
}

type JudgedReceipt = { report: ReceiptReport; approver: ApproverVerification; exitCode: number }

/** The verdict, the checks as `stillhere-receipt verify` shows them, and the hash. */
function listLines(receipt: Json, { report, approver, exitCode }: JudgedReceipt): string[] {
  const result = { ...report, unsignedMembers: [] } as unknown as VerificationResult
  const status = exitCode === EXIT.ISSUER_UNKNOWN ? 'UNTRUSTED' : result.status
  const checks = describeChecks(result, receipt, { approver })
  const demands = describeDemands(result, receipt).filter(({ outcome }) => outcome !== 'SKIPPED')
  const shown = new Set<string>([...checks, ...demands].map(({ name }) => name))
  const others = result.failures.filter(({ check }) => !shown.has(check))
  const code = result.status === 'VALID' ? '' : `  ${result.failures[0]?.code ?? result.reason}`
  return [
    `${status}${code}  ${report.verdict.sentence}`,
    '',
    ...checks.map((row) => `${row.name}  ${row.label.padEnd(11)}  ${row.outcome.padEnd(7)}  ${explain(row)}`),
    '',
    ...demands.map((row) => `${row.label.padEnd(11)}  ${row.outcome}: ${explain(row)}`),
    ...others.map(({ check, code: why, detail }) => `${check.padEnd(11)}  FAIL: ${detail} (${why})`),
    `${'Hash'.padEnd(11)}  ${report.receipt_hash ?? 'none'}`,
    // A receipt is a stranger's text, and could write to the terminal.
  ].map((line) => line.replaceAll(/\p{Cc}/gu, '?'))
}

function explain({ promise, reason, code }: CheckRow): string {
  return code === null ? (reason ?? promise) : `${reason} (${code})`
}
