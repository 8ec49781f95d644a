import { type BodyOf, eraseNode } from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireFreshSignIn } from '../auth/fresh.ts'
import { type Checked, checkCode, checkProblem, hashEmail } from '../codes/check.ts'
import { deleteCodes } from '../codes/store.ts'
import type { Transaction } from '../database/pool.ts'
import { toEmailKey } from '../email.ts'
import { serve } from '../http/endpoint.ts'
import { freeInvites } from '../invites/store.ts'
import { takeFromAddressBudget } from '../limits/budgets.ts'
import { tellOwner } from '../mail/notices.ts'
import { leaveStatistics } from '../nodes/statistics.ts'
import { deleteNode, lockNode, type Node } from '../nodes/store.ts'
import { RequestProblem } from '../problem.ts'
import { ownerHash } from '../receipts/issue.ts'
import { revokeAndRelease } from '../receipts/store.ts'
import { deleteApplication } from '../recruitment/store.ts'
import { personLabel } from '../research/labels.ts'
import { forgetPerson } from '../research/store.ts'
import type { Service } from '../service.ts'
import { forgetWaiting } from '../waitlist/join.ts'
import { emitErasure } from '../webhooks/emit.ts'

type Proof = { emailKey: string; otp: string | undefined; request: FastifyRequest }

/** POST /api/node/erase, by a sign-in of the last ten minutes or by a fresh code for the e-mail address. */
export function eraseRoute(app: FastifyInstance, service: Service): void {
  serve(app, eraseNode, async ({ body, request, keep }) => {
    if (body.otp !== undefined) await takeFromAddressBudget(service, 'code.try.address', request)
    const outcome = await service.db.transaction(async (tx) => {
      const checked = await erase(tx, service, proofIn(body, request))
      return checked.outcome === 'right' ? keep(tx, { success: true }) : checked
    })
    if ('success' in outcome) return outcome
    throw checkProblem(outcome)
  })
}

function proofIn({ email, otp }: BodyOf<typeof eraseNode>, request: FastifyRequest): Proof {
  return { emailKey: toEmailKey(email), otp, request }
}

// A wrong code is an outcome and not thrown: the guess must be committed.
async function erase(tx: Transaction, service: Service, { emailKey, otp, request }: Proof): Promise<Checked> {
  const node = await lockNode(tx, emailKey)
  if (otp === undefined) await demandNodeToken(tx, service, { node, request })
  const checked = otp === undefined ? RIGHT : await checkCode(tx, service, { emailKey, node, code: otp, request })
  if (checked.outcome !== 'right') return checked
  if (node) await tellOwner(tx, service, { node, event: 'erasure' })
  await eraseAll(tx, service, { node, emailKey })
  return checked
}

const RIGHT: Checked = { outcome: 'right', inviteId: null }

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
    await deleteNode(tx, node.id)
    await forgetPerson(tx, personLabel(service.secrets, node.id))
  }
  await deleteApplication(tx, emailKey)
  await forgetWaiting(tx, service, emailKey)
  await deleteCodes(tx, emailHash)
  await freeInvites(tx, emailHash)
}
