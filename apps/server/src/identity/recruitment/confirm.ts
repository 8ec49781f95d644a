import type { AnswerOf, confirmApplication } from '@stillhere/contract'
import type { Transaction } from '../../platform/database/pool.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { makeInviteCodes } from '../invites/invites.ts'
import { decidePlace } from './rules.ts'
import { findStanding, isLinkUsed, openLink, saveFoundingNumber, takeFoundingPlace } from './store.ts'

type Answer = AnswerOf<typeof confirmApplication>

/** Confirms a mailbox by the secret of its link. The first 50 get a founding place and an invite code, shown here once. */
export async function confirm(tx: Transaction, service: Service, token: string): Promise<Answer> {
  const hash = service.secrets.hash('recruitment-link', token)
  const opened = await openLink(tx, hash, tx.now)
  if (!opened) throw await explainRefusal(tx, hash)
  const foundingNumber = await takeFoundingPlace(tx, tx.now)
  const invite_code =
    foundingNumber === undefined ? null : await giveInvite(tx, service, opened.emailKey, foundingNumber)
  const standing = await findStanding(tx, opened, tx.now)
  if (!standing) throw new Error('an application was lost in its own transaction')
  return { success: true, ...decidePlace(standing), invite_code }
}

async function giveInvite(
  tx: Transaction,
  service: Service,
  emailKey: string,
  foundingNumber: number,
): Promise<string | null> {
  await saveFoundingNumber(tx, emailKey, foundingNumber)
  const [code = null] = await makeInviteCodes(tx, service, { count: 1, now: tx.now })
  return code
}

async function explainRefusal(tx: Transaction, hash: Buffer): Promise<RequestProblem> {
  if (await isLinkUsed(tx, hash)) return new RequestProblem('LINK_USED', 'This link was opened before.')
  return new RequestProblem('LINK_EXPIRED', 'This link is not complete, or too old. Apply again to get a new one.')
}
