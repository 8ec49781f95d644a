import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../database/pool.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { demandOwner } from './authorize.ts'
import { isFreshlySignedIn, type StoredToken } from './store.ts'

/**
 * As demandOwner, for what grants lasting authority: the token or session must also come from a sign-in of the last ten minutes, so that
 * a stolen one doesn't become a way in that lasts. Returns the token; throws 403 FRESH_SIGN_IN_REQUIRED. `at` is the moment that counts
 * where the work began before this call. The endpoint must declare `freshFor`, so that its documentation says so.
 */
export async function requireFreshSignIn(
  tx: Transaction,
  service: Service,
  { request, at = tx.now }: { request: FastifyRequest; at?: Date },
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
