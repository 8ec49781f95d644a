import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '../src/database/sql.ts'
import { type NewMail, queueMail } from '../src/mail/queue.ts'
import type { Service } from '../src/service.ts'

export type MailRow = {
  id: number
  kind: string
  state: string
  attempts: number
  sealed: Buffer | null
  nextTryAt: Date | null
  sentAt: Date | null
  problem: string
}

/** All mails of a service, oldest first. */
export function mailRows({ db }: Service): Promise<MailRow[]> {
  return db.query<MailRow>(sql`
    SELECT id, kind, state, attempts, sealed, next_try_at AS "nextTryAt", sent_at AS "sentAt", problem
    FROM mail ORDER BY id`)
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
