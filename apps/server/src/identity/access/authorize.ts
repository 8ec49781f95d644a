import { randomBytes, timingSafeEqual } from 'node:crypto'
import { RECOVERY_WAIT_HOURS } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { HOUR_MS } from '../../platform/day.ts'
import { toEmailKey } from '../../platform/email.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { closeNode, findNode, isNodeBlocked, lockNodeById, type Node } from '../node-store.ts'
import { type Carrier, createToken, judgeAccess, readBearer, readCarriedSession } from './credentials.ts'
import { addToken, findToken, isFreshlySignedIn, recordTokenUse, type StoredToken } from './store.ts'

/**
 * Throws unless the caller of a repeated POST is still authorized to get the response stored for its Idempotency-Key: 401 if the token was
 * revoked, 404 if the node was deleted, 403 if the node is blocked or the endpoint needs a fresh sign-in.
 */
export async function requireAccessAgain(tx: Transaction, service: Service, request: FastifyRequest): Promise<void> {
  const { access, freshFor } = request.routeOptions.config.endpoint ?? {}
  const { body } = request
  const hasEmail = typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string'
  const email = hasEmail ? String(body.email) : undefined
  if (access === 'node' && email !== undefined)
    await requireNodeAccess(tx, service, { node: await findNode(tx, toEmailKey(email)), request })
  else if (access === 'token' && freshFor !== undefined) await requireFreshSignIn(tx, service, { request })
  else if (readPresented(service, request) !== undefined) await requireToken(tx, service, request)
}

type FreshCall = { request: FastifyRequest; at?: Date }

/**
 * Returns the caller's token if it comes from a sign-in of the last ten minutes before `at` (by default now), so that a stolen token can't
 * grant lasting access. Throws 401 as requireOwner does, 403 FRESH_SIGN_IN_REQUIRED, or 403 RECOVERY_WAIT during the day after a sign-in by
 * recovery code. The endpoint must declare `freshFor`.
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

/**
 * Returns the caller's token if it comes from a sign-in of the last ten minutes, as requireFreshSignIn does, but accepts a sign-in by
 * recovery code without its waiting time. For opening a browser session.
 */
export async function requireRecentSignIn(
  tx: Transaction,
  service: Service,
  { request, at = tx.now }: FreshCall,
): Promise<StoredToken> {
  const { url, config } = request.routeOptions
  if (config.endpoint?.freshFor === undefined) throw new Error(`the endpoint of ${url} doesn't declare freshFor`)
  const token = await requireOwner(tx, service, request)
  if (await isFreshlySignedIn(tx, token.id, at)) return token
  throw new RequestProblem(
    'FRESH_SIGN_IN_REQUIRED',
    'This needs a sign-in within the last ten minutes. Sign in again, for example by POST /api/send-otp and POST /api/verify-otp, and repeat the request with the new token.',
  )
}

/**
 * Returns the moment until which a sign-in by recovery code must wait before it can grant lasting authority. If the call presents the
 * session or token of an earlier such sign-in, its moment applies; otherwise it is 24 hours from now.
 */
export async function findWaitEnd(
  tx: Transaction,
  service: Service,
  { nodeId, request }: { nodeId: number; request: FastifyRequest },
): Promise<Date> {
  const { token: before } = await findPresentedToken(tx, service, request, tx.now)
  if (before?.nodeId === nodeId && before.waitsUntil !== null) return before.waitsUntil
  return new Date(tx.now.getTime() + RECOVERY_WAIT_HOURS * HOUR_MS)
}

/**
 * Returns `node` if the caller may act for it; `node` is the result of looking up the e-mail address of the call. Throws 401 if AUTH_MODE
 * requires this node's token and the call doesn't have it, 403 if the node is blocked, and 404 if `node` is undefined. In strict mode, a
 * caller without a token always gets 401, and so can't find out if a node exists.
 */
export async function requireNodeAccess(
  tx: Transaction,
  service: Service,
  { node, request }: { node: Node | undefined; request: Carrier },
): Promise<Node> {
  const { token, isPresented } = await findPresentedToken(tx, service, request, tx.now)
  if (token) requireScope(token, request)
  const isRight = token !== undefined && token.nodeId === node?.id
  const presented = isRight ? (token.proved ? 'proved' : 'unproved') : isPresented ? 'wrong' : 'nothing'
  const isLocked = service.settings.authMode === 'strict' || (node?.lockedAt ?? null) !== null
  const { allowed, locks } = judgeAccess(service.settings.authMode, { isLocked, presented })
  if (!allowed) throw refuseUnauthorized()
  if (node === undefined) throw new RequestProblem('NODE_NOT_FOUND', 'There is no node with this e-mail address.')
  if (node.blockedAt !== null) throw refuseBlocked()
  if (token && presented !== 'wrong') await recordUse(tx, token, { locks })
  return node
}

/**
 * Checks the token of a call before its body is read: throws 401 without a valid token, 403 for a blocked node or a program's token without
 * the endpoint's scope. With access `node`, a token is required only where AUTH_MODE requires it for all nodes. The handler checks again in
 * its transaction.
 */
export async function requireTokenEarly(service: Service, request: Carrier, access: 'node' | 'token'): Promise<void> {
  const { token, isPresented } = await findPresentedToken(service.db, service, request, service.now())
  if (token) requireScope(token, request)
  if (token && access === 'token') return
  if (access === 'token') throw refuseUnauthorized()
  const presented = token ? (token.proved ? 'proved' : 'unproved') : isPresented ? 'wrong' : 'nothing'
  const { authMode } = service.settings
  if (!judgeAccess(authMode, { isLocked: authMode === 'strict', presented }).allowed) throw refuseUnauthorized()
}

/**
 * Returns the valid token or session that a call presents, in every AUTH_MODE, and records its use. Throws 401 without a valid token, 403
 * if the node is blocked or the token lacks the endpoint's scope.
 */
export async function requireToken(tx: Transaction, service: Service, request: Carrier): Promise<StoredToken> {
  const token = await findCallerToken(tx, service, request)
  if (!token) throw refuseUnauthorized()
  return token
}

/**
 * Returns the caller's token if a sign-in issued it; throws 401 for a token issued at registration, which anyone who names an e-mail
 * address gets. Otherwise as requireToken.
 */
export async function requireOwner(tx: Transaction, service: Service, request: Carrier): Promise<StoredToken> {
  const token = await requireToken(tx, service, request)
  if (token.proved) return token
  throw new RequestProblem('UNAUTHORIZED', 'This needs a token given at or after activation.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/**
 * Locks the caller's node until the transaction ends, and then requires the owner's token as requireOwner does. With the lock, two sessions
 * that revoke each other at the same time can't both succeed.
 */
export async function requireOwnerLocked(tx: Transaction, service: Service, request: Carrier): Promise<StoredToken> {
  const { token } = await findPresentedToken(tx, service, request, tx.now)
  if (token) await lockNodeById(tx, token.nodeId)
  return requireOwner(tx, service, request)
}

/**
 * Finds the valid token or session that a call presents, and records its use; for endpoints that also accept calls without a token. Returns
 * undefined if the token is missing, unknown or expired. Throws 403 if the node is blocked or the token lacks the endpoint's scope.
 */
export async function findCallerToken(
  tx: Transaction,
  service: Service,
  request: Carrier,
): Promise<StoredToken | undefined> {
  const { token } = await findPresentedToken(tx, service, request, tx.now)
  if (token) requireScope(token, request)
  if (token) await recordUse(tx, token, { locks: token.proved && service.settings.authMode !== 'open' })
  return token
}

/** Returns whether a call presents a token or session that a sign-in to this node issued (no program's token). Doesn't record its use. */
export async function hasNodeToken(
  tx: Transaction,
  service: Service,
  { nodeId, request }: { nodeId: number; request: Carrier },
): Promise<boolean> {
  const { token } = await findPresentedToken(tx, service, request, tx.now)
  return token !== undefined && token.proved && token.scopes === null && token.nodeId === nodeId
}

/**
 * Creates a token for a node, stores its hash, and returns the token. `proved` says that a sign-in issues it; `waitsUntil` is the end of
 * the waiting time after a sign-in by recovery code. Throws 403 for a blocked node.
 */
export async function issueToken(
  tx: Transaction,
  { secrets }: Service,
  { nodeId, proved, waitsUntil = null }: { nodeId: number; proved: boolean; waitsUntil?: Date | null },
): Promise<string> {
  if (await isNodeBlocked(tx, nodeId)) throw refuseBlocked()
  const token = createToken(randomBytes)
  const signedInAt = proved ? tx.now : null
  await addToken(tx, { nodeId, hash: secrets.hash('token', token), proved, signedInAt, waitsUntil, now: tx.now })
  return token
}

/** Returns whether two secrets are equal, in a time that doesn't depend on how many of their characters match. */
export function isSameSecret({ secrets }: Service, given: string, expected: string): boolean {
  return timingSafeEqual(secrets.hash('token', given), secrets.hash('token', expected))
}

/** Returns the 401 for a call without a valid token. */
export function refuseUnauthorized(): RequestProblem {
  return new RequestProblem('UNAUTHORIZED', 'This node is closed: send its token as Authorization: Bearer.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/**
 * Reads the token in the Authorization header of a call, otherwise the session secret in its cookie; returns undefined if the call has
 * neither. The result isn't verified.
 */
export function readPresented({ settings }: Service, request: Carrier): string | undefined {
  return readBearer(request.headers.authorization) ?? readCarriedSession(settings, request)
}

/**
 * Finds the token or session that a call presents, unless it has expired; doesn't check its scope or record its use. `isPresented` is true
 * even if the presented token is unknown. Throws 403 for a blocked node.
 */
async function findPresentedToken(
  db: Queries,
  service: Service,
  request: Carrier,
  now: Date,
): Promise<{ token: StoredToken | undefined; isPresented: boolean }> {
  const secret = readPresented(service, request)
  const token = secret === undefined ? undefined : await findToken(db, service.secrets.hash('token', secret), now)
  if (token?.isBlocked) throw refuseBlocked()
  return { token, isPresented: secret !== undefined || request.headers.authorization !== undefined }
}

/** Throws 403 for a program's token that wasn't issued for the endpoint of the call, and names the scope that it needs. */
function requireScope({ scopes }: StoredToken, { routeOptions }: Carrier): void {
  if (scopes === null) return
  const scope = routeOptions?.config.endpoint?.scope
  if (scope === undefined)
    throw new RequestProblem(
      'SCOPE_REQUIRED',
      'No token of a program may do this. Sign in, and use the token of the sign-in.',
    )
  if (scopes.includes(scope)) return
  throw new RequestProblem(
    'SCOPE_REQUIRED',
    `This needs a token with the scope ${scope}; this one has ${scopes.join(', ')}. Its owner can make another one.`,
  )
}

/** Returns the 403 for a node that the operator has blocked. */
export function refuseBlocked(): RequestProblem {
  return new RequestProblem('NODE_BLOCKED', 'The operator of this service has blocked this node.')
}

// Once an hour is enough to show a person which of their tokens is in use.
async function recordUse(tx: Transaction, token: StoredToken, { locks }: { locks: boolean }): Promise<void> {
  if (locks) await closeNode(tx, token.nodeId, tx.now)
  const isStale = token.lastUsedAt === null || tx.now.getTime() - token.lastUsedAt.getTime() > HOUR_MS
  if (isStale) await recordTokenUse(tx, token.id, tx.now)
}
