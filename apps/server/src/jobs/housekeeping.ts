import type { Transaction } from '../database/pool.ts'
import { type Sql, sql } from '../database/sql.ts'
import { removeOldFiles } from '../mail/eml-files.ts'
import type { Service } from '../service.ts'

const DAY_MS = 86_400_000
const FILES_KEPT_MS = DAY_MS
const MAILS_KEPT_MS = 30 * DAY_MS
const ANSWERS_KEPT_MS = DAY_MS
const CODES_KEPT_MS = DAY_MS
const UNCONFIRMED_KEPT_MS = 90 * DAY_MS

// A statement that took long would hold locks that requests wait for.
const BATCH = 2_000

/** Removes what nobody needs any more. Several processes may do it at once: each takes rows that no other has. */
export async function tidy(service: Service): Promise<void> {
  await removeOldFiles(service.settings.dataDir, new Date(service.now().getTime() - FILES_KEPT_MS))
  for (const statement of [oldMails, staleBudgets, oldAnswers, oldCodes, unconfirmedNodes]) {
    let removed: number
    do removed = await removeBatch(service, statement)
    while (removed === BATCH)
  }
}

function removeBatch({ db }: Service, statement: (now: Date) => Sql): Promise<number> {
  return db.transaction(async (tx: Transaction) => (await tx.query(statement(tx.now))).length)
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms)
}

function oldMails(now: Date): Sql {
  return sql`
    DELETE FROM mail WHERE id IN (
      SELECT id FROM mail WHERE state IN ('sent', 'dead') AND created_at < ${before(now, MAILS_KEPT_MS)}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}

function staleBudgets(now: Date): Sql {
  return sql`
    DELETE FROM budget WHERE (name, key) IN (
      SELECT name, key FROM budget WHERE stale_at < ${now} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}

function oldAnswers(now: Date): Sql {
  return sql`
    DELETE FROM idempotent_answer WHERE key_hash IN (
      SELECT key_hash FROM idempotent_answer WHERE started_at < ${before(now, ANSWERS_KEPT_MS)}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}

function oldCodes(now: Date): Sql {
  return sql`
    DELETE FROM otp_code WHERE email_hash IN (
      SELECT email_hash FROM otp_code WHERE expires_at < ${before(now, CODES_KEPT_MS)}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}

/** With all that belongs to them. No public figure counts them. */
function unconfirmedNodes(now: Date): Sql {
  return sql`
    DELETE FROM node WHERE id IN (
      SELECT id FROM node WHERE activated_at IS NULL AND registered_at < ${before(now, UNCONFIRMED_KEPT_MS)}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}
