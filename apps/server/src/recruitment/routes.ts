import { type AnswerOf, applyForRecruitment, type BodyOf } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../database/pool.ts'
import { serve } from '../http/serve.ts'
import { emailOf } from '../identity/email.ts'
import { makeInviteCodes } from '../invites/invites.ts'
import { spendOfAddress } from '../limits/spend.ts'
import { queueMail } from '../mail/queue.ts'
import type { Service } from '../service.ts'
import { isFoundingTester, placeOf } from './rules.ts'
import { type Application, findPosition, lockPositions, takePosition } from './store.ts'

type Answer = AnswerOf<typeof applyForRecruitment>

export function recruitmentRoutes(app: FastifyInstance, service: Service): void {
  serve(app, applyForRecruitment, async ({ body, request, keep }) => {
    await spendOfAddress(service, 'recruitment.address', request)
    return service.db.transaction(async (tx) => keep(tx, await apply(tx, service, applicationOf(body))))
  })
}

function applicationOf({ email, technical_bg, handle, source }: BodyOf<typeof applyForRecruitment>): Application {
  const { key, mailbox } = emailOf(email)
  return {
    emailKey: key,
    email: mailbox,
    technicalBackground: technical_bg ?? null,
    handle: handle ?? null,
    source: source ?? null,
  }
}

async function apply(tx: Transaction, service: Service, application: Application): Promise<Answer> {
  const known = await findPosition(tx, application.emailKey)
  if (known) return { success: true, ...placeOf(known.position, known.taken), already_applied: true }
  return enrol(tx, service, application)
}

async function enrol(tx: Transaction, service: Service, application: Application): Promise<Answer> {
  await lockPositions(tx)
  const position = await takePosition(tx, application, tx.now)
  // The same e-mail address applied while this transaction waited.
  if (position === undefined) return apply(tx, service, application)
  if (isFoundingTester(position)) await mailInvite(tx, service, { to: application.email, position })
  return { success: true, ...placeOf(position, position), already_applied: false }
}

async function mailInvite(
  tx: Transaction,
  service: Service,
  { to, position }: { to: string; position: number },
): Promise<void> {
  const [code = ''] = await makeInviteCodes(tx, service, { count: 1, now: tx.now })
  await queueMail(tx, service, { kind: 'founding_tester', to, params: { code, position } })
}
