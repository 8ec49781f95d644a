import { RECOVERY_WAIT_HOURS } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { HOUR_MS } from '../../platform/day.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { demandOwner, findPresentedToken } from './authorize.ts'
import { isFreshlySignedIn, type StoredToken } from './store.ts'

type FreshCall = { request: FastifyRequest; at?: Date }

/**
 * As demandOwner, for what grants lasting authority: the token or session must also come from a sign-in of the last ten minutes, so that
 * a stolen one doesn't become a way in that lasts. One by recovery code must have waited for a day. Returns the token; throws 403
 * FRESH_SIGN_IN_REQUIRED or RECOVERY_WAIT. `at` is the moment that counts where the work began before this call. The endpoint must
 * declare `freshFor`, so that its documentation says so.
 */
export async function requireFreshSignIn(tx: Transaction, service: Service, call: FreshCall): Promise<StoredToken> {
  const token = await requireRecentSignIn(tx, service, call)
  const { waitsUntil } = token
  if (waitsUntil === null || waitsUntil <= (call.at ?? tx.now)) return token
  throw new RequestProblem(
    'RECOVERY_WAIT',
    `You signed in with a recovery code, so this must wait until ${waitsUntil.toISOString()}. Sign in with a passkey, a wallet or a mailed code to do it now.`,
  )
}

/** As requireFreshSignIn, also during the wait of a recovery code: for opening the session that waits. */
export async function requireRecentSignIn(
  tx: Transaction,
  service: Service,
  { request, at = tx.now }: FreshCall,
): Promise<StoredToken> {
  const { url, config } = request.routeOptions
  if (config.endpoint?.freshFor === undefined) throw new Error(`the endpoint of ${url} doesn't declare freshFor`)
  const token = await demandOwner(tx, service, request)
  if (await isFreshlySignedIn(tx, token.id, at)) return token
  throw new RequestProblem(
    'FRESH_SIGN_IN_REQUIRED',
    'This needs a sign-in within the last ten minutes. Sign in again, for example by POST /api/send-otp and POST /api/verify-otp, and repeat the request with the new token.',
  )
}

/**
 * The end of the wait of a sign-in by recovery code. It counts from the first such sign-in of the browser or program, which shows the
 * session or token of that one: a code that is used elsewhere waits for a whole day.
 */
export async function findWaitEnd(
  tx: Transaction,
  service: Service,
  { nodeId, request }: { nodeId: number; request: FastifyRequest },
): Promise<Date> {
  const before = await findPresentedToken(tx, service, request)
  if (before?.nodeId === nodeId && before.waitsUntil !== null) return before.waitsUntil
  return new Date(tx.now.getTime() + RECOVERY_WAIT_HOURS * HOUR_MS)
}
