import { getAgentKeys, getApiCatalog, type ParamsOf } from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findIssuerName } from '../../platform/http/origin.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { readRecord } from '../../requests/agents/declare.ts'
import { serveDocument } from '../../scan/receipts/well-known.ts'
import { writeCatalog, writeCatalogLink } from './catalog.ts'
import { writeGuide } from './guide.ts'
import { listSigningKeys } from './key-directory.ts'
import { listWaysIn, type Offers } from './offers.ts'

const DOCUMENT_SECONDS = 300
// As long as this, a key that was changed or revoked may still be taken for good elsewhere.
const KEYS_SECONDS = 60

/** What programs read to find the service, what it offers, and the keys of its agents. */
export function discoveryRoutes(app: FastifyInstance, service: Service): void {
  const { settings, db } = service
  const findOffers = (request: FastifyRequest): Offers => ({
    base: findIssuerName(settings, request) ?? '',
    sandbox: settings.sandbox,
    ...listWaysIn(app),
  })
  serveDocument(app, getApiCatalog, {
    maxAgeSeconds: DOCUMENT_SECONDS,
    read: async (request) => writeCatalog(demandName(findOffers(request))),
    readHeaders: (request) => ({ link: writeCatalogLink(findOffers(request)) }),
  })
  serveDocument(app, getAgentKeys, {
    maxAgeSeconds: KEYS_SECONDS,
    read: async ({ params }) => listSigningKeys(await readRecord(db, (params as ParamsOf<typeof getAgentKeys>).id)),
  })
  app.get('/llms.txt', async (request, reply) => {
    reply.header('cache-control', `public, max-age=${DOCUMENT_SECONDS}`)
    return reply.type('text/plain; charset=utf-8').send(writeGuide(findOffers(request)))
  })
}

// Both are copied to other places, where a path alone leads nowhere.
function demandName(offers: Offers): Offers {
  if (offers.base !== '') return offers
  throw new RequestProblem('NOT_FOUND', 'This document needs PUBLIC_URL: the service does not know its own address.')
}
