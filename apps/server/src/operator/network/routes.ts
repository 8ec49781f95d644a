import {
  type AnswerOf,
  type Endpoint,
  getGenesisNodes,
  getNodeCount,
  getNodeStatus,
  getPresenceNetwork,
  type NetworkStatus,
  type NodeCounts,
  type QueryOf,
  requestChallenge,
  siteverify,
  startPasskeySignIn,
  validateInvite,
  verifyReceipt,
} from '@stillhere/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { toDay } from '../../platform/day.ts'
import {
  createSnapshots,
  openCursor,
  sealCursor,
  serveSnapshot,
  type Snapshot,
  toSnapshot,
} from '../../platform/http/endpoint.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { checkIssuerHealth } from '../../scan/receipts/issuer.ts'
import { GENESIS_PLACES, toCounts, toNetworkNode, toStatus } from './rules.ts'
import { type ActivatedNode, listActivated, listGenesis, type Position, readFigures } from './store.ts'

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Endpoints that need no credential and change no public statistics. */
const MOVES_NO_FIGURE: ReadonlySet<Endpoint | undefined> = new Set<Endpoint>([
  requestChallenge,
  siteverify,
  startPasskeySignIn,
  validateInvite,
  verifyReceipt,
])
const READINGS = { count: readCounts, status: readStatus, genesis: readGenesis }
const PAGE = 200

/**
 * Registers the endpoints with public statistics and lists of nodes. Their responses are cached for up to a second, or until a request changes
 * data.
 */
export function serveNetwork(app: FastifyInstance, service: Service): void {
  const figures = createSnapshots(service.now, (name: keyof typeof READINGS) => READINGS[name](service))
  const firstPages = createSnapshots(service.now, (limit: number) => readNetwork(service, { limit }))
  // Every figure moves by a write, and a caller who wrote looks for it in the next answer.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (canChangeFigures(request, reply)) {
      figures.forget()
      firstPages.forget()
    }
    done(null, payload)
  })

  serveSnapshot(app, getNodeCount, () => figures.recent('count'))
  serveSnapshot(app, getNodeStatus, () => figures.recent('status'))
  serveSnapshot(app, getGenesisNodes, () => figures.recent('genesis'))
  serveSnapshot(app, getPresenceNetwork, async ({ query: { limit = PAGE, cursor } }): Promise<Snapshot> => {
    if (cursor === undefined) return firstPages.recent(limit)
    return toSnapshot(await readNetwork(service, { limit, cursor }))
  })
}

// A refused call must not: with junk, a stranger could have every figure read again at each request.
function canChangeFigures({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return !READING_METHODS.has(method) && statusCode < 400 && !MOVES_NO_FIGURE.has(routeOptions.config.endpoint)
}

// Figures and lists are read from one snapshot: they agree even if rows are written meanwhile.
const ONE_SNAPSHOT = { isolation: 'REPEATABLE READ' } as const

/** Reads the numbers of nodes by kind. */
function readCounts(service: Service): Promise<NodeCounts> {
  return readPublic(service, async (tx) => toCounts(await readFigures(tx, toDay(tx.now))))
}

/** Reads the public status of the network. */
function readStatus(service: Service): Promise<NetworkStatus> {
  return readPublic(service, async (tx) => toStatus(await readFigures(tx, toDay(tx.now)), tx.now))
}

/** Reads the genesis nodes that exist, under pseudonyms, and the number of free places. */
function readGenesis(service: Service): Promise<AnswerOf<typeof getGenesisNodes>> {
  const { secrets } = service
  return readPublic(service, async (tx) => {
    const { genesisTaken } = await readFigures(tx, toDay(tx.now))
    const nodes = (await listGenesis(tx)).map(({ id, index, joined }) => ({
      index,
      id: computePseudonym(secrets, 'genesis', id),
      joined: joined.toISOString(),
    }))
    return { total: nodes.length, remaining: GENESIS_PLACES - genesisTaken, nodes }
  })
}

/** Reads the public statistics and one page of the activated nodes, newest first. */
function readNetwork(
  service: Service,
  { limit = 200, cursor }: QueryOf<typeof getPresenceNetwork>,
): Promise<AnswerOf<typeof getPresenceNetwork>> {
  const { secrets, settings } = service
  const after = cursor === undefined ? null : openPosition(secrets, cursor)
  return readPublic(service, async (tx) => {
    const day = toDay(tx.now)
    const { humans, agents, genesisNodes, activeToday, scansToday, scans } = await readFigures(tx, day)
    const found = await listActivated(tx, { after, limit: limit + 1 })
    const page = found.slice(0, limit)
    return {
      totalNodes: humans + agents,
      activeHumans: humans,
      genesisNodes,
      agents,
      activeToday,
      scansToday,
      totalScans: scans,
      protocolEnclave: (await checkIssuerHealth({ db: tx, secrets, settings })).ok,
      nodes: page.map((node) => toNetworkNode(node, { mask: computePseudonym(secrets, 'mask', node.id), day })),
      nextCursor: found.length > limit ? sealPosition(secrets, page.at(-1)) : null,
    }
  })
}

/** Runs a read in a transaction on the replica, or on the main database if there is no replica or it can't answer. */
async function readPublic<T extends object>(
  { db, replica }: Service,
  read: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const copied = await replica?.transaction(read, ONE_SNAPSHOT).catch(() => undefined)
  return copied ?? db.transaction(read, ONE_SNAPSHOT)
}

// A keyed hash of nothing but the number of the node: no e-mail address, handle or wallet shows through.
function computePseudonym(secrets: Secrets, purpose: 'genesis' | 'mask', nodeId: number): string {
  return secrets.hash(purpose, String(nodeId)).toString('hex').slice(0, 16)
}

function sealPosition(secrets: Secrets, last: ActivatedNode | undefined): string | null {
  return last ? sealCursor(secrets, 'network', `${last.id} ${last.position}`) : null
}

function openPosition(secrets: Secrets, cursor: string): Position {
  const position = openCursor(secrets, 'network', cursor)
  const space = position.indexOf(' ')
  return { id: Number(position.slice(0, space)), activatedAt: position.slice(space + 1) }
}
