import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { expireRows } from '../../platform/database/store.ts'
import type { StoredWebhook } from './webhook-rules.ts'

/** Earlier secrets that sign beside the newest at most: each makes the header longer. */
const MOST_SIGNING = 4

/** Sets the address of a site's webhook, and enables it. */
export async function putWebhook(
  db: Queries,
  { siteId, url, now }: { siteId: number; url: string; now: Date },
): Promise<void> {
  await db.query(sql`
    INSERT INTO site_webhook (site_id, url, created_at) VALUES (${siteId}, ${url}, ${now})
    ON CONFLICT (site_id) DO UPDATE SET url = excluded.url, disabled_at = NULL, disabled_reason = NULL`)
}

/** Removes a webhook with its secrets and its log. */
export async function deleteWebhook(db: Queries, siteId: number): Promise<void> {
  await db.query(sql`DELETE FROM site_webhook WHERE site_id = ${siteId}`)
}

/** Holds the webhook of a site until the transaction ends; false when it has none. */
export async function lockWebhook(db: Queries, siteId: number): Promise<boolean> {
  return (await db.query(sql`SELECT 1 FROM site_webhook WHERE site_id = ${siteId} FOR UPDATE`)).length > 0
}

/** Lets every secret of a webhook end by the given time. */
export async function endSecrets(db: Queries, siteId: number, endsAt: Date): Promise<void> {
  await db.query(sql`
    UPDATE site_webhook_secret SET ends_at = least(ends_at, ${endsAt}) WHERE site_id = ${siteId}`)
}

export type NewWebhookSecret = { siteId: number; sealed: Buffer; hint: string; now: Date }

/** Adds the secret of a webhook; false when it has one that does not end. */
export async function addWebhookSecret(db: Queries, { siteId, sealed, hint, now }: NewWebhookSecret): Promise<boolean> {
  const added = await db.query(sql`
    INSERT INTO site_webhook_secret (site_id, sealed, hint, created_at) VALUES (${siteId}, ${sealed}, ${hint}, ${now})
    ON CONFLICT (site_id) WHERE ends_at IS NULL DO NOTHING RETURNING 1`)
  return added.length > 0
}

/** The webhooks of sites as operators see them. */
export function listWebhooks(db: Queries, siteIds: readonly number[], now: Date): Promise<StoredWebhook[]> {
  return db.query<StoredWebhook>(sql`
    SELECT w.site_id AS "siteId", w.url, w.created_at AS "createdAt", w.disabled_at AS "disabledAt",
      w.disabled_reason AS "disabledReason", s.hint AS "secretHint",
      (SELECT max(e.ends_at) FROM site_webhook_secret AS e
        WHERE e.site_id = w.site_id AND e.ends_at > ${now}) AS "earlierSecretUntil"
    FROM site_webhook AS w JOIN site_webhook_secret AS s ON s.site_id = w.site_id AND s.ends_at IS NULL
    WHERE w.site_id = ANY (${siteIds}::bigint[])`)
}

/** Where the events of a site go, and the sealed secrets that sign them now, the newest first; undefined without an open webhook. */
export function findOpenWebhook(
  db: Queries,
  siteId: number,
  now: Date,
): Promise<{ url: string; sealedSecrets: Buffer[] } | undefined> {
  return db.maybeOne(sql`
    SELECT url, ARRAY(SELECT sealed FROM site_webhook_secret AS s
      WHERE s.site_id = w.site_id AND (s.ends_at IS NULL OR s.ends_at > ${now})
      ORDER BY s.id DESC LIMIT ${MOST_SIGNING}) AS "sealedSecrets"
    FROM site_webhook AS w WHERE w.site_id = ${siteId} AND w.disabled_at IS NULL`)
}

/** Disables a webhook that still has this address; false when it has another by now, or is disabled already. */
export async function disableWebhook(
  db: Queries,
  { siteId, url, reason, now }: { siteId: number; url: string; reason: string; now: Date },
): Promise<boolean> {
  const disabled = await db.query(sql`
    UPDATE site_webhook SET disabled_at = ${now}, disabled_reason = ${reason}
    WHERE site_id = ${siteId} AND url = ${url} AND disabled_at IS NULL RETURNING 1`)
  return disabled.length > 0
}

/** The webhook of a site if it is open, held until the transaction ends: what refers to it cannot lose it. */
export function holdOpenWebhook(db: Queries, siteId: number): Promise<{ test: boolean } | undefined> {
  return db.maybeOne(sql`
    SELECT site.test FROM site_webhook AS w JOIN site ON site.id = w.site_id
    WHERE w.site_id = ${siteId} AND w.disabled_at IS NULL FOR KEY SHARE OF w`)
}

/** The sites with an open webhook that have one of these origins, disabled sites among them: their receipts stay valid. */
export function findListeners(
  db: Queries,
  origins: readonly string[],
): Promise<{ siteId: number; origins: string[] }[]> {
  return db.query(sql`
    SELECT site.id AS "siteId", site.origins FROM site JOIN site_webhook AS w ON w.site_id = site.id
    WHERE site.origins && ${origins}::text[] AND w.disabled_at IS NULL ORDER BY site.id`)
}

/** Secrets that sign nothing any more. */
export const endedWebhookSecrets = expireRows({
  table: sql`site_webhook_secret`,
  where: (now) => sql`ends_at <= ${now}`,
})
