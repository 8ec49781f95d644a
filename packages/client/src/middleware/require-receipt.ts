import { type ExpressGuard, expressGuard } from './express.ts'
import { type FastifyGuard, fastifyGuard } from './fastify.ts'
import { type FetchGuard, fetchGuard } from './fetch.ts'
import { checkPolicy, type ReceiptPolicy } from './policy.ts'

/** One guard in three shapes. */
export type ReceiptGuard = { express: ExpressGuard; fastify: FastifyGuard; fetch: FetchGuard }

/**
 * Makes a guard that runs a handler only for requests with a receipt that meets the policy.
 *
 * @returns the guard, as middleware for Express, as a hook for Fastify, and around a fetch handler.
 * @throws {TypeError} at once when the policy names no issuer, no greatest age or no audience.
 * @example
 * app.post('/vote', requireReceipt({ issuer, audience, maxAgeMs: 60_000 }).express, vote)
 */
export function requireReceipt(policy: ReceiptPolicy): ReceiptGuard {
  const checked = checkPolicy(policy)
  return { express: expressGuard(checked), fastify: fastifyGuard(checked), fetch: fetchGuard(checked) }
}
