import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import type { EmailAddress } from '../../platform/email.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { findCallerToken, requireFreshSignIn } from '../access/authorize.ts'
import { issueOwnerToken, recordSignIn } from '../access/sign-in.ts'
import { queueOwnerNotice } from '../mail/queue.ts'
import { lockNodeById, type Node } from '../node-store.ts'
import { findOrAddPendingNode } from '../register.ts'
import { findBrokenRules, TIMING_RULES } from './rules.ts'
import {
  addProvisionalWallet,
  type BindingKind,
  deleteOldWallets,
  lockWallet,
  saveProvedWallet,
  spendNonce,
} from './store.ts'
import { refuseMessage, type SignedMessage } from './verify.ts'

/** A verified wallet message, the e-mail address sent with it, and the request, which may carry a token. */
type WalletCall = SignedMessage & { email: EmailAddress | undefined; request: FastifyRequest }

/** The result of a wallet sign-in, with a token only for a proved wallet; 'stranger' for a wallet without a node. */
export type WalletResult = 'stranger' | { node: Node; binding: BindingKind; token?: string }

/**
 * Checks the time of a signed message and marks its nonce as used; throws 401 if the message is too old or its nonce was used before. If
 * the caller must prove the wallet but the caller's sign-in isn't fresh, throws 403 before the nonce is spent, so that the message can be
 * used after a new sign-in. `hasOurNonce` says that this service issued the nonce.
 */
export async function spendMessage(
  tx: Transaction,
  service: Service,
  { message, address, request }: WalletCall,
): Promise<{ hasOurNonce: boolean }> {
  const nonceIssuedMs = readNonceTime(service.secrets, message.nonce)
  const [broken] = findBrokenRules(TIMING_RULES, message, { nowMs: tx.now.getTime(), nonceIssuedMs })
  if (broken) throw refuseMessage(broken)
  const wallet = await lockWallet(tx, address)
  if (wallet?.binding !== 'proved' && (await lockTokenOwner(tx, service, request)))
    await requireFreshSignIn(tx, service, { request })
  const isFresh = await spendNonce(tx, service.secrets.hash('used-nonce', message.nonce), tx.now)
  if (!isFresh) throw refuseMessage({ rule: 'nonce', why: 'was used before' })
  return { hasOurNonce: nonceIssuedMs !== undefined }
}

/**
 * Completes a wallet sign-in after spendMessage. A proved wallet signs in and gets a token; an unproved wallet is proved for the node of
 * the caller's token, or else bound provisionally to the given e-mail address. Returns 'stranger' for an unknown wallet without token and
 * address.
 */
export async function signInWithMessage(
  tx: Transaction,
  service: Service,
  { address, email, request, hasOurNonce }: WalletCall & { hasOurNonce: boolean },
): Promise<WalletResult | RequestProblem> {
  const wallet = await lockWallet(tx, address)
  const owner = await lockTokenOwner(tx, service, request)
  if (owner && email && owner.emailKey !== email.key)
    return new RequestProblem('UNAUTHORIZED', 'The token is not of the node with this e-mail address.')
  const known = wallet && (await lockNodeById(tx, wallet.nodeId))
  // A message for another site has a nonce of that site: relayed to us, it must not open a node.
  if ((wallet?.binding === 'proved' || owner) && !hasOurNonce)
    return refuseMessage({ rule: 'nonce', why: 'this wallet signs in only with a nonce of GET /api/auth/siwe/nonce' })

  if (known && wallet?.binding === 'proved') {
    const isElsewhere = (email && email.key !== known.emailKey) || (owner && owner.id !== known.id)
    if (isElsewhere) return refuseTakenWallet()
    const isKnown = await recordSignIn(tx, service, { node: known, request })
    if (!isKnown) await queueOwnerNotice(tx, service, { node: known, event: 'sign_in' })
    return { node: known, binding: 'proved', token: await issueOwnerToken(tx, service, known) }
  }
  if (owner) {
    await requireFreshSignIn(tx, service, { request })
    if (!(await saveProvedWallet(tx, { address, nodeId: owner.id, now: tx.now }))) return refuseTakenWallet()
    await queueOwnerNotice(tx, service, { node: owner, event: 'wallet' })
    return { node: owner, binding: 'proved', token: await issueOwnerToken(tx, service, owner) }
  }
  if (email) {
    const { node } = await findOrAddPendingNode(tx, { email })
    if (!(await addProvisionalWallet(tx, { address, nodeId: node.id, now: tx.now }))) return refuseTakenWallet()
    await deleteOldWallets(tx, node.id)
    return { node, binding: 'provisional' }
  }
  return known ? { node: known, binding: 'provisional' } : 'stranger'
}

/** Finds and locks the node whose proved token the call presents. Returns undefined for a token from before activation, or an unknown one. */
async function lockTokenOwner(tx: Transaction, service: Service, request: FastifyRequest): Promise<Node | undefined> {
  const token = await findCallerToken(tx, service, request)
  return token?.proved ? lockNodeById(tx, token.nodeId) : undefined
}

function refuseTakenWallet(): RequestProblem {
  return new RequestProblem('WALLET_TAKEN', 'This wallet belongs to another node; remove it there first.')
}

const TIME_DIGITS = 8
const BODY_DIGITS = 24
const PATTERN = /^[0-9a-f]{40}$/

/** Creates a nonce from time, random bits and a keyed hash of both, so that readNonceTime can read its age. Stores nothing. */
export function createNonce(secrets: Secrets, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const body = `${seconds.toString(16).padStart(TIME_DIGITS, '0')}${randomBytes(8).toString('hex')}`
  return `${body}${computeMark(secrets, body)}`
}

/** Returns when this service issued a nonce, in milliseconds since 1970; undefined if the service didn't issue it. */
export function readNonceTime(secrets: Secrets, nonce: string): number | undefined {
  if (!PATTERN.test(nonce)) return undefined
  const body = nonce.slice(0, BODY_DIGITS)
  const isOurs = timingSafeEqual(Buffer.from(nonce.slice(BODY_DIGITS)), Buffer.from(computeMark(secrets, body)))
  return isOurs ? Number.parseInt(body.slice(0, TIME_DIGITS), 16) * 1000 : undefined
}

function computeMark(secrets: Secrets, body: string): string {
  return secrets.hash('nonce', body).toString('hex').slice(0, 16)
}
