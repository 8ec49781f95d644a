import type { AnswerOf, redeemApproval } from '@stillhere/contract'
import type { CallingAsker } from '../askers/caller.ts'
import type { Queries, Transaction } from '../database/pool.ts'
import { isUuid } from '../database/sql.ts'
import { RequestProblem } from '../problem.ts'
import { openOutcome } from '../receipts/outcome.ts'
import type { Service } from '../service.ts'
import { refuseEnded } from './decide.ts'
import { describeApproval, readStatus, REDEEMABLE_MS } from './rules.ts'
import { findApproval, redeem, type StoredApproval } from './store.ts'

type Asked = { id: string; digest: string; asker: CallingAsker }

/** Gives the asker the receipt of its approval, once, on all processes; 403 for another action, 409 while it is open, once it has ended and the second time. */
export async function redeemForAsker(
  tx: Transaction,
  service: Service,
  { id, digest, asker }: Asked,
): Promise<AnswerOf<typeof redeemApproval>> {
  const grantedAfter = new Date(tx.now.getTime() - REDEEMABLE_MS)
  const redeemed = isUuid(id) ? await redeem(tx, { id, asker, digest, grantedAfter, now: tx.now }) : undefined
  if (!redeemed) throw explain(await demandOwnApproval(tx, { id, asker }), { digest, now: tx.now })
  const { subject, reached } = redeemed
  return { ...describeApproval(redeemed, tx.now), subject, reached, ...openOutcome(service, redeemed) }
}

/** Gives this service what came of an approval that it asked for in the name of a site, once. */
export async function redeemForService(
  service: Service,
  id: string,
): Promise<{ digest: string; token?: string } | undefined> {
  const { db, now } = service
  const approval = await findApproval(db, id)
  if (!approval || approval.siteId === null) return undefined
  const { digest, siteId } = approval
  const grantedAfter = new Date(now().getTime() - REDEEMABLE_MS)
  const redeemed = await redeem(db, { id, asker: { kind: 'site', id: siteId }, digest, grantedAfter, now: now() })
  return redeemed && { digest, ...openOutcome(service, redeemed) }
}

/** An approval that this asker asked for; 404 for any other. */
export async function demandOwnApproval(
  db: Queries,
  { id, asker }: { id: string; asker: CallingAsker },
): Promise<StoredApproval> {
  const approval = isUuid(id) ? await findApproval(db, id) : undefined
  const own = asker.kind === 'site' ? approval?.siteId : approval?.agentId
  if (approval && own === asker.id) return approval
  throw new RequestProblem('NOT_FOUND', 'You asked for no such approval.')
}

/** Why nothing was given out. */
function explain(approval: StoredApproval, { digest, now }: { digest: string; now: Date }): RequestProblem {
  if (digest !== approval.digest)
    return new RequestProblem('APPROVAL_DIGEST_WRONG', '/digest is of another action than the one that was asked for.')
  const status = readStatus(approval, now)
  // Granted between the two looks at it: to the asker it was open, and can be redeemed the next time.
  const isJustGranted = status === 'granted' && approval.redeemedAt === null
  if (status === 'open' || isJustGranted) return new RequestProblem('APPROVAL_OPEN', 'The person has not decided yet.')
  if (approval.redeemedAt === null) return refuseEnded()
  return new RequestProblem('APPROVAL_REDEEMED', 'The receipt of this approval was given out before.')
}
