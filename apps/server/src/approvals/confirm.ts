import type { ApprovalResult, BodyOf, confirmApproval } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { demandOwner } from '../auth/authorize.ts'
import { type RightCode, tryCode, useCode } from '../codes/check.ts'
import type { Transaction } from '../database/pool.ts'
import { findNodeById } from '../nodes/store.ts'
import { computeUserId } from '../nodes/user-id.ts'
import { RequestProblem } from '../problem.ts'
import { computeSubject } from '../receipts/issue.ts'
import type { Service } from '../service.ts'
import { demandApprovalOf, emitDecision, refuseEnded } from './decide.ts'
import { readStatus } from './rules.ts'
import { lockGrantable } from './scan.ts'
import { grantApproval, type StoredApproval } from './store.ts'

type Confirmation = { id: string; nodeId: number; body: BodyOf<typeof confirmApproval> }

/** Tries the code of a confirmation, once the caller's approval may be confirmed by one. */
export async function tryConfirmation(
  service: Service,
  { id, body, request }: Pick<Confirmation, 'id' | 'body'> & { request: FastifyRequest },
): Promise<RightCode> {
  const { emailKey } = await service.db.transaction(async (tx) => {
    const { nodeId } = await demandOwner(tx, service, request)
    demandOtherWay(await demandApprovalOf(tx, { id, nodeId }), body.digest, tx.now)
    return findNodeById(tx, nodeId)
  })
  return tryCode(service, { emailKey, code: body.otp, request })
}

/** Grants an approval without motion: the owner, who is signed in, has the code that was mailed just now. That is assurance 0, and no receipt. */
export async function confirmByCode(
  tx: Transaction,
  service: Service,
  { id, nodeId, body, code }: Confirmation & { code: RightCode },
): Promise<ApprovalResult | RequestProblem> {
  demandOtherWay(await demandApprovalOf(tx, { id, nodeId }), body.digest, tx.now)
  await useCode(tx, code)
  const approval = await lockGrantable(tx, { id, nodeId })
  if (!approval) return refuseEnded()
  const userId = computeUserId(service.secrets, nodeId)
  const subject = computeSubject(service.secrets, { userId, audience: approval.audience })
  await grantApproval(tx, id, { subject, reached: 0, sealed: null }, tx.now)
  await emitDecision(tx, service, approval, 'granted')
  return { id, status: 'granted' }
}

function demandOtherWay(approval: StoredApproval, digest: string, now: Date): void {
  if (readStatus(approval, now) !== 'open') throw refuseEnded()
  if (!approval.otherWay) throw new RequestProblem('OTHER_WAY_NOT_ALLOWED', 'Who asks for this approval wants a scan.')
  if (digest !== approval.digest)
    throw new RequestProblem('APPROVAL_DIGEST_WRONG', '/digest is of another action than this approval.')
}
