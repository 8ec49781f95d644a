import { applyForRecruitment, type BodyOf, confirmApplication } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { toEmail, foldMailbox } from '../../platform/email.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { readLanguage } from '../../platform/http/origin.ts'
import { budgetOwner, refuseIfUsedUp } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import type { Service } from '../../platform/service.ts'
import { apply } from './apply.ts'
import { confirm } from './confirm.ts'
import type { Application } from './store.ts'

export function recruitmentRoutes(app: FastifyInstance, service: Service): void {
  const openings = createFlood(service.settings.limits['lookup.address'])

  serveTx(app, applyForRecruitment, {
    prepare: ({ request }) => app.takeFromCallerBudget('recruitment.address', request),
    commit: (tx, { body, request }) =>
      apply(tx, service, { application: toApplication(body), language: readLanguage(request) }),
  })

  // A POST, because programs that look through mails open every link in them.
  serveTx(app, confirmApplication, {
    prepare: async ({ request }) => {
      refuseIfUsedUp(openings.take(budgetOwner('lookup.address', request.ip), service.now().getTime()))
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
