import type { BodyOf, requestChallenge } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Queries } from '../../platform/database/pool.ts'
import { fieldProblem, refuseFields } from '../../platform/problem.ts'
import { findProseProblems } from '../../platform/prose.ts'
import type { Service } from '../../platform/service.ts'
import { findInvisible } from '../../platform/visible-text.ts'
import type { Binding, ScanTarget } from './target.ts'

type Asked = {
  body: BodyOf<typeof requestChallenge>
  request: FastifyRequest
  requireAudience: ScanTarget['requireAudience']
}

/** What a challenge is to be bound to, or undefined; 400 for what cannot be promised. */
export async function readBinding(
  db: Queries,
  service: Service,
  { body: { purpose, audience, action, nonce }, request, requireAudience }: Asked,
): Promise<Binding | undefined> {
  const binding = { ...(audience && { audience }), ...(action && { action }), ...(nonce && { nonce }) }
  const [first] = Object.keys(binding)
  if (first === undefined) return undefined
  if (purpose !== 'verify') throw fieldProblem(`/${first}`, 'must be absent unless the purpose is verify')
  // A person is shown the action, and others read both in the receipt.
  refuseFields(findProseProblems([['/action', action ?? '']]))
  const problem = findInvisible(nonce ?? '')
  if (problem !== undefined) throw fieldProblem('/nonce', problem)
  if (audience) await requireAudience(db, service, { audience, request })
  return binding
}
