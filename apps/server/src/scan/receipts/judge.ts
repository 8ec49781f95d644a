import { type BodyOf, type ReceiptReport, verifyReceipt as verifyReceiptEndpoint } from '@stillhere/contract'
import {
  readVerdict,
  type Receipt,
  type ReceiptVerdict,
  refuseMalformed,
  refuseTestReceipt,
  type VerificationResult,
  verifyReceipt,
} from '@stillhere/receipt'
import { type ApproverVerification, refuseApprover, verifyApprover } from '@stillhere/receipt/approver'
import { toTaskResult, type CaughtProblem, readBody, requireResult } from '../../platform/http/body.ts'
import type { Service } from '../../platform/service.ts'
import type { TaskResult } from '../../platform/threads/threads.ts'
import { listTrustedKeys, type Validity } from './issuer.ts'
import { isRevoked, listKeys } from './store.ts'

/**
 * Judges a receipt with what the database knows: calls `judge` with all signing keys and, if the receipt turns out to be revoked, once more with
 * `isRevoked`. Returns the report.
 */
export async function judgeWithKeys(
  { db, now }: Pick<Service, 'db' | 'now'>,
  judge: (known: JudgingInput) => Promise<Judgment>,
): Promise<ReceiptReport> {
  const keys = (await listKeys(db)).map(({ sealedSeed: _sealed, ...validity }) => validity)
  const known: JudgingInput = { keys, now: now(), isRevoked: false }
  const { report, receiptId } = await judge(known)
  if (receiptId === null || !(await isRevoked(db, receiptId))) return report
  return (await judge({ ...known, isRevoked: true })).report
}

/** Judges the receipt in a body of the endpoint verifyReceipt, in a worker thread. Throws the problem of a body that violates the contract. */
export function judgeBody(service: Service, bytes: Buffer): Promise<ReceiptReport> {
  return judgeWithKeys(service, async (known) =>
    requireResult(await service.threads.run(judgeBytes, { bytes, ...known })),
  )
}

/** Keys, time and revocation by which a receipt is judged. */
type JudgingInput = { keys: Validity[]; now: Date; isRevoked: boolean }

/** The report, and the receipt's id to look for a revocation; the id is null if the document doesn't have the form of a receipt. */
type Judgment = { report: ReceiptReport; receiptId: string | null }

/**
 * Parses a body of the endpoint verifyReceipt and judges its receipt, in a worker thread. If the body violates the contract, the result is its
 * refusal as data.
 */
export async function judgeBytes({
  bytes,
  ...known
}: JudgingInput & { bytes: Uint8Array }): Promise<TaskResult<CaughtProblem<Judgment>>> {
  const { answer } = toTaskResult(() => readBody(verifyReceiptEndpoint, bytes))
  return { answer: 'refused' in answer ? answer : { result: await judgeReceipt(answer.result, known) } }
}

/**
 * Judges a receipt by those keys of this service that were valid at its signing time, and by the person's key if the receipt contains one (V8).
 * Receipts of the old profile don't pass. Malformed receipts get a report, too.
 */
export async function judgeReceipt(
  {
    receipt,
    audience,
    max_age_ms: maxAgeMs,
    predecessor,
    allow_test: allowTest = false,
  }: BodyOf<typeof verifyReceiptEndpoint>,
  { keys, now, isRevoked: wasRevoked }: JudgingInput,
): Promise<Judgment> {
  const ofFormat =
    refuseMalformed(receipt) ??
    verifyReceipt(receipt, {
      now,
      trustedIssuers: listTrustedKeys(keys, readSigningTime(receipt)),
      revoked: () => wasRevoked,
      ...(audience === undefined ? {} : { audience }),
      ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
      ...(predecessor === undefined ? {} : { predecessor: refuseMalformed(predecessor) ? {} : predecessor }),
    })
  const malformed = ofFormat.checks.V1 !== 'PASS'
  const approver = malformed ? NOT_READ : await verifyApprover(receipt)
  const result = refuseApprover(ofFormat, approver)
  const wellFormed = malformed ? null : (receipt as Receipt)
  const isCompromised = keys.some((key) => key.compromised && key.publicKey === wellFormed?.issuer.publicKey)
  const verdict = readVerdict(result, { receipt, issuerName: 'this service', isCompromised })
  const report = toReport(allowTest ? result : refuseTestReceipt(result, receipt), approver, { verdict, now })
  return { report, receiptId: wellFormed?.receiptId ?? null }
}

const NOT_READ: ApproverVerification = { outcome: 'SKIPPED', detail: 'without the right form no key is looked for' }

// The signature covers it; in what has not the form of a receipt it may be anything, and no key is trusted then.
function readSigningTime(receipt: unknown): number {
  const { signature } = (receipt ?? {}) as { signature?: { signedAt?: unknown } | null }
  const signedAt = signature?.signedAt
  return typeof signedAt === 'string' ? Date.parse(signedAt) : Number.NaN
}

// The reason is the first failed check by number; the words are those of the failure that matters most.
function toReport(
  result: VerificationResult,
  { outcome }: ApproverVerification,
  { verdict: { kind, sentence, advice }, now }: { verdict: ReceiptVerdict; now: Date },
): ReceiptReport {
  const { status, checks, policy, failures, coverage, receiptHash } = result
  const [reason, detail] = result.status === 'VALID' ? [null, null] : [result.reason, sentence]
  const report = {
    checks: { ...checks, V8: outcome },
    policy,
    failures,
    coverage,
    receipt_hash: receiptHash,
    judged_at: now.toISOString(),
  }
  return { status, reason, detail, verdict: { kind, sentence, advice }, ...report }
}
