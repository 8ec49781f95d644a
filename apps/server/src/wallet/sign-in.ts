import type { FastifyRequest } from 'fastify'
import { acceptToken, issueToken } from '../auth/authorize.ts'
import { requireFreshSignIn } from '../auth/fresh.ts'
import { noteSignIn } from '../codes/asker.ts'
import type { Transaction } from '../database/pool.ts'
import type { EmailAddress } from '../email.ts'
import { registerNode } from '../identity/register.ts'
import { tellOwner } from '../mail/notices.ts'
import { closeNode, lockNodeById, type Node } from '../nodes/store.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { nonceGivenMs } from './nonce.ts'
import { findBrokenRules, TIMING_RULES } from './rules.ts'
import { type BindingKind, claimWallet, dropOldClaims, lockWallet, proveWallet, takeNonce } from './store.ts'
import { refuseMessage, type SignedMessage } from './verify.ts'

/** A wallet that has signed, what its owner sent along, and the request, for its token. */
export type Arrival = SignedMessage & { email: EmailAddress | undefined; request: FastifyRequest }

/** Who has come; a token only when the wallet is proved. */
export type Welcome =
  | { outcome: 'stranger' }
  | { outcome: 'bound'; node: Node; binding: BindingKind; token?: string }
  | { outcome: 'refused'; problem: RequestProblem }

/**
 * Judges the time of a message, uses up its nonce and lets the wallet in. A refusal after that is answered and not thrown:
 * whatever becomes of the message, it has been used.
 */
export async function arrive(tx: Transaction, service: Service, arrival: Arrival): Promise<Welcome> {
  const { message } = arrival
  const givenMs = nonceGivenMs(service.secrets, message.nonce)
  const moment = { nowMs: tx.now.getTime(), nonceGivenMs: givenMs }
  const [broken] = findBrokenRules(TIMING_RULES, message, moment)
  if (broken) return { outcome: 'refused', problem: refuseMessage(broken) }
  const isFresh = await takeNonce(tx, service.secrets.hash('used-nonce', message.nonce), tx.now)
  if (!isFresh) return { outcome: 'refused', problem: refuseMessage({ rule: 'nonce', why: 'was used before' }) }
  return letIn(tx, service, { ...arrival, hasOurNonce: givenMs !== undefined })
}

type Judged = Arrival & { hasOurNonce: boolean }

async function letIn(tx: Transaction, service: Service, arrival: Judged): Promise<Welcome> {
  const wallet = await lockWallet(tx, arrival.address)
  const holder = await holderOfToken(tx, service, arrival.request)
  if (holder && arrival.email && holder.emailKey !== arrival.email.key) return refuseForeignToken()
  const known = wallet && (await lockNodeById(tx, wallet.nodeId))
  if ((wallet?.binding === 'proved' || holder) && !arrival.hasOurNonce) return refuseForeignNonce()
  if (known && wallet?.binding === 'proved') return enter(tx, service, { arrival, known, holder })
  if (holder) return prove(tx, service, { arrival, holder })
  if (arrival.email) return claim(tx, { ...arrival, email: arrival.email })
  return known ? { outcome: 'bound', node: known, binding: 'provisional' } : { outcome: 'stranger' }
}

/** The node whose token came with the call; a token given before activation shows nothing, a bad one counts as none. */
async function holderOfToken(tx: Transaction, service: Service, request: FastifyRequest): Promise<Node | undefined> {
  const token = await acceptToken(tx, service, request)
  return token?.proved ? lockNodeById(tx, token.nodeId) : undefined
}

type Entrance = { arrival: Arrival; known: Node; holder: Node | undefined }

/** A proved wallet comes home, and nowhere else. */
async function enter(tx: Transaction, service: Service, { arrival, known, holder }: Entrance): Promise<Welcome> {
  const { email, request } = arrival
  const isElsewhere = (email && email.key !== known.emailKey) || (holder && holder.id !== known.id)
  if (isElsewhere) return refuseTakenWallet()
  await noteSignIn(tx, service, { node: known, request })
  return welcome(tx, service, known)
}

type Proof = { arrival: Arrival; holder: Node }

async function prove(tx: Transaction, service: Service, { arrival, holder }: Proof): Promise<Welcome> {
  const { address, request } = arrival
  // Thrown: the same message is good after signing in again.
  await requireFreshSignIn(tx, service, { request })
  if (!(await proveWallet(tx, { address, nodeId: holder.id, now: tx.now }))) return refuseTakenWallet()
  await tellOwner(tx, service, { node: holder, event: 'wallet' })
  return welcome(tx, service, holder)
}

async function claim(
  tx: Transaction,
  { address, email }: Pick<Arrival, 'address'> & { email: EmailAddress },
): Promise<Welcome> {
  const { node } = await registerNode(tx, { email })
  if (!(await claimWallet(tx, { address, nodeId: node.id, now: tx.now }))) return refuseTakenWallet()
  await dropOldClaims(tx, node.id)
  return { outcome: 'bound', node, binding: 'provisional' }
}

async function welcome(tx: Transaction, service: Service, node: Node): Promise<Welcome> {
  if (service.settings.authMode !== 'open') await closeNode(tx, node.id, tx.now)
  const token = await issueToken(tx, service, { nodeId: node.id, proved: true })
  return { outcome: 'bound', node, binding: 'proved', token }
}

function refuseTakenWallet(): Welcome {
  const problem = new RequestProblem('WALLET_TAKEN', 'This wallet belongs to another node; remove it there first.')
  return { outcome: 'refused', problem }
}

function refuseForeignToken(): Welcome {
  const problem = new RequestProblem('UNAUTHORIZED', 'The token is not of the node with this e-mail address.')
  return { outcome: 'refused', problem }
}

// A message for another site has a nonce of that site: relayed to us, it must not open a node.
function refuseForeignNonce(): Welcome {
  const why = 'this wallet signs in only with a nonce of GET /api/auth/siwe/nonce'
  return { outcome: 'refused', problem: refuseMessage({ rule: 'nonce', why }) }
}
