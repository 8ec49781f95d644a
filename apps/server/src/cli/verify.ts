import { readFileSync } from 'node:fs'
import type { ReceiptReport } from '@stillhere/contract'
import { type Json, parseJson } from '@stillhere/receipt'
import { judgeWithKeys } from '../receipts/judge-with-keys.ts'
import { judgeReceipt } from '../receipts/judge.ts'
import { type Command, EXIT, readArguments, UnreadableProblem } from './command.ts'
import { workBesideService } from './open-data.ts'

/** Judges a receipt of this service by its own keys and revocations; exit code 1 when it is not valid, 2 when it is another issuer's. */
export const verify: Command = async (args, surroundings) => {
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
  return workBesideService(surroundings, async (service) => {
    const report = await judgeWithKeys(service, async (known) => judgeReceipt({ receipt, ...asked }, known))
    const exitCode = chooseExitCode(report)
    for (const line of values.json ? [JSON.stringify(report, null, 2)] : listLines(report, exitCode)) print(line)
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

function chooseExitCode({ status, verdict, failures }: ReceiptReport): number {
  if (status === 'VALID') return EXIT.DONE
  // A compromised key of this service fails the same check, and isn't unknown.
  const isOnlyUnknown = verdict.kind === 'unknown_issuer' && failures.every(({ code }) => code === 'UNTRUSTED_ISSUER')
  return isOnlyUnknown ? EXIT.ISSUER_UNKNOWN : EXIT.FAILED
}

function listLines(report: ReceiptReport, exitCode: number): string[] {
  const { verdict, failures, checks, policy, receipt_hash: hash } = report
  const status = exitCode === EXIT.ISSUER_UNKNOWN ? 'UNTRUSTED' : report.status
  const outcomes = Object.entries({ ...checks, ...policy }).map(([name, outcome]) => `${name} ${outcome}`)
  const problems = failures.map(({ check, code, detail }) => `${check}: ${code}, ${detail}`)
  return [status, verdict.sentence, ...problems, outcomes.join(', '), `hash ${hash ?? 'none'}`]
}
