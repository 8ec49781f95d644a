import { applyForRecruitment, type BodyOf, confirmApplication } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { toEmail, foldMailbox } from '../email.ts'
import { serve } from '../http/endpoint.ts'
import { readLanguage } from '../http/language.ts'
import { budgetOwner } from '../limits/address.ts'
import { tooMany } from '../limits/budgets.ts'
import { createFlood } from '../limits/flood.ts'
import type { Service } from '../service.ts'
import { takeFromCallerBudget } from '../sites/authorize.ts'
import { apply } from './apply.ts'
import { confirm } from './confirm.ts'
import type { Application } from './store.ts'

export function recruitmentRoutes(app: FastifyInstance, service: Service): void {
  const openings = createFlood(service.settings.limits['lookup.address'])

  serve(app, applyForRecruitment, async ({ body, request, keep }) => {
    await takeFromCallerBudget(app, service, { name: 'recruitment.address', request })
    const wish = { application: toApplication(body), language: readLanguage(request) }
    return service.db.transaction(async (tx) => keep(tx, await apply(tx, service, wish)))
  })

  // A POST, because programs that look through mails open every link in them.
  serve(app, confirmApplication, async ({ body, request, reply, keep }) => {
    const spent = openings.take(budgetOwner('lookup.address', request.ip), service.now().getTime())
    if (!spent.ok) throw tooMany(spent.retryAfterSeconds)
    reply.header('cache-control', 'no-store')
    return service.db.transaction(async (tx) => keep(tx, await confirm(tx, service, body.token)))
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
