import {
  type Endpoint,
  getGenesisNodes,
  getNodeCount,
  getNodeStatus,
  getPresenceNetwork,
  requestChallenge,
  siteverify,
  startPasskeySignIn,
  validateInvite,
  verifyReceipt,
} from '@stillhere/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keepSnapshots, serveSnapshot, type Snapshot, toSnapshot } from '../../platform/http/endpoint.ts'
import type { Service } from '../../platform/service.ts'
import { readCounts, readGenesis, readNetwork, readStatus } from './network.ts'

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Calls that need no credential and move no figure. */
const MOVES_NO_FIGURE: ReadonlySet<Endpoint | undefined> = new Set<Endpoint>([
  requestChallenge,
  siteverify,
  startPasskeySignIn,
  validateInvite,
  verifyReceipt,
])
const READINGS = { count: readCounts, status: readStatus, genesis: readGenesis }
const PAGE = 200

/** What everybody may see of the network. */
export function networkRoutes(app: FastifyInstance, service: Service): void {
  const figures = keepSnapshots(service.now, (name: keyof typeof READINGS) => READINGS[name](service))
  const firstPages = keepSnapshots(service.now, (limit: number) => readNetwork(service, { limit }))
  // Every figure moves by a write, and a caller who wrote looks for it in the next answer.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (mayMoveFigures(request, reply)) {
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
function mayMoveFigures({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return !READING_METHODS.has(method) && statusCode < 400 && !MOVES_NO_FIGURE.has(routeOptions.config.endpoint)
}
