import { chooseLanguage, type Language } from '@stillhere/messages'
import type { Transaction } from '../../platform/database/pool.ts'
import { parseEmail, toEmail } from '../../platform/email.ts'
import { createBudget, spendSharedBudgets } from '../../platform/limits/budgets.ts'
import { spendExactly } from '../../platform/limits/store.ts'
import { queueDelivery } from '../../platform/outbox/store.ts'
import type { Service } from '../../platform/service.ts'
import type { LimitName } from '../../platform/settings/limits.ts'
import type { Node } from '../node-store.ts'
import { requirePlainParams } from './letters.ts'
import type { Mail, OwnerEvent } from './words.ts'

/**
 * Queues a mail to the owner of a node about a change of the node, because another person may have caused it. Each kind of event has its
 * own daily budget per node; if it is empty, no mail is queued.
 */
export async function queueOwnerNotice(
  tx: Transaction,
  service: Service,
  { node, event }: { node: Node; event: OwnerEvent },
): Promise<void> {
  const budget = createBudget(tx, service, 'notice.node', `${event} ${node.emailKey}`)
  if (!(await spendExactly(tx, budget)).ok) return
  const params = { event, at: tx.now.toISOString() }
  const language = chooseLanguage([node.language ?? ''])
  await queueMailUnlimited(tx, service, { kind: 'notice', to: toEmail(node.email).mailbox, params, language })
}

/** A mail to one address. It isn't sent after `expiresAt`; without `language` it is in English. */
export type NewMail = Mail & {
  to: string
  expiresAt?: Date
  language?: Language
  /** A further budget shared by all callers from which the mail is spent. */
  alsoPaidFrom?: LimitName
}

/**
 * Queues a mail in the caller's transaction, with address and contents encrypted, and returns its id; it is sent after the commit. Throws
 * 429 if today's budget of all mails is empty; mails with codes have a separate budget. Call it last in a transaction, because it locks
 * this budget until the end.
 */
export async function queueMail(tx: Transaction, service: Service, mail: NewMail): Promise<number> {
  const id = await queueMailUnlimited(tx, service, mail)
  const budget = mail.kind === 'code' ? 'mail.code.all' : 'mail.other.all'
  await spendSharedBudgets(tx, service, [budget, ...(mail.alsoPaidFrom ? [mail.alsoPaidFrom] : [])])
  return id
}

/** Queues a mail as queueMail does, but without spending the daily mail budget. The caller must limit the number of these mails. */
export async function queueMailUnlimited(tx: Transaction, service: Service, mail: NewMail): Promise<number> {
  const { kind, to, params, expiresAt = null, language = 'en' } = mail
  if (parseEmail(to) === null) throw new Error('a mail was queued for something that is no e-mail address')
  requirePlainParams(mail)
  const text = JSON.stringify({ to, params, ...(language === 'en' ? {} : { language }) })
  const payload = service.secrets.seal('mail', text)
  return queueDelivery(tx, { channel: 'mail', kind, payload, urgent: kind === 'code', now: tx.now, expiresAt })
}
