import type { AnswerOf, CheckDetails, getCheck } from '@stillhere/contract'
import { MINUTE_MS } from '../day.ts'
import type { FieldProblem } from '../problem.ts'
import { findProseProblems, listDetails } from '../prose.ts'
import { findInvisible } from '../visible-text.ts'
import type { StoredCheck } from './store.ts'

/** How long after its end a check may be redeemed: as long as its receipt is good. */
export const REDEEMABLE_MS = 5 * MINUTE_MS

/** How long a check that a page started waits to be opened. */
export const UNOPENED_SECONDS = 120

/** How long the link for a phone, and the number beside it, count. */
export const PAIR_MS = MINUTE_MS

export type CheckStatus = StoredCheck['state'] | 'expired'

/** What has become of a check at a moment. */
export function readStatus(check: StoredCheck, now: Date): CheckStatus {
  const { state, settledAt, redeemedAt, expiresAt } = check
  if (state === 'open') return now < expiresAt ? 'open' : 'expired'
  const isTooOld = settledAt !== null && now.getTime() - settledAt.getTime() >= REDEEMABLE_MS
  return state === 'passed' && redeemedAt === null && isTooOld ? 'expired' : state
}

/** What a site is told of its check. */
export function describeCheck(check: StoredCheck, now: Date): Omit<AnswerOf<typeof getCheck>, 'redeemed_at'> {
  const status = readStatus(check, now)
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
    assurance: hasPassed ? check.reached : null,
  }
}

/** `chk_` and 256 random bits. */
export function newCheckToken(random: (length: number) => Buffer): string {
  return `chk_${random(32).toString('base64url')}`
}

/** The token of an Authorization header; undefined when there is none of a check. */
export function readCheckToken(authorization: string | undefined): string | undefined {
  return /^Bearer (chk_[A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1]
}

/** What a form brings to siteverify: which check, and its code. */
export function readResponse(text: string): { id: string; code: string } | undefined {
  const [, id, code] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/.exec(text) ?? []
  return id === undefined || code === undefined ? undefined : { id, code }
}

export function writeResponse(id: string, code: string): string {
  return `${id}.${code}`
}

/** Where the person returns to, with what the site redeems the check by. */
export function writeReturnUrl(returnUrl: string, { id, code }: { id: string; code: string }): string {
  const url = new URL(returnUrl)
  url.searchParams.set('check', id)
  url.searchParams.set('code', code)
  return url.href
}

/** What people agree to must read as it is written. A nonce is for programs, but receipts show it. */
export function findTextProblems(texts: { action: string; nonce?: string; details?: CheckDetails }): FieldProblem[] {
  const nonce = findInvisible(texts.nonce ?? '')
  return [
    ...findProseProblems([['/action', texts.action], ...listDetails('/details', texts.details)]),
    ...(nonce === undefined ? [] : [{ pointer: '/nonce', message: nonce }]),
  ]
}
