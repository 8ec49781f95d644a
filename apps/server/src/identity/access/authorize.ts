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
 * Requires that the caller is still authorized to get a stored response: 401 or 404 once the token or the node is gone, 403 once the
 * sign-in is no longer fresh if the endpoint needs that.
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
 * As requireOwner, for calls that grant lasting authority: the token or session must also come from a sign-in of the last ten minutes, so
 * that a stolen one doesn't become lasting access. A sign-in by recovery code must have waited for a day. Returns the token; throws 403
 * FRESH_SIGN_IN_REQUIRED or RECOVERY_WAIT. `at` is the moment that counts if the work began before this call. The endpoint must declare
 * `freshFor`, so that its documentation says so.
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
  const token = await requireOwner(tx, service, request)
  if (await isFreshlySignedIn(tx, token.id, at)) return token
  throw new RequestProblem(
    'FRESH_SIGN_IN_REQUIRED',
    'This needs a sign-in within the last ten minutes. Sign in again, for example by POST /api/send-otp and POST /api/verify-otp, and repeat the request with the new token.',
  )
}

/**
 * Finds the end of the wait after a sign-in by recovery code. It counts from the first such sign-in of the browser or program, which
 * presents the session or token of that one: a code that is used elsewhere waits for a whole day.
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
 * Returns the node that a call names by its e-mail address, if the caller may act for it. Throws 401 if AUTH_MODE requires a token, and
 * 404 if there is no such node. In strict mode, a caller without a token doesn't even learn that.
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
 * Requires the token of a call as far as that can be decided without its body: throws 401 without a good token, 403 for a blocked node and
 * for a program's token of another scope. With access `node`, it refuses only what AUTH_MODE would refuse for every node. The handler
 * decides again, in its transaction.
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

/** Returns the token of a call, in every AUTH_MODE; throws 401 without a good one. */
export async function requireToken(tx: Transaction, service: Service, request: Carrier): Promise<StoredToken> {
  const token = await findCallerToken(tx, service, request)
  if (!token) throw refuseUnauthorized()
  return token
}

/** As requireToken, for calls that only the owner may make: any caller who registers an address gets an unproved token. */
export async function requireOwner(tx: Transaction, service: Service, request: Carrier): Promise<StoredToken> {
  const token = await requireToken(tx, service, request)
  if (token.proved) return token
  throw new RequestProblem('UNAUTHORIZED', 'This needs a token given at or after activation.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** As requireOwner, but locks the node first, so that two sessions that revoke each other cannot both succeed. */
export async function requireOwnerLocked(tx: Transaction, service: Service, request: Carrier): Promise<StoredToken> {
  const { token } = await findPresentedToken(tx, service, request, tx.now)
  if (token) await lockNodeById(tx, token.nodeId)
  return requireOwner(tx, service, request)
}

/** Finds the token of a call that needs none, and records its use; a bad one counts as none. Throws 403 for one of another scope. */
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

/** Returns whether a call presents a token or session of a sign-in to the node, at or after activation. Doesn't record its use. */
export async function hasNodeToken(
  tx: Transaction,
  service: Service,
  { nodeId, request }: { nodeId: number; request: Carrier },
): Promise<boolean> {
  const { token } = await findPresentedToken(tx, service, request, tx.now)
  return token !== undefined && token.proved && token.scopes === null && token.nodeId === nodeId
}

/**
 * Issues a token to a node and returns it; only its hash is stored. A proved token is that of a sign-in; `waitsUntil` belongs to a sign-in
 * by recovery code. Throws 403 for a blocked node.
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

/** Returns whether two secrets are equal, in a time that doesn't depend on how much of them is. */
export function isSameSecret({ secrets }: Service, given: string, expected: string): boolean {
  return timingSafeEqual(secrets.hash('token', given), secrets.hash('token', expected))
}

/** Returns the 401 for a call without a good token. */
export function refuseUnauthorized(): RequestProblem {
  return new RequestProblem('UNAUTHORIZED', 'This node is closed: send its token as Authorization: Bearer.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** Reads the token of a call, or the session that its browser carries. */
export function readPresented({ settings }: Service, request: Carrier): string | undefined {
  return readBearer(request.headers.authorization) ?? readCarriedSession(settings, request)
}

/**
 * Finds the live token or session that a call presents, of any scope; doesn't record its use. `isPresented` is true also for a bad one.
 * Throws 403 for a blocked node.
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
