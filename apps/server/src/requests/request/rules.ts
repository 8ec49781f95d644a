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

/** Seconds for which a check that a page started can be opened. */
export const UNOPENED_SECONDS = 120

/** Lifetime of the link and the number by which a phone can join a check. */
export const PAIR_MS = MINUTE_MS

type RequestStatus = StoredRequest['state'] | 'expired'

/**
 * Returns the status of a request at `now`: its stored state, or `expired` if it wasn't answered in time, or was granted but not redeemed in
 * time, or its requester may no longer ask.
 */
export function readStatus(request: StoredRequest, now: Date): RequestStatus {
  const { state, redeemedAt, expiresAt, isActive } = request
  // A requester that may no longer ask gets nothing, though the person did not say no.
  if (state === 'open') return isActive && now < expiresAt ? 'open' : 'expired'
  const isRedeemable = isStillRedeemable(request, now) && isActive
  return state === 'granted' && redeemedAt === null && !isRedeemable ? 'expired' : state
}

/** Returns whether a request ended recently enough to be redeemed; false while it is open. */
export function isStillRedeemable(request: StoredRequest, now: Date): boolean {
  return request.endedAt !== null && now.getTime() - request.endedAt.getTime() < readRedeemableMs(request)
}

/** The public words for the states in which a request ends. */
export const END_WORDS = {
  check: { granted: 'passed', denied: 'failed', failed: 'failed' },
  approval: { granted: 'granted', denied: 'denied', failed: 'denied' },
} as const

/** Returns the public status of a check at `now`: open, passed, failed or expired. */
export function readCheckStatus(check: StoredCheck, now: Date): AnswerOf<typeof getCheck>['status'] {
  const status = readStatus(check, now)
  return status === 'open' || status === 'expired' ? status : END_WORDS.check[status]
}

/** Returns the public status of an approval at `now`: open, granted, denied or expired. */
export function readApprovalStatus(approval: StoredApproval, now: Date): ApprovalStatus {
  const status = readStatus(approval, now)
  return status === 'open' || status === 'expired' ? status : END_WORDS.approval[status]
}

/** Returns the public form of a check for its site; the subject and the reached level are null unless it passed. */
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

/** Returns the public form of an approval, for its asker and for the people whom it asks. */
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

/**
 * Returns an approval in the form for one of the people whom it asks: with the asker, and with this person's own decision and level. `nodeId`:
 * the person's node.
 */
export function describeAsked(approval: StoredApproval, nodeId: number, now: Date): AskedApproval {
  const own = findApprover(approval, nodeId)
  const decision = readDecision(own?.state ?? 'open')
  return { ...describeApproval(approval, now), asker: approval.asker, decision, reached: own?.reached ?? null }
}

/** Converts the stored state of one person's decision to its public word: open, granted or denied. */
export function readDecision(state: StoredApprover['state']): AskedApproval['decision'] {
  return state === 'open' ? state : END_WORDS.approval[state]
}

/** Returns the entry of this node's owner among the people whom an approval asks; undefined if they weren't asked. */
export function findApprover({ approvers }: StoredApproval, nodeId: number): StoredApprover | undefined {
  return approvers.find((one) => one.nodeId === nodeId)
}

/**
 * Returns the asker for which a person's passkey signs, and the key that the asker knows, if the person shares their key with it. Returns null
 * if `approver` is undefined.
 */
export function readSignedFor(approver: StoredApprover | undefined): SignedFor {
  if (approver === undefined) return null
  const { askerId, sharesKey, knownKey } = approver
  return { askerId, knownKey: sharesKey ? knownKey : null }
}

/** Creates the audience, action, nonce and action digest to which a scan for this request, and so its receipt, is bound. */
export function createBinding(
  request: Pick<StoredRequest, 'audience' | 'action' | 'details' | 'nonce'> & { digest?: string },
) {
  const { audience, action, details, nonce, digest } = request
  // Of all that the person was shown: the receipt has room for the action only.
  const ofCheck = details === null ? undefined : { action, details }
  const actionDigest = digest ?? (ofCheck && computePayloadDigest(ofCheck))
  return { audience, action, ...(nonce !== null && { nonce }), ...(actionDigest && { actionDigest }) }
}

/** Returns the token hash (hex) of the phone that joined a check, or else of the page that opened it; null if no page has opened it. */
export function readHolder({ deviceHash, screenHash }: StoredCheck): string | null {
  return (deviceHash ?? screenHash)?.toString('hex') ?? null
}

/** Computes the digest of an action, which its receipt states: SHA-256 of its canonical JSON (RFC 8785), as lower-case hex. */
export function computeActionDigest({ type, summary, details }: ApprovalAction): string {
  return computePayloadDigest({ type, summary, ...(details !== undefined && { details }) })
}

/** Creates the token of a page or phone that opens or follows a check: `chk_` and 256 bits from `random`. */
export function createCheckToken(random: (length: number) => Buffer): string {
  return `chk_${random(32).toString('base64url')}`
}

/** Returns the check token in an Authorization header; undefined if the header is absent or has another form. */
export function readCheckToken(authorization: string | undefined): string | undefined {
  return /^Bearer (chk_[A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1]
}

/**
 * Returns the problems of a check's texts, an empty list if there are none: the action and the details must contain nothing that deceives a
 * reader, such as hidden or look-alike characters, and the nonce no invisible characters.
 */
export function findTextProblems(texts: { action: string; nonce?: string; details?: CheckDetails }): FieldProblem[] {
  return [
    ...findProseProblems([['/action', texts.action], ...listDetails('/details', texts.details)]),
    ...findNonceProblems(texts.nonce),
  ]
}

/**
 * Returns the problems of an approval's action and nonce, an empty list if there are none: texts must contain nothing that deceives a reader,
 * such as hidden or look-alike characters, and the type must not begin with the reserved `key.`.
 */
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

/**
 * Returns the 403 problem for an approval method that is weaker than `least`, the weakest that the person accepts; undefined if `method` is
 * strong enough.
 */
export function refuseWeakMethod(method: ApprovalMethod, least: ApprovalMethod): RequestProblem | undefined {
  if (APPROVAL_METHODS.indexOf(method) >= APPROVAL_METHODS.indexOf(least)) return undefined
  return new RequestProblem(
    'METHOD_TOO_WEAK',
    `A person whom you ask accepts no approval by ${method}. Ask for a stronger method.`,
  )
}

/** Returns the 409 problem for a check or an approval that can no longer be answered. */
export function refuseEnded(kind: StoredRequest['kind']): RequestProblem {
  return kind === 'check'
    ? new RequestProblem('CHECK_ENDED', 'This check has passed, failed or expired.')
    : new RequestProblem('APPROVAL_ENDED', 'This approval was decided, or has expired.')
}

/** The site or agent that asks for an approval, in one form for both. */
export type CallingAsker = AskerRef & {
  /** The site key, or the agent id. */
  key: string
  /** The audience of receipts for this asker. It also determines the subjects under which the asker knows people. */
  audience: string
  /** True for a test site, whose receipts prove nothing. */
  test: boolean
}

/** Converts a site's row to a CallingAsker, the common form of sites and agents that ask for approvals. */
export function describeSite({ id, siteKey, origins, test }: SiteRow): CallingAsker {
  return { kind: 'site', id, key: siteKey, audience: origins[0] ?? '', test }
}

/** Converts an agent to a CallingAsker, the common form of sites and agents that ask for approvals. */
export function describeAgent({ id, agentId }: { id: number; agentId: string }): CallingAsker {
  return { kind: 'agent', id, key: agentId, audience: agentId, test: false }
}

/**
 * Returns the permission of an asker in the form that the node's owner sees: the asker, its daily limit and use, and what the person shares
 * with it.
 */
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
