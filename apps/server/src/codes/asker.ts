import type { FastifyRequest } from 'fastify'
import { showsNodeToken } from '../auth/authorize.ts'
import type { Carrier } from '../auth/session-cookie.ts'
import type { Transaction } from '../database/pool.ts'
import { addressKey } from '../limits/address.ts'
import { tellOwner } from '../mail/notices.ts'
import type { Node } from '../nodes/store.ts'
import type { Service } from '../service.ts'
import { isKnownBrowser } from './known-browser.ts'

/** What of a request tells who asks. */
export type Asking = Pick<FastifyRequest, 'ip'> & Carrier

/**
 * Who asks for or types a code of an e-mail address: browsers and programs that have signed in before are one asker, which
 * no stranger can be; of the others, each network is one. `owner` names the asker in budgets.
 */
export type Asker = { emailKey: string; isKnown: boolean; owner: string; hash: Buffer }

export type AskedFor = { emailKey: string; node: Node | undefined; request: Asking }

/** Recognizes the asker by the cookie of an earlier sign-in or a token of the node, else by the network. */
export async function recognizeAsker(tx: Transaction, service: Service, asked: AskedFor): Promise<Asker> {
  const { emailKey, node, request } = asked
  const isKnown =
    isKnownBrowser(service.secrets, emailKey, request.headers.cookie) ||
    (node !== undefined && (await showsNodeToken(tx, service, { nodeId: node.id, request })))
  const owner = `${emailKey} ${isKnown ? 'known' : addressKey(request.ip)}`
  return { emailKey, isKnown, owner, hash: service.secrets.hash('code-asker', owner) }
}

/** Tells the owner of a sign-in, unless it came from a browser or a program that has signed in before. */
export async function tellOfSignIn(
  tx: Transaction,
  service: Service,
  { node, request }: { node: Node; request: Asking },
): Promise<void> {
  const { isKnown } = await recognizeAsker(tx, service, { emailKey: node.emailKey, node, request })
  if (!isKnown) await tellOwner(tx, service, { node, event: 'sign_in' })
}
