import type { Endpoint } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Service } from '../service.ts'
import { budgetOwner } from './address.ts'
import { tooMany } from './budgets.ts'
import { createFlood } from './flood.ts'

/** Brakes an address that asks about node after node; public figures are not counted. */
export function limitLookups(app: FastifyInstance, { settings, now }: Service): void {
  const flood = createFlood(settings.limits['lookup.address'])
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isLookup(request.routeOptions.config.endpoint)) return done()
    const spent = flood.take(budgetOwner('lookup.address', request.ip), now().getTime())
    done(spent.ok ? undefined : tooMany(spent.retryAfterSeconds, 'Too many lookups from this address.'))
  })
}

function isLookup(endpoint: Endpoint | undefined): boolean {
  // A site asks about its own checks with its secret.
  if (endpoint?.method !== 'GET' || endpoint.access === 'site') return false
  return endpoint.access !== 'public' || 'email' in (endpoint.query?.properties ?? {})
}
