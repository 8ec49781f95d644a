import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDay, toDaysBefore } from '../../platform/day.ts'

/** Whose code: of which e-mail address, and asked for by whom. */
export type CodeKey = { emailHash: Buffer; askerHash: Buffer }

export type NewCode = CodeKey & { codeHash: Buffer; inviteId: number | null; now: Date; expiresAt: Date }

/** Stores a code in the place of an older one that the same asker asked for. */
export async function saveCode(db: Queries, code: NewCode): Promise<void> {
  await db.query(sql`
    INSERT INTO otp_code (email_hash, asker_hash, code_hash, invite_id, created_at, expires_at)
    VALUES (${code.emailHash}, ${code.askerHash}, ${code.codeHash}, ${code.inviteId}, ${code.now}, ${code.expiresAt})
    ON CONFLICT (email_hash, asker_hash) DO UPDATE
    SET code_hash = excluded.code_hash, invite_id = excluded.invite_id, created_at = excluded.created_at,
      expires_at = excluded.expires_at, tries = 0, other_tries = 0, used_at = NULL`)
}

export type TriedCode = CodeKey & { codeHash: Buffer; inviteId: number | null; tries: number }

const TRIED = sql`
  email_hash AS "emailHash", asker_hash AS "askerHash", code_hash AS "codeHash", invite_id AS "inviteId", tries`

/** Counts one guess at the asker's own code; undefined when there is no live one or no try left. */
export function takeOwnTry(db: Queries, { emailHash, askerHash }: CodeKey, now: Date): Promise<TriedCode | undefined> {
  return db.maybeOne<TriedCode>(sql`
    UPDATE otp_code SET tries = tries + 1
    WHERE email_hash = ${emailHash} AND asker_hash = ${askerHash} AND used_at IS NULL AND expires_at > ${now} AND tries < 5
    RETURNING ${TRIED}`)
}

/** Counts one guess at each of the three newest codes of an e-mail address that others asked for. */
export function takeOtherTries(db: Queries, { emailHash, askerHash }: CodeKey, now: Date): Promise<TriedCode[]> {
  return db.query<TriedCode>(sql`
    UPDATE otp_code SET other_tries = other_tries + 1
    WHERE email_hash = ${emailHash} AND other_tries < 5 AND asker_hash IN (
      SELECT asker_hash FROM otp_code
      WHERE email_hash = ${emailHash} AND asker_hash <> ${askerHash} AND used_at IS NULL AND expires_at > ${now}
      ORDER BY created_at DESC, asker_hash LIMIT 3)
    RETURNING ${TRIED}`)
}

/** Until when the asker's own live code is closed because all its tries are used. */
export async function findClosedUntil(
  db: Queries,
  { emailHash, askerHash }: CodeKey,
  now: Date,
): Promise<Date | undefined> {
  const code = await db.maybeOne<{ expiresAt: Date }>(sql`
    SELECT expires_at AS "expiresAt" FROM otp_code
    WHERE email_hash = ${emailHash} AND asker_hash = ${askerHash} AND used_at IS NULL AND expires_at > ${now} AND tries >= 5`)
  return code?.expiresAt
}

/** Takes back one try of the asker who asked for a code. */
export async function giveBackTry(db: Queries, { emailHash, askerHash }: CodeKey): Promise<void> {
  await db.query(sql`
    UPDATE otp_code SET tries = tries - 1 WHERE email_hash = ${emailHash} AND asker_hash = ${askerHash} AND tries > 0`)
}

/** Uses up one very code; undefined when it was used, replaced or has ended. */
export function spendCode(
  db: Queries,
  { emailHash, askerHash, codeHash, now }: CodeKey & { codeHash: Buffer; now: Date },
): Promise<{ inviteId: number | null } | undefined> {
  return db.maybeOne<{ inviteId: number | null }>(sql`
    UPDATE otp_code SET used_at = ${now}
    WHERE email_hash = ${emailHash} AND asker_hash = ${askerHash} AND code_hash = ${codeHash}
      AND used_at IS NULL AND expires_at > ${now}
    RETURNING invite_id AS "inviteId"`)
}

/** Deletes the codes that were sent to an e-mail address, and the networks that signed in to it. */
export async function deleteCodes(db: Queries, emailHash: Buffer): Promise<void> {
  await db.query(sql`DELETE FROM otp_code WHERE email_hash = ${emailHash}`)
  await db.query(sql`DELETE FROM familiar_network WHERE email_hash = ${emailHash}`)
}

/** A network stays familiar for so long after the last sign-in from it. */
const FAMILIAR_DAYS = 90
/** Networks that are familiar to one e-mail address; the oldest goes when a further one comes. */
const MOST_FAMILIAR = 5

/** Makes the network of an asker familiar to an e-mail address. */
export async function rememberNetwork(db: Queries, { emailHash, askerHash }: CodeKey, now: Date): Promise<void> {
  await db.query(sql`
    INSERT INTO familiar_network (email_hash, network_hash, seen_on) VALUES (${emailHash}, ${askerHash}, ${toDay(now)})
    ON CONFLICT (email_hash, network_hash) DO UPDATE SET seen_on = excluded.seen_on`)
  await db.query(sql`
    DELETE FROM familiar_network WHERE email_hash = ${emailHash} AND network_hash IN (
      SELECT network_hash FROM familiar_network WHERE email_hash = ${emailHash}
      ORDER BY network_hash = ${askerHash} DESC, seen_on DESC OFFSET ${MOST_FAMILIAR})`)
}

/** Returns true if the network of an asker had a recent sign-in to an e-mail address. */
export async function isFamiliarNetwork(db: Queries, { emailHash, askerHash }: CodeKey, now: Date): Promise<boolean> {
  const found = await db.maybeOne(sql`
    SELECT 1 FROM familiar_network
    WHERE email_hash = ${emailHash} AND network_hash = ${askerHash} AND seen_on >= ${toDay(toDaysBefore(now, FAMILIAR_DAYS))}`)
  return found !== undefined
}

/** Networks without a recent sign-in. */
export const unfamiliarNetworks = createExpiry({
  table: sql`familiar_network`,
  where: (now) => sql`seen_on < ${toDay(toDaysBefore(now, FAMILIAR_DAYS))}`,
})

/** Codes that ended a day ago. */
export const expiredCodes = createExpiry({
  table: sql`otp_code`,
  where: (now) => sql`expires_at < ${toDaysBefore(now, 1)}`,
})
