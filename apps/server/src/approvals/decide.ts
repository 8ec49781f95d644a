import type { AnswerOf, denyApproval } from '@stillhere/contract'
import { endAsker, type EndedAsker } from '../askers/store.ts'
import type { Queries, Transaction } from '../database/pool.ts'
import { isUuid } from '../database/sql.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { denyAllOf, denyOpen, findApproval, type StoredApproval } from './store.ts'

type Denied = { id: string; nodeId: number; stop: boolean }

/** Denies an approval that a node was asked for; with `stop` its asker may not ask again. */
export async function deny(
  tx: Transaction,
  service: Service,
  { id, nodeId, stop }: Denied,
): Promise<AnswerOf<typeof denyApproval>> {
  const approval = await demandApprovalOf(tx, { id, nodeId })
  if (!(await denyOpen(tx, id, tx.now))) throw refuseEnded()
  await emitDecision(tx, service, approval, 'denied')
  const ended = stop ? await endAsker(tx, { nodeId, key: approval.asker.id, now: tx.now }) : undefined
  if (ended) await denyRest(tx, service, ended)
  return { id, status: 'denied' }
}

/** Denies all that an asker has open that may ask no more. */
export async function denyRest(tx: Transaction, service: Service, { askerId, siteId }: EndedAsker): Promise<void> {
  for (const id of await denyAllOf(tx, askerId, tx.now)) await emitDecision(tx, service, { id, siteId }, 'denied')
}

/** Tells the webhook of a site that asked what became of it; which action it was, the site knows. */
export async function emitDecision(
  tx: Transaction,
  service: Service,
  { id, siteId }: Pick<StoredApproval, 'id' | 'siteId'>,
  status: 'granted' | 'denied',
): Promise<void> {
  if (siteId === null) return
  await emitEvent(tx, service, { siteId, type: `approval.${status}`, data: { approval: id, status } })
}

/** The approval with this id that this node was asked for; 404 for any other. */
export async function demandApprovalOf(
  db: Queries,
  { id, nodeId }: { id: string; nodeId: number },
): Promise<StoredApproval> {
  const approval = isUuid(id) ? await findApproval(db, id) : undefined
  if (approval?.nodeId === nodeId) return approval
  throw new RequestProblem('NOT_FOUND', 'This node was not asked for such an approval.')
}

/** The 409 of an approval that can no longer be decided. */
export function refuseEnded(): RequestProblem {
  return new RequestProblem('APPROVAL_ENDED', 'This approval was decided, or has expired.')
}
