import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../database/pool.ts'
import { HOUR_MS } from '../day.ts'
import { closeNode, type Node } from '../nodes/store.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { readBearer, decideAccess, newToken, type Presented } from './rules.ts'
import { addToken, findToken, markTokenUsed, type StoredToken } from './store.ts'

/**
 * The node that a call names by its e-mail address, if the caller may act for it: 401 where AUTH_MODE demands a token,
 * 404 where there is no such node. In strict mode a caller without a token learns nothing, not even that.
 */
export async function authorizeNode(
  tx: Transaction,
  service: Service,
  { node, request }: { node: Node | undefined; request: FastifyRequest },
): Promise<Node> {
  const token = await findPresentedToken(tx, service, request)
  const presented = judgeToken(token, node, request)
  const isLocked = service.settings.authMode === 'strict' || (node?.lockedAt ?? null) !== null
  const { allowed, locks } = decideAccess(service.settings.authMode, { isLocked, presented })
  if (!allowed) throw makeUnauthorized()
  if (node === undefined) throw new RequestProblem('NODE_NOT_FOUND', 'There is no node with this e-mail address.')
  if (token && presented !== 'wrong') await noteUse(tx, token, { locks })
  return node
}

/** The node id behind the token of a call, in every AUTH_MODE; 401 without a good one. */
export async function demandToken(tx: Transaction, service: Service, request: FastifyRequest): Promise<StoredToken> {
  const token = await acceptToken(tx, service, request)
  if (!token) throw makeUnauthorized()
  return token
}

/** As demandToken, for what only the owner may do: anybody who registers somebody's address gets an unproved token. */
export async function demandOwner(tx: Transaction, service: Service, request: FastifyRequest): Promise<StoredToken> {
  const token = await demandToken(tx, service, request)
  if (token.proved) return token
  throw new RequestProblem('UNAUTHORIZED', 'This needs a token given at or after activation.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** As demandToken, for calls that also go without a token: a bad one counts as none. */
export async function acceptToken(
  tx: Transaction,
  service: Service,
  request: FastifyRequest,
): Promise<StoredToken | undefined> {
  const token = await findPresentedToken(tx, service, request)
  if (token) await noteUse(tx, token, { locks: token.proved && service.settings.authMode !== 'open' })
  return token
}

/** Whether a call shows a token of the node that was given at or after activation; it does not count as a use of the token. */
export async function showsNodeToken(
  tx: Transaction,
  service: Service,
  { nodeId, request }: { nodeId: number; request: Pick<FastifyRequest, 'headers'> },
): Promise<boolean> {
  const token = await findPresentedToken(tx, service, request)
  return token !== undefined && token.proved && token.nodeId === nodeId
}

/** Gives a node a fresh token and returns it; only its hash is stored. */
export async function issueToken(
  tx: Transaction,
  { secrets }: Service,
  { nodeId, proved }: { nodeId: number; proved: boolean },
): Promise<string> {
  const token = newToken(randomBytes)
  await addToken(tx, { nodeId, hash: secrets.hash('token', token), proved, now: tx.now })
  return token
}

/** Whether two secrets are equal, in a time that does not tell how much of them is. */
export function sameSecret({ secrets }: Service, given: string, expected: string): boolean {
  return timingSafeEqual(secrets.hash('token', given), secrets.hash('token', expected))
}

function makeUnauthorized(): RequestProblem {
  return new RequestProblem('UNAUTHORIZED', 'This node is closed: send its token as Authorization: Bearer.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

async function findPresentedToken(
  tx: Transaction,
  { secrets }: Service,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<StoredToken | undefined> {
  const bearer = readBearer(headers.authorization)
  return bearer === undefined ? undefined : findToken(tx, secrets.hash('token', bearer))
}

function judgeToken(token: StoredToken | undefined, node: Node | undefined, { headers }: FastifyRequest): Presented {
  if (headers.authorization === undefined) return 'nothing'
  if (!token || token.nodeId !== node?.id) return 'wrong'
  return token.proved ? 'proved' : 'unproved'
}

// Once an hour is enough to tell a person which of their tokens is in use.
async function noteUse(tx: Transaction, token: StoredToken, { locks }: { locks: boolean }): Promise<void> {
  if (locks) await closeNode(tx, token.nodeId, tx.now)
  const isStale = token.lastUsedAt === null || tx.now.getTime() - token.lastUsedAt.getTime() > HOUR_MS
  if (isStale) await markTokenUsed(tx, token.id, tx.now)
}
