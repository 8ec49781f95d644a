import {
  auditApprovals,
  confirmApproval,
  createApproval,
  denyApproval,
  getApproval,
  listApprovals,
  redeemApproval,
} from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { demandAsker } from '../askers/caller.ts'
import { demandOwner } from '../auth/authorize.ts'
import { openCursor, sealCursor } from '../http/cursor.ts'
import { serve, serveTx } from '../http/endpoint.ts'
import { findIssuerName } from '../http/host.ts'
import { takeFromAddressBudget } from '../limits/budgets.ts'
import type { Service } from '../service.ts'
import { confirmByCode, tryConfirmation } from './confirm.ts'
import { create, demandPossible } from './create.ts'
import { deny } from './decide.ts'
import { demandOwnApproval, redeemForAsker } from './redeem.ts'
import { describeApproval, describeAsked, readStatus } from './rules.ts'
import { type Before, listAll, listOfNode, type StoredApproval } from './store.ts'

export function approvalsRoutes(app: FastifyInstance, service: Service): void {
  serveAskers(app, service)
  servePeople(app, service)
  serveOperators(app, service)
}

/** What sites call with their secret, and agents with their signature. */
function serveAskers(app: FastifyInstance, service: Service): void {
  const { db } = service

  serve(app, createApproval, async ({ body, request, keep }) => {
    await takeFromAddressBudget(service, 'approval.address', request)
    const asker = await demandAsker(db, service, request)
    demandPossible(service, body, asker)
    const origin = findIssuerName(service.settings, request)
    return db.transaction(async (tx) => keep(tx, await create(tx, service, { asker, body, origin })))
  })

  serve(app, getApproval, async ({ params: { id }, request }) => {
    const asker = await demandAsker(db, service, request)
    return describeApproval(await demandOwnApproval(db, { id, asker }), service.now())
  })

  serve(app, redeemApproval, async ({ params: { id }, body: { digest }, request, keep }) => {
    const asker = await demandAsker(db, service, request)
    return db.transaction(async (tx) => keep(tx, await redeemForAsker(tx, service, { id, digest, asker })))
  })
}

/** What the people call who are asked. */
function servePeople(app: FastifyInstance, service: Service): void {
  const { db } = service

  serve(app, denyApproval, ({ params: { id }, body: { stop = false }, request, keep }) =>
    db.transaction(async (tx) => {
      const { nodeId } = await demandOwner(tx, service, request)
      return keep(tx, await deny(tx, service, { id, nodeId, stop }))
    }),
  )

  serveTx(app, confirmApproval, {
    prepare: async ({ params: { id }, body, request }) => {
      await takeFromAddressBudget(service, 'code.try.address', request)
      return tryConfirmation(service, { id, body, request })
    },
    commit: async (tx, { params: { id }, body, prepared: code, request }) => {
      const { nodeId } = await demandOwner(tx, service, request)
      return confirmByCode(tx, service, { id, nodeId, body, code })
    },
  })

  serve(app, listApprovals, ({ query: { limit = 50, cursor }, request }) =>
    db.transaction(async (tx) => {
      const { nodeId } = await demandOwner(tx, service, request)
      const list = `approvals:${nodeId}`
      const found = await listOfNode(tx, nodeId, { before: readPlace(service, list, cursor), limit: limit + 1 })
      const { page, nextCursor } = cutPage(service, { list, found, limit })
      return { approvals: page.map((one) => describeAsked(one, tx.now)), nextCursor }
    }),
  )
}

function serveOperators(app: FastifyInstance, service: Service): void {
  serve(app, auditApprovals, async ({ query: { limit = 50, cursor } }) => {
    const list = 'approvals'
    const found = await listAll(service.db, { before: readPlace(service, list, cursor), limit: limit + 1 })
    const { page, nextCursor } = cutPage(service, { list, found, limit })
    return { approvals: page.map((one) => describeForAudit(one, service.now())), nextCursor }
  })
}

function describeForAudit(approval: StoredApproval, now: Date) {
  const { asker, nodeHandle, action, reached } = approval
  const { id, digest, reason, assurance, created_at, decided_at, redeemed_at, test } = describeApproval(approval, now)
  const told = { id, asker, node_handle: nodeHandle, type: action.type, digest, status: readStatus(approval, now) }
  return { ...told, reason, assurance, reached, created_at, decided_at, redeemed_at, test }
}

function readPlace({ secrets }: Service, list: string, cursor: string | undefined): Before {
  if (cursor === undefined) return null
  const [createdAt = '', id = ''] = openCursor(secrets, list, cursor).split(' ')
  return { createdAt, id }
}

type Found = { list: string; found: StoredApproval[]; limit: number }

function cutPage({ secrets }: Service, { list, found, limit }: Found) {
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const nextCursor = last ? sealCursor(secrets, list, `${last.createdAt.toISOString()} ${last.id}`) : null
  return { page, nextCursor }
}
