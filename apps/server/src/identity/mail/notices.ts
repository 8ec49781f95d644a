import { chooseLanguage } from '@stillhere/messages'
import type { Transaction } from '../../platform/database/pool.ts'
import { toEmail } from '../../platform/email.ts'
import { emailBudget } from '../../platform/limits/budgets.ts'
import { takeExactly } from '../../platform/limits/store.ts'
import type { Service } from '../../platform/service.ts'
import type { Node } from '../nodes/store.ts'
import type { OwnerEvent } from './kinds.ts'
import { queueNotice } from './queue.ts'

/**
 * Tells the owner by mail what happened to the node, in the owner's language: who caused it may be somebody else. Each event has a budget of its own, so that no other one can keep it
 * quiet; once it is empty the mailbox has heard of it often enough today.
 */
export async function tellOwner(
  tx: Transaction,
  service: Service,
  { node, event }: { node: Node; event: OwnerEvent },
): Promise<void> {
  const budget = emailBudget(tx, service, 'notice.node', `${event} ${node.emailKey}`)
  if (!(await takeExactly(tx, budget)).ok) return
  const params = { event, at: tx.now.toISOString() }
  const language = chooseLanguage([node.language ?? ''])
  await queueNotice(tx, service, { kind: 'notice', to: toEmail(node.email).mailbox, params, language })
}
