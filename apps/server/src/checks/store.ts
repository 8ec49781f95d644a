import type { AssuranceLevel, CheckDetails, CHECK_FAILURES } from '@stillhere/contract'
import { expireRows } from '../database/expiry.ts'
import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { daysBefore, HOUR_MS } from '../day.ts'

/** 0: nobody moved. */
type ReachedLevel = 0 | AssuranceLevel
export type FailureReason = (typeof CHECK_FAILURES)[number]

/** A check as it is stored, with what people are told of its site. */
export type StoredCheck = {
  id: string
  siteId: number
  siteName: string
  test: boolean
  action: string
  details: CheckDetails | null
  nonce: string | null
  cdata: string | null
  assurance: AssuranceLevel
  otherWay: boolean
  audience: string
  origin: string | null
  returnUrl: string | null
  createdAt: Date
  expiresAt: Date
  state: 'open' | 'passed' | 'failed'
  reason: FailureReason | null
  settledAt: Date | null
  redeemedAt: Date | null
  changes: number
  screenHash: Buffer | null
  deviceHash: Buffer | null
  followerHash: Buffer | null
  /** Whether a page started it, so that the page that opens it must prove that it comes from there. */
  needsProof: boolean
  /** Whether the page that started it opened it; null until it is opened, and where a server asked. */
  sameBrowser: boolean | null
  wrongNumbers: number
  subject: string | null
  reached: ReachedLevel | null
}

const COLUMNS = sql`
  c.id, c.site_id AS "siteId", s.name AS "siteName", s.test, c.action, c.details, c.nonce, c.cdata, c.assurance, c.other_way AS "otherWay", c.audience,
  c.origin, c.return_url AS "returnUrl", c.created_at AS "createdAt", c.expires_at AS "expiresAt", c.state, c.reason,
  c.settled_at AS "settledAt", c.redeemed_at AS "redeemedAt", c.changes, c.screen_hash AS "screenHash", c.device_hash AS "deviceHash",
  c.follower_hash AS "followerHash", c.open_hash IS NOT NULL AS "needsProof", c.same_browser AS "sameBrowser", c.wrong_numbers AS "wrongNumbers", c.subject, c.reached`

export type NewCheck = Pick<
  StoredCheck,
  | 'id'
  | 'siteId'
  | 'action'
  | 'details'
  | 'nonce'
  | 'cdata'
  | 'assurance'
  | 'otherWay'
  | 'audience'
  | 'origin'
  | 'returnUrl'
  | 'expiresAt'
  | 'followerHash'
> & {
  askedBy: 'server' | 'page' | 'sign_in'
  /** What proves to have come from the page that asks; null where a server does. */
  opening: { hash: Buffer; number: number } | null
}

export async function addCheck(db: Queries, one: NewCheck, now: Date): Promise<void> {
  await db.query(sql`
    INSERT INTO site_check (id, site_id, asked_by, action, details, nonce, cdata, assurance, other_way, audience, origin, return_url, follower_hash,
      open_hash, open_number, created_at, expires_at)
    VALUES (${one.id}, ${one.siteId}, ${one.askedBy}, ${one.action}, ${one.details === null ? null : JSON.stringify(one.details)}::json, ${one.nonce},
      ${one.cdata}, ${one.assurance}, ${one.otherWay}, ${one.audience}, ${one.origin}, ${one.returnUrl}, ${one.followerHash},
      ${one.opening?.hash ?? null}, ${one.opening?.number ?? null}, ${now}, ${one.expiresAt})`)
}

/** A check of a site that may still ask. */
export function findCheck(db: Queries, id: string): Promise<StoredCheck | undefined> {
  return db.maybeOne<StoredCheck>(sql`
    SELECT ${COLUMNS} FROM site_check c JOIN site s ON s.id = c.site_id WHERE c.id = ${id} AND s.disabled_at IS NULL`)
}

/** An open check that nobody else can end or change until the transaction does. */
export function lockOpenCheck(db: Queries, id: string, now: Date): Promise<StoredCheck | undefined> {
  return db.maybeOne<StoredCheck>(sql`
    SELECT ${COLUMNS} FROM site_check c JOIN site s ON s.id = c.site_id
    WHERE c.id = ${id} AND s.disabled_at IS NULL AND c.state = 'open' AND c.expires_at > ${now} FOR UPDATE OF c`)
}

/** A check, and how often it had changed when it was last looked at. */
export type SeenCheck = { id: string; changes: number }

/** Of these checks those of which there is something new to tell. */
export function findChanged(db: Queries, seen: readonly SeenCheck[], now: Date): Promise<StoredCheck[]> {
  const [ids, changes] = [seen.map((one) => one.id), seen.map((one) => one.changes)]
  return db.query<StoredCheck>(sql`
    SELECT ${COLUMNS} FROM unnest(${ids}::uuid[], ${changes}::integer[]) AS f (id, changes)
    JOIN site_check c ON c.id = f.id JOIN site s ON s.id = c.site_id
    WHERE c.changes <> f.changes OR (c.state = 'open' AND c.expires_at <= ${now})`)
}

/** `openHash` and `number` are what the page brings as proof; null where it has none. */
type Claim = { id: string; hash: Buffer; openHash: Buffer | null; number: number | null; seconds: number; now: Date }

/**
 * Gives an open check to the first page that asks; one that a page started, only by its secret or its number, and for `seconds` from its
 * beginning. The third wrong number ends it. Undefined where another page has it, it has ended, or there is no proof.
 */
export function claimScreen(
  db: Queries,
  { id, hash, openHash, number, seconds, now }: Claim,
): Promise<{ opened: boolean; state: string } | undefined> {
  const isProven = sql`coalesce(open_hash IS NULL OR open_hash = ${openHash} OR open_number = ${number}, false)`
  const isLastTry = sql`(NOT ${isProven} AND wrong_numbers >= 2)`
  return db.maybeOne(sql`
    UPDATE site_check SET
      changes = changes + 1,
      screen_hash = CASE WHEN ${isProven} THEN ${hash}::bytea END,
      same_browser = CASE WHEN ${isProven} AND open_hash IS NOT NULL THEN coalesce(open_hash = ${openHash}, false) END,
      expires_at = CASE WHEN ${isProven} AND open_hash IS NOT NULL THEN created_at + make_interval(secs => ${seconds}) ELSE expires_at END,
      wrong_numbers = wrong_numbers + (NOT ${isProven})::int,
      state = CASE WHEN ${isLastTry} THEN 'failed' ELSE state END,
      reason = CASE WHEN ${isLastTry} THEN 'wrong_number' END,
      settled_at = CASE WHEN ${isLastTry} THEN ${now}::timestamptz END
    WHERE id = ${id} AND screen_hash IS NULL AND state = 'open' AND expires_at > ${now} AND (${isProven} OR ${number}::int IS NOT NULL)
    RETURNING screen_hash IS NOT NULL AS opened, state`)
}

export type Pair = { hash: Buffer; number: number; expiresAt: Date }

/** Replaces the link for a phone, and lets go of a phone that has joined; false where the check is not open. */
export async function replacePair(db: Queries, id: string, pair: Pair, now: Date): Promise<boolean> {
  const replaced = await db.query(sql`
    UPDATE site_check SET changes = changes + 1, pair_hash = ${pair.hash}, pair_number = ${pair.number}, pair_expires_at = ${pair.expiresAt},
      device_hash = NULL
    WHERE id = ${id} AND state = 'open' AND expires_at > ${now} RETURNING 1`)
  return replaced.length > 0
}

export type Join = { id: string; pairHash: Buffer; number: number; deviceHash: Buffer; now: Date }

/**
 * Spends the link for a phone: the phone has the check where the number is right; the third wrong number ends the check. Undefined
 * where there is no such link, or it has expired or was spent.
 */
export function joinDevice(
  db: Queries,
  { id, pairHash, number, deviceHash, now }: Join,
): Promise<{ joined: boolean; state: string } | undefined> {
  return db.maybeOne(sql`
    UPDATE site_check c SET
      changes = changes + 1,
      pair_hash = NULL,
      device_hash = CASE WHEN pair_number = ${number} THEN ${deviceHash}::bytea END,
      wrong_numbers = wrong_numbers + (pair_number <> ${number})::int,
      state = CASE WHEN pair_number <> ${number} AND wrong_numbers >= 2 THEN 'failed' ELSE state END,
      reason = CASE WHEN pair_number <> ${number} AND wrong_numbers >= 2 THEN 'wrong_number' END,
      settled_at = CASE WHEN pair_number <> ${number} AND wrong_numbers >= 2 THEN ${now}::timestamptz END
    WHERE id = ${id} AND pair_hash = ${pairHash} AND pair_expires_at > ${now} AND state = 'open' AND expires_at > ${now}
    RETURNING device_hash IS NOT NULL AS joined, state`)
}

/** Counts a scan that was refused; the fifth ends the check. Returns the state after it, or undefined where it was not open. */
export async function countRefusal(db: Queries, id: string, now: Date): Promise<'open' | 'failed' | undefined> {
  const counted = await db.maybeOne<{ state: 'open' | 'failed' }>(sql`
    UPDATE site_check SET changes = changes + 1, refusals = refusals + 1,
      state = CASE WHEN refusals >= 4 THEN 'failed' ELSE state END,
      reason = CASE WHEN refusals >= 4 THEN 'too_many_refusals' END,
      settled_at = CASE WHEN refusals >= 4 THEN ${now}::timestamptz END
    WHERE id = ${id} AND state = 'open' AND expires_at > ${now} RETURNING state`)
  return counted?.state
}

/** Ends an open check; false where it is not open. */
export async function failCheck(db: Queries, id: string, reason: FailureReason, now: Date): Promise<boolean> {
  const failed = await db.query(sql`
    UPDATE site_check SET changes = changes + 1, state = 'failed', reason = ${reason}, settled_at = ${now}
    WHERE id = ${id} AND state = 'open' AND expires_at > ${now} RETURNING 1`)
  return failed.length > 0
}

export type Passing = { subject: string; reached: ReachedLevel; sealed: Buffer | null }

/** Lets an open check pass, which the caller has locked. */
export async function passCheck(
  db: Queries,
  id: string,
  { subject, reached, sealed }: Passing,
  now: Date,
): Promise<void> {
  await db.one(sql`
    UPDATE site_check SET changes = changes + 1, state = 'passed', settled_at = ${now}, subject = ${subject}, reached = ${reached}, sealed = ${sealed}
    WHERE id = ${id} AND state = 'open' RETURNING 1`)
}

/** What is given out once. */
export type Redeemed = StoredCheck & { sealed: Buffer | null }

/** Which check, for the site with this id or secret, and what may be given out. */
export type Redemption = {
  id: string
  site: { id: number } | { secretHash: Buffer }
  /** Whether the person's code was brought, and was right. */
  hasCode: boolean
  states: readonly ('passed' | 'failed')[]
  allowsTest: boolean
  /** Whether the outcome of a check is a test, also for sites that are none. */
  isSandbox: boolean
  /** The least level that counts, where the site has registered no higher one for the action; null where each counts. */
  minAssurance: AssuranceLevel | null
  settledAfter: Date
  now: Date
}

/** Gives out what came of a check, once: undefined the second time, to other sites, and where it is open or ended too long ago. */
export function redeem(db: Queries, asked: Redemption): Promise<Redeemed | undefined> {
  const { id, site, hasCode, states, allowsTest, isSandbox, minAssurance, settledAfter, now } = asked
  const siteId =
    'id' in site ? sql`${site.id}` : sql`(SELECT site_id FROM site_secret WHERE secret_hash = ${site.secretHash})`
  // + 0 keeps the index of sites out of it. PostgreSQL would take it for a table that it hasn't analyzed yet, and read all checks of the site.
  return db.maybeOne<Redeemed>(sql`
    WITH before AS (
      SELECT c.id, c.sealed, s.name, s.test
      FROM site_check c JOIN site s ON s.id = c.site_id + 0
      WHERE c.id = ${id} AND s.id = ${siteId} AND s.disabled_at IS NULL AND (${allowsTest} OR NOT (s.test OR ${isSandbox}))
        AND c.state = ANY (${states}::text[]) AND (${hasCode} OR c.return_url IS NULL) AND c.redeemed_at IS NULL
        AND c.settled_at > ${settledAfter} AND (${minAssurance}::int IS NULL
          OR c.reached >= greatest(${minAssurance}::int, (s.actions ->> c.action)::int))
      FOR UPDATE OF c),
    taken AS (
      UPDATE site_check SET redeemed_at = ${now}, sealed = NULL FROM before
      WHERE site_check.id = before.id
      RETURNING site_check.*, before.sealed AS outcome, before.name, before.test)
    SELECT ${COLUMNS}, c.outcome AS sealed FROM taken c JOIN taken s USING (id)`)
}

/** An unopened check that no site's server asked for. Any program can start as many as it likes. */
export const IS_UNOPENED = sql`(asked_by <> 'server' AND screen_hash IS NULL AND state = 'open')`

export type Usage = { day: string; created: number; passed: number; failed: number; redeemed: number }

/** The checks of a site, day by day, the newest first; without unopened ones that any program can start. */
export function countUsage(db: Queries, siteId: number): Promise<Usage[]> {
  return db.query<Usage>(sql`
    SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day, count(*) AS created,
      count(*) FILTER (WHERE state = 'passed') AS passed, count(*) FILTER (WHERE state = 'failed') AS failed,
      count(*) FILTER (WHERE redeemed_at IS NOT NULL) AS redeemed
    FROM site_check WHERE site_id = ${siteId} AND NOT ${IS_UNOPENED} GROUP BY 1 ORDER BY 1 DESC`)
}

/** Long enough to see how a site is used. */
const KEPT_DAYS = 7

/** Checks that were not opened in time, an hour later. Apart from the others, for an index of their own. */
export const unopenedChecks = expireRows({
  table: sql`site_check`,
  where: (now) => sql`${IS_UNOPENED} AND expires_at < ${new Date(now.getTime() - HOUR_MS)}`,
})

/** Checks that nobody asks about any more. */
export const expiredChecks = expireRows({
  table: sql`site_check`,
  where: (now) => sql`expires_at < ${daysBefore(now, KEPT_DAYS)}`,
})
