import type { AnswerOf, ApprovalAction, ApprovalStatus, AskedApproval, getApproval } from '@stillhere/contract'
import { computePayloadDigest } from '@stillhere/receipt'
import { MINUTE_MS } from '../day.ts'
import type { FieldProblem } from '../problem.ts'
import { findProseProblems, listDetails } from '../prose.ts'
import type { StoredApproval } from './store.ts'

/** How long after it was granted an approval may be redeemed: as long as its receipt is good. */
export const REDEEMABLE_MS = 5 * MINUTE_MS

/** What a receipt says was approved: SHA-256 of the RFC 8785 form of the action, as lower-case hex. */
export function computeActionDigest({ type, summary, details }: ApprovalAction): string {
  return computePayloadDigest({ type, summary, ...(details !== undefined && { details }) })
}

/** Eight signs of a digest, for people who compare two screens. They tell questions apart that are mistaken for each other; askers can make two alike. */
export function writeBindingMessage(digest: string): string {
  return `${digest.slice(0, 4)}-${digest.slice(4, 8)}`.toUpperCase()
}

/** What has become of an approval at a moment. */
export function readStatus(approval: StoredApproval, now: Date): ApprovalStatus {
  const { state, decidedAt, redeemedAt, expiresAt, isHeard } = approval
  // Of an asker that may no longer ask it is as good as over, though nobody said no.
  if (state === 'open') return isHeard && now < expiresAt ? 'open' : 'expired'
  const isTooOld = decidedAt !== null && now.getTime() - decidedAt.getTime() >= REDEEMABLE_MS
  return state === 'granted' && redeemedAt === null && (isTooOld || !isHeard) ? 'expired' : state
}

/** What its asker and the person are told of an approval. */
export function describeApproval(approval: StoredApproval, now: Date): AnswerOf<typeof getApproval> {
  const { id, reason, action, digest, assurance, createdAt, expiresAt, decidedAt, redeemedAt, test } = approval
  return {
    id,
    status: readStatus(approval, now),
    reason,
    action,
    digest,
    binding_message: writeBindingMessage(digest),
    assurance,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    decided_at: decidedAt?.toISOString() ?? null,
    redeemed_at: redeemedAt?.toISOString() ?? null,
    test,
  }
}

/** What the person is told who was asked. */
export function describeAsked(approval: StoredApproval, now: Date): AskedApproval {
  return { ...describeApproval(approval, now), asker: approval.asker, reached: approval.reached }
}

/** What a person approves must read as it is written. */
export function findActionProblems({ summary, details }: ApprovalAction): FieldProblem[] {
  return findProseProblems([['/action/summary', summary], ...listDetails('/action/details', details)])
}
