import type { ApprovalResult, BodyOf, confirmApproval } from '@stillhere/contract'
import type { Asking } from '../codes/asker.ts'
import { checkCode, checkProblem } from '../codes/check.ts'
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

type Confirmation = { id: string; nodeId: number; body: BodyOf<typeof confirmApproval>; request: Asking }

/**
 * Grants an approval without motion: the owner, who is signed in, has the code that was mailed just now. That is assurance 0, and no
 * receipt. A wrong code is answered, not thrown: the guess must be committed first.
 */
export async function confirmByCode(
  tx: Transaction,
  service: Service,
  { id, nodeId, body, request }: Confirmation,
): Promise<ApprovalResult | { refused: RequestProblem }> {
  demandOtherWay(await demandApprovalOf(tx, { id, nodeId }), body.digest, tx.now)
  const node = await findNodeById(tx, nodeId)
  const checked = await checkCode(tx, service, { emailKey: node.emailKey, node, code: body.otp, request })
  if (checked.outcome !== 'right') return { refused: checkProblem(checked) }
  const approval = await lockGrantable(tx, { id, nodeId })
  if (!approval) return { refused: refuseEnded() }
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
