import { timingSafeEqual } from 'node:crypto'
import type { SignedIn } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { toBudgetOwner } from '../../platform/limits/budgets.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { closeNode, type Node } from '../node-store.ts'
import { hasNodeToken, issueToken } from './authorize.ts'
import { type Carrier, readCookie } from './credentials.ts'
import { isFamiliarNetwork, type NetworkKey, saveNetwork } from './store.ts'

/** The parts of a request that identify who asks for a code. */
export type AskerRequest = Pick<FastifyRequest, 'ip'> & Carrier

/**
 * Who asks for a code of an e-mail address. All browsers and programs that have signed in as this address count as one known asker, which
 * strangers can't impersonate; other askers are distinguished by their IP network. A network is familiar after a recent sign-in from it, for
 * example if a person uses a new phone at home. `owner` is the asker's name in budgets.
 */
export type Asker = { emailKey: string; isKnown: boolean; isFamiliar: boolean; owner: string; hash: Buffer }

type AskerOptions = { emailKey: string; node: Node | undefined; request: AskerRequest }

/**
 * Identifies who asks for a code of an e-mail address: a known browser or program, recognized by the cookie of an earlier sign-in or a
 * token of the node, otherwise the caller's IP network.
 */
export async function findAsker(tx: Transaction, service: Service, options: AskerOptions): Promise<Asker> {
  const { emailKey, node, request } = options
  const isKnown =
    isKnownBrowser(service.secrets, emailKey, request) ||
    (node !== undefined && (await hasNodeToken(tx, service, { nodeId: node.id, request })))
  const owner = `${emailKey} ${isKnown ? 'known' : toBudgetOwner('code.send.asker', request.ip)}`
  const isFamiliar = !isKnown && (await isFamiliarNetwork(tx, toNetworkKey(service, options), tx.now))
  return { emailKey, isKnown, isFamiliar, owner, hash: service.secrets.hash('code-asker', owner) }
}

type NodeRequest = { node: Node; request: AskerRequest }

/**
 * Records the IP network of a sign-in as familiar. Returns true if the browser or program had signed in before; if it returns false, the
 * caller informs the owner.
 */
export async function recordSignIn(
  tx: Transaction,
  service: Service,
  { node, request }: NodeRequest,
): Promise<boolean> {
  const { isKnown } = await findAsker(tx, service, { emailKey: node.emailKey, node, request })
  await recordNetwork(tx, service, { node, request })
  return isKnown
}

/** Records the IP network of a request as familiar to the node's e-mail address. */
export async function recordNetwork(tx: Transaction, service: Service, { node, request }: NodeRequest): Promise<void> {
  await saveNetwork(tx, toNetworkKey(service, { emailKey: node.emailKey, request }), tx.now)
}

function toNetworkKey(
  { secrets }: Service,
  { emailKey, request }: Pick<AskerOptions, 'emailKey' | 'request'>,
): NetworkKey {
  const askerHash = secrets.hash('code-asker', `${emailKey} ${toBudgetOwner('code.send.asker', request.ip)}`)
  return { emailHash: secrets.hash('email', emailKey), askerHash }
}

const COOKIE = 'stillhere-known'
/** The longest lifetime of a cookie that browsers accept (RFC 6265bis, section 5.5). */
const MAX_AGE_SECONDS = 400 * 86_400
/** The number of e-mail addresses for which a browser can be known. */
const MAX_ADDRESSES = 4

/**
 * Formats the cookie by which a browser later shows that it has signed in as an e-mail address. The value consists of keyed hashes of the
 * browser's newest four addresses: it authorizes nothing, and contains no address. `emailKey`: the normalized address, from toEmailKey.
 */
export function formatKnownBrowserCookie(
  { secrets, settings }: { secrets: Secrets; settings: Pick<Settings, 'publicUrl'> },
  emailKey: string,
  request: Pick<FastifyRequest, 'headers' | 'protocol'>,
): string {
  const mark = secrets.hash('known-browser', emailKey).toString('base64url')
  const marks = [mark, ...readMarks(request).filter((one) => one !== mark)].slice(0, MAX_ADDRESSES)
  const value = `${COOKIE}=${marks.join('.')}; Max-Age=${MAX_AGE_SECONDS}; Path=/api; HttpOnly; SameSite=Strict`
  const isSecure = request.protocol === 'https' || settings.publicUrl?.startsWith('https:') === true
  return isSecure ? `${value}; Secure` : value
}

/** Returns whether the cookies of a request show that its browser has signed in as this e-mail address before. */
function isKnownBrowser(secrets: Secrets, emailKey: string, request: Pick<FastifyRequest, 'headers'>): boolean {
  const mark = Buffer.from(secrets.hash('known-browser', emailKey).toString('base64url'))
  return readMarks(request).some((one) => timingSafeEqual(Buffer.from(one), mark))
}

function readMarks(request: Pick<FastifyRequest, 'headers'>): string[] {
  const marks = readCookie(request, COOKIE)?.split('.', MAX_ADDRESSES) ?? []
  return marks.filter((one) => /^[\w-]{43}$/.test(one))
}

/**
 * Issues a proved token to the owner of a node and returns it. Unless AUTH_MODE is open, also closes the node to calls without a token.
 * `waitsUntil` is the end of the waiting time after a sign-in by recovery code.
 */
export async function issueOwnerToken(
  tx: Transaction,
  service: Service,
  node: Node,
  waitsUntil: Date | null = null,
): Promise<string> {
  if (service.settings.authMode !== 'open') await closeNode(tx, node.id, tx.now)
  return issueToken(tx, service, { nodeId: node.id, proved: true, waitsUntil })
}

/** Returns the response to a sign-in: the node's public fields and its new token. */
export function describeSignedIn(node: Node, token: string): SignedIn {
  return {
    success: true,
    email: node.email,
    status: node.status,
    node_handle: node.handle,
    is_genesis: node.genesisIndex !== null,
    genesis_index: node.genesisIndex,
    node_token: token,
  }
}
