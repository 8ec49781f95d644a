import { FRESH_SIGN_IN_MINUTES } from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { budgetOwner, tooMany } from '../../platform/limits/budgets.ts'
import { createFlood, type Flood } from '../../platform/limits/flood.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { findCarriedSession } from './admin-session.ts'
import { sameSecret } from './authorize.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Refuses a call without the admin secret or a session made by it: 401, 403 for a session that is too old for what outlasts it, and
     * 429 to a caller who keeps guessing.
     */
    demandAdmin: (request: FastifyRequest) => Promise<void>
  }
}

/** Gives the app `demandAdmin`, with one budget of wrong guesses for all endpoints. */
export function decorateDemandAdmin(app: FastifyInstance, service: Service): void {
  const { limits } = service.settings
  const guesses = {
    ofAddress: createFlood(limits['admin.wrong.address']),
    ofAll: createFlood(limits['admin.wrong.all']),
  }
  app.decorate('demandAdmin', (request: FastifyRequest) => demandAdmin(service, guesses, request))
}

type Guesses = { ofAddress: Flood; ofAll: Flood }

// Compared first: whatever others guessed, and under whose address, the right secret is never refused. So what keeps a secret
// from being guessed is its length (see settings.ts); the budgets bound the noise and make it seen.
async function demandAdmin(service: Service, guesses: Guesses, request: FastifyRequest): Promise<void> {
  const given = request.headers['x-admin-secret']
  const { adminSecret } = service.settings
  if (typeof given === 'string' && adminSecret !== undefined && sameSecret(service, given, adminSecret)) return
  if (given !== undefined) countGuess(guesses, request, service.now().getTime())
  const session = given === undefined ? await findCarriedSession(service, request) : undefined
  if (!session) throw new RequestProblem('UNAUTHORIZED', 'The header x-admin-secret is missing or wrong.')
  const isFresh = session.createdAt.getTime() > service.now().getTime() - FRESH_SIGN_IN_MINUTES * 60_000
  if (request.routeOptions.config.endpoint?.freshFor === undefined || isFresh) return
  throw new RequestProblem(
    'FRESH_SIGN_IN_REQUIRED',
    'This needs the admin secret, or a session that was opened with it within the last ten minutes.',
  )
}

function countGuess({ ofAddress, ofAll }: Guesses, request: FastifyRequest, nowMs: number): void {
  const spent = ofAddress.take(budgetOwner('admin.wrong.address', request.ip), nowMs)
  if (!spent.ok) throw tooMany(spent.retryAfterSeconds, 'Too many wrong admin secrets from this address.')
  // Whoever forges addresses has as many of them as there are.
  const spentByAll = ofAll.take('all', nowMs)
  if (spentByAll.ok) return
  request.log.warn('many wrong admin secrets come from many addresses')
  throw tooMany(spentByAll.retryAfterSeconds, 'Too many wrong admin secrets.')
}
