import type { McpOutputOf, ReceiptReport } from '@stillhere/contract'
import { readPresencePolicy, type Receipt } from '@stillhere/receipt'
import { describeAssurance, listApprovalLimits, listLevels } from '@stillhere/receipt/view'

type Judged = McpOutputOf<'verify_receipt'>

/** What a receipt proves and what not, in words, and whether it is for the action with a digest. */
export function describeReceipt(
  { receipt, digest }: { receipt: unknown; digest: string | undefined },
  { status, verdict, receipt_hash, judged_at }: ReceiptReport,
): Judged {
  const policy = status === 'VALID' ? readPresencePolicy(receipt as Receipt) : null
  const actionDigest = policy?.action_digest ?? null
  return {
    status,
    verdict,
    assurance: policy?.assurance ?? null,
    proves: status === 'VALID' ? describeAssurance(receipt as Receipt) : 'Nothing.',
    does_not_prove: [listLevels()[policy?.assurance ?? 1].doesNotProve, ...listApprovalLimits()].join('; '),
    action_digest: actionDigest,
    digest_matches: digest === undefined ? null : actionDigest === digest,
    receipt_hash,
    judged_at,
  }
}

/** The judgment in short. */
export function summarizeReceipt({
  status,
  verdict,
  proves,
  does_not_prove,
  digest_matches,
  ...judged
}: Judged): string {
  const match = digest_matches ? 'It is for the action with this digest.' : 'It is not for the action with this digest.'
  const bound =
    judged.action_digest === null ? 'It is for no particular action.' : `Its action: ${judged.action_digest}.`
  return [
    `${status}. ${verdict.sentence} ${verdict.advice}`,
    ...(digest_matches === null ? [bound] : [match]),
    `What it proves: ${proves}`,
    `What it does not prove: ${does_not_prove}.`,
  ].join('\n')
}
