import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { toEmailKey } from '../../platform/email.ts'
import type { Service } from '../../platform/service.ts'
import { findNode } from '../nodes/store.ts'
import { authorizeNode, demandToken, readPresented } from './authorize.ts'
import { requireFreshSignIn } from './fresh.ts'

/** A kept answer goes only to a caller who is authorized now: 401 or 404 once the token or the node is gone, 403 once the sign-in is no longer fresh where all of an endpoint needs that. */
export async function demandAccessAgain(tx: Transaction, service: Service, request: FastifyRequest): Promise<void> {
  const { access, freshFor } = request.routeOptions.config.endpoint ?? {}
  const email = emailIn(request.body)
  if (access === 'node' && email !== undefined)
    await authorizeNode(tx, service, { node: await findNode(tx, toEmailKey(email)), request })
  else if (access === 'token' && freshFor !== undefined) await requireFreshSignIn(tx, service, { request })
  else if (readPresented(service, request) !== undefined) await demandToken(tx, service, request)
}

function emailIn(body: unknown): string | undefined {
  const isObject = typeof body === 'object' && body !== null && 'email' in body
  return isObject && typeof body.email === 'string' ? body.email : undefined
}
