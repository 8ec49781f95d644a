import type { Transaction } from '../database/pool.ts'
import { type Sql, sql } from '../database/sql.ts'
import { dayOf } from '../day.ts'
import { removeOldFiles } from '../mail/eml-files.ts'
import { activeTally, scansTally } from '../nodes/tally-store.ts'
import type { Service } from '../service.ts'
import { MOTION_TABLES, type MotionKind } from '../verification/store.ts'

const DAY_MS = 86_400_000
const FILES_KEPT_MS = DAY_MS
const MAILS_KEPT_MS = 30 * DAY_MS
const ANSWERS_KEPT_MS = DAY_MS
const CODES_KEPT_MS = DAY_MS
const UNCONFIRMED_KEPT_MS = 90 * DAY_MS
const RECEIPTS_KEPT_MS = 400 * DAY_MS
const CHALLENGES_KEPT_MS = DAY_MS
const NONCES_KEPT_MS = DAY_MS
const AGENT_NONCES_KEPT_MS = DAY_MS
const UNPROVED_AGENTS_KEPT_MS = 30 * DAY_MS
const MOTION_KEPT_MS = 90 * DAY_MS
const PUBLICATIONS_KEPT_MS = 400 * DAY_MS

// A statement that took long would hold locks that requests wait for.
const BATCH = 2_000

/** Removes what nobody needs any more. Several processes may do it at once: each takes rows that no other has. */
export async function tidy(service: Service): Promise<void> {
  await removeOldFiles(service.settings.dataDir, new Date(service.now().getTime() - FILES_KEPT_MS))
  for (const statement of [
    oldMails,
    staleBudgets,
    oldAnswers,
    oldCodes,
    unconfirmedNodes,
    unconfirmedApplications,
    oldReceipts,
    oldChains,
    oldKeys,
    oldSalts,
    oldChallenges,
    oldNonces,
    oldMotion('capture'),
    oldMotion('stroke'),
    oldPublications,
    oldAgentNonces,
    unprovedAgents,
    oldFigures,
  ]) {
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

/** Those that were mailed a link and never opened it. */
function unconfirmedApplications(now: Date): Sql {
  return sql`
    DELETE FROM recruitment_application WHERE email_key IN (
      SELECT email_key FROM recruitment_application
      WHERE confirmed_at IS NULL AND link_expires_at < ${before(now, UNCONFIRMED_KEPT_MS)}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}

function oldCodes(now: Date): Sql {
  return sql`
    DELETE FROM otp_code WHERE (email_hash, asker_hash) IN (
      SELECT email_hash, asker_hash FROM otp_code WHERE expires_at < ${before(now, CODES_KEPT_MS)}
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

/** What is kept of receipts, long after they have expired. */
function oldReceipts(now: Date): Sql {
  return sql`
    DELETE FROM receipt WHERE id IN (
      SELECT id FROM receipt WHERE expires_at < ${before(now, RECEIPTS_KEPT_MS)}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}

/** Chains without a receipt: the next one of that subject begins anew. */
function oldChains(now: Date): Sql {
  return sql`
    DELETE FROM receipt_chain WHERE subject IN (
      SELECT subject FROM receipt_chain AS c
      WHERE ends_at < ${before(now, RECEIPTS_KEPT_MS)}
        AND NOT EXISTS (SELECT FROM receipt AS r WHERE r.subject = c.subject)
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}

/** Retired keys of which no receipt is left. */
function oldKeys(now: Date): Sql {
  return sql`
    DELETE FROM issuer_key WHERE id IN (
      SELECT id FROM issuer_key AS k
      WHERE retired_at < ${before(now, RECEIPTS_KEPT_MS)}
        AND NOT EXISTS (SELECT FROM receipt AS r WHERE r.issuer_id = k.id)
        AND NOT EXISTS (SELECT FROM receipt_chain AS c WHERE c.issuer_id = k.id)
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}

/** Without its salt, the label of a research session leads back to no address. */
function oldSalts(now: Date): Sql {
  return sql`DELETE FROM research_salt WHERE day < ${dayOf(now)} RETURNING 1`
}

function oldChallenges(now: Date): Sql {
  return sql`
    DELETE FROM used_challenge WHERE id IN (
      SELECT id FROM used_challenge WHERE expires_at < ${before(now, CHALLENGES_KEPT_MS)}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}

/** A message with such a nonce would be too old long since. */
function oldNonces(now: Date): Sql {
  return sql`
    DELETE FROM used_nonce WHERE nonce_hash IN (
      SELECT nonce_hash FROM used_nonce WHERE used_at < ${before(now, NONCES_KEPT_MS)}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}

/** What the memory of motion keeps, with the hashes under which it was found. */
function oldMotion(kind: MotionKind): (now: Date) => Sql {
  const { motion, hash, found } = MOTION_TABLES[kind]
  return (now) => sql`
    WITH gone AS (
      DELETE FROM ${motion} WHERE id IN (
        SELECT id FROM ${motion} WHERE seen_on < ${dayOf(before(now, MOTION_KEPT_MS))}
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id, hashes
    ), forgotten AS (
      DELETE FROM ${hash} h USING (SELECT unnest(hashes) AS hash, id FROM gone) g
      WHERE h.hash = g.hash AND h.${found} = g.id
    )
    SELECT 1 FROM gone`
}

/** Long after the signatures that they belong to have expired. */
function oldAgentNonces(now: Date): Sql {
  return sql`
    DELETE FROM agent_nonce WHERE (agent_id, nonce_hash) IN (
      SELECT agent_id, nonce_hash FROM agent_nonce WHERE expires_at < ${before(now, AGENT_NONCES_KEPT_MS)}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}

/** A name that nobody proved is free again, and the public figure counts it no longer. */
function unprovedAgents(now: Date): Sql {
  return sql`
    WITH gone AS (
      DELETE FROM agent WHERE id IN (
        SELECT id FROM agent WHERE state = 'declared' AND declared_at < ${before(now, UNPROVED_AGENTS_KEPT_MS)}
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING 1
    ), counted AS (
      INSERT INTO tally AS t (name, shard, value)
      SELECT 'agents', pg_backend_pid() % 16, -count(*) FROM gone HAVING count(*) > 0
      ON CONFLICT (name, shard) DO UPDATE SET value = t.value + excluded.value
    )
    SELECT 1 FROM gone`
}

/** Those of unknown outcome stay until somebody settles them. */
function oldPublications(now: Date): Sql {
  return sql`
    DELETE FROM publication WHERE id IN (
      SELECT id FROM publication
      WHERE state IN ('published', 'failed') AND created_at < ${before(now, PUBLICATIONS_KEPT_MS)}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1`
}

/** Figures of days before yesterday: only today's are shown. */
function oldFigures(now: Date): Sql {
  const yesterday = dayOf(before(now, DAY_MS))
  return sql`
    DELETE FROM tally
    WHERE (name ^@ ${activeTally('')} AND name < ${activeTally(yesterday)})
      OR (name ^@ ${scansTally('')} AND name < ${scansTally(yesterday)})
    RETURNING 1`
}
