import { randomInt } from 'node:crypto'
import type { Transaction } from '../database/pool.ts'
import { RequestProblem } from '../http/problem.ts'
import { type EmailAddress, emailOf } from '../identity/email.ts'
import { registerNode } from '../identity/register.ts'
import { reserveInvite } from '../invites/invites.ts'
import { spendOfAll, spendOfEmail, spendOfEmailEvenly } from '../limits/spend.ts'
import { queueMail } from '../mail/queue.ts'
import { lockNode, type Node } from '../nodes/store.ts'
import type { Service } from '../service.ts'
import { isVerified } from '../wallet/rules.ts'
import { bestBindingOf } from '../wallet/store.ts'
import { hashCode, hashEmail } from './check.ts'
import { CODE_SECONDS, expiryOf, newCode } from './rules.ts'
import { saveCode } from './store.ts'

export type SendRequest = { email: EmailAddress; inviteCode: string | undefined }

/** Whether the code may be skipped, and for how many seconds one is good. */
export type Sent = { skipOtp: boolean; expiresIn: number }

/** Sends a code by e-mail, to sign in or, with an invite, to join; whatever is refused undoes all of it. */
export async function sendCode(tx: Transaction, service: Service, { email, inviteCode }: SendRequest): Promise<Sent> {
  const known = await lockNode(tx, email.key)
  if (known?.activatedAt) return sendToMember(tx, service, { email, known })
  if (service.settings.invites === 'required' && inviteCode === undefined) throw inviteRequired()
  const { node } = await registerNode(tx, { email })
  const inviteId = await inviteFor(tx, service, { email, inviteCode })
  await issueCode(tx, service, { email, to: mailboxOf(node.email), inviteId })
  return { skipOtp: false, expiresIn: CODE_SECONDS }
}

// A wallet that only AUTH_MODE open takes for proved keeps nobody from the codes of their own mailbox.
async function sendToMember(
  tx: Transaction,
  service: Service,
  { email, known }: { email: EmailAddress; known: Node },
): Promise<Sent> {
  const binding = await bestBindingOf(tx, known.id)
  if (binding === 'proved') return { skipOtp: true, expiresIn: 0 }
  await issueCode(tx, service, { email, to: mailboxOf(known.email), inviteId: null })
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

type Issue = { email: EmailAddress; to: string; inviteId: number | null }

async function issueCode(tx: Transaction, service: Service, { email, to, inviteId }: Issue): Promise<void> {
  await spendOfEmail(tx, service, 'code.send.email', email.key)
  await spendOfEmailEvenly(tx, service, 'code.send.email.burst', email.key)
  const code = newCode(randomInt)
  const expiresAt = expiryOf(tx.now)
  const codeHash = hashCode(service, email.key, code)
  await saveCode(tx, { emailHash: hashEmail(service, email.key), codeHash, inviteId, now: tx.now, expiresAt })
  await queueMail(tx, service, { kind: 'code', to, params: { code }, expiresAt })
  // Last: everybody waits for this row until the transaction ends.
  await spendOfAll(tx, service, 'code.send.all')
}

// As first registered: another spelling may, on a strange server, be another person's mailbox.
function mailboxOf(registered: string): string {
  return emailOf(registered).mailbox
}
