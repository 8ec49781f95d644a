import { randomBytes } from 'node:crypto'
import { type AnswerOf, applyForRecruitment, type BodyOf, confirmApplication } from '@stillhere/contract'
import type { Language } from '@stillhere/messages'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { foldMailbox, toEmail } from '../../platform/email.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { readLanguage } from '../../platform/http/origin.ts'
import { toBudgetOwner, requireSpent } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { queueMail } from '../mail/queue.ts'
import {
  type Application,
  decidePlace,
  findStanding,
  isLinkUsed,
  LINK_MS,
  lockPositions,
  openLink,
  saveFoundingNumber,
  saveLink,
  takeFoundingPlace,
  takePosition,
} from './recruitment-store.ts'
import { addInviteCodes } from './routes.ts'

export function recruitmentRoutes(app: FastifyInstance, service: Service): void {
  const openings = createFlood(service.settings.limits['lookup.address'])

  serveTx(app, applyForRecruitment, {
    prepare: ({ request }) => app.spendCallerBudget('recruitment.address', request),
    commit: (tx, { body, request }) =>
      apply(tx, service, { application: toApplication(body), language: readLanguage(request) }),
  })

  // A POST, because programs that look through mails open every link in them.
  serveTx(app, confirmApplication, {
    prepare: async ({ request }) => {
      requireSpent(openings.take(toBudgetOwner('lookup.address', request.ip), service.now().getTime()))
    },
    commit: (tx, { body, reply }) => {
      reply.header('cache-control', 'no-store')
      return confirm(tx, service, body.token)
    },
  })
}

function toApplication({ email, technical_bg, handle, source }: BodyOf<typeof applyForRecruitment>): Application {
  const { key, mailbox } = toEmail(email)
  return {
    emailKey: key,
    mailboxKey: foldMailbox(key),
    email: mailbox,
    technicalBackground: technical_bg ?? null,
    handle: handle ?? null,
    source: source ?? null,
  }
}

type Answer = AnswerOf<typeof applyForRecruitment>

/** Takes an application, or finds the one that its mailbox has, and mails a link to whoever has none that is good. */
async function apply(
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

type ConfirmAnswer = AnswerOf<typeof confirmApplication>

/** Confirms a mailbox by the secret of its link. The first 50 get a founding place and an invite code, shown here once. */
async function confirm(tx: Transaction, service: Service, token: string): Promise<ConfirmAnswer> {
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
  const [code = null] = await addInviteCodes(tx, service, { count: 1, now: tx.now })
  return code
}

async function explainRefusal(tx: Transaction, hash: Buffer): Promise<RequestProblem> {
  if (await isLinkUsed(tx, hash)) return new RequestProblem('LINK_USED', 'This link was opened before.')
  return new RequestProblem('LINK_EXPIRED', 'This link is not complete, or too old. Apply again to get a new one.')
}
