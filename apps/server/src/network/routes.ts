import { getGenesisNodes, getNodeCount, getNodeStatus, getPresenceNetwork } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { serve, serveText } from '../http/endpoint.ts'
import type { Service } from '../service.ts'
import { keepFigures } from './figures.ts'
import { readGenesis, readNetwork } from './network.ts'
import { toCounts } from './rules.ts'

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What everybody may see of the network. */
export function networkRoutes(app: FastifyInstance, service: Service): void {
  const figures = keepFigures(service)
  // Every figure moves by a write, and a caller who wrote looks for it in the next answer.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (!READING_METHODS.has(request.method)) figures.forget()
    done(null, payload)
  })

  serve(app, getNodeCount, async () => toCounts((await figures.current()).figures))
  serveText(app, getNodeStatus, async () => (await figures.recent()).statusText)
  serve(app, getGenesisNodes, () => readGenesis(service))
  serve(app, getPresenceNetwork, ({ query }) => readNetwork(service, query))
}
