import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestProblem } from '../http/problem.ts'
import { addressKey } from '../limits/address.ts'
import { createFlood, type Flood } from '../limits/flood.ts'
import { tooMany } from '../limits/spend.ts'
import type { Service } from '../service.ts'
import { sameSecret } from './authorize.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses a call without the admin secret: 401, and 429 to an address that keeps guessing. */
    demandAdmin: (request: FastifyRequest) => void
  }
}

/** Asks for the admin secret before an admin endpoint reads the body. */
export function guardAdminEndpoints(app: FastifyInstance, service: Service): void {
  const guesses = createFlood(service.settings.limits['admin.wrong.address'])
  app.decorate('demandAdmin', (request: FastifyRequest) => demandAdmin(service, guesses, request))
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.endpoint?.access === 'admin') app.demandAdmin(request)
    done()
  })
}

// Whoever guessed too often is not heard at all: a right guess among the wrong ones must not be told apart.
function demandAdmin(service: Service, guesses: Flood, request: FastifyRequest): void {
  const [key, nowMs] = [addressKey(request.ip), service.now().getTime()]
  const left = guesses.look(key, nowMs)
  if (!left.ok) throw tooMany(left.retryAfterSeconds, 'Too many wrong admin secrets from this address.')
  const given = request.headers['x-admin-secret']
  const { adminSecret } = service.settings
  if (typeof given === 'string' && adminSecret !== undefined && sameSecret(service, given, adminSecret)) return
  if (given !== undefined) guesses.spend(key, nowMs)
  throw new RequestProblem('UNAUTHORIZED', 'The header x-admin-secret is missing or wrong.')
}
