import { isThumbprint } from '../approver/block.ts'
import { type ApproverVerification, refuseApprover, requirePinnedKey, verifyApprover } from '../approver/verify.ts'
import { type ChainResult, updateResults, verifyReceiptChain } from '../chain.ts'
import type { VerificationResult } from '../result.ts'
import { refuseOtherAction, refuseTestReceipt, type VerifyOptions, verifyReceipt } from '../verify.ts'
import { parseWithFile, parseDigestOption, parseSecondsOption, parseTimeOption } from './arguments.ts'
import { readInput, readStatus, readTrustedKeys, requireOneStdin } from './input.ts'
import { CliProblem, EXIT, type ExitCode, type Io, refuseUsage } from './io.ts'
import { createChainReport, createReceiptReport } from './reports.ts'
import { toPrintableJson, type Row, formatBlocks } from './table.ts'

const OPTIONS = {
  predecessor: { type: 'string' },
  trusted: { type: 'string' },
  status: { type: 'string' },
  at: { type: 'string' },
  audience: { type: 'string' },
  'max-age': { type: 'string' },
  'action-digest': { type: 'string' },
  'approver-key': { type: 'string', multiple: true },
  legacy: { type: 'boolean' },
  'allow-test': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

/** The command line, with files that haven't been read yet. */
type Request = {
  file: string
  predecessor?: string | undefined
  trusted?: string | undefined
  status?: string | undefined
  json: boolean
  extra: Extra
  options: VerifyOptions & { now: number; legacy: boolean }
}

/** Requirements that `verifyReceipt` doesn't check. */
type Extra = { allowTest: boolean; actionDigest: string | undefined; approverKeys: readonly string[] }

/** The result and its report. The result of a single receipt includes V8. */
type Judgment = { result: (VerificationResult & { approver: ApproverVerification }) | ChainResult; report: Row[][] }

/** Runs the command `verify`: verifies a receipt, or a list of receipts as a chain, and prints a report, or JSON with `--json`. Resolves to the exit code. */
export async function runVerify(args: readonly string[], io: Io): Promise<ExitCode> {
  const request = readRequest(args, io)
  return request.json ? verifyForPrograms(request, io) : verifyForPeople(request, io)
}

async function verifyForPeople(request: Request, io: Io): Promise<ExitCode> {
  const { result, report } = await judge(request, io)
  io.write(formatBlocks(report, io))
  return toExitCode(result)
}

async function verifyForPrograms(request: Request, io: Io): Promise<ExitCode> {
  try {
    const { result } = await judge(request, io)
    io.write(toPrintableJson(result))
    return toExitCode(result)
  } catch (problem) {
    if (!(problem instanceof CliProblem) || problem.exitCode !== EXIT.UNREADABLE) throw problem
    io.write(toPrintableJson({ status: 'UNREADABLE', detail: problem.message }))
    return problem.exitCode
  }
}

function readRequest(args: readonly string[], io: Io): Request {
  const { file, values } = parseWithFile(args, OPTIONS)
  const { predecessor, trusted, status, at, audience, 'max-age': maxAge, legacy = false, json = false } = values
  requireOneStdin([file, predecessor, trusted, status])
  const options = {
    now: at === undefined ? io.now() : parseTimeOption('at', at),
    legacy,
    ...(audience === undefined ? {} : { audience }),
    ...(maxAge === undefined ? {} : { maxAgeMs: parseSecondsOption('max-age', maxAge) }),
  }
  return { file, predecessor, trusted, status, json, extra: readExtra(values), options }
}

function readExtra(values: { 'action-digest'?: string; 'allow-test'?: boolean; 'approver-key'?: string[] }): Extra {
  const { 'action-digest': digest, 'approver-key': approverKeys = [] } = values
  if (!approverKeys.every(isThumbprint)) {
    throw refuseUsage('--approver-key must be the thumbprint of a key, 43 characters of base64url')
  }
  return {
    allowTest: values['allow-test'] === true,
    actionDigest: digest === undefined ? undefined : parseDigestOption('action-digest', digest),
    approverKeys,
  }
}

async function judge({ file, predecessor, trusted, status, extra, options }: Request, io: Io): Promise<Judgment> {
  const trustedIssuers = trusted === undefined ? undefined : await readTrustedKeys(trusted, io)
  const revoked = status === undefined ? undefined : await readStatus(status, { ...options, trustedIssuers }, io)
  const before = predecessor === undefined ? undefined : await readInput(predecessor, io)
  const { value } = await readInput(file, io)
  const asked = {
    ...options,
    ...(trustedIssuers === undefined ? {} : { trustedIssuers }),
    ...(revoked === undefined ? {} : { revoked }),
    ...(before === undefined ? {} : { predecessor: before.value }),
  }
  return Array.isArray(value) ? judgeChain(value, asked, extra) : judgeReceipt(value, asked, extra)
}

type VerifySettings = Request['options']

async function judgeReceipt(receipt: unknown, asked: VerifySettings, extra: Extra): Promise<Judgment> {
  const { actionDigest, approverKeys } = extra
  const ofFormat = verifyReceipt(receipt, asked)
  const bound = actionDigest === undefined ? ofFormat : refuseOtherAction(ofFormat, receipt, actionDigest)
  const approver = requirePinnedKey(await verifyApprover(receipt), approverKeys)
  const ofPerson = refuseApprover(bound, approver)
  const result = extra.allowTest ? ofPerson : refuseTestReceipt(ofPerson, receipt)
  const { now, legacy } = asked
  const exitCode = toExitCode(result)
  return {
    result: { ...result, approver },
    report: createReceiptReport({ receipt, result, approver, now, legacy, actionDigest, exitCode }),
  }
}

/** Verifies a chain. It isn't valid if one of its receipts is refused by V8 or as a test. */
async function judgeChain(
  receipts: readonly unknown[],
  asked: VerifySettings,
  { allowTest, actionDigest, approverKeys }: Extra,
): Promise<Judgment> {
  if (actionDigest !== undefined) throw refuseUsage('--action-digest is asked of one receipt, not of a chain')
  if (approverKeys.length > 0) throw refuseUsage('--approver-key is asked of one receipt, not of a chain')
  const chain = verifyReceiptChain(receipts, asked)
  const approvers = await Promise.all(chain.results.map((_, place) => verifyApprover(receipts[place])))
  const results = chain.results.map((one, place) => {
    const ofPerson = refuseApprover(one, approvers[place] as ApproverVerification)
    return allowTest ? ofPerson : refuseTestReceipt(ofPerson, receipts[place])
  })
  const result = updateResults(chain, results)
  const exitCode = toExitCode(result)
  return { result, report: createChainReport({ receipts, result, approvers, now: asked.now, exitCode }) }
}

function toExitCode(result: VerificationResult | ChainResult): ExitCode {
  const results = 'results' in result ? result.results : [result]
  // Anyone can make a key, so a script that forgets --trusted must stop.
  if (result.status === 'VALID')
    return results.every(({ policy }) => policy.issuer === 'PASS') ? EXIT.VALID : EXIT.UNTRUSTED
  const failures = results.flatMap((one) => one.failures)
  const isForked = 'forks' in result && result.forks.length > 0
  const isOnlyUntrusted = failures.length > 0 && failures.every(({ code }) => code === 'UNTRUSTED_ISSUER')
  return isOnlyUntrusted && !isForked ? EXIT.UNTRUSTED : EXIT.INVALID
}
