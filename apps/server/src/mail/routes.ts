import { type AnswerOf, listOutbox, retryMail } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/endpoint.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { countMails, type ListedMail, listMails, revive } from './store.ts'

export function mailRoutes(app: FastifyInstance, service: Service): void {
  serve(app, listOutbox, ({ query }) =>
    service.db.transaction(async (tx) => {
      const mails = await listMails(tx, { state: query.state ?? null, limit: query.limit ?? 100 })
      return { mails: mails.map(toAnswer), ...(await countMails(tx)) }
    }),
  )

  serve(app, retryMail, ({ params, keep }) =>
    service.db.transaction(async (tx) => {
      const id = /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0
      if (await revive(tx, id, tx.now)) return keep(tx, { success: true })
      throw new RequestProblem('NOT_FOUND', 'No dead mail that somebody still needs has this id.')
    }),
  )
}

type OutboxMail = AnswerOf<typeof listOutbox>['mails'][number]

function toAnswer({ id, kind, state, attempts, createdAt, nextTryAt, sentAt, problem }: ListedMail): OutboxMail {
  return {
    id: String(id),
    kind,
    state,
    attempts,
    created_at: createdAt.toISOString(),
    next_try_at: nextTryAt?.toISOString() ?? null,
    sent_at: sentAt?.toISOString() ?? null,
    problem,
  }
}
