import { allowAsker, getAsker, listAskers, removeAsker } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { allow, demandNamedAsker } from '../askers/allow.ts'
import { describeAllowed } from '../askers/rules.ts'
import { endAsker, findAsker, findByApprover, listAllowed } from '../askers/store.ts'
import { demandOwner } from '../auth/authorize.ts'
import { requireFreshSignIn } from '../auth/fresh.ts'
import { serve } from '../http/endpoint.ts'
import { tellOwner } from '../mail/notices.ts'
import { findNodeById } from '../nodes/store.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { denyRest } from './decide.ts'

/** Who may ask a node: it says so itself. */
export function askersRoutes(app: FastifyInstance, service: Service): void {
  const { db } = service

  serve(app, listAskers, ({ request }) =>
    db.transaction(async (tx) => {
      const { nodeId } = await demandOwner(tx, service, request)
      return { askers: (await listAllowed(tx, nodeId)).map((one) => describeAllowed(one, tx.now)) }
    }),
  )

  serve(app, getAsker, ({ params, request }) =>
    db.transaction(async (tx) => {
      await demandOwner(tx, service, request)
      const asker = await findAsker(tx, await demandNamedAsker(tx, params.asker))
      if (asker) return asker
      throw new RequestProblem('NOT_FOUND', 'There is no such site or agent.')
    }),
  )

  serve(app, allowAsker, ({ params, body: { per_day: perDay }, request }) =>
    db.transaction(async (tx) => {
      const { nodeId } = await requireFreshSignIn(tx, service, { request })
      const asker = await demandNamedAsker(tx, params.asker)
      const { subject } = await allow(tx, service, { nodeId, asker, perDay })
      await tellOwner(tx, service, { node: await findNodeById(tx, nodeId), event: 'asker' })
      const saved = await findByApprover(tx, asker, subject)
      if (!saved) throw new RequestProblem('UNAUTHORIZED', 'This node is not active.')
      return describeAllowed(saved, tx.now)
    }),
  )

  serve(app, removeAsker, ({ params, request }) =>
    db.transaction(async (tx) => {
      const { nodeId } = await demandOwner(tx, service, request)
      // PostgreSQL cannot hold a NUL, not even to look for it.
      const key = params.asker.replaceAll('\0', '')
      const ended = await endAsker(tx, { nodeId, key, now: tx.now })
      if (!ended) throw new RequestProblem('NOT_FOUND', 'This site or agent may not ask this node.')
      await denyRest(tx, service, ended)
      return { success: true }
    }),
  )
}
