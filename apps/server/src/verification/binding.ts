import type { BodyOf, requestChallenge } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Queries } from '../database/pool.ts'
import { fieldProblem, refuseFields } from '../problem.ts'
import { findProseProblems } from '../prose.ts'
import type { Service } from '../service.ts'
import { demandAudience } from '../sites/audience.ts'
import { findInvisible } from '../visible-text.ts'

/** For whom and for what a scan is, as its receipt will say it. */
export type Binding = { audience?: string; action?: string; nonce?: string; actionDigest?: string }

type Asked = { body: BodyOf<typeof requestChallenge>; request: FastifyRequest }

/** What a challenge is to be bound to, or undefined; 400 for what cannot be promised. */
export async function readBinding(
  db: Queries,
  service: Service,
  { body: { purpose, audience, action, nonce }, request }: Asked,
): Promise<Binding | undefined> {
  const binding = { ...(audience && { audience }), ...(action && { action }), ...(nonce && { nonce }) }
  const [first] = Object.keys(binding)
  if (first === undefined) return undefined
  if (purpose !== 'verify') throw fieldProblem(`/${first}`, 'must be absent unless the purpose is verify')
  // A person is shown the action, and others read both in the receipt.
  refuseFields(findProseProblems([['/action', action ?? '']]))
  const problem = findInvisible(nonce ?? '')
  if (problem !== undefined) throw fieldProblem('/nonce', problem)
  if (audience) await demandAudience(db, service, { audience, request })
  return binding
}

type Answered = {
  issued: { binding?: Binding; approval?: unknown }
  audience: string | undefined
  request: FastifyRequest
}

/** For whom the receipt is: as the challenge says or, where it says nothing, as the answer does; 400 where they differ. */
export async function settleAudience(
  db: Queries,
  service: Service,
  { issued: { binding, approval }, audience, request }: Answered,
): Promise<string | undefined> {
  const sealed = binding?.audience
  if (audience !== undefined && sealed !== undefined && audience !== sealed)
    throw fieldProblem('/audience', 'must be the one that the challenge was asked for with')
  // It may have been asked for when the site was still registered.
  const settled = sealed ?? audience
  // An approval has the audience of its asker, which may be an agent; whether it may still ask is looked at with it.
  if (settled !== undefined && approval === undefined) await demandAudience(db, service, { audience: settled, request })
  return settled
}
