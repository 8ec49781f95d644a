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
 * Queues a mail that informs the owner of an event at the node, in the owner's language: it may have been caused by another person. Each
 * event has its own budget, so that no other event can suppress it; an empty one means that enough such mails were sent today.
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

/** A mail to one address. It is not sent after `expiresAt`; it is English if the language of its reader isn't known. */
export type NewMail = Mail & {
  to: string
  expiresAt?: Date
  language?: Language
  /** A further budget of all callers that the mail is paid from. */
  alsoPaidFrom?: LimitName
}

/**
 * Queues a mail in the caller's transaction, with address and contents sealed, and returns its id. Any process sends it after the commit.
 * Throws 429 if the service has sent too many mails today; codes have their own budget, so that no other mail can use it up. Queue last:
 * all callers wait for that budget until the transaction ends.
 */
export async function queueMail(tx: Transaction, service: Service, mail: NewMail): Promise<number> {
  const id = await queueMailUnlimited(tx, service, mail)
  const budget = mail.kind === 'code' ? 'mail.code.all' : 'mail.other.all'
  await spendSharedBudgets(tx, service, [budget, ...(mail.alsoPaidFrom ? [mail.alsoPaidFrom] : [])])
  return id
}

/** Queues a mail outside the daily mail budget, so that no other mail can suppress it. The caller must limit it. */
export async function queueMailUnlimited(tx: Transaction, service: Service, mail: NewMail): Promise<number> {
  const { kind, to, params, expiresAt = null, language = 'en' } = mail
  if (parseEmail(to) === null) throw new Error('a mail was queued for something that is no e-mail address')
  requirePlainParams(mail)
  const text = JSON.stringify({ to, params, ...(language === 'en' ? {} : { language }) })
  const payload = service.secrets.seal('mail', text)
  return queueDelivery(tx, { channel: 'mail', kind, payload, urgent: kind === 'code', now: tx.now, expiresAt })
}
