import { chooseLanguage, type Language } from '@stillhere/messages'
import type { Transaction } from '../../platform/database/pool.ts'
import { parseEmail, toEmail } from '../../platform/email.ts'
import { createBudget, spendSharedBudgets } from '../../platform/limits/budgets.ts'
import { spendExactly } from '../../platform/limits/store.ts'
import { queueDelivery } from '../../platform/outbox/store.ts'
import type { Service } from '../../platform/service.ts'
import type { LimitName } from '../../platform/settings/limits.ts'
import type { Node } from '../node-store.ts'
import { demandPlainParams } from './letters.ts'
import type { Mail, OwnerEvent } from './words.ts'

/**
 * Tells the owner by mail what happened to the node, in the owner's language: who caused it may be somebody else. Each event has a budget of its own, so that no other one can keep it
 * quiet; once it is empty the mailbox has heard of it often enough today.
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
  await queueNotice(tx, service, { kind: 'notice', to: toEmail(node.email).mailbox, params, language })
}

/** A mail to one address; after `expiresAt` nobody needs it and it is not sent. It is English where nobody knows its reader's language. */
export type NewMail = Mail & {
  to: string
  expiresAt?: Date
  language?: Language
  /** A budget that all callers share, from which it is paid besides. */
  alsoPaidFrom?: LimitName
}

/**
 * Writes a mail into the caller's transaction, address and contents sealed. If the transaction commits, the mail is sent,
 * by whichever process looks first; if not, there never was one. 429 when the service has sent too many mails today; codes
 * have a budget of their own, so that no other mail can use up theirs. Queue last: everybody waits for that budget until the
 * transaction ends.
 */
export async function queueMail(tx: Transaction, service: Service, mail: NewMail): Promise<number> {
  const id = await writeMail(tx, service, mail)
  const budget = mail.kind === 'code' ? 'mail.code.all' : 'mail.other.all'
  await spendSharedBudgets(tx, service, [budget, ...(mail.alsoPaidFrom ? [mail.alsoPaidFrom] : [])])
  return id
}

/** As queueMail for notices, which strangers cannot cause: no other mail can keep them back. Whoever queues them bounds them. */
export async function queueNotice(
  tx: Transaction,
  service: Service,
  notice: NewMail & { kind: 'notice' | 'approval' },
): Promise<void> {
  await writeMail(tx, service, notice)
}

async function writeMail(tx: Transaction, service: Service, mail: NewMail): Promise<number> {
  const { kind, to, params, expiresAt = null, language = 'en' } = mail
  if (parseEmail(to) === null) throw new Error('a mail was queued for something that is no e-mail address')
  demandPlainParams(mail)
  const text = JSON.stringify({ to, params, ...(language === 'en' ? {} : { language }) })
  const payload = service.secrets.seal('mail', text)
  return queueDelivery(tx, { channel: 'mail', kind, payload, urgent: kind === 'code', now: tx.now, expiresAt })
}
