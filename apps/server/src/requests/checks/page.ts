import { randomBytes, randomInt } from 'node:crypto'
import {
  type AnswerOf,
  type BodyOf,
  type cancelCheck,
  CHECK_SECONDS,
  type createCheck,
  type joinCheck,
  type openCheck,
  type pairCheck,
  type startCheck,
} from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { requireReachable } from '../../identity/device-roots/trust.ts'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { refuseField, RequestProblem, requireNoProblems } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { createCheckDraft, toPageUrl } from '../request/create.ts'
import { claimScreen, recordCheckEnd, claimDevice, savePair } from '../request/decision-store.ts'
import { findReturn, requireOwnCheck } from '../request/redeem.ts'
import {
  findTextProblems,
  createCheckToken,
  PAIR_MS,
  readCheckToken,
  readStatus,
  refuseEnded,
  UNOPENED_SECONDS,
} from '../request/rules.ts'
import { queueEnd, refuseTaken, refuseUnproven, requireCheck } from '../request/scan.ts'
import type { NewCheck, StoredCheck } from '../request/store.ts'
import { hashPresentedSecret } from '../sites/authorize.ts'
import { findLevel } from '../sites/rules.ts'
import type { SiteRow } from '../sites/store.ts'

/**
 * Assigns a check to the first page that opens it, and returns the page's new token. If a page of the site started the check, the opening page
 * must prove by the secret or the number that it comes from there. Returns a problem instead of throwing it, so that the caller commits the
 * count of wrong numbers.
 */
export async function openCheckPage(
  tx: Transaction,
  service: Service,
  { id, body: { open_secret: secret, number } }: { id: string; body: BodyOf<typeof openCheck> },
): Promise<AnswerOf<typeof openCheck> | RequestProblem> {
  const check = await requireCheck(tx, id)
  const token = createCheckToken(randomBytes)
  const claimed = await claimScreen(tx, {
    id,
    hash: service.secrets.hash('check-token', token),
    openHash: secret === undefined ? null : service.secrets.hash('check-open', secret),
    number: number === undefined ? null : Number(number),
    seconds: CHECK_SECONDS.usual,
    now: tx.now,
  })
  if (claimed?.opened) return { token }
  if (claimed?.state === 'failed') await queueEnd(tx, service, check, 'failed')
  if (claimed) return refuseNumber(claimed.state, 'The page of the site shows another number.')
  // Looked at again: it may have ended while this call waited for it.
  const now = await requireCheck(tx, id)
  if (readStatus(now, tx.now) !== 'open') return refuseEnded('check')
  return now.screenHash === null ? refuseUnproven() : refuseTaken()
}

/**
 * Creates the link and the two-digit number by which a phone can join a check. An earlier link becomes invalid, and a phone that has joined is
 * disconnected. Throws 401 unless the request has the token of the page that opened the check, 409 if the check has ended.
 */
export async function createPairing(
  tx: Transaction,
  service: Service,
  { id, request }: { id: string; request: FastifyRequest },
): Promise<AnswerOf<typeof pairCheck>> {
  await requireHolder(tx, service, { id, request, holder: 'screenHash' })
  const secret = randomBytes(32).toString('base64url')
  const number = randomInt(100)
  const expiresAt = new Date(tx.now.getTime() + PAIR_MS)
  const drawn = { hash: service.secrets.hash('check-pair', secret), number, expiresAt }
  if (!(await savePair(tx, id, drawn, tx.now))) throw refuseEnded('check')
  // Behind #, so that it stands in no log and no Referer.
  const url = `${toPageUrl(service, request, id)}#${secret}`
  return { url, number: String(number).padStart(2, '0'), expires_at: expiresAt.toISOString() }
}

/**
 * Lets a phone join a check by the link's secret and the number, and returns the phone's token. Returns a problem instead of throwing it, so
 * that the caller commits the spent link: a wrong number spends it, too.
 */
export async function claimCheckOnPhone(
  tx: Transaction,
  service: Service,
  { id, body }: { id: string; body: BodyOf<typeof joinCheck> },
): Promise<{ token: string } | RequestProblem> {
  const check = await requireCheck(tx, id)
  const token = createCheckToken(randomBytes)
  const joined = await claimDevice(tx, {
    id,
    pairHash: service.secrets.hash('check-pair', body.pair),
    number: Number(body.number),
    deviceHash: service.secrets.hash('check-token', token),
    now: tx.now,
  })
  if (joined?.joined) return { token }
  if (joined?.state === 'failed') await queueEnd(tx, service, check, 'failed')
  if (joined) return refuseNumber(joined.state, 'The other screen shows another number. Scan its new QR code.')
  return readStatus(check, tx.now) === 'open' ? refuseTaken() : refuseEnded('check')
}

/**
 * Ends an open check at the request of its site (by its secret) or of the page or phone that has it open (by its token). Throws 401 for other
 * callers, 409 if the check has ended.
 */
export async function cancelOpenCheck(
  tx: Transaction,
  service: Service,
  { id, request }: { id: string; request: FastifyRequest },
): Promise<AnswerOf<typeof cancelCheck>> {
  const isSite = hashPresentedSecret(service, request) !== undefined
  const check = isSite
    ? await requireOwnCheck(tx, service, { id, request })
    : await requireHolder(tx, service, { id, request, holder: 'any' })
  if (!(await recordCheckEnd(tx, id, isSite ? 'cancelled_by_site' : 'cancelled_by_person', tx.now)))
    throw refuseEnded('check')
  await queueEnd(tx, service, check, 'failed')
  const isScreen = !isSite && hasCheckToken(service, check.screenHash, request)
  return { id, status: 'failed', return_url: isScreen ? findReturn(service, check) : null }
}

type PresentedToken = { id: string; request: FastifyRequest }

/** Throws unless the request has the token of a page or phone that opened or follows the check: 404 if there is no such check, otherwise 401. */
export async function refuseStranger(db: Queries, service: Service, presented: PresentedToken): Promise<void> {
  const check = await requireCheck(db, presented.id)
  const hashes = [check.screenHash, check.deviceHash, check.followerHash]
  if (!hashes.some((hash) => hasCheckToken(service, hash, presented.request))) throw refuseHolder()
}

type Holder = 'screenHash' | 'deviceHash' | 'followerHash'

/** Returns the check if the request has the token of `holder` (`any`: of the page or the phone that has it open); throws 401 otherwise. */
async function requireHolder(
  db: Queries,
  service: Service,
  { id, request, holder }: PresentedToken & { holder: Holder | 'any' },
): Promise<StoredCheck> {
  const check = await requireCheck(db, id)
  const holders: Holder[] = holder === 'any' ? ['screenHash', 'deviceHash'] : [holder]
  if (holders.some((one) => hasCheckToken(service, check[one], request))) return check
  throw refuseHolder()
}

/** Returns whether the request's Authorization header has the check token with this hash; false if `hash` is null. */
export function hasCheckToken({ secrets }: Service, hash: Buffer | null, { headers }: FastifyRequest): boolean {
  const token = readCheckToken(headers.authorization)
  return token !== undefined && hash !== null && secrets.hash('check-token', token).equals(hash)
}

/** Returns the 401 problem for a request without the token of a page that has the check open. */
export function refuseHolder(): RequestProblem {
  return new RequestProblem('UNAUTHORIZED', 'Send the token of the page that has the check open.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

function refuseNumber(state: string, detail: string): RequestProblem {
  return state === 'failed' ? refuseEnded('check') : new RequestProblem('CHECK_NUMBER_WRONG', detail)
}

type ServerCheckBody = BodyOf<typeof createCheck>
type PageCheckBody = BodyOf<typeof startCheck>

/**
 * Creates a check that a site's server asks for; stores nothing. Throws 400 for texts that could deceive people, a level that can't be
 * reached, or a return address that the site hasn't registered.
 */
export async function createServerCheck(service: Service, site: SiteRow, body: ServerCheckBody): Promise<NewCheck> {
  await requirePossible(service, body)
  const { return_url: returnUrl = null, nonce = null, details = null, expires_in: seconds = CHECK_SECONDS.usual } = body
  const { approver_key: sharesKey = false, subject_kind: kind = 'same' } = body
  if (returnUrl !== null && !site.returnUrls.includes(returnUrl))
    throw refuseField('/return_url', 'must be one of the return addresses of the site, letter by letter')
  const takesFirstVisit = kind === 'once'
  const own = { nonce, details, returnUrl, sharesKey, takesFirstVisit }
  return { ...createCheckDraft(service, site, { ...body, askedBy: 'server', seconds }), ...own }
}

/** The token by which the starting page follows its check, and the secret and number that prove that another page was opened from it. */
type Proof = Pick<AnswerOf<typeof startCheck>, 'token' | 'open_secret' | 'number'>

type PageCall = { body: PageCheckBody; origin: string | undefined; proof: Proof }

/**
 * Creates a check that a page of the site starts; stores nothing. It asks for at least the level that the site has registered for the action,
 * and allows no other way, since any program can send what a page sends. Throws 403 if `origin` isn't an origin of the site.
 */
export async function createPageCheck(
  service: Service,
  site: SiteRow,
  { body, origin = '', proof }: PageCall,
): Promise<NewCheck> {
  const { action, assurance: asked = 1, cdata = null, subject_kind: kind = 'once' } = body
  const registered = findLevel(site, action)
  const assurance = asked < registered ? registered : asked
  await requirePossible(service, { action, assurance })
  if (!site.origins.includes(origin)) throw refuseOrigin(site, origin)
  const opening = { hash: service.secrets.hash('check-open', proof.open_secret), number: Number(proof.number) }
  return {
    ...createCheckDraft(service, site, { action, assurance, askedBy: 'page', seconds: UNOPENED_SECONDS }),
    origin,
    cdata,
    // A form asks for a person, not for the same one; a level that the site has registered makes it the same one.
    takesFirstVisit: kind === 'once' && assurance === 1,
    followerHash: service.secrets.hash('check-token', proof.token),
    opening,
  }
}

// Safe behind a command in any shell; other texts that a browser may send as an origin are not repeated.
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]{1,255}$/

/**
 * Returns the 403 problem for a page of another origin, for the developer who reads it in the console: what was sent, what is registered, and
 * the command that adds it.
 */
function refuseOrigin({ siteKey, origins }: SiteRow, origin: string): RequestProblem {
  const registered = `The site is registered with ${origins.join(', ')}.`
  if (!PLAIN_ORIGIN.test(origin))
    return new RequestProblem('FORBIDDEN', `This page has no origin that a site can have. ${registered}`)
  const command = `npx --no-install stillhere site allow ${siteKey} --origin ${origin}`
  return new RequestProblem('FORBIDDEN', `This page is of ${origin}. ${registered} To add it: ${command}`)
}

async function requirePossible(service: Service, body: ServerCheckBody): Promise<void> {
  requireNoProblems(findTextProblems(body))
  if (body.other_way && (body.assurance ?? 1) > 1)
    throw refuseField('/other_way', 'must be absent where the check asks for more than level 1')
  if (body.approver_key && (body.assurance ?? 1) < 2)
    throw refuseField('/approver_key', 'must be absent at level 1: no key signs there')
  if (body.subject_kind === 'once' && (body.assurance ?? 1) > 1)
    throw refuseField('/subject_kind', 'must be same where the check asks for more than level 1')
  await requireReachable(service, body.assurance)
}
