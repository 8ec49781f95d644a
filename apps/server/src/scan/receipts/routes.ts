import {
  type AnswerOf,
  listReceipts,
  revokeOwnReceipt,
  revokeReceipt,
  rotateIssuer,
  verifyReceipt,
} from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { requireToken } from '../../identity/access/authorize.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import { openCursor, sealCursor, serve, serveTx } from '../../platform/http/endpoint.ts'
import { toBudgetOwner, refuseTooMany, runOnCpuBudget } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { ownerHash } from './issue.ts'
import { rotateKey } from './issuer.ts'
import { judgeBody } from './judge.ts'
import { describeReceipt } from './rules.ts'
import { listOwned, type Revoked, revoke, revokeOwned } from './store.ts'
import { wellKnownRoutes } from './well-known.ts'

/** Tells who has a receipt that it was revoked just now. */
type OnRevoked = (tx: Transaction, service: Service, revoked: Revoked & { receiptId: string }) => Promise<void>

export function receiptRoutes(app: FastifyInstance, service: Service, onRevoked: OnRevoked): void {
  const { secrets } = service
  const judgments = createFlood(service.settings.limits['lookup.address'])

  serve(app, verifyReceipt, async ({ body: bytes, request }) => {
    const spent = judgments.take(toBudgetOwner('lookup.address', request.ip), service.now().getTime())
    if (!spent.ok) throw refuseTooMany(spent.retryAfterSeconds, 'Too many receipts from this address.')
    return await runOnCpuBudget(service, request, (metered) => judgeBody(metered, bytes))
  })

  serveTx(app, listReceipts, async (tx, { query: { limit = 100, cursor }, request }) => {
    const { nodeId } = await requireToken(tx, service, request)
    const list = `receipts:${nodeId}`
    const before = cursor === undefined ? null : openCursor(secrets, list, cursor)
    const found = await listOwned(tx, ownerHash(secrets, nodeId), { before, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      receipts: page.map(describeReceipt),
      nextCursor: last ? sealCursor(secrets, list, String(last.id)) : null,
    }
  })

  serveTx(app, revokeOwnReceipt, async (tx, { params, body, request }) => {
    const owner = ownerHash(secrets, (await requireToken(tx, service, request)).nodeId)
    const asked = { receiptId: demandReceiptId(params.id), reason: body.reason ?? null, now: tx.now }
    const revoked = await revokeOwned(tx, owner, asked)
    return await tellRevocation(tx, service, { onRevoked, receiptId: asked.receiptId, revoked })
  })

  serveTx(app, revokeReceipt, async (tx, { params, body }) => {
    const asked = { receiptId: demandReceiptId(params.id), reason: body.reason ?? null, now: tx.now }
    const revoked = await revoke(tx, asked)
    return await tellRevocation(tx, service, { onRevoked, receiptId: asked.receiptId, revoked })
  })

  serveTx(app, rotateIssuer, async (tx, { body: { compromised = false } }) => ({
    success: true,
    issuer: await rotateKey(tx, service, { compromised }),
  }))

  wellKnownRoutes(app, service)
}

function demandReceiptId(text: string): string {
  if (isUuid(text)) return text
  throw noSuchReceipt()
}

/** Answers a revocation, and tells the site that the receipt was for when it is new. */
async function tellRevocation(
  tx: Transaction,
  service: Service,
  { onRevoked, receiptId, revoked }: { onRevoked: OnRevoked; receiptId: string; revoked: Revoked | undefined },
): Promise<AnswerOf<typeof revokeReceipt>> {
  if (!revoked) throw noSuchReceipt()
  if (revoked.isNew) await onRevoked(tx, service, { receiptId, ...revoked })
  return { success: true, receipt_id: receiptId, revoked_at: revoked.revokedAt.toISOString() }
}

function noSuchReceipt(): RequestProblem {
  return new RequestProblem('NOT_FOUND', 'There is no such receipt.')
}
