import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMailTransport, type Post } from '../src/identity/mail/letters.ts'
import { type NewMail, queueMail } from '../src/identity/mail/queue.ts'
import { sql } from '../src/platform/database/sql.ts'
import { sendDue } from '../src/platform/outbox/deliver.ts'
import type { Service } from '../src/platform/service.ts'

export type MailRow = {
  id: number
  kind: string
  state: string
  attempts: number
  payload: Buffer | null
  nextTryAt: Date | null
  sentAt: Date | null
  problem: string
}

/** All mails of a service, oldest first. */
export function mailRows({ db }: Service): Promise<MailRow[]> {
  return db.query<MailRow>(sql`
    SELECT id, kind, state, attempts, payload, next_try_at AS "nextTryAt", sent_at AS "sentAt", problem
    FROM outbox WHERE channel = 'mail' ORDER BY id`)
}

/** Sends the mails of a service that are due. */
export function sendMails(
  service: Service,
  post: Post,
  { log = () => {}, stopped }: { log?: (line: string) => void; stopped?: AbortSignal } = {},
): Promise<void> {
  return sendDue(service, createMailTransport(service, post), { log, random: () => 0, ...(stopped && { stopped }) })
}

export async function queue(service: Service, ...mails: NewMail[]): Promise<void> {
  await service.db.transaction(async (tx) => {
    for (const mail of mails) await queueMail(tx, service, mail)
  })
}

/** A mail with a code to somebody. */
export function codeMail(to = 'ada@example.org', code = '123456'): NewMail {
  return { kind: 'code', to, params: { code } }
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'stillhere-mail-'))
}
