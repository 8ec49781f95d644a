import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import type { EmailAddress } from '../../platform/email.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { findCallerToken, issueToken, requireFreshSignIn } from '../access/authorize.ts'
import { noteSignIn } from '../codes/asker.ts'
import { queueOwnerNotice } from '../mail/queue.ts'
import { closeNode, lockNodeById, type Node } from '../node-store.ts'
import { registerNode } from '../register.ts'
import { findBrokenRules, TIMING_RULES } from './rules.ts'
import { type BindingKind, claimWallet, dropOldClaims, lockWallet, proveWallet, takeNonce } from './store.ts'
import { refuseMessage, type SignedMessage } from './verify.ts'

/** A wallet that has signed, what its owner sent along, and the request, for its token. */
type Arrival = SignedMessage & { email: EmailAddress | undefined; request: FastifyRequest }

/** Who has come; a token only when the wallet is proved. */
export type Welcome = 'stranger' | { node: Node; binding: BindingKind; token?: string }

/**
 * Judges the time of a message and uses up its nonce. Throws before that for a caller whose sign-in is too old to prove a wallet: the
 * same message is good after signing in again.
 */
export async function useMessage(
  tx: Transaction,
  service: Service,
  { message, address, request }: Arrival,
): Promise<{ hasOurNonce: boolean }> {
  const givenMs = nonceGivenMs(service.secrets, message.nonce)
  const [broken] = findBrokenRules(TIMING_RULES, message, { nowMs: tx.now.getTime(), nonceGivenMs: givenMs })
  if (broken) throw refuseMessage(broken)
  const wallet = await lockWallet(tx, address)
  if (wallet?.binding !== 'proved' && (await holderOfToken(tx, service, request)))
    await requireFreshSignIn(tx, service, { request })
  const isFresh = await takeNonce(tx, service.secrets.hash('used-nonce', message.nonce), tx.now)
  if (!isFresh) throw refuseMessage({ rule: 'nonce', why: 'was used before' })
  return { hasOurNonce: givenMs !== undefined }
}

/** Lets in the wallet of a message that was used up. */
export async function letIn(
  tx: Transaction,
  service: Service,
  arrival: Arrival & { hasOurNonce: boolean },
): Promise<Welcome | RequestProblem> {
  const wallet = await lockWallet(tx, arrival.address)
  const holder = await holderOfToken(tx, service, arrival.request)
  if (holder && arrival.email && holder.emailKey !== arrival.email.key)
    return new RequestProblem('UNAUTHORIZED', 'The token is not of the node with this e-mail address.')
  const known = wallet && (await lockNodeById(tx, wallet.nodeId))
  // A message for another site has a nonce of that site: relayed to us, it must not open a node.
  if ((wallet?.binding === 'proved' || holder) && !arrival.hasOurNonce)
    return refuseMessage({ rule: 'nonce', why: 'this wallet signs in only with a nonce of GET /api/auth/siwe/nonce' })
  if (known && wallet?.binding === 'proved') return enter(tx, service, { arrival, known, holder })
  if (holder) return prove(tx, service, { arrival, holder })
  if (arrival.email) return claim(tx, { ...arrival, email: arrival.email })
  return known ? { node: known, binding: 'provisional' } : 'stranger'
}

/** The node whose token came with the call; a token given before activation shows nothing, a bad one counts as none. */
async function holderOfToken(tx: Transaction, service: Service, request: FastifyRequest): Promise<Node | undefined> {
  const token = await findCallerToken(tx, service, request)
  return token?.proved ? lockNodeById(tx, token.nodeId) : undefined
}

type Entrance = { arrival: Arrival; known: Node; holder: Node | undefined }

/** A proved wallet comes home, and nowhere else. */
async function enter(
  tx: Transaction,
  service: Service,
  { arrival, known, holder }: Entrance,
): Promise<Welcome | RequestProblem> {
  const { email, request } = arrival
  const isElsewhere = (email && email.key !== known.emailKey) || (holder && holder.id !== known.id)
  if (isElsewhere) return refuseTakenWallet()
  await noteSignIn(tx, service, { node: known, request })
  return welcome(tx, service, known)
}

type Proof = { arrival: Arrival; holder: Node }

async function prove(tx: Transaction, service: Service, { arrival, holder }: Proof): Promise<Welcome | RequestProblem> {
  const { address, request } = arrival
  await requireFreshSignIn(tx, service, { request })
  if (!(await proveWallet(tx, { address, nodeId: holder.id, now: tx.now }))) return refuseTakenWallet()
  await queueOwnerNotice(tx, service, { node: holder, event: 'wallet' })
  return welcome(tx, service, holder)
}

async function claim(
  tx: Transaction,
  { address, email }: Pick<Arrival, 'address'> & { email: EmailAddress },
): Promise<Welcome | RequestProblem> {
  const { node } = await registerNode(tx, { email })
  if (!(await claimWallet(tx, { address, nodeId: node.id, now: tx.now }))) return refuseTakenWallet()
  await dropOldClaims(tx, node.id)
  return { node, binding: 'provisional' }
}

async function welcome(tx: Transaction, service: Service, node: Node): Promise<Welcome> {
  if (service.settings.authMode !== 'open') await closeNode(tx, node.id, tx.now)
  const token = await issueToken(tx, service, { nodeId: node.id, proved: true })
  return { node, binding: 'proved', token }
}

function refuseTakenWallet(): RequestProblem {
  return new RequestProblem('WALLET_TAKEN', 'This wallet belongs to another node; remove it there first.')
}

const TIME_DIGITS = 8
const BODY_DIGITS = 24
const PATTERN = /^[0-9a-f]{40}$/

/** A nonce that tells us later when we gave it: seconds, random bits and a keyed hash of both. Nothing is stored. */
export function createNonce(secrets: Secrets, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const body = `${seconds.toString(16).padStart(TIME_DIGITS, '0')}${randomBytes(8).toString('hex')}`
  return `${body}${computeMark(secrets, body)}`
}

/** When we gave a nonce, in milliseconds; undefined for one that the client made. */
export function nonceGivenMs(secrets: Secrets, nonce: string): number | undefined {
  if (!PATTERN.test(nonce)) return undefined
  const body = nonce.slice(0, BODY_DIGITS)
  const isOurs = timingSafeEqual(Buffer.from(nonce.slice(BODY_DIGITS)), Buffer.from(computeMark(secrets, body)))
  return isOurs ? Number.parseInt(body.slice(0, TIME_DIGITS), 16) * 1000 : undefined
}

function computeMark(secrets: Secrets, body: string): string {
  return secrets.hash('nonce', body).toString('hex').slice(0, 16)
}
