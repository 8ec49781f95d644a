import {
  type AllowedAsker,
  type AnswerOf,
  APPROVAL_METHODS,
  type ApprovalAction,
  type ApprovalMethod,
  type ApprovalStatus,
  type AskedApproval,
  type CheckDetails,
  type getApproval,
  type getCheck,
} from '@stillhere/contract'
import { computePayloadDigest } from '@stillhere/receipt'
import { writeBindingWords } from '@stillhere/receipt/view'
import type { SignedFor } from '../../identity/passkeys/rules.ts'
import { toDay, MINUTE_MS } from '../../platform/day.ts'
import { type FieldProblem, RequestProblem } from '../../platform/problem.ts'
import { findProseProblems, listDetails } from '../../platform/prose.ts'
import { findInvisible } from '../../platform/visible-text.ts'
import { type AskerRef, readRedeemableMs, type StoredAsker } from '../asker-store.ts'
import type { SiteRow } from '../sites/store.ts'
import type { StoredApproval, StoredApprover, StoredCheck, StoredRequest } from './store.ts'

/** How long a check that a page started waits to be opened. */
export const UNOPENED_SECONDS = 120

/** How long the link for a phone, and the number beside it, are valid. */
export const PAIR_MS = MINUTE_MS

type RequestStatus = StoredRequest['state'] | 'expired'

/** The status of a request at a moment. */
export function readStatus(request: StoredRequest, now: Date): RequestStatus {
  const { state, redeemedAt, expiresAt, isActive } = request
  // A requester that may no longer ask gets nothing, though the person did not say no.
  if (state === 'open') return isActive && now < expiresAt ? 'open' : 'expired'
  const isRedeemable = isStillRedeemable(request, now) && isActive
  return state === 'granted' && redeemedAt === null && !isRedeemable ? 'expired' : state
}

/** Whether a request ended so lately that it can still be redeemed. */
export function isStillRedeemable(request: StoredRequest, now: Date): boolean {
  return request.endedAt !== null && now.getTime() - request.endedAt.getTime() < readRedeemableMs(request)
}

/** The public words for the states that end a request. */
export const END_WORDS = {
  check: { granted: 'passed', denied: 'failed', failed: 'failed' },
  approval: { granted: 'granted', denied: 'denied', failed: 'denied' },
} as const

/** The status of a check in the words of checks. */
export function readCheckStatus(check: StoredCheck, now: Date): AnswerOf<typeof getCheck>['status'] {
  const status = readStatus(check, now)
  return status === 'open' || status === 'expired' ? status : END_WORDS.check[status]
}

/** The status of an approval in the words of approvals. */
export function readApprovalStatus(approval: StoredApproval, now: Date): ApprovalStatus {
  const status = readStatus(approval, now)
  return status === 'open' || status === 'expired' ? status : END_WORDS.approval[status]
}

/** A check as its site sees it. */
export function describeCheck(check: StoredCheck, now: Date): Omit<AnswerOf<typeof getCheck>, 'redeemed_at'> {
  const status = readCheckStatus(check, now)
  const hasPassed = status === 'passed'
  return {
    id: check.id,
    status,
    reason: check.reason,
    action: check.action,
    nonce: check.nonce,
    created_at: check.createdAt.toISOString(),
    expires_at: check.expiresAt.toISOString(),
    test: check.test,
    subject: hasPassed ? check.subject : null,
    subject_kind: hasPassed ? check.subjectKind : null,
    assurance: hasPassed ? check.reached : null,
  }
}

/** An approval as its asker and the person see it. */
export function describeApproval(approval: StoredApproval, now: Date): AnswerOf<typeof getApproval> {
  const { id, reason, type, action: summary, details, digest, language, method, assurance } = approval
  const { need, approvers, test } = approval
  return {
    id,
    status: readApprovalStatus(approval, now),
    reason,
    action: { type, summary, ...(details !== null && { details }) },
    digest,
    binding_message: writeBindingWords(digest, language),
    language,
    nonce: approval.nonce ?? id,
    method,
    assurance,
    need,
    approvers: approvers.map(({ name, state, decidedAt }) => ({
      name,
      status: readDecision(state),
      decided_at: decidedAt && new Date(decidedAt).toISOString(),
    })),
    created_at: approval.createdAt.toISOString(),
    expires_at: approval.expiresAt.toISOString(),
    decided_at: approval.endedAt?.toISOString() ?? null,
    redeemed_at: approval.redeemedAt?.toISOString() ?? null,
    test,
  }
}

/** An approval as one of the people sees it who were asked. */
export function describeAsked(approval: StoredApproval, nodeId: number, now: Date): AskedApproval {
  const own = findApprover(approval, nodeId)
  const decision = readDecision(own?.state ?? 'open')
  return { ...describeApproval(approval, now), asker: approval.asker, decision, reached: own?.reached ?? null }
}

/** The decision of one person in the words of approvals. */
export function readDecision(state: StoredApprover['state']): AskedApproval['decision'] {
  return state === 'open' ? state : END_WORDS.approval[state]
}

/** The person of this node among those whom an approval asks. */
export function findApprover({ approvers }: StoredApproval, nodeId: number): StoredApprover | undefined {
  return approvers.find((one) => one.nodeId === nodeId)
}

/** For whom the key of a person signs: the asker, and the key that it knows, if the person shares one with it. */
export function readSignedFor(approver: StoredApprover | undefined): SignedFor {
  if (approver === undefined) return null
  const { askerId, sharesKey, knownKey } = approver
  return { askerId, knownKey: sharesKey ? knownKey : null }
}

/** The audience and the action that a scan for a request is bound to. */
export function createBinding(
  request: Pick<StoredRequest, 'audience' | 'action' | 'details' | 'nonce'> & { digest?: string },
) {
  const { audience, action, details, nonce, digest } = request
  // Of all that the person was shown: the receipt has room for the action only.
  const ofCheck = details === null ? undefined : { action, details }
  const actionDigest = digest ?? (ofCheck && computePayloadDigest(ofCheck))
  return { audience, action, ...(nonce !== null && { nonce }), ...(actionDigest && { actionDigest }) }
}

/** The page or phone that has a check; null for one that no page has opened. */
export function readHolder({ deviceHash, screenHash }: StoredCheck): string | null {
  return (deviceHash ?? screenHash)?.toString('hex') ?? null
}

/** The digest that a receipt states: SHA-256 of the RFC 8785 form of the action, as lower-case hex. */
export function computeActionDigest({ type, summary, details }: ApprovalAction): string {
  return computePayloadDigest({ type, summary, ...(details !== undefined && { details }) })
}

/** `chk_` and 256 random bits. */
export function createCheckToken(random: (length: number) => Buffer): string {
  return `chk_${random(32).toString('base64url')}`
}

/** The token of an Authorization header; undefined if it has none of a check. */
export function readCheckToken(authorization: string | undefined): string | undefined {
  return /^Bearer (chk_[A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1]
}

/** The text that people agree to must read as it is written. A nonce is for programs, but receipts show it. */
export function findTextProblems(texts: { action: string; nonce?: string; details?: CheckDetails }): FieldProblem[] {
  return [
    ...findProseProblems([['/action', texts.action], ...listDetails('/details', texts.details)]),
    ...findNonceProblems(texts.nonce),
  ]
}

/** The same of the action of an approval, and of its nonce. */
export function findActionProblems({ type, summary, details }: ApprovalAction, nonce = ''): FieldProblem[] {
  const isReserved = type.startsWith('key.')
  return [
    ...(isReserved
      ? [
          {
            pointer: '/action/type',
            message: 'must not begin with key.: the person introduces keys, at /node?allow=ID',
          },
        ]
      : []),
    ...findProseProblems([['/action/summary', summary], ...listDetails('/action/details', details)]),
    ...findNonceProblems(nonce),
  ]
}

function findNonceProblems(nonce = ''): FieldProblem[] {
  const message = findInvisible(nonce)
  return message === undefined ? [] : [{ pointer: '/nonce', message }]
}

/** The 403 of a method that is weaker than the person accepts; undefined for any other. */
export function refuseWeakMethod(method: ApprovalMethod, least: ApprovalMethod): RequestProblem | undefined {
  if (APPROVAL_METHODS.indexOf(method) >= APPROVAL_METHODS.indexOf(least)) return undefined
  return new RequestProblem(
    'METHOD_TOO_WEAK',
    `A person whom you ask accepts no approval by ${method}. Ask for a stronger method.`,
  )
}

/** The 409 of a request that can no longer be answered. */
export function refuseEnded(kind: StoredRequest['kind']): RequestProblem {
  return kind === 'check'
    ? new RequestProblem('CHECK_ENDED', 'This check has passed, failed or expired.')
    : new RequestProblem('APPROVAL_ENDED', 'This approval was decided, or has expired.')
}

/** The site or agent that calls. */
export type CallingAsker = AskerRef & {
  /** The key of a site, or the id of an agent. */
  key: string
  /** For whom a receipt is that it gets, and by which the names of people differ from those that others know them by. */
  audience: string
  /** A site that tests; what it gets proves nothing. */
  test: boolean
}

/** A site as it asks. */
export function describeSite({ id, siteKey, origins, test }: SiteRow): CallingAsker {
  return { kind: 'site', id, key: siteKey, audience: origins[0] ?? '', test }
}

/** An agent as it asks. */
export function describeAgent({ id, agentId }: { id: number; agentId: string }): CallingAsker {
  return { kind: 'agent', id, key: agentId, audience: agentId, test: false }
}

/** What a node is told of who may ask it. */
export function describeAllowed(one: StoredAsker, now: Date): AllowedAsker {
  const { asker, knownKey, knownSince, day, asked } = one
  return {
    asker,
    allowed_at: one.allowedAt.toISOString(),
    per_day: one.perDay,
    asked_today: day === toDay(now) ? asked : 0,
    shares_key: one.sharesKey,
    known_key:
      knownKey === null || knownSince === null ? null : { thumbprint: knownKey, since: knownSince.toISOString() },
    shares_name: one.personName,
    subject: one.subject,
  }
}
