import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDaysBefore } from '../../platform/day.ts'

/** An application to become a founding tester, as it is stored. */
type Application = {
  emailKey: string
  /** The mailbox that the address probably belongs to, from toMailboxKey; only one application per mailbox. */
  mailboxKey: string
  /** The address to which mail is sent. */
  email: string
  technicalBackground: string | null
  handle: string | null
  source: string | null
}

/** Locks the counter of applications until the transaction ends, so that other applications wait and position numbers have no gaps. */
export async function lockPositions(db: Queries): Promise<void> {
  await db.query(sql`SELECT FROM cohort WHERE name = 'recruitment' FOR UPDATE`)
}

/** Stores an application at the next position; returns false if this mailbox or e-mail address has applied before. */
export async function addApplication(db: Queries, one: Application, now: Date): Promise<boolean> {
  const taken = await db.query(sql`
    WITH place AS (
      UPDATE cohort SET taken = taken + 1, last_at = ${now}
      WHERE name = 'recruitment' AND NOT EXISTS (
        SELECT FROM recruitment_application WHERE mailbox_key = ${one.mailboxKey} OR email_key = ${one.emailKey})
      RETURNING taken)
    INSERT INTO recruitment_application
      (email_key, mailbox_key, email, technical_bg, handle, source, position_number, applied_at)
    SELECT ${one.emailKey}, ${one.mailboxKey}, ${one.email}, ${one.technicalBackground}, ${one.handle}, ${one.source},
      taken, ${now}
    FROM place RETURNING position_number`)
  return taken.length > 0
}

/** Finds the state and position of an application by its mailbox or e-mail address; returns undefined if neither has applied. */
export function findStanding(
  db: Queries,
  { mailboxKey, emailKey }: Pick<Application, 'mailboxKey' | 'emailKey'>,
  now: Date,
): Promise<ApplicationStanding | undefined> {
  return db.maybeOne<ApplicationStanding>(sql`
    SELECT a.position_number AS position, a.founding_number AS "foundingNumber", a.confirmed_at IS NOT NULL AS "isConfirmed",
      (SELECT taken FROM cohort WHERE name = 'founding') AS taken, h.held, h.before AS "heldBefore"
    FROM recruitment_application AS a, LATERAL (
      SELECT count(*) AS held, count(*) FILTER (WHERE position_number < a.position_number) AS before
      FROM recruitment_application WHERE confirmed_at IS NULL AND link_expires_at > ${now}) AS h
    WHERE a.mailbox_key = ${mailboxKey} OR a.email_key = ${emailKey}
    ORDER BY a.mailbox_key NULLS LAST LIMIT 1`)
}

/**
 * Saves a confirmation link for an application and returns the address to mail it to. Returns undefined, and saves nothing, if the
 * application is confirmed, has a link that hasn't expired, or all founding places are taken.
 */
export async function saveLink(
  db: Queries,
  { mailboxKey, link, now }: { mailboxKey: string; link: { hash: Buffer; expiresAt: Date }; now: Date },
): Promise<string | undefined> {
  const saved = await db.maybeOne<{ email: string }>(sql`
    UPDATE recruitment_application SET link_hash = ${link.hash}, link_expires_at = ${link.expiresAt}
    WHERE mailbox_key = ${mailboxKey} AND confirmed_at IS NULL AND coalesce(link_expires_at, '-infinity') <= ${now}
      AND EXISTS (SELECT FROM cohort WHERE name = 'founding' AND taken < 50)
    RETURNING email`)
  return saved?.email
}

/** Confirms the application with the link of this hash, once, and returns its keys; returns undefined if the link is unknown, used or expired. */
export function confirmLink(
  db: Queries,
  hash: Buffer,
  now: Date,
): Promise<Pick<Application, 'emailKey' | 'mailboxKey'> | undefined> {
  return db.maybeOne(sql`
    UPDATE recruitment_application SET confirmed_at = ${now}
    WHERE link_hash = ${hash} AND confirmed_at IS NULL AND link_expires_at > ${now}
    RETURNING email_key AS "emailKey", mailbox_key AS "mailboxKey"`)
}

/** Returns whether the link with this hash has confirmed an application. */
export async function isLinkUsed(db: Queries, hash: Buffer): Promise<boolean> {
  const used = await db.query(sql`
    SELECT FROM recruitment_application WHERE link_hash = ${hash} AND confirmed_at IS NOT NULL`)
  return used.length > 0
}

/** Claims the next of the 50 founding places and returns its number; returns undefined if all are taken. */
export async function claimFoundingPlace(db: Queries, now: Date): Promise<number | undefined> {
  const place = await db.maybeOne<{ taken: number }>(sql`
    UPDATE cohort SET taken = taken + 1, last_at = ${now} WHERE name = 'founding' AND taken < 50 RETURNING taken`)
  return place?.taken
}

/** Saves the number of the founding place that an application was given. */
export async function saveFoundingNumber(db: Queries, emailKey: string, foundingNumber: number): Promise<void> {
  await db.query(sql`
    UPDATE recruitment_application SET founding_number = ${foundingNumber} WHERE email_key = ${emailKey}`)
}

/** An application as its owner sees it. */
export type StoredApplication = {
  email: string
  technicalBackground: string | null
  handle: string | null
  source: string | null
  position: number
  appliedAt: Date
  confirmedAt: Date | null
}

/** Finds the application of an e-mail address, as its owner may see it. */
export function findApplication(db: Queries, emailKey: string): Promise<StoredApplication | undefined> {
  return db.maybeOne(sql`
    SELECT email, technical_bg AS "technicalBackground", handle, source, position_number AS position,
      applied_at AS "appliedAt", confirmed_at AS "confirmedAt"
    FROM recruitment_application WHERE email_key = ${emailKey}`)
}

/** Deletes the application of an e-mail address. Its position number isn't given to another application. */
export async function deleteApplication(db: Queries, emailKey: string): Promise<void> {
  await db.query(sql`DELETE FROM recruitment_application WHERE email_key = ${emailKey}`)
}

/** Deletes applications that weren't confirmed within 90 days after their link expired. */
export const unconfirmedApplications = createExpiry({
  table: sql`recruitment_application`,
  where: (now) => sql`confirmed_at IS NULL AND link_expires_at < ${toDaysBefore(now, 90)}`,
})

/** The number of founding testers. The tables have the same bound. */
const FOUNDING_TESTERS = 50

/** The time for which a mailed link is valid and a founding place is held for its recipient. */
export const LINK_MS = 48 * 3_600_000

/** The state of an application, and how many founding places are taken or held. */
export type ApplicationStanding = {
  position: number
  foundingNumber: number | null
  isConfirmed: boolean
  /** The number of founding places given to confirmed applications. */
  taken: number
  /**
   * `held`: the number of places held for applicants who haven't opened their link yet; `heldBefore`: those of them who applied earlier
   * than this applicant.
   */
  held: number
  heldBefore: number
}

/**
 * Returns the part of a response that says if an applicant is a founding tester: final once the application is confirmed, before that a
 * forecast from the places taken and held now.
 */
export function describeStanding(standing: ApplicationStanding): {
  cohort: 'genesis' | 'public'
  position: 'founding_tester' | 'applicant'
  position_number: number
  slots_remaining: number
  confirmed: boolean
} {
  const { position: position_number, isConfirmed: confirmed, foundingNumber, taken, held, heldBefore } = standing
  const slots_remaining = Math.max(0, FOUNDING_TESTERS - taken - held)
  const isFoundingTester = confirmed ? foundingNumber !== null : taken + heldBefore < FOUNDING_TESTERS
  return isFoundingTester
    ? { cohort: 'genesis', position: 'founding_tester', position_number, slots_remaining, confirmed }
    : { cohort: 'public', position: 'applicant', position_number, slots_remaining, confirmed }
}
