import { randomBytes } from 'node:crypto'
import type { AnswerOf, applyForRecruitment } from '@stillhere/contract'
import type { Language } from '@stillhere/messages'
import type { Transaction } from '../../platform/database/pool.ts'
import type { Service } from '../../platform/service.ts'
import { queueMail } from '../mail/queue.ts'
import { LINK_MS, decidePlace } from './rules.ts'
import { type Application, findStanding, lockPositions, saveLink, takePosition } from './store.ts'

type Answer = AnswerOf<typeof applyForRecruitment>

/** Takes an application, or finds the one that its mailbox has, and mails a link to whoever has none that is good. */
export async function apply(
  tx: Transaction,
  service: Service,
  { application, language }: { application: Application; language: Language },
): Promise<Answer> {
  const isKnown = (await findStanding(tx, application, tx.now)) !== undefined
  const isNew = !isKnown && (await takeNextPosition(tx, application))
  await mailLink(tx, service, { mailboxKey: application.mailboxKey, language })
  const standing = await findStanding(tx, application, tx.now)
  if (!standing) throw new Error('an application was lost in its own transaction')
  return { success: true, ...decidePlace(standing), already_applied: !isNew }
}

// Looked at again under the lock: the same mailbox may have applied while this transaction waited.
async function takeNextPosition(tx: Transaction, application: Application): Promise<boolean> {
  await lockPositions(tx)
  return takePosition(tx, application, tx.now)
}

async function mailLink(
  tx: Transaction,
  service: Service,
  { mailboxKey, language }: { mailboxKey: string; language: Language },
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(tx.now.getTime() + LINK_MS)
  const link = { hash: service.secrets.hash('recruitment-link', token), expiresAt }
  const to = await saveLink(tx, { mailboxKey, link, now: tx.now })
  if (to !== undefined)
    await queueMail(tx, service, { kind: 'founding_tester', to, params: { token }, expiresAt, language })
}
