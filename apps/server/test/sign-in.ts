import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { addInviteCodes } from '../src/identity/invites/routes.ts'
import { sql } from '../src/platform/database/sql.ts'
import type { Service } from '../src/platform/service.ts'

/** What the walk from invite to token works with; a test service has it all. */
type Walker = Service & { app: FastifyInstance }

export type QueuedMail = { kind: string; to: string; params: Record<string, string> }

/** The mails that wait in the outbox, in the order in which they were queued. */
export async function listQueuedMails({ db, secrets }: Service): Promise<QueuedMail[]> {
  const rows = await db.query<{ kind: string; payload: Buffer }>(
    sql`SELECT kind, payload FROM outbox WHERE channel = 'mail' ORDER BY id`,
  )
  return rows.map(({ kind, payload }) => ({ kind, ...JSON.parse(secrets.open('mail', payload)) }))
}

/** The newest code that was mailed to an address. */
export async function lastCode(service: Service, to: string): Promise<string> {
  const mails = await listQueuedMails(service)
  return mails.findLast((mail) => mail.kind === 'code' && mail.to === to)?.params['code'] ?? 'no code'
}

export async function oneInvite(service: Service): Promise<string> {
  const [code = ''] = await addInviteCodes(service.db, service, { count: 1, now: service.now() })
  return code
}

export function post(
  { app }: { app: FastifyInstance },
  url: string,
  payload: object,
  more: Partial<InjectOptions> = {},
): Promise<LightMyRequestResponse> {
  return app.inject({ method: 'POST', url, payload, ...more })
}

/** Goes the whole way for an e-mail address: invite, code, token. */
export async function activate(service: Walker, email: string): Promise<LightMyRequestResponse> {
  await post(service, '/api/send-otp', { email, invite_code: await oneInvite(service) })
  return post(service, '/api/verify-otp', { email, otp: await lastCode(service, email) })
}
