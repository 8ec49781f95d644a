import { randomBytes, timingSafeEqual } from 'node:crypto'
import { RECOVERY_WAIT_HOURS } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { HOUR_MS } from '../../platform/day.ts'
import { toEmailKey } from '../../platform/email.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { closeNode, findNode, isNodeBlocked, lockNodeById, type Node } from '../node-store.ts'
import { type Carrier, decideAccess, newToken, type Presented, readBearer, readCarriedSession } from './credentials.ts'
import { addToken, findToken, isFreshlySignedIn, markTokenUsed, type StoredToken } from './store.ts'

/** A kept answer goes only to a caller who is authorized now: 401 or 404 once the token or the node is gone, 403 once the sign-in is no longer fresh where all of an endpoint needs that. */
export async function demandAccessAgain(tx: Transaction, service: Service, request: FastifyRequest): Promise<void> {
  const { access, freshFor } = request.routeOptions.config.endpoint ?? {}
  const email = emailIn(request.body)
  if (access === 'node' && email !== undefined)
    await requireNodeAccess(tx, service, { node: await findNode(tx, toEmailKey(email)), request })
  else if (access === 'token' && freshFor !== undefined) await requireFreshSignIn(tx, service, { request })
  else if (readPresented(service, request) !== undefined) await requireToken(tx, service, request)
}

function emailIn(body: unknown): string | undefined {
  const isObject = typeof body === 'object' && body !== null && 'email' in body
  return isObject && typeof body.email === 'string' ? body.email : undefined
}

type FreshCall = { request: FastifyRequest; at?: Date }

/**
 * As requireOwner, for what grants lasting authority: the token or session must also come from a sign-in of the last ten minutes, so that
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
  const token = await requireOwner(tx, service, request)
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

/**
 * The node that a call names by its e-mail address, if the caller may act for it: 401 where AUTH_MODE demands a token,
 * 404 where there is no such node. In strict mode a caller without a token learns nothing, not even that.
 */
export async function requireNodeAccess(
  tx: Transaction,
  service: Service,
  { node, request }: { node: Node | undefined; request: Carrier },
): Promise<Node> {
  const secret = readPresented(service, request)
  const token = secret === undefined ? undefined : await findSecret(tx, service, secret, tx.now)
  if (token) requireScope(token, request)
  const presented = judgeToken(token, node, { isShown: secret !== undefined || isAuthorized(request) })
  const isLocked = service.settings.authMode === 'strict' || (node?.lockedAt ?? null) !== null
  const { allowed, locks } = decideAccess(service.settings.authMode, { isLocked, presented })
  if (!allowed) throw refuseUnauthorized()
  if (node === undefined) throw new RequestProblem('NODE_NOT_FOUND', 'There is no node with this e-mail address.')
  if (node.blockedAt !== null) throw refuseBlocked()
  if (token && presented !== 'wrong') await noteUse(tx, token, { locks })
  return node
}

/**
 * Refuses a call by its token as far as that can be decided without its body: 401 without a good token, 403 for a blocked node, and for
 * a program's token of another scope. With
 * access `node`, only what AUTH_MODE would refuse for every node. The handler decides again, in its transaction.
 */
export async function refuseByToken(service: Service, request: Carrier, access: 'node' | 'token'): Promise<void> {
  const secret = readPresented(service, request)
  const token = secret === undefined ? undefined : await findSecret(service.db, service, secret, service.now())
  if (token) requireScope(token, request)
  if (token && access === 'token') return
  if (access === 'token') throw refuseUnauthorized()
  const isShown = secret !== undefined || isAuthorized(request)
  const presented = token ? (token.proved ? 'proved' : 'unproved') : isShown ? 'wrong' : 'nothing'
  const { authMode } = service.settings
  if (!decideAccess(authMode, { isLocked: authMode === 'strict', presented }).allowed) throw refuseUnauthorized()
}

/** The node id behind the token of a call, in every AUTH_MODE; 401 without a good one. */
export async function requireToken(tx: Transaction, service: Service, request: Carrier): Promise<StoredToken> {
  const token = await findCallerToken(tx, service, request)
  if (!token) throw refuseUnauthorized()
  return token
}

/** As requireToken, for what only the owner may do: anybody who registers somebody's address gets an unproved token. */
export async function requireOwner(tx: Transaction, service: Service, request: Carrier): Promise<StoredToken> {
  const token = await requireToken(tx, service, request)
  if (token.proved) return token
  throw new RequestProblem('UNAUTHORIZED', 'This needs a token given at or after activation.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** As requireOwner, one call for a node after the other: of two that end each other's token at once, the second is not heard. */
export async function requireOwnerLocked(tx: Transaction, service: Service, request: Carrier): Promise<StoredToken> {
  const shown = await findPresentedToken(tx, service, request)
  if (shown) await lockNodeById(tx, shown.nodeId)
  return requireOwner(tx, service, request)
}

/** As requireToken, for calls that also go without a token: a bad one counts as none. */
export async function findCallerToken(
  tx: Transaction,
  service: Service,
  request: Carrier,
): Promise<StoredToken | undefined> {
  const token = await findPresentedToken(tx, service, request)
  if (token) requireScope(token, request)
  if (token) await noteUse(tx, token, { locks: token.proved && service.settings.authMode !== 'open' })
  return token
}

/** Whether a call shows a sign-in of the node, by its token or session, at or after activation; it does not count as a use of the token. */
export async function hasNodeToken(
  tx: Transaction,
  service: Service,
  { nodeId, request }: { nodeId: number; request: Carrier },
): Promise<boolean> {
  const token = await findPresentedToken(tx, service, request)
  return token !== undefined && token.proved && token.scopes === null && token.nodeId === nodeId
}

type TokenChoice = { nodeId: number; proved: boolean; waitsUntil?: Date | null }

/**
 * Gives a node a token and returns it; only its hash is stored. A proved one is that of a sign-in; `waitsUntil` is that of a sign-in by
 * recovery code. 403 for a blocked node.
 */
export async function issueToken(
  tx: Transaction,
  { secrets }: Service,
  { nodeId, proved, waitsUntil = null }: TokenChoice,
): Promise<string> {
  if (await isNodeBlocked(tx, nodeId)) throw refuseBlocked()
  const token = newToken(randomBytes)
  const signedInAt = proved ? tx.now : null
  await addToken(tx, { nodeId, hash: secrets.hash('token', token), proved, signedInAt, waitsUntil, now: tx.now })
  return token
}

/** Whether two secrets are equal, in a time that does not tell how much of them is. */
export function sameSecret({ secrets }: Service, given: string, expected: string): boolean {
  return timingSafeEqual(secrets.hash('token', given), secrets.hash('token', expected))
}

/** 401 for a call without a good token. */
export function refuseUnauthorized(): RequestProblem {
  return new RequestProblem('UNAUTHORIZED', 'This node is closed: send its token as Authorization: Bearer.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** The token of a call, or the session that its browser carries. */
export function readPresented({ settings }: Service, request: Carrier): string | undefined {
  return readBearer(request.headers.authorization) ?? readCarriedSession(settings, request)
}

/** The live token or session that a call shows, whatever its scopes; it does not count as a use. */
async function findPresentedToken(
  tx: Transaction,
  service: Service,
  request: Carrier,
): Promise<StoredToken | undefined> {
  const secret = readPresented(service, request)
  return secret === undefined ? undefined : findSecret(tx, service, secret, tx.now)
}

async function findSecret(
  db: Queries,
  { secrets }: Service,
  secret: string,
  now: Date,
): Promise<StoredToken | undefined> {
  const token = await findToken(db, secrets.hash('token', secret), now)
  if (token?.isBlocked) throw refuseBlocked()
  return token
}

/** Throws 403 for a program's token that was not made for the endpoint of the call; its scope is named. */
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

/** 403 for a node that the operator has blocked. */
export function refuseBlocked(): RequestProblem {
  return new RequestProblem('NODE_BLOCKED', 'The operator of this service has blocked this node.')
}

function isAuthorized({ headers }: Carrier): boolean {
  return headers.authorization !== undefined
}

function judgeToken(
  token: StoredToken | undefined,
  node: Node | undefined,
  { isShown }: { isShown: boolean },
): Presented {
  if (!isShown) return 'nothing'
  if (!token || token.nodeId !== node?.id) return 'wrong'
  return token.proved ? 'proved' : 'unproved'
}

// Once an hour is enough to tell a person which of their tokens is in use.
async function noteUse(tx: Transaction, token: StoredToken, { locks }: { locks: boolean }): Promise<void> {
  if (locks) await closeNode(tx, token.nodeId, tx.now)
  const isStale = token.lastUsedAt === null || tx.now.getTime() - token.lastUsedAt.getTime() > HOUR_MS
  if (isStale) await markTokenUsed(tx, token.id, tx.now)
}
