import { getGenesisNodes, getNodeCount, getNodeStatus, getPresenceNetwork, getPrivileges } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { authorizeNode } from '../auth/authorize.ts'
import { dayOf } from '../day.ts'
import { emailKeyOf } from '../email.ts'
import { serve, serveText } from '../http/endpoint.ts'
import { countsOf, privilegesOf } from '../nodes/rules.ts'
import { findNode } from '../nodes/store.ts'
import type { Service } from '../service.ts'
import { keepFigures } from './figures.ts'
import { readGenesis, readNetwork } from './network.ts'

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What everybody may see of the network, and what a node may see of itself. */
export function nodeRoutes(app: FastifyInstance, service: Service): void {
  const figures = keepFigures(service)
  // Every figure moves by a write, and a caller who wrote looks for it in the next answer.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (!READING_METHODS.has(request.method)) figures.forget()
    done(null, payload)
  })

  serve(app, getNodeCount, async () => countsOf((await figures.current()).figures))
  serveText(app, getNodeStatus, async () => (await figures.recent()).statusText)
  serve(app, getGenesisNodes, () => readGenesis(service))
  serve(app, getPresenceNetwork, ({ query }) => readNetwork(service, query))

  serve(app, getPrivileges, ({ query, request }) =>
    service.db.transaction(async (tx) => {
      const found = await findNode(tx, emailKeyOf(query.email))
      return privilegesOf(await authorizeNode(tx, service, { node: found, request }), dayOf(tx.now))
    }),
  )
}
