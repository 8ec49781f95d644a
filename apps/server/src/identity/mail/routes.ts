import { type AnswerOf, listOutbox, readMail, retryMail, sendTestMail } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { formatShortEmail } from '../../platform/email.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { readLanguage } from '../../platform/http/origin.ts'
import {
  countDeliveries,
  listDeliveries,
  type LoggedDelivery,
  queueDeliveryAgain,
} from '../../platform/outbox/store.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { queueMail } from './queue.ts'
import { parseLetter, readMailFiles } from './transport.ts'
import type { MailKind } from './words.ts'

/** Serves the operator's log of mails: list, read, test, retry. */
export function serveMails(app: FastifyInstance, service: Service): void {
  serve(app, listOutbox, async ({ query }) => {
    const { mails, counts } = await service.db.transaction(async (tx) => ({
      mails: await listDeliveries(tx, { channel: 'mail', state: query.state ?? null, limit: query.limit ?? 100 }),
      counts: await countDeliveries(tx, 'mail'),
    }))
    const files = isReadable(service)
      ? await readMailFiles(
          service.settings.dataDir,
          mails.map(({ id }) => id),
        )
      : new Map<number, string>()
    return { mails: mails.map((mail) => toAnswer(mail, files.get(mail.id))), ...counts, readable: isReadable(service) }
  })

  serve(app, readMail, async ({ params, reply }) => {
    reply.header('cache-control', 'no-store')
    const id = readId(params.id)
    const file = isReadable(service) ? (await readMailFiles(service.settings.dataDir, [id])).get(id) : undefined
    if (file === undefined) throw new RequestProblem('NOT_FOUND', 'There is no file of this mail.')
    return parseLetter(file)
  })

  serveTx(app, sendTestMail, async (tx, { body: { to }, request }) => ({
    id: String(await queueMail(tx, service, { kind: 'test', to, params: {}, language: readLanguage(request) })),
  }))

  serveTx(app, retryMail, async (tx, { params }) => {
    const mail = { channel: 'mail', id: readId(params.id), states: ['dead'], now: tx.now } as const
    if (await queueDeliveryAgain(tx, mail)) return { success: true }
    throw new RequestProblem('NOT_FOUND', 'No dead mail that is still needed has this id.')
  })
}

// No mail has the id 0.
function readId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

/** Returns whether mails are written to files instead of being sent, so that the operator can read them. */
function isReadable({ settings }: Service): boolean {
  return settings.smtpUrl === undefined
}

type OutboxMail = AnswerOf<typeof listOutbox>['mails'][number]

function toAnswer(
  { id, kind, state, attempts, createdAt, nextTryAt, sentAt, problem }: LoggedDelivery,
  file: string | undefined,
): OutboxMail {
  return {
    id: String(id),
    kind: kind as MailKind,
    to: file === undefined ? null : formatShortEmail(parseLetter(file).to),
    state,
    attempts,
    created_at: createdAt.toISOString(),
    next_try_at: nextTryAt?.toISOString() ?? null,
    sent_at: sentAt?.toISOString() ?? null,
    problem,
  }
}
