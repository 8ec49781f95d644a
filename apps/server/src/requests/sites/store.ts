import { randomUUID } from 'node:crypto'
import { MOST_SITE_SECRETS } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { findOwnAddress } from '../../platform/http/origin.ts'
import { isLoopbackName } from '../../platform/loopback.ts'
import { refuseField } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { StoredSite, StoredWebhook } from './rules.ts'

/**
 * Throws 400 unless the audience of a receipt is the origin of a registered, enabled site or the service's own address. Without PUBLIC_URL the
 * service is private, and every loopback origin is accepted, too.
 */
export async function requireAudience(
  db: Queries,
  { settings }: Pick<Service, 'settings'>,
  { audience, request }: { audience: string; request: FastifyRequest },
): Promise<void> {
  const own = findOwnAddress(settings, request)
  if (own && audience === `${own.scheme}://${own.authority}`) return
  if (settings.publicUrl === undefined && isLoopbackOrigin(audience)) return
  if (!audience.includes('\0') && (await hasOrigin(db, audience))) return
  throw refuseField('/audience', 'must be the origin of a site that is registered with this service')
}

function isLoopbackOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.origin === text && isLoopbackName(url.hostname)
}

const COLUMNS = sql`
  site.id, site_key AS "siteKey", name, origins, return_urls AS "returnUrls", logout_url AS "logoutUrl", ping_url AS "pingUrl", actions, test,
  created_at AS "createdAt", disabled_at AS "disabledAt"`

/** A site without its secrets and its webhook. */
export type SiteRow = Omit<StoredSite, 'secrets' | 'webhook'>

type NewSite = Pick<
  StoredSite,
  'siteKey' | 'name' | 'origins' | 'returnUrls' | 'logoutUrl' | 'pingUrl' | 'actions' | 'test'
>

/** Adds a site without secrets or webhook, and returns its row. */
export function addSite(db: Queries, site: NewSite, now: Date): Promise<SiteRow> {
  return db.one<SiteRow>(sql`
    INSERT INTO site (site_key, name, origins, return_urls, logout_url, ping_url, actions, test, created_at)
    VALUES (${site.siteKey}, ${site.name}, ${site.origins}::text[], ${site.returnUrls}::text[], ${site.logoutUrl},
      ${site.pingUrl}, ${JSON.stringify(site.actions)}::jsonb, ${site.test}, ${now})
    RETURNING ${COLUMNS}`)
}

type NewSecret = { siteId: number; hash: Buffer; hint: string; now: Date }

/** Locks the site's row until the transaction ends, so that two concurrent requests for a free secret slot don't get the same one. */
export async function lockSite(db: Queries, siteId: number): Promise<void> {
  await db.query(sql`SELECT FROM site WHERE id = ${siteId} FOR NO KEY UPDATE`)
}

/**
 * Adds a secret in the first free slot of its site; returns false if no slot is free. `hash`: the keyed hash of the secret; `hint`: its last
 * characters.
 */
export async function addSecret(db: Queries, { siteId, hash, hint, now }: NewSecret): Promise<boolean> {
  const added = await db.query(sql`
    INSERT INTO site_secret (id, site_id, slot, secret_hash, hint, created_at)
    SELECT ${randomUUID()}::uuid, ${siteId}, min(slot), ${hash}::bytea, ${hint}::text, ${now}::timestamptz
    FROM generate_series(1, ${MOST_SITE_SECRETS}::int) AS slot
    WHERE NOT EXISTS (SELECT 1 FROM site_secret s WHERE s.site_id = ${siteId} AND s.slot = slot.slot)
    HAVING count(*) > 0
    ON CONFLICT DO NOTHING RETURNING 1`)
  return added.length > 0
}

/** Deletes a secret of a site; returns false if the site has no secret with this id. */
export async function deleteSecret(db: Queries, { siteKey, id }: { siteKey: string; id: string }): Promise<boolean> {
  const deleted = await db.query(sql`
    DELETE FROM site_secret USING site
    WHERE site.id = site_secret.site_id AND site_key = ${siteKey} AND site_secret.id = ${id} RETURNING 1`)
  return deleted.length > 0
}

/** Returns the site with this key, disabled or not, with its webhook and the hints of its secrets; undefined if there is none. */
export async function findSite(tx: Transaction, siteKey: string): Promise<StoredSite | undefined> {
  const [found] = await listCompleteSites(
    tx,
    await tx.query<SiteRow>(sql`
    SELECT ${COLUMNS} FROM site WHERE site_key = ${siteKey}`),
  )
  return found
}

/**
 * Returns the site to which a secret belongs; undefined if the secret is unknown or the site is disabled. `secretHash`: the keyed hash of the
 * secret.
 */
export function findSiteBySecret(db: Queries, secretHash: Buffer): Promise<SiteRow | undefined> {
  return db.maybeOne<SiteRow>(sql`
    SELECT ${COLUMNS} FROM site WHERE disabled_at IS NULL
      AND id = (SELECT site_id FROM site_secret WHERE secret_hash = ${secretHash})`)
}

/** Returns the site with this key; undefined if there is none or it is disabled. */
export function findAskingSite(db: Queries, siteKey: string): Promise<SiteRow | undefined> {
  return db.maybeOne<SiteRow>(sql`SELECT ${COLUMNS} FROM site WHERE site_key = ${siteKey} AND disabled_at IS NULL`)
}

/**
 * Lists sites with their webhooks and the hints of their secrets, newest first. `before`: the row id before which the page begins, or null for
 * the first page.
 */
export async function listPage(
  tx: Transaction,
  { before, limit }: { before: number | null; limit: number },
): Promise<StoredSite[]> {
  return listCompleteSites(
    tx,
    await tx.query<SiteRow>(sql`
    SELECT ${COLUMNS} FROM site WHERE ${before}::bigint IS NULL OR id < ${before}::bigint
    ORDER BY id DESC LIMIT ${limit}`),
  )
}

async function listCompleteSites(tx: Transaction, sites: readonly SiteRow[]): Promise<StoredSite[]> {
  const ids = sites.map(({ id }) => id)
  const webhooks = await listWebhooks(tx, ids, tx.now)
  const secrets = await tx.query<StoredSite['secrets'][number] & { siteId: number }>(sql`
    SELECT id, site_id AS "siteId", hint, created_at AS "createdAt" FROM site_secret
    WHERE site_id = ANY (${ids}::bigint[]) ORDER BY created_at, slot`)
  return sites.map((site) => ({
    ...site,
    secrets: secrets.filter(({ siteId }) => siteId === site.id),
    webhook: webhooks.find(({ siteId }) => siteId === site.id) ?? null,
  }))
}

/** Returns whether an enabled site has this origin. */
async function hasOrigin(db: Queries, origin: string): Promise<boolean> {
  const found = await db.query(sql`
    SELECT 1 FROM site WHERE origins @> ARRAY[${origin}::text] AND disabled_at IS NULL LIMIT 1`)
  return found.length > 0
}

type SiteChange = Partial<Pick<StoredSite, 'name' | 'origins' | 'returnUrls' | 'actions'>> & {
  /** null removes the address. */
  logoutUrl?: string | null | undefined
  /** null removes the address. */
  pingUrl?: string | null | undefined
  disabled?: boolean | undefined
}

/**
 * Updates the given fields of a site; undefined fields stay as they are. Does nothing if there is no site with this key. `disabled`: true
 * disables the site, false enables it.
 */
export async function updateSite(db: Queries, siteKey: string, change: SiteChange, now: Date): Promise<void> {
  const { name = null, origins = null, returnUrls = null, actions, logoutUrl, pingUrl, disabled = null } = change
  await db.query(sql`
    UPDATE site SET name = coalesce(${name}, name), origins = coalesce(${origins}::text[], origins),
      return_urls = coalesce(${returnUrls}::text[], return_urls),
      actions = coalesce(${actions ? JSON.stringify(actions) : null}::jsonb, actions),
      logout_url = CASE WHEN ${logoutUrl !== undefined}::boolean THEN ${logoutUrl ?? null}::text ELSE logout_url END,
      ping_url = CASE WHEN ${pingUrl !== undefined}::boolean THEN ${pingUrl ?? null}::text ELSE ping_url END,
      disabled_at = CASE ${disabled}::boolean WHEN true THEN coalesce(disabled_at, ${now}) WHEN false THEN NULL ELSE disabled_at END
    WHERE site_key = ${siteKey}`)
}

/** Deletes a site with its secrets; returns false if there is none with this key. */
export async function deleteSite(db: Queries, siteKey: string): Promise<boolean> {
  return (await db.query(sql`DELETE FROM site WHERE site_key = ${siteKey} RETURNING 1`)).length > 0
}

/** How many secrets sign an event at most: each makes the header longer. */
const MOST_SIGNING = 4

/** Stores the address of a site's webhook, replaces an earlier one, and enables the webhook. */
export async function saveWebhook(
  db: Queries,
  { siteId, url, now }: { siteId: number; url: string; now: Date },
): Promise<void> {
  await db.query(sql`
    INSERT INTO site_webhook (site_id, url, created_at) VALUES (${siteId}, ${url}, ${now})
    ON CONFLICT (site_id) DO UPDATE SET url = excluded.url, disabled_at = NULL, disabled_reason = NULL`)
}

/** Deletes a site's webhook with its secrets and all its deliveries, sent or waiting; does nothing if there is none. */
export async function deleteWebhook(db: Queries, siteId: number): Promise<void> {
  await db.query(sql`DELETE FROM site_webhook WHERE site_id = ${siteId}`)
}

/** Locks the webhook of a site until the transaction ends; returns false if the site has none. */
export async function lockWebhook(db: Queries, siteId: number): Promise<boolean> {
  return (await db.query(sql`SELECT 1 FROM site_webhook WHERE site_id = ${siteId} FOR UPDATE`)).length > 0
}

/** Limits the lifetime of all secrets of a site's webhook: they end at `endsAt`, unless they end earlier. */
export async function deleteSecrets(db: Queries, siteId: number, endsAt: Date): Promise<void> {
  await db.query(sql`
    UPDATE site_webhook_secret SET ends_at = least(ends_at, ${endsAt}) WHERE site_id = ${siteId}`)
}

type NewWebhookSecret = { siteId: number; sealed: Buffer; hint: string; now: Date }

/** Adds a sealed secret to a site's webhook; returns false if the webhook has a current secret, one without an end. */
export async function addWebhookSecret(db: Queries, { siteId, sealed, hint, now }: NewWebhookSecret): Promise<boolean> {
  const added = await db.query(sql`
    INSERT INTO site_webhook_secret (site_id, sealed, hint, created_at) VALUES (${siteId}, ${sealed}, ${hint}, ${now})
    ON CONFLICT (site_id) WHERE ends_at IS NULL DO NOTHING RETURNING 1`)
  return added.length > 0
}

/**
 * Lists the webhooks of the given sites, in no particular order: address, state, the hint of the current secret, and until when earlier
 * secrets sign.
 */
export function listWebhooks(db: Queries, siteIds: readonly number[], now: Date): Promise<StoredWebhook[]> {
  return db.query<StoredWebhook>(sql`
    SELECT w.site_id AS "siteId", w.url, w.created_at AS "createdAt", w.disabled_at AS "disabledAt",
      w.disabled_reason AS "disabledReason", s.hint AS "secretHint",
      (SELECT max(e.ends_at) FROM site_webhook_secret AS e
        WHERE e.site_id = w.site_id AND e.ends_at > ${now}) AS "earlierSecretUntil"
    FROM site_webhook AS w JOIN site_webhook_secret AS s ON s.site_id = w.site_id AND s.ends_at IS NULL
    WHERE w.site_id = ANY (${siteIds}::bigint[])`)
}

/**
 * Returns the address of a site's webhook and the sealed secrets that sign its events now, newest first; undefined if the site has no webhook
 * or it is disabled.
 */
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

/** Disables a site's webhook if it still has the address `url`; returns false if the address has changed or the webhook is disabled already. */
export async function updateDisabledWebhook(
  db: Queries,
  { siteId, url, reason, now }: { siteId: number; url: string; reason: string; now: Date },
): Promise<boolean> {
  const disabled = await db.query(sql`
    UPDATE site_webhook SET disabled_at = ${now}, disabled_reason = ${reason}
    WHERE site_id = ${siteId} AND url = ${url} AND disabled_at IS NULL RETURNING 1`)
  return disabled.length > 0
}

/**
 * Locks a site's webhook against deletion until the transaction ends, and returns whether the site is a test site; undefined if the site has
 * no webhook or it is disabled.
 */
export function lockOpenWebhook(db: Queries, siteId: number): Promise<{ test: boolean } | undefined> {
  return db.maybeOne(sql`
    SELECT site.test FROM site_webhook AS w JOIN site ON site.id = w.site_id
    WHERE w.site_id = ${siteId} AND w.disabled_at IS NULL FOR KEY SHARE OF w`)
}

/** Lists the sites that have one of these origins and an enabled webhook, ordered by id. Includes disabled sites, since their receipts stay valid. */
export function findListeners(
  db: Queries,
  origins: readonly string[],
): Promise<{ siteId: number; origins: string[] }[]> {
  return db.query(sql`
    SELECT site.id AS "siteId", site.origins FROM site JOIN site_webhook AS w ON w.site_id = site.id
    WHERE site.origins && ${origins}::text[] AND w.disabled_at IS NULL ORDER BY site.id`)
}

/** Deletes webhook secrets that have ended and sign nothing any more. */
export const endedWebhookSecrets = createExpiry({
  table: sql`site_webhook_secret`,
  where: (now) => sql`ends_at <= ${now}`,
})
