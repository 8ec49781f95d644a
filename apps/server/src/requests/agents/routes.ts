import {
  createApproval,
  declareAgent,
  freeAgent,
  getAgent,
  getApproval,
  leaveAgent,
  listAgents,
  listPendingApprovals,
  operateAgent,
  proveAgent,
  redeemApproval,
  revokeAgent,
  revokeAgentAsAdmin,
  rotateAgentKey,
  whoAmI,
} from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { openCursor, sealCursor, serve, serveTx } from '../../platform/http/endpoint.ts'
import { spendAddressBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import {
  addDeclaration,
  deleteHandle,
  cancelOperator,
  saveOperator,
  verifyAgentKey,
  readRecord,
  revoke,
  rotateKey,
} from './declare.ts'
import { describeAgent, readDeclaration } from './rules.ts'
import { requireAgent, readSignedRequests, readOwnAddress } from './signed-requests.ts'
import { listNewest } from './store.ts'

const SIGNED = [
  declareAgent,
  proveAgent,
  whoAmI,
  rotateAgentKey,
  revokeAgent,
  operateAgent,
  leaveAgent,
  createApproval,
  listPendingApprovals,
  getApproval,
  redeemApproval,
]

/** Serves the endpoints of agents: declaring, proving and rotating keys, revoking, the public record, operators, and the admin's list. */
export function serveAgents(app: FastifyInstance, service: Service): void {
  readSignedRequests(app, service, SIGNED)
  serveDeclarations(app, service)
  recordRoutes(app, service)
  serveOwn(app, service)
  serveNodeOperators(app, service)
  serveOperators(app, service)
}

function serveDeclarations(app: FastifyInstance, service: Service): void {
  serveTx(app, declareAgent, {
    prepare: async ({ body, request }) => {
      const declaration = readDeclaration(body)
      if (Array.isArray(declaration))
        throw new RequestProblem('INVALID_REQUEST', 'The declaration has bad fields.', { errors: declaration })
      await spendAddressBudget(service, 'declare.address', request)
      return declaration
    },
    commit: (tx, { body, prepared: declaration, request }) => {
      const { authority: audience } = readOwnAddress(service, request)
      return addDeclaration(tx, service, { body, declaration, audience, signed: request.declaredKey })
    },
  })

  serveTx(app, proveAgent, async (tx, { body: { agent_id: agentId, proof }, request }) => {
    const { authority: audience } = readOwnAddress(service, request)
    return { success: true, agent: await verifyAgentKey(tx, { agentId, proof, audience }) }
  })
}

function recordRoutes(app: FastifyInstance, service: Service): void {
  serve(app, getAgent, ({ params: { id } }) => readRecord(service.db, id))
}

function serveOwn(app: FastifyInstance, service: Service): void {
  serve(app, whoAmI, async ({ request }) => {
    const { agentId, thumbprint, handle, type, origin } = requireAgent(request)
    return { agent_id: agentId, keyid: thumbprint, agent_handle: handle, agent_type: type, origin }
  })

  serveTx(app, rotateAgentKey, async (tx, { body: { public_key: publicKey, proof }, request }) => {
    const caller = requireAgent(request)
    const { authority: audience } = readOwnAddress(service, request)
    const rotation = { agent: caller, publicKey, proof, audience }
    return { success: true, agent: await rotateKey(tx, service, rotation) }
  })

  serveTx(app, revokeAgent, {
    prepare: async ({ request }) => {
      const isAdmin = request.headers['x-admin-secret'] !== undefined
      if (isAdmin) await app.requireAdmin(request)
      return { isAdmin }
    },
    commit: async (tx, { body: { agent_id: agentId }, prepared: { isAdmin }, request }) => ({
      success: true,
      agent: await revoke(tx, service, { agentId, request, isAdmin }),
    }),
  })
}

function serveOperators(app: FastifyInstance, service: Service): void {
  const { db, secrets } = service

  serve(app, listAgents, async ({ query: { limit = 50, cursor } }) => {
    const before = cursor === undefined ? null : Number(openCursor(secrets, 'agents', cursor))
    const rows = await listNewest(db, { before, limit: limit + 1 })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      agents: rows.slice(0, limit).map(describeAgent),
      nextCursor: last ? sealCursor(secrets, 'agents', String(last.id)) : null,
    }
  })

  serveTx(app, revokeAgentAsAdmin, async (tx, { body: { agent_id: agentId }, request }) => ({
    success: true,
    agent: await revoke(tx, service, { agentId, request, isAdmin: true }),
  }))

  serveTx(app, freeAgent, async (tx, { body: { agent_id: agentId } }) => {
    await deleteHandle(tx, agentId)
    return { success: true, agent_id: agentId }
  })
}

function serveNodeOperators(app: FastifyInstance, service: Service): void {
  serveTx(app, operateAgent, async (tx, { body, request }) => {
    const { agent_id: agentId, receipt_id: receiptId, proof } = body
    const { authority: audience } = readOwnAddress(service, request)
    const offer = { agentId, receiptId, proof, audience, request }
    return { success: true, agent: await saveOperator(tx, service, offer) }
  })

  serveTx(app, leaveAgent, async (tx, { body: { agent_id: agentId }, request }) => ({
    success: true,
    agent: await cancelOperator(tx, service, { agentId, request }),
  }))
}
