import { randomInt } from 'node:crypto'
import type { Language } from '@stillhere/messages'
import type { Transaction } from '../../platform/database/pool.ts'
import { type EmailAddress, toEmail } from '../../platform/email.ts'
import { tooMany } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { type Asking, recognizeAsker } from '../codes/asker.ts'
import { listSendBudgets, spendAll } from '../codes/budgets.ts'
import { hashCode, hashEmail } from '../codes/check.ts'
import { writeLink } from '../codes/link.ts'
import { CODE_SECONDS, computeExpiry, newCode } from '../codes/rules.ts'
import { saveCode } from '../codes/store.ts'
import { registerNode } from '../handles/register.ts'
import { reserveInvite } from '../invites/invites.ts'
import { queueMail } from '../mail/queue.ts'
import { lockNode, type Node } from '../nodes/store.ts'
import { isVerified } from '../wallet/rules.ts'
import { findBestBinding } from '../wallet/store.ts'

export type SendRequest = {
  email: EmailAddress
  inviteCode: string | undefined
  request: Asking
  /** Where the page is that the link in the mail leads to; null where nobody knows. */
  origin: string | null
  language: Language
}

/** Whether the code may be skipped, and for how many seconds one is good. */
export type Sent = { skipOtp: boolean; expiresIn: number }

/** Sends a code by e-mail, to sign in or, with an invite, to join; whatever is refused undoes all of it. */
export async function sendCode(tx: Transaction, service: Service, wanted: SendRequest): Promise<Sent> {
  const { email, inviteCode, request, origin, language } = wanted
  const known = await lockNode(tx, email.key)
  if (known?.activatedAt) return sendToMember(tx, service, { wanted, known })
  if (service.settings.invites === 'required' && inviteCode === undefined) throw inviteRequired()
  const { node } = await registerNode(tx, { email })
  const inviteId = await inviteFor(tx, service, wanted)
  await issueCode(tx, service, { email, node, inviteId, request, origin, language })
  return { skipOtp: false, expiresIn: CODE_SECONDS }
}

// The mailbox stays the root of the identity: a wallet that signs in without a code keeps nobody from asking for one.
async function sendToMember(
  tx: Transaction,
  service: Service,
  { wanted: { email, request, origin, language }, known }: { wanted: SendRequest; known: Node },
): Promise<Sent> {
  await issueCode(tx, service, { email, node: known, inviteId: null, request, origin, language })
  const binding = await findBestBinding(tx, known.id)
  return { skipOtp: isVerified(binding, service.settings.authMode), expiresIn: CODE_SECONDS }
}

export function inviteRequired(): RequestProblem {
  return new RequestProblem('INVITE_CODE_REQUIRED', 'An e-mail address that was never activated needs an invite code.')
}

async function inviteFor(
  tx: Transaction,
  service: Service,
  { email, inviteCode }: SendRequest,
): Promise<number | null> {
  if (inviteCode === undefined || service.settings.invites === 'open') return null
  return reserveInvite(tx, service, { code: inviteCode, emailHash: hashEmail(service, email.key) })
}

const OTHER_WAYS =
  'Too many codes were sent to this e-mail address. A passkey, a recovery code or a browser that has signed in before still signs in.'

type Issue = Pick<SendRequest, 'email' | 'request' | 'origin' | 'language'> & { node: Node; inviteId: number | null }

async function issueCode(tx: Transaction, service: Service, issue: Issue): Promise<void> {
  const { email, node, inviteId, request, origin, language } = issue
  const asker = await recognizeAsker(tx, service, { emailKey: email.key, node, request })
  const spent = await spendAll(tx, listSendBudgets(tx, service, asker))
  if (!spent.ok) throw tooMany(spent.retryAfterSeconds, OTHER_WAYS)
  const code = newCode(randomInt)
  const expiresAt = computeExpiry(tx.now)
  const key = { emailHash: hashEmail(service, email.key), askerHash: asker.hash }
  await saveCode(tx, { ...key, codeHash: hashCode(service, email.key, code), inviteId, now: tx.now, expiresAt })
  const link = writeLink(service.secrets, { emailKey: email.key, askerHash: asker.hash, code })
  const params = { code, link, origin }
  // Last: everybody waits for what all callers share until the transaction ends.
  const to = mailboxOf(node.email)
  await queueMail(tx, service, { kind: 'code', to, params, expiresAt, language, alsoPaidFrom: 'code.send.all' })
}

// As first registered: another spelling may, on a strange server, be another person's mailbox.
function mailboxOf(registered: string): string {
  return toEmail(registered).mailbox
}
