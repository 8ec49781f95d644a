import { randomBytes, randomInt } from 'node:crypto'
import {
  type AnswerOf,
  type BodyOf,
  type cancelCheck,
  CHECK_SECONDS,
  type joinCheck,
  type openCheck,
  type pairCheck,
} from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { type Queries, type Transaction } from '../database/pool.ts'
import { isUuid } from '../database/sql.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { demandSiteSecret, hashPresentedSecret } from '../sites/authorize.ts'
import { computeCode } from './code.ts'
import { writePageUrl } from './create.ts'
import { emitEnd } from './end.ts'
import { newCheckToken, PAIR_MS, readCheckToken, readStatus, writeReturnUrl } from './rules.ts'
import { claimScreen, failCheck, findCheck, joinDevice, replacePair, type StoredCheck } from './store.ts'

/**
 * Gives the check to the first page that opens it, and proves to come from the page that started it where one did. The caller commits
 * before it throws what was refused: a wrong number is counted.
 */
export async function open(
  tx: Transaction,
  service: Service,
  { id, body: { open_secret: secret, number } }: { id: string; body: BodyOf<typeof openCheck> },
): Promise<AnswerOf<typeof openCheck> | { refused: RequestProblem }> {
  const check = await demandCheck(tx, id)
  const token = newCheckToken(randomBytes)
  const claimed = await claimScreen(tx, {
    id,
    hash: service.secrets.hash('check-token', token),
    openHash: secret === undefined ? null : service.secrets.hash('check-open', secret),
    number: number === undefined ? null : Number(number),
    seconds: CHECK_SECONDS.usual,
    now: tx.now,
  })
  if (claimed?.opened) return { token }
  if (claimed?.state === 'failed') await emitEnd(tx, service, check, 'failed')
  if (claimed) return { refused: refuseNumber(claimed.state, 'The page of the site shows another number.') }
  // Looked at again: it may have ended while this call waited for it.
  const now = await demandCheck(tx, id)
  if (readStatus(now, tx.now) !== 'open') return { refused: refuseEnded() }
  return { refused: now.screenHash === null ? refuseUnproven() : refuseTaken() }
}

/** Draws a link for a phone and a number; whatever was drawn or joined before no longer counts. */
export async function pair(
  tx: Transaction,
  service: Service,
  { id, request }: { id: string; request: FastifyRequest },
): Promise<AnswerOf<typeof pairCheck>> {
  await demandHolder(tx, service, { id, request, holder: 'screenHash' })
  const secret = randomBytes(32).toString('base64url')
  const number = randomInt(100)
  const expiresAt = new Date(tx.now.getTime() + PAIR_MS)
  const drawn = { hash: service.secrets.hash('check-pair', secret), number, expiresAt }
  if (!(await replacePair(tx, id, drawn, tx.now))) throw refuseEnded()
  // Behind #, so that it stands in no log and no Referer.
  const url = `${writePageUrl(service, request, id)}#${secret}`
  return { url, number: String(number).padStart(2, '0'), expires_at: expiresAt.toISOString() }
}

/** Takes the check to a phone, or says why not. The caller commits before it throws: a link is spent by a wrong number, too. */
export async function join(
  tx: Transaction,
  service: Service,
  { id, body }: { id: string; body: BodyOf<typeof joinCheck> },
): Promise<{ token: string } | { refused: RequestProblem }> {
  const check = await demandCheck(tx, id)
  const token = newCheckToken(randomBytes)
  const joined = await joinDevice(tx, {
    id,
    pairHash: service.secrets.hash('check-pair', body.pair),
    number: Number(body.number),
    deviceHash: service.secrets.hash('check-token', token),
    now: tx.now,
  })
  if (joined?.joined) return { token }
  if (joined?.state === 'failed') await emitEnd(tx, service, check, 'failed')
  if (joined)
    return { refused: refuseNumber(joined.state, 'The other screen shows another number. Scan its new QR code.') }
  return { refused: readStatus(check, tx.now) === 'open' ? refuseTaken() : refuseEnded() }
}

/** Ends an open check: by the site's secret, or by the token of a page that has it open. */
export async function cancel(
  tx: Transaction,
  service: Service,
  { id, request }: { id: string; request: FastifyRequest },
): Promise<AnswerOf<typeof cancelCheck>> {
  const isSite = hashPresentedSecret(service, request) !== undefined
  const check = isSite
    ? await demandOwnCheck(tx, service, { id, request })
    : await demandHolder(tx, service, { id, request, holder: 'any' })
  if (!(await failCheck(tx, id, isSite ? 'cancelled_by_site' : 'cancelled_by_person', tx.now))) throw refuseEnded()
  await emitEnd(tx, service, check, 'failed')
  const isScreen = !isSite && holds(service, check.screenHash, request)
  return { id, status: 'failed', return_url: isScreen ? findReturn(service, check) : null }
}

/** Where the person of an ended check returns to; null where the site wants nobody back. */
export function findReturn(service: Service, { id, returnUrl }: StoredCheck): string | null {
  return returnUrl && writeReturnUrl(returnUrl, { id, code: computeCode(service, id) })
}

/** The check with this id, of a site that may ask; 404 when there is none. */
export async function demandCheck(db: Queries, id: string): Promise<StoredCheck> {
  const check = isUuid(id) ? await findCheck(db, id) : undefined
  if (check) return check
  throw new RequestProblem('NOT_FOUND', 'There is no such check.')
}

type Presented = { id: string; request: FastifyRequest }

/** A check of the site whose secret is shown; 401 without one, 404 for one of another site. */
export async function demandOwnCheck(db: Queries, service: Service, { id, request }: Presented): Promise<StoredCheck> {
  const site = await demandSiteSecret(db, service, request)
  const check = isUuid(id) ? await findCheck(db, id) : undefined
  if (check?.siteId === site.id) return check
  throw new RequestProblem('NOT_FOUND', 'The site has no such check.')
}

/** Refuses a call without the token of a page that has the check open: 404 where there is no such check, else 401. */
export async function refuseStranger(db: Queries, service: Service, presented: Presented): Promise<void> {
  const check = await demandCheck(db, presented.id)
  const hashes = [check.screenHash, check.deviceHash, check.followerHash]
  if (!hashes.some((hash) => holds(service, hash, presented.request))) throw refuseHolder()
}

type Holder = 'screenHash' | 'deviceHash' | 'followerHash'

/** The check, for who holds it: 401 for anybody else. */
async function demandHolder(
  db: Queries,
  service: Service,
  { id, request, holder }: Presented & { holder: Holder | 'any' },
): Promise<StoredCheck> {
  const check = await demandCheck(db, id)
  const holders: Holder[] = holder === 'any' ? ['screenHash', 'deviceHash'] : [holder]
  if (holders.some((one) => holds(service, check[one], request))) return check
  throw refuseHolder()
}

/** Whether a call shows the token that has this hash. */
export function holds({ secrets }: Service, hash: Buffer | null, { headers }: FastifyRequest): boolean {
  const token = readCheckToken(headers.authorization)
  return token !== undefined && hash !== null && secrets.hash('check-token', token).equals(hash)
}

/** The 401 of a call that needs the token of a page. */
export function refuseHolder(): RequestProblem {
  return new RequestProblem('UNAUTHORIZED', 'Send the token of the page that has the check open.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

export function refuseEnded(): RequestProblem {
  return new RequestProblem('CHECK_ENDED', 'This check has passed, failed or expired.')
}

export function refuseTaken(): RequestProblem {
  return new RequestProblem('CHECK_TAKEN', 'Another page or phone has this check open.')
}

/** The 403 of a page that does not come from the one that started the check. */
export function refuseUnproven(): RequestProblem {
  return new RequestProblem('CHECK_NUMBER_NEEDED', 'Send the number that the page of the site shows.')
}

function refuseNumber(state: string, detail: string): RequestProblem {
  return state === 'failed' ? refuseEnded() : new RequestProblem('CHECK_NUMBER_WRONG', detail)
}
