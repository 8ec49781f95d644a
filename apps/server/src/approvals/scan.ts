import type { ApprovalResult, AssuranceLevel } from '@stillhere/contract'
import type { Receipt } from '@stillhere/receipt'
import type { FastifyRequest } from 'fastify'
import { showsNodeToken } from '../auth/authorize.ts'
import type { Transaction } from '../database/pool.ts'
import { RequestProblem } from '../problem.ts'
import { sealOutcome } from '../receipts/outcome.ts'
import type { Service } from '../service.ts'
import { demandApprovalOf, emitDecision, refuseEnded } from './decide.ts'
import { readStatus } from './rules.ts'
import { countRefusal, findApproval, grantApproval, lockOpenApproval, type StoredApproval } from './store.ts'

/** Which approval a scan is for, and whose it is. */
export type ScannedApproval = { id: string; nodeId: number }

type Asked = { id: string; digest: string | undefined; nodeId: number; request: FastifyRequest }

/**
 * The open approval that a scan is asked for, by a token of the node that was asked; 401 without one, 404 for an approval of another node,
 * 403 where the person was shown another action.
 */
export async function demandGrantable(
  tx: Transaction,
  service: Service,
  { id, digest, nodeId, request }: Asked,
): Promise<StoredApproval> {
  await demandApproverToken(tx, service, { nodeId, request })
  const approval = await demandApprovalOf(tx, { id, nodeId })
  if (readStatus(approval, tx.now) !== 'open') throw refuseEnded()
  if (digest !== undefined && digest !== approval.digest)
    throw new RequestProblem('APPROVAL_DIGEST_WRONG', '/approval_digest is of another action than this approval.')
  return approval
}

/** 401 without a token of the node, in every AUTH_MODE: whoever knows an address must not be able to approve in its owner's name. */
export async function demandApproverToken(
  tx: Transaction,
  service: Service,
  { nodeId, request }: { nodeId: number; request: FastifyRequest },
): Promise<void> {
  if (await showsNodeToken(tx, service, { nodeId, request })) return
  throw new RequestProblem('UNAUTHORIZED', 'Approving needs a token of the node, given at or after activation.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** For whom and for what a scan for an approval is. */
export function bindToApproval({ id, audience, action, digest }: StoredApproval): {
  audience: string
  action: string
  nonce: string
  actionDigest: string
} {
  return { audience, action: action.summary, nonce: id, actionDigest: digest }
}

/** The approval, locked until the transaction ends; undefined where it was decided since, or its asker may no longer ask. */
export async function lockGrantable(
  tx: Transaction,
  { id, nodeId }: ScannedApproval,
): Promise<StoredApproval | undefined> {
  const approval = await lockOpenApproval(tx, id, tx.now)
  return approval?.nodeId === nodeId ? approval : undefined
}

type Granted = { receipt: Receipt; token?: string; level: AssuranceLevel }

/** Grants a locked approval with the receipt of the scan. */
export async function grantByScan(
  tx: Transaction,
  service: Service,
  { approval, granted: { receipt, token, level } }: { approval: StoredApproval; granted: Granted },
): Promise<ApprovalResult> {
  const sealed = sealOutcome(service, { receipt, ...(token && { token }) })
  await grantApproval(tx, approval.id, { subject: receipt.subject.id, reached: level, sealed }, tx.now)
  await emitDecision(tx, service, approval, 'granted')
  return { id: approval.id, status: 'granted' }
}

/** Counts a scan that was refused; too many deny the approval. */
export async function refuseByScan(tx: Transaction, service: Service, id: string): Promise<ApprovalResult> {
  const state = await countRefusal(tx, id, tx.now)
  const approval = await findApproval(tx, id)
  if (state === 'denied' && approval) await emitDecision(tx, service, approval, 'denied')
  return { id, status: approval ? readStatus(approval, tx.now) : 'expired' }
}
