import type { AssuranceLevel, AnswerOf, BodyOf, redeemCheck, Siteverification, siteverify } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Queries, Transaction } from '../database/pool.ts'
import { isUuid } from '../database/sql.ts'
import { RequestProblem } from '../problem.ts'
import { openOutcome, type Outcome } from '../receipts/outcome.ts'
import type { Service } from '../service.ts'
import { hashPresentedSecret, refuseSecret } from '../sites/authorize.ts'
import { findLevel } from '../sites/rules.ts'
import { findSiteBySecret } from '../sites/store.ts'
import { isCode } from './code.ts'
import { demandOwnCheck } from './page.ts'
import { describeCheck, REDEEMABLE_MS, readResponse, readStatus } from './rules.ts'
import { findCheck, type Redeemed, type Redemption, redeem, type StoredCheck } from './store.ts'
import { answerTestSecret } from './test-secrets.ts'

// Its status, its level and its mark are part of the answer.
const WHATEVER_CAME = { states: ['passed', 'failed'], allowsTest: true, isSandbox: false, minAssurance: null } as const

type Asked = { id: string; body: BodyOf<typeof redeemCheck>; request: FastifyRequest }

/** Gives a site what came of its check, once, on all processes; 403 without the person's code, 409 while it is open and the second time. */
export async function redeemForSite(
  tx: Transaction,
  service: Service,
  { id, body: { code }, request }: Asked,
): Promise<AnswerOf<typeof redeemCheck>> {
  const secretHash = hashPresentedSecret(service, request)
  if (!secretHash) throw refuseSecret()
  const hasCode = code !== undefined && isCode(service, id, code)
  const given = { id, site: { secretHash }, hasCode, ...WHATEVER_CAME }
  // A wrong code is refused even where none is needed: somebody may be trying.
  const mayTake = isUuid(id) && (code === undefined || hasCode)
  const redeemed = mayTake ? await redeem(tx, { ...given, ...timesAt(tx.now) }) : undefined
  if (redeemed)
    return { ...describeCheck({ ...redeemed, redeemedAt: null }, tx.now), ...openOutcome(service, redeemed) }
  return explain(await demandOwnCheck(tx, service, { id, request }), { hasCode, code, now: tx.now })
}

/** What came of a check that the service itself asked for. */
export type Ended =
  | { status: 'passed'; subject: string; reached: AssuranceLevel; settledAt: Date; receipt: Outcome['receipt'] }
  | { status: 'failed' | 'expired'; reason: string | null }

type OwnCheck = { check: string; code: string; siteId: number; nonce: string }

/** Gives this service what came of a check that it asked for, once; undefined for another check, or with another code. */
export async function redeemForService(service: Service, asked: OwnCheck): Promise<Ended | undefined> {
  const { db, now } = service
  const { check: id, code, siteId, nonce } = asked
  const check = isUuid(id) && isCode(service, id, code) ? await findCheck(db, id) : undefined
  if (!check || check.siteId !== siteId || check.nonce !== nonce) return undefined
  const given = { id, site: { id: siteId }, hasCode: true, ...WHATEVER_CAME }
  const redeemed = await redeem(db, { ...given, ...timesAt(now()) })
  if (redeemed) return describeEnd(redeemed, openOutcome(service, redeemed))
  return readStatus(check, now()) === 'expired' ? { status: 'expired', reason: null } : undefined
}

function describeEnd({ subject, reached, settledAt, reason }: Redeemed, { receipt }: Outcome): Ended {
  // What this service asks for itself has no other way.
  if (subject === null || !reached || settledAt === null) return { status: 'failed', reason }
  return { status: 'passed', subject, reached, settledAt, receipt }
}

type Tried = { hasCode: boolean; code: string | undefined; now: Date }

/** Why nothing was given out; a check that has expired is told as such, as often as it is asked for. */
function explain(check: StoredCheck, { hasCode, code, now }: Tried): AnswerOf<typeof redeemCheck> {
  if (code !== undefined && !hasCode) throw refuseCode()
  const status = readStatus(check, now)
  if (status === 'expired') return describeCheck(check, now)
  if (status === 'open') throw refuseOpen()
  if (!hasCode && check.returnUrl !== null) throw refuseCode()
  // It ended between the two looks at it: to the caller it was open, and can be redeemed the next time.
  if (check.redeemedAt === null && check.settledAt !== null && check.settledAt > timesAt(now).settledAfter)
    throw refuseOpen()
  throw new RequestProblem('CHECK_REDEEMED', 'What came of this check was given out before.')
}

function refuseOpen(): RequestProblem {
  return new RequestProblem('CHECK_OPEN', 'This check has not ended yet.')
}

function refuseCode(): RequestProblem {
  return new RequestProblem('CHECK_CODE_WRONG', '/code is not the one that the person of this check was given.')
}

function timesAt(now: Date): { settledAfter: Date; now: Date } {
  return { settledAfter: new Date(now.getTime() - REDEEMABLE_MS), now }
}

type Errors = Siteverification['error-codes']

/** Whether a response is that of a passed check of the site, told once. */
export async function verifyResponse(
  db: Queries,
  service: Service,
  { secret, response, allow_test: allowTest, min_assurance: leastLevel = 1 }: BodyOf<typeof siteverify>,
): Promise<Siteverification> {
  if (!secret) return refuse('missing-input-secret')
  const fixed = answerTestSecret(secret, response ?? '', service.now())
  if (fixed) return fixed
  const secretHash = service.secrets.hash('site-secret', secret)
  const named = readResponse(response ?? '')
  const now = service.now()
  const allowsTest = allowTest === true || allowTest === 'true' || allowTest === '1'
  const minAssurance = Number(leastLevel) as AssuranceLevel
  const counts = { states: ['passed'] as const, allowsTest, isSandbox: service.settings.sandbox, minAssurance }
  const isGenuine = named !== undefined && isCode(service, named.id, named.code)
  const spent = isGenuine
    ? await redeem(db, { id: named.id, site: { secretHash }, hasCode: true, ...counts, ...timesAt(now) })
    : undefined
  if (spent) return tell(spent)
  return refuse(
    await explainRefusal(db, { secretHash, response, id: isGenuine ? named.id : undefined, ...counts, now }),
  )
}

function refuse(...errors: Errors): Siteverification {
  return { success: false, 'error-codes': errors }
}

function tell(check: Redeemed): Siteverification {
  const { settledAt, origin, audience, action, cdata, subject, reached, test, sameBrowser, deviceHash } = check
  return {
    success: true,
    ...(settledAt && { challenge_ts: settledAt.toISOString() }),
    hostname: new URL(origin ?? audience).hostname,
    action,
    ...(cdata !== null && { cdata }),
    ...(subject !== null && { subject }),
    ...(reached !== null && { assurance: reached }),
    same_browser: sameBrowser === true && deviceHash === null,
    ...(test && { test }),
    'error-codes': [],
  }
}

type Refusal = Pick<Redemption, 'allowsTest' | 'isSandbox' | 'minAssurance' | 'now'> & {
  secretHash: Buffer
  response: string | undefined
  id: string | undefined
}

async function explainRefusal(db: Queries, refusal: Refusal): Promise<Errors[number]> {
  const { secretHash, response, id, allowsTest, isSandbox, minAssurance, now } = refusal
  const site = await findSiteBySecret(db, secretHash)
  if (!site) return 'invalid-input-secret'
  if (!response) return 'missing-input-response'
  if (id === undefined) return 'invalid-input-response'
  const check = await findCheck(db, id)
  if (check?.siteId !== site.id || check.state === 'failed') return 'invalid-input-response'
  if ((site.test || isSandbox) && !allowsTest) return 'test-not-allowed'
  const needed = Math.max(minAssurance ?? 1, findLevel(site, check.action))
  const isUnspent = readStatus(check, now) === 'passed' && check.redeemedAt === null
  return isUnspent && (check.reached ?? 0) < needed ? 'assurance-too-low' : 'timeout-or-duplicate'
}
