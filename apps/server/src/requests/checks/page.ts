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
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { claimScreen, joinDevice, replacePair } from '../request/page-store.ts'
import { findReturn, requireOwnCheck } from '../request/redeem.ts'
import { newCheckToken, PAIR_MS, readCheckToken, readStatus, refuseEnded } from '../request/rules.ts'
import { emitEnd, refuseTaken, refuseUnproven, requireCheck } from '../request/scan.ts'
import { endCheck, type StoredCheck } from '../request/store.ts'
import { hashPresentedSecret } from '../sites/authorize.ts'
import { writePageUrl } from './create.ts'

/**
 * Gives the check to the first page that opens it, and proves to come from the page that started it where one did. The caller commits
 * before it throws what was refused: a wrong number is counted.
 */
export async function open(
  tx: Transaction,
  service: Service,
  { id, body: { open_secret: secret, number } }: { id: string; body: BodyOf<typeof openCheck> },
): Promise<AnswerOf<typeof openCheck> | RequestProblem> {
  const check = await requireCheck(tx, id)
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
  if (claimed) return refuseNumber(claimed.state, 'The page of the site shows another number.')
  // Looked at again: it may have ended while this call waited for it.
  const now = await requireCheck(tx, id)
  if (readStatus(now, tx.now) !== 'open') return refuseEnded('check')
  return now.screenHash === null ? refuseUnproven() : refuseTaken()
}

/** Draws a link for a phone and a number; whatever was drawn or joined before no longer counts. */
export async function pair(
  tx: Transaction,
  service: Service,
  { id, request }: { id: string; request: FastifyRequest },
): Promise<AnswerOf<typeof pairCheck>> {
  await requireHolder(tx, service, { id, request, holder: 'screenHash' })
  const secret = randomBytes(32).toString('base64url')
  const number = randomInt(100)
  const expiresAt = new Date(tx.now.getTime() + PAIR_MS)
  const drawn = { hash: service.secrets.hash('check-pair', secret), number, expiresAt }
  if (!(await replacePair(tx, id, drawn, tx.now))) throw refuseEnded('check')
  // Behind #, so that it stands in no log and no Referer.
  const url = `${writePageUrl(service, request, id)}#${secret}`
  return { url, number: String(number).padStart(2, '0'), expires_at: expiresAt.toISOString() }
}

/** Takes the check to a phone, or says why not. The caller commits before it throws: a link is spent by a wrong number, too. */
export async function join(
  tx: Transaction,
  service: Service,
  { id, body }: { id: string; body: BodyOf<typeof joinCheck> },
): Promise<{ token: string } | RequestProblem> {
  const check = await requireCheck(tx, id)
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
  if (joined) return refuseNumber(joined.state, 'The other screen shows another number. Scan its new QR code.')
  return readStatus(check, tx.now) === 'open' ? refuseTaken() : refuseEnded('check')
}

/** Ends an open check: by the site's secret, or by the token of a page that has it open. */
export async function cancel(
  tx: Transaction,
  service: Service,
  { id, request }: { id: string; request: FastifyRequest },
): Promise<AnswerOf<typeof cancelCheck>> {
  const isSite = hashPresentedSecret(service, request) !== undefined
  const check = isSite
    ? await requireOwnCheck(tx, service, { id, request })
    : await requireHolder(tx, service, { id, request, holder: 'any' })
  if (!(await endCheck(tx, id, isSite ? 'cancelled_by_site' : 'cancelled_by_person', tx.now)))
    throw refuseEnded('check')
  await emitEnd(tx, service, check, 'failed')
  const isScreen = !isSite && holds(service, check.screenHash, request)
  return { id, status: 'failed', return_url: isScreen ? findReturn(service, check) : null }
}

type Presented = { id: string; request: FastifyRequest }

/** Refuses a call without the token of a page that has the check open: 404 where there is no such check, else 401. */
export async function refuseStranger(db: Queries, service: Service, presented: Presented): Promise<void> {
  const check = await requireCheck(db, presented.id)
  const hashes = [check.screenHash, check.deviceHash, check.followerHash]
  if (!hashes.some((hash) => holds(service, hash, presented.request))) throw refuseHolder()
}

type Holder = 'screenHash' | 'deviceHash' | 'followerHash'

/** The check, for who holds it: 401 for anybody else. */
async function requireHolder(
  db: Queries,
  service: Service,
  { id, request, holder }: Presented & { holder: Holder | 'any' },
): Promise<StoredCheck> {
  const check = await requireCheck(db, id)
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

function refuseNumber(state: string, detail: string): RequestProblem {
  return state === 'failed' ? refuseEnded('check') : new RequestProblem('CHECK_NUMBER_WRONG', detail)
}
