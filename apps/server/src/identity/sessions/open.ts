import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import type { Service } from '../../platform/service.ts'
import { refuseBlocked, refuseUnauthorized, requireRecentSignIn } from '../access/authorize.ts'
import { requireOwnPage, computeSessionSecret, readBearer, readSessionCookie } from '../access/credentials.ts'
import {
  findNewSession,
  findToken,
  lockToken,
  deleteReplacedSession,
  type Session,
  saveAsSession,
} from '../access/store.ts'

// A page whose answer got lost asks again at once; later, a token that was read somewhere opens nothing.
const ASK_AGAIN_MS = 300_000

type Opening = {
  token: string
  secret: string
  deviceName: string | undefined
  expiresAt: Date
  request: FastifyRequest
}

/**
 * Reads the token that a page sends in the Authorization header to exchange it for a browser session. Throws 403 if the page isn't one of
 * this service, 401 without a token.
 */
export function readSignInToken({ settings }: Service, request: FastifyRequest): string {
  requireOwnPage(settings, request)
  const token = readBearer(request.headers.authorization)
  if (token === undefined) throw refuseUnauthorized()
  return token
}

/**
 * Throws before the body is read if the token of the call can't open a session: 401 if neither the token nor a session made from it exists,
 * 403 if the page isn't one of this service.
 */
export async function refuseBySignInToken(service: Service, request: FastifyRequest): Promise<void> {
  const { db, secrets, now } = service
  const token = readSignInToken(service, request)
  const opens = [token, computeSessionSecret(secrets, token)]
  for (const secret of opens) if (await findToken(db, secrets.hash('token', secret), now())) return
  throw refuseUnauthorized()
}

/**
 * Converts the token of a sign-in to a browser session, and deletes the browser's previous session for the same node. A call repeated
 * within five minutes returns the same session. Throws 401 if the token didn't come from a sign-in, 403 if the sign-in is more than ten
 * minutes ago or the node is blocked. `secret` comes from computeSessionSecret.
 */
export async function openSession(
  tx: Transaction,
  service: Service,
  { token, secret, deviceName = 'Browser', expiresAt, request }: Opening,
): Promise<Session> {
  const { secrets, settings } = service
  const hash = secrets.hash('token', secret)
  const tokenHash = secrets.hash('token', token)
  const since = new Date(tx.now.getTime() - ASK_AGAIN_MS)
  // Of calls with one token at once, the first one turns it and the others wait here, then find the session.
  await lockToken(tx, tokenHash)
  const again = await findNewSession(tx, hash, since)
  if (again?.isBlocked) throw refuseBlocked()
  if (again) return again
  await requireRecentSignIn(tx, service, { request })
  const turned = await saveAsSession(tx, { tokenHash, hash, deviceName, now: tx.now, expiresAt })
  if (!turned) throw refuseUnauthorized()
  const before = readSessionCookie(settings, request)
  const replacing = before && (await deleteReplacedSession(tx, secrets.hash('token', before), turned))
  return replacing || turned
}
