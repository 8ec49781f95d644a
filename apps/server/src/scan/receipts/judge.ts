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

/** Judges a receipt by what the database knows: the keys first, and a revocation once the receipt has named itself. */
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

/** Judges the receipt in a body, in a thread. */
export function judgeBody(service: Service, bytes: Buffer): Promise<ReceiptReport> {
  return judgeWithKeys(service, async (known) =>
    requireResult(await service.threads.run(judgeBytes, { bytes, ...known })),
  )
}

/** What the service knows when it judges a receipt. */
type JudgingInput = { keys: Validity[]; now: Date; isRevoked: boolean }

/** The answer, and the id under which to look for a revocation; null for what has not the form of a receipt. */
type Judgment = { report: ReceiptReport; receiptId: string | null }

/** In a thread: judges the receipt in a body. */
export async function judgeBytes({
  bytes,
  ...known
}: JudgingInput & { bytes: Uint8Array }): Promise<TaskResult<CaughtProblem<Judgment>>> {
  const { answer } = toTaskResult(() => readBody(verifyReceiptEndpoint, bytes))
  return { answer: 'refused' in answer ? answer : { result: await judgeReceipt(answer.result, known) } }
}

/**
 * Judges a receipt by the keys of this service that were good when it says it was signed, never by the old profile, and by the person's key
 * where the receipt carries one (V8).
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
