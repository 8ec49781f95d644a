import { eraseNode } from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listAllowed } from '../askers/store.ts'
import { requireFreshSignIn } from '../auth/fresh.ts'
import { hashEmail, tryCode, useCode } from '../codes/check.ts'
import { deleteCodes } from '../codes/store.ts'
import type { Transaction } from '../database/pool.ts'
import { toEmailKey } from '../email.ts'
import { serveTx } from '../http/endpoint.ts'
import { freeInvites } from '../invites/store.ts'
import { takeFromAddressBudget } from '../limits/budgets.ts'
import { tellOwner } from '../mail/notices.ts'
import { leaveStatistics } from '../nodes/statistics.ts'
import { deleteNode, lockNode, type Node } from '../nodes/store.ts'
import { RequestProblem } from '../problem.ts'
import { ownerHash } from '../receipts/issue.ts'
import { revokeAndRelease } from '../receipts/store.ts'
import { deleteApplication } from '../recruitment/store.ts'
import { stopAsker } from '../requests/scan.ts'
import { deleteApprovalsOfNode } from '../requests/store.ts'
import { personLabel } from '../research/labels.ts'
import { deleteCapturesOfNode } from '../research/recording-store.ts'
import { forgetPerson } from '../research/store.ts'
import type { Service } from '../service.ts'
import { forgetWaiting } from '../waitlist/join.ts'
import { emitErasure } from '../webhooks/emit.ts'

/** POST /api/node/erase, by a sign-in of the last ten minutes or by a fresh code for the e-mail address. */
export function eraseRoute(app: FastifyInstance, service: Service): void {
  serveTx(app, eraseNode, {
    prepare: async ({ body: { email, otp }, request }) => {
      if (otp === undefined) return undefined
      await takeFromAddressBudget(service, 'code.try.address', request)
      return tryCode(service, { emailKey: toEmailKey(email), code: otp, request })
    },
    commit: async (tx, { body, prepared: code, request }) => {
      const emailKey = toEmailKey(body.email)
      const node = await lockNode(tx, emailKey)
      if (code) await useCode(tx, code)
      else await demandNodeToken(tx, service, { node, request })
      if (node) await tellOwner(tx, service, { node, event: 'erasure' })
      await eraseAll(tx, service, { node, emailKey })
      return { success: true }
    },
  })
}

async function demandNodeToken(
  tx: Transaction,
  service: Service,
  { node, request }: { node: Node | undefined; request: FastifyRequest },
): Promise<void> {
  const { nodeId } = await requireFreshSignIn(tx, service, { request })
  if (node?.id === nodeId) return
  throw new RequestProblem('UNAUTHORIZED', 'Erasing needs a token of the node, or a fresh code.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

type Address = { node: Node | undefined; emailKey: string }

/** Erases all that is stored of an e-mail address. Genesis and founding places stay taken. */
export async function eraseAll(tx: Transaction, service: Service, { node, emailKey }: Address): Promise<void> {
  const emailHash = hashEmail(service, emailKey)
  if (node) {
    const known = await revokeAndRelease(tx, ownerHash(service.secrets, node.id), tx.now)
    await emitErasure(tx, service, known)
    await leaveStatistics(tx, node)
    // Approvals that also ask others stay, without this person.
    for (const { asker } of await listAllowed(tx, node.id))
      await stopAsker(tx, service, { nodeId: node.id, key: asker.id })
    await deleteApprovalsOfNode(tx, node.id)
    await deleteNode(tx, node.id)
    const label = personLabel(service.secrets, node.id)
    await forgetPerson(tx, label)
    await deleteCapturesOfNode(tx, label)
  }
  await deleteApplication(tx, emailKey)
  await forgetWaiting(tx, service, emailKey)
  await deleteCodes(tx, emailHash)
  await freeInvites(tx, emailHash)
}
