import type { FastifyRequest } from 'fastify'
import { takeFromAddressBudget, workOnCpuBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { judgeBody } from '../../scan/receipts/judge.ts'
import { addApproval, requirePossible } from '../approvals/create.ts'
import { describeAgent, describeSite } from '../askers/rules.ts'
import { redeemForAsker, requireOwnApproval } from '../request/redeem.ts'
import { describeApproval } from '../request/rules.ts'
import type { Backend } from './backend.ts'
import type { Caller } from './callers.ts'

/** The tools inside the service, for a caller that was let in: what the endpoints do, by the same functions. */
export function createBackend(service: Service, request: FastifyRequest, caller: Caller): Backend {
  const { db } = service
  const asker = caller.kind === 'site' ? describeSite(caller.site) : describeAgent(caller.agent)
  return {
    createApproval: async (body) => {
      await takeFromAddressBudget(service, 'approval.address', request)
      // Programs call these tools, also with the secret of a site: they choose no gate without motion.
      await requirePossible(service, body, { kind: 'agent' })
      return db.transaction((tx) => addApproval(tx, service, { asker, body, origin: caller.serviceName }))
    },
    getApproval: async (id) => describeApproval(await requireOwnApproval(db, { id, asker }), service.now()),
    redeemApproval: (id, digest) => db.transaction((tx) => redeemForAsker(tx, service, { id, digest, asker })),
    verifyReceipt: (body) =>
      workOnCpuBudget(service, request, (metered) => judgeBody(metered, Buffer.from(JSON.stringify(body)))),
    declareAgent: async () => {
      throw refuseDeclaration(caller)
    },
    whoAmI: async () => ({ ...nameCaller(caller), service: caller.serviceName }),
  }
}

function nameCaller(caller: Caller) {
  if (caller.kind === 'agent') {
    const { agentId, handle, origin } = caller.agent
    return { kind: caller.kind, id: agentId, name: handle, origin }
  }
  const { siteKey, name, origins } = caller.site
  return { kind: caller.kind, id: siteKey, name, origin: origins[0] ?? null }
}

// Whoever could sign here has declared its key before; a site has none.
function refuseDeclaration(caller: Caller): RequestProblem {
  const how =
    'run `npx --no-install stillhere mcp`, which has a key of its own, or send a signed POST to /api/agent/declare.'
  if (caller.kind === 'agent')
    return new RequestProblem(
      'AGENT_KEY_IN_USE',
      `Your key is that of ${caller.agent.agentId}. For another agent, ${how}`,
    )
  return new RequestProblem(
    'FORBIDDEN',
    `A site declares no agent: an agent does it with its own key. To do so, ${how}`,
  )
}
