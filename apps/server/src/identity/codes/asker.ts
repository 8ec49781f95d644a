import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { toBudgetOwner } from '../../platform/limits/budgets.ts'
import type { Service } from '../../platform/service.ts'
import { hasNodeToken } from '../access/authorize.ts'
import type { Carrier } from '../access/credentials.ts'
import { queueOwnerNotice } from '../mail/queue.ts'
import type { Node } from '../node-store.ts'
import { isKnownBrowser } from './known-browser.ts'
import { type CodeKey, isFamiliarNetwork, rememberNetwork } from './store.ts'

/** What of a request tells who asks. */
export type Asking = Pick<FastifyRequest, 'ip'> & Carrier

/**
 * Who asks for or types a code of an e-mail address: browsers and programs that have signed in before are one asker, which
 * no stranger can be; of the others, each network is one. A network is familiar after a recent sign-in from it: a new phone at home.
 * `owner` names the asker in budgets.
 */
export type Asker = { emailKey: string; isKnown: boolean; isFamiliar: boolean; owner: string; hash: Buffer }

export type AskedFor = { emailKey: string; node: Node | undefined; request: Asking }

/** Recognizes the asker by the cookie of an earlier sign-in or a token of the node, else by the network. */
export async function recognizeAsker(tx: Transaction, service: Service, asked: AskedFor): Promise<Asker> {
  const { emailKey, node, request } = asked
  const isKnown =
    isKnownBrowser(service.secrets, emailKey, request.headers.cookie) ||
    (node !== undefined && (await hasNodeToken(tx, service, { nodeId: node.id, request })))
  const owner = `${emailKey} ${isKnown ? 'known' : toBudgetOwner('code.send.asker', request.ip)}`
  const isFamiliar = !isKnown && (await isFamiliarNetwork(tx, keyOfNetwork(service, { emailKey, request }), tx.now))
  return { emailKey, isKnown, isFamiliar, owner, hash: service.secrets.hash('code-asker', owner) }
}

type SignedInNode = { node: Node; request: Asking }

/** Makes the network of a sign-in familiar, and tells the owner unless a browser or a program signed in that has done so before. */
export async function noteSignIn(tx: Transaction, service: Service, { node, request }: SignedInNode): Promise<void> {
  const { isKnown } = await recognizeAsker(tx, service, { emailKey: node.emailKey, node, request })
  await noteNetwork(tx, service, { node, request })
  if (!isKnown) await queueOwnerNotice(tx, service, { node, event: 'sign_in' })
}

/** Makes the network of a sign-in familiar. */
export async function noteNetwork(tx: Transaction, service: Service, { node, request }: SignedInNode): Promise<void> {
  await rememberNetwork(tx, keyOfNetwork(service, { emailKey: node.emailKey, request }), tx.now)
}

function keyOfNetwork({ secrets }: Service, { emailKey, request }: Pick<AskedFor, 'emailKey' | 'request'>): CodeKey {
  const askerHash = secrets.hash('code-asker', `${emailKey} ${toBudgetOwner('code.send.asker', request.ip)}`)
  return { emailHash: secrets.hash('email', emailKey), askerHash }
}
