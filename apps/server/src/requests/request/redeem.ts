import { timingSafeEqual } from 'node:crypto'
import type {
  AnswerOf,
  AssuranceLevel,
  BodyOf,
  redeemApproval,
  redeemCheck,
  Siteverification,
  siteverify,
} from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { openOutcome, type Outcome } from '../../scan/receipts/issue.ts'
import { requireSiteSecret, hashPresentedSecret, refuseSecret } from '../sites/authorize.ts'
import { findLevel } from '../sites/rules.ts'
import { findSiteBySecret } from '../sites/store.ts'
import {
  type CallingAsker,
  describeApproval,
  describeCheck,
  isStillRedeemable,
  readApprovalStatus,
  readCheckStatus,
  refuseEnded,
} from './rules.ts'
import { findRequest, type RedeemedRequest, redeemRequest, type StoredApproval, type StoredCheck } from './store.ts'

type KeyedService = Pick<Service, 'secrets'>

/** The code that the page of a check gives to the person. Only this service can compute it, and it is stored nowhere. */
export function computeCode({ secrets }: KeyedService, id: string): string {
  return secrets.hash('check-code', id).toString('base64url')
}

/** Whether this is the code of a check. */
function isCode({ secrets }: KeyedService, id: string, given: string): boolean {
  const code = Buffer.from(given, 'base64url')
  // Only the one way to write it: others would be taken for another code in logs and by caches.
  if (code.length !== 32 || code.toString('base64url') !== given) return false
  return timingSafeEqual(code, secrets.hash('check-code', id))
}

/** The id and the code of a check, as a form brings them to siteverify. */
function readResponse(text: string): { id: string; code: string } | undefined {
  const [, id, code] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/.exec(text) ?? []
  return id === undefined || code === undefined ? undefined : { id, code }
}

export function toResponse(id: string, code: string): string {
  return `${id}.${code}`
}

/** The address that the person of an ended check returns to, with the code that redeems it; null if the site gave no return address. */
export function findReturn(
  keyed: KeyedService,
  { id, returnUrl }: Pick<StoredCheck, 'id' | 'returnUrl'>,
): string | null {
  if (returnUrl === null) return null
  const url = new URL(returnUrl)
  url.searchParams.set('check', id)
  url.searchParams.set('code', computeCode(keyed, id))
  return url.href
}

/** Any outcome of a check: its status, its level and its mark as a test are part of the response. */
const ANY_END = {
  kind: 'check',
  states: ['granted', 'denied', 'failed'],
  digest: null,
  allowsTest: true,
  isSandbox: false,
  minAssurance: null,
  allowsFirstVisit: true,
} as const

/** A grant of an approval. It returns to no address, and its asker knows whether it is a test. */
const GRANT = { ...ANY_END, kind: 'approval', states: ['granted'], hasCode: true } as const

/** A check of the site whose secret is presented; 401 without one, 404 for one of another site. */
export async function requireOwnCheck(
  db: Queries,
  service: Service,
  { id, request }: { id: string; request: FastifyRequest },
): Promise<StoredCheck> {
  const site = await requireSiteSecret(db, service, request)
  const check = isUuid(id) ? await findRequest(db, 'check', id) : undefined
  if (check?.siteId === site.id) return check
  throw new RequestProblem('NOT_FOUND', 'The site has no such check.')
}

type CheckCall = { id: string; body: BodyOf<typeof redeemCheck>; request: FastifyRequest }

/**
 * Gives a site the outcome of its check, once in all processes; 403 without the person's code, 409 while it is open and the second
 * time.
 */
export async function redeemForSite(
  tx: Transaction,
  service: Service,
  { id, body: { code }, request }: CheckCall,
): Promise<AnswerOf<typeof redeemCheck>> {
  const hash = hashPresentedSecret(service, request)
  if (!hash) throw refuseSecret()
  const hasCode = code !== undefined && isCode(service, id, code)
  // A wrong code is refused even where none is needed: it may be a guess.
  const mayRedeem = isUuid(id) && (code === undefined || hasCode)
  const requester = { hash }
  const redeemed = mayRedeem ? await redeemRequest(tx, { ...ANY_END, id, requester, hasCode, now: tx.now }) : undefined
  if (redeemed) return { ...describeCheck({ ...redeemed, redeemedAt: null }, tx.now), ...openFirst(service, redeemed) }
  const check = await requireOwnCheck(tx, service, { id, request })
  if (code !== undefined && !hasCode) throw refuseCode()
  const status = readCheckStatus(check, tx.now)
  // An expired check is described, as often as it is asked for.
  if (status === 'expired') return describeCheck(check, tx.now)
  if (status === 'open') throw refuseOpenCheck()
  if (!hasCode && check.returnUrl !== null) throw refuseCode()
  // It ended between the two looks at it: to the caller it was open, and can be redeemed the next time.
  if (check.redeemedAt === null && isStillRedeemable(check, tx.now)) throw refuseOpenCheck()
  throw new RequestProblem('CHECK_REDEEMED', 'The result of this check was given out before.')
}

function refuseOpenCheck(): RequestProblem {
  return new RequestProblem('CHECK_OPEN', 'This check has not ended yet.')
}

function refuseCode(): RequestProblem {
  return new RequestProblem('CHECK_CODE_WRONG', '/code is not the one that the person of this check was given.')
}

/** The outcome of a check that this service asked for itself. */
export type EndedCheck =
  | { status: 'passed'; subject: string; reached: AssuranceLevel; settledAt: Date; receipt: Outcome['receipt'] }
  | { status: 'failed' | 'expired'; reason: string | null }

type OwnCheck = { check: string; code: string; siteId: number; nonce: string }

/** Gives this service the outcome of a check that it asked for, once; undefined for another check, or with another code. */
export async function redeemCheckForService(service: Service, asked: OwnCheck): Promise<EndedCheck | undefined> {
  const { db, now } = service
  const { check: id, code, siteId, nonce } = asked
  const check = isUuid(id) && isCode(service, id, code) ? await findRequest(db, 'check', id) : undefined
  if (!check?.isActive || check.siteId !== siteId || check.nonce !== nonce) return undefined
  const requester = { kind: 'site', id: siteId } as const
  // A person signs in as one whom the site knows again.
  const conditions = { ...ANY_END, allowsFirstVisit: false, requester, hasCode: true, now: now() }
  const redeemed = await redeemRequest(db, { ...conditions, id })
  if (!redeemed) return readCheckStatus(check, now()) === 'expired' ? { status: 'expired', reason: null } : undefined
  const { subject, reached, endedAt: settledAt, reason } = redeemed
  // A check that this service asks for itself can't be answered without motion.
  if (subject === null || !reached || settledAt === null) return { status: 'failed', reason }
  return { status: 'passed', subject, reached, settledAt, receipt: openFirst(service, redeemed).receipt }
}

/** What the first person who granted a request gave: for requests that need one. */
function openFirst(service: Service, { sealed }: RedeemedRequest<'check' | 'approval'>): Outcome {
  return openOutcome(service, { sealed: sealed?.[0] ?? null })
}

/** An approval that this asker asked for; 404 for any other. */
export async function requireOwnApproval(
  db: Queries,
  { id, asker }: { id: string; asker: CallingAsker },
): Promise<StoredApproval> {
  const approval = isUuid(id) ? await findRequest(db, 'approval', id) : undefined
  const own = asker.kind === 'site' ? approval?.siteId : approval?.agentId
  if (approval && own === asker.id) return approval
  throw new RequestProblem('NOT_FOUND', 'You asked for no such approval.')
}

type ApprovalCall = { id: string; digest: string; asker: CallingAsker }

/**
 * Gives the asker the receipt of its approval, once in all processes; 403 for another action, 409 while it is open, if it ended
 * otherwise, and the second time.
 */
export async function redeemForAsker(
  tx: Transaction,
  service: Service,
  { id, digest, asker }: ApprovalCall,
): Promise<AnswerOf<typeof redeemApproval>> {
  const redeemed = isUuid(id)
    ? await redeemRequest(tx, { ...GRANT, id, requester: asker, digest, now: tx.now })
    : undefined
  if (!redeemed) throw explainApproval(await requireOwnApproval(tx, { id, asker }), { digest, now: tx.now })
  const { need, grants, sealed } = redeemed
  if (grants.length !== need) throw new Error(`a granted approval has ${grants.length} grants, and needs ${need}`)
  const receipts = grants.map(({ subject, reached, grantedAt, name }, index) => ({
    subject,
    reached,
    ...(name !== null && { approver: { name } }),
    granted_at: new Date(grantedAt).toISOString(),
    ...openOutcome(service, { sealed: sealed?.[index] ?? null }),
  }))
  const { granted_at: _at, ...only } = (need === 1 && receipts[0]) || {}
  return { ...describeApproval(redeemed, tx.now), receipts, ...only }
}

function explainApproval(approval: StoredApproval, { digest, now }: { digest: string; now: Date }): RequestProblem {
  if (digest !== approval.digest)
    return new RequestProblem('APPROVAL_DIGEST_WRONG', '/digest is of another action than the one that was asked for.')
  const status = readApprovalStatus(approval, now)
  // Granted between the two looks at it: to the asker it was open, and can be redeemed the next time.
  const isJustGranted = status === 'granted' && approval.redeemedAt === null
  if (status === 'open' || isJustGranted)
    return new RequestProblem('APPROVAL_OPEN', 'The people who were asked have not decided yet.')
  if (approval.redeemedAt === null) return refuseEnded('approval')
  return new RequestProblem('APPROVAL_REDEEMED', 'The receipt of this approval was given out before.')
}

/** Gives this service the grant of an approval that it asked for in the name of a site, once. */
export async function redeemApprovalForService(
  service: Service,
  { id, digest, siteId }: StoredApproval,
): Promise<{ digest: string; token?: string } | undefined> {
  if (siteId === null) return undefined
  const { db, now } = service
  const requester = { kind: 'site', id: siteId } as const
  const redeemed = await redeemRequest(db, { ...GRANT, id, requester, digest, now: now() })
  return redeemed && { digest, ...openFirst(service, redeemed) }
}

type Errors = Siteverification['error-codes']
type CountingResponse = {
  allowsTest: boolean
  isSandbox: boolean
  minAssurance: AssuranceLevel
  allowsFirstVisit: boolean
}

/** Whether a response is that of a passed check of the site; it is true once. */
export async function verifyResponse(
  tx: Transaction,
  service: Service,
  {
    secret,
    response,
    allow_test: allowTest,
    min_assurance: leastLevel = 1,
    subject_kind: kind,
  }: BodyOf<typeof siteverify>,
): Promise<Siteverification> {
  if (!secret) return refuse('missing-input-secret')
  const fixed = describeTestResponse(secret, response ?? '', tx.now)
  if (fixed) return fixed
  const hash = service.secrets.hash('site-secret', secret)
  const named = readResponse(response ?? '')
  const id = named && isCode(service, named.id, named.code) ? named.id : undefined
  const counted = {
    allowsTest: allowTest === true || allowTest === 'true' || allowTest === '1',
    isSandbox: service.settings.sandbox,
    minAssurance: Number(leastLevel) as AssuranceLevel,
    allowsFirstVisit: kind !== 'same',
  }
  const requester = { hash }
  const conditions = { ...ANY_END, states: ['granted'], requester, hasCode: true, ...counted, now: tx.now } as const
  const redeemed = id === undefined ? undefined : await redeemRequest(tx, { ...conditions, id })
  if (redeemed) return describeRedeemed(redeemed)
  const site = await findSiteBySecret(tx, hash)
  if (!site) return refuse('invalid-input-secret')
  if (!response) return refuse('missing-input-response')
  const check = id === undefined ? undefined : await findRequest(tx, 'check', id)
  if (check?.siteId !== site.id) return refuse('invalid-input-response')
  return refuse(explainCheck(check, { ...counted, registered: findLevel(site, check.action), now: tx.now }))
}

function explainCheck(
  check: StoredCheck,
  {
    allowsTest,
    isSandbox,
    minAssurance,
    allowsFirstVisit,
    registered,
    now,
  }: CountingResponse & { registered: number; now: Date },
): Errors[number] {
  if (check.state === 'failed' || check.state === 'denied') return 'invalid-input-response'
  if ((check.test || isSandbox) && !allowsTest) return 'test-not-allowed'
  const isUnspent = readCheckStatus(check, now) === 'passed' && check.redeemedAt === null
  const isTooLow = (check.reached ?? 0) < Math.max(minAssurance, registered)
  if (isUnspent && isTooLow) return 'assurance-too-low'
  return isUnspent && !allowsFirstVisit && check.subjectKind === 'once' ? 'subject-not-same' : 'timeout-or-duplicate'
}

function refuse(...errors: Errors): Siteverification {
  return { success: false, 'error-codes': errors }
}

function describeRedeemed(check: RedeemedRequest<'check'>): Siteverification {
  const { endedAt, origin, audience, action, cdata, subject, subjectKind, reached, test, sameBrowser, deviceHash } =
    check
  return {
    success: true,
    ...(endedAt && { challenge_ts: endedAt.toISOString() }),
    hostname: new URL(origin ?? audience).hostname,
    action,
    ...(cdata !== null && { cdata }),
    ...(subject !== null && { subject }),
    ...(subjectKind !== null && { subject_kind: subjectKind }),
    ...(reached !== null && { assurance: reached }),
    same_browser: sameBrowser === true && deviceHash === null,
    ...(test && { test }),
    'error-codes': [],
  }
}

/** Secrets of no site, to which siteverify always answers the same; those of sites are twice as long. */
const TEST_SECRETS: ReadonlyMap<string, (now: Date) => Siteverification> = new Map([
  [
    'sk_test_always_passes',
    // No action, subject or assurance: a server that compares them refuses this, even with the secret left in production.
    (now: Date): Siteverification => ({
      success: true,
      challenge_ts: now.toISOString(),
      hostname: 'example.com',
      test: true,
      'error-codes': [],
    }),
  ],
  ['sk_test_always_fails', () => refuse('invalid-input-response')],
  ['sk_test_already_spent', () => refuse('timeout-or-duplicate')],
])

/** The response of siteverify to a secret for tests, for any form response; undefined for every other secret. */
function describeTestResponse(secret: string, response: string, now: Date): Siteverification | undefined {
  const answer = TEST_SECRETS.get(secret)
  if (answer === undefined) return undefined
  return response === '' ? refuse('missing-input-response') : answer(now)
}
