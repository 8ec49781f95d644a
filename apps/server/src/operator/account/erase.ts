import { eraseNode } from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireFreshSignIn } from '../../identity/access/authorize.ts'
import { hashEmail, tryCode, useCode } from '../../identity/codes/codes.ts'
import { deleteCodes } from '../../identity/codes/store.ts'
import { deleteApplication } from '../../identity/invites/recruitment-store.ts'
import { freeInvites } from '../../identity/invites/store.ts'
import { forgetWaiting } from '../../identity/invites/waitlist.ts'
import { tellOwner } from '../../identity/mail/queue.ts'
import { deleteNode, leaveStatistics, lockNode, type Node } from '../../identity/node-store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { toEmailKey } from '../../platform/email.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { takeFromAddressBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { listAllowed } from '../../requests/request/asker-store.ts'
import { stopAsker } from '../../requests/request/scan.ts'
import { deleteApprovalsOfNode } from '../../requests/request/store.ts'
import { emitErasure } from '../../requests/sites/webhooks.ts'
import { ownerHash } from '../../scan/receipts/issue.ts'
import { revokeAndRelease } from '../../scan/receipts/store.ts'
import { deleteCapturesOfNode } from '../../scan/research/recording-store.ts'
import { personLabel } from '../../scan/research/routes.ts'
import { forgetPerson } from '../../scan/research/store.ts'

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
