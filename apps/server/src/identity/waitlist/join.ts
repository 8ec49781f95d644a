import type { AnswerOf, joinWaitlist } from '@stillhere/contract'
import type { Language } from '@stillhere/messages'
import type { Transaction } from '../../platform/database/pool.ts'
import { type EmailAddress, foldMailbox, toEmail } from '../../platform/email.ts'
import { emailBudget } from '../../platform/limits/budgets.ts'
import { takeFromBudget } from '../../platform/limits/store.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { queueMail } from '../mail/queue.ts'
import { findNode } from '../nodes/store.ts'
import { demandLink, writeLink } from './link.ts'
import { LINK_MS } from './rules.ts'
import { deleteWaiting, putWaiting } from './store.ts'

/** What is sealed of somebody who waits; entries of an earlier version name no language. */
export type Entry = { email: string; note: string; language?: Language }

/**
 * Mails a link to an address, the same for members and strangers; once a mailbox has had enough of them today it is left in peace, and the
 * caller learns nothing of it.
 */
export async function mailLink(
  tx: Transaction,
  service: Service,
  { email, origin, language }: { email: EmailAddress; origin: string | null; language: Language },
): Promise<void> {
  const budget = emailBudget(tx, service, 'waitlist.mailbox', foldMailbox(email.key))
  if (!(await takeFromBudget(tx, budget)).ok) return
  const expiresAt = new Date(tx.now.getTime() + LINK_MS)
  const link = writeLink(service.secrets, { email: email.mailbox, expiresAt })
  await queueMail(tx, service, { kind: 'waitlist', to: email.mailbox, params: { link, origin }, expiresAt, language })
}

/** Puts the owner of a link on the list; whoever has a node is told so, and is not listed. */
export async function join(
  tx: Transaction,
  { secrets }: Service,
  { link, note, language }: { link: string; note: string; language: Language },
): Promise<AnswerOf<typeof joinWaitlist>['state']> {
  const email = demandLink(secrets, link, tx.now)
  const { key } = toEmail(email)
  if ((await findNode(tx, key))?.activatedAt) return 'member'
  const entry: Entry = { email, note, language }
  const sealed = secrets.seal('waitlist-entry', JSON.stringify(entry))
  const isAdmitted = await putWaiting(tx, { emailHash: hashAddress(secrets, key), sealed, now: tx.now })
  return isAdmitted ? 'invited' : 'waiting'
}

/** Takes the owner of a link off the list. */
export async function leave(tx: Transaction, service: Service, link: string): Promise<void> {
  await forgetWaiting(tx, service, toEmail(demandLink(service.secrets, link, tx.now)).key)
}

/** Forgets that an address waits, or waited. */
export async function forgetWaiting(tx: Transaction, { secrets }: Service, emailKey: string): Promise<void> {
  await deleteWaiting(tx, hashAddress(secrets, emailKey))
}

// With its +tag: on another server it may be somebody else's.
function hashAddress(secrets: Secrets, emailKey: string): Buffer {
  return secrets.hash('waitlist-address', emailKey)
}
