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

/**
 * Computes the code by which a site redeems a check, and which the check's page gives to the person: a keyed hash of the check's id. Only this
 * service can compute it, and it isn't stored.
 */
export function computeCode({ secrets }: KeyedService, id: string): string {
  return secrets.hash('check-code', id).toString('base64url')
}

/** Returns whether `given` is the code of a check. */
function isCode({ secrets }: KeyedService, id: string, given: string): boolean {
  const code = Buffer.from(given, 'base64url')
  // Only the one way to write it: others would be taken for another code in logs and by caches.
  if (code.length !== 32 || code.toString('base64url') !== given) return false
  return timingSafeEqual(code, secrets.hash('check-code', id))
}

/** Reads the id and the code of a check from the form value that siteverify gets; undefined if it has another form. */
function readResponse(text: string): { id: string; code: string } | undefined {
  const [, id, code] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/.exec(text) ?? []
  return id === undefined || code === undefined ? undefined : { id, code }
}

/** Returns the form value that a page hands to its server for siteverify: the id and the code of a check, separated by a dot. */
export function toResponse(id: string, code: string): string {
  return `${id}.${code}`
}

/**
 * Returns the site's return address with the check's id and code as query parameters; null if the site gave no return address. `keyed`: holds
 * the service's secrets.
 */
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

/** Conditions of a redemption that accept a check with any outcome: its status, its level and its mark as a test are part of the response. */
const ANY_END = {
  kind: 'check',
  states: ['granted', 'denied', 'failed'],
  digest: null,
  allowsTest: true,
  isSandbox: false,
  minAssurance: null,
  allowsFirstVisit: true,
} as const

/** Conditions of a redemption that accept a granted approval. It returns to no address, and its asker knows whether it is a test. */
const GRANT = { ...ANY_END, kind: 'approval', states: ['granted'], hasCode: true } as const

/** Returns a check of the site whose secret the request presents; throws 401 without a valid secret, 404 if the site has no such check. */
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
 * Redeems a check for the site that asked for it, and returns the outcome. Works once: throws 409 if the check was redeemed before or is still
 * open, 403 if the person's code is wrong or a required one is missing. An expired check is described without being redeemed.
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

/** Outcome of a check that this service asked for itself, for a sign-in by OpenID Connect. */
export type EndedCheck =
  | { status: 'passed'; subject: string; reached: AssuranceLevel; settledAt: Date; receipt: Outcome['receipt'] }
  | { status: 'failed' | 'expired'; reason: string | null }

type OwnCheck = { check: string; code: string; siteId: number; nonce: string }

/**
 * Redeems a check that this service asked for itself in the name of a site. Works once. Returns undefined if the id, the code, the site or the
 * nonce is wrong, the check is open, or it was redeemed before.
 */
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

/** Opens the outcome that belongs to the first grant of a request, for requests that need only one grant. */
function openFirst(service: Service, { sealed }: RedeemedRequest<'check' | 'approval'>): Outcome {
  return openOutcome(service, { sealed: sealed?.[0] ?? null })
}

/** Returns an approval that this site or agent asked for; throws 404 for every other approval. */
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
 * Redeems a granted approval for the site or agent that asked for it, and returns its receipts. Works once: throws 409 if it was redeemed
 * before, is open, was denied or has expired, and 403 if `digest` is of another action.
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

/**
 * Redeems an approval that this service asked for in the name of a site (a backchannel request), and returns its action digest and presence
 * token. Works once. Returns undefined if it can't be redeemed or no site asked for it.
 */
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

/**
 * Verifies the form response of siteverify and redeems the passed check that it names. `success` is true only once per check; otherwise
 * `error-codes` says why not. Secrets for tests get fixed results.
 */
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

/** Secrets for tests, with their fixed results of siteverify. They belong to no site; secrets of sites are twice as long. */
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

/** Returns the fixed result of siteverify for a secret that is meant for tests; undefined for every other secret. */
function describeTestResponse(secret: string, response: string, now: Date): Siteverification | undefined {
  const answer = TEST_SECRETS.get(secret)
  if (answer === undefined) return undefined
  return response === '' ? refuse('missing-input-response') : answer(now)
}
