import { randomBytes } from 'node:crypto'
import { applyForRecruitment, confirmApplication } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { toEmail, toMailboxKey } from '../../platform/email.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { readLanguage } from '../../platform/http/origin.ts'
import { requireSpent, toBudgetOwner } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { queueMail } from '../mail/queue.ts'
import {
  addApplication,
  claimFoundingPlace,
  confirmLink,
  describeStanding,
  findStanding,
  isLinkUsed,
  LINK_MS,
  lockPositions,
  saveFoundingNumber,
  saveLink,
} from './recruitment-store.ts'
import { addInviteCodes } from './routes.ts'

/** Serves applications to become a founding tester: apply, and confirm by a mailed link. */
export function serveRecruitment(app: FastifyInstance, service: Service): void {
  const { secrets, settings } = service
  const openings = createFlood(settings.limits['lookup.address'])

  // Adds an application or finds that of the mailbox, and mails a link unless there is a good one already.
  serveTx(app, applyForRecruitment, {
    prepare: ({ request }) => app.spendCallerBudget('recruitment.address', request),
    commit: async (tx, { body, request }) => {
      const { key: emailKey, mailbox: email } = toEmail(body.email)
      const { technical_bg: technicalBackground = null, handle = null, source = null } = body
      const application = { emailKey, mailboxKey: toMailboxKey(emailKey), email, technicalBackground, handle, source }
      let isNew = false
      if (!(await findStanding(tx, application, tx.now))) {
        // The statement looks again under the lock: the mailbox may have applied while this transaction waited.
        await lockPositions(tx)
        isNew = await addApplication(tx, application, tx.now)
      }
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(tx.now.getTime() + LINK_MS)
      const link = { hash: secrets.hash('recruitment-link', token), expiresAt }
      const to = await saveLink(tx, { mailboxKey: application.mailboxKey, link, now: tx.now })
      if (to !== undefined) {
        const language = readLanguage(request)
        await queueMail(tx, service, { kind: 'founding_tester', to, params: { token }, expiresAt, language })
      }
      const standing = await findStanding(tx, application, tx.now)
      if (!standing) throw new Error('an application was lost in its own transaction')
      return { success: true, ...describeStanding(standing), already_applied: !isNew }
    },
  })

  // Confirms a mailbox by the secret of its link. The first 50 get a founding place and an invite code, which is shown here once.
  // A POST, because programs that scan mails open every link in them.
  serveTx(app, confirmApplication, {
    prepare: async ({ request }) => {
      requireSpent(openings.take(toBudgetOwner('lookup.address', request.ip), service.now().getTime()))
    },
    commit: async (tx, { body, reply }) => {
      reply.header('cache-control', 'no-store')
      const hash = secrets.hash('recruitment-link', body.token)
      const application = await confirmLink(tx, hash, tx.now)
      if (!application) {
        if (await isLinkUsed(tx, hash)) throw new RequestProblem('LINK_USED', 'This link was opened before.')
        throw new RequestProblem('LINK_EXPIRED', 'This link is not complete, or too old. Apply again to get a new one.')
      }
      const foundingNumber = await claimFoundingPlace(tx, tx.now)
      let inviteCode: string | null = null
      if (foundingNumber !== undefined) {
        await saveFoundingNumber(tx, application.emailKey, foundingNumber)
        inviteCode = (await addInviteCodes(tx, service, { count: 1, now: tx.now }))[0] ?? null
      }
      const standing = await findStanding(tx, application, tx.now)
      if (!standing) throw new Error('an application was lost in its own transaction')
      return { success: true, ...describeStanding(standing), invite_code: inviteCode }
    },
  })
}
