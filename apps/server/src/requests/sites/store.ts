import { randomUUID } from 'node:crypto'
import { MOST_SITE_SECRETS } from '@stillhere/contract'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import type { StoredSite } from './rules.ts'
import { listWebhooks } from './webhook-store.ts'

const COLUMNS = sql`
  site.id, site_key AS "siteKey", name, origins, return_urls AS "returnUrls", logout_url AS "logoutUrl", ping_url AS "pingUrl", actions, test,
  created_at AS "createdAt", disabled_at AS "disabledAt"`

/** A site without its secrets and its webhook. */
export type SiteRow = Omit<StoredSite, 'secrets' | 'webhook'>

export type NewSite = Pick<
  StoredSite,
  'siteKey' | 'name' | 'origins' | 'returnUrls' | 'logoutUrl' | 'pingUrl' | 'actions' | 'test'
>

export function addSite(db: Queries, site: NewSite, now: Date): Promise<SiteRow> {
  return db.one<SiteRow>(sql`
    INSERT INTO site (site_key, name, origins, return_urls, logout_url, ping_url, actions, test, created_at)
    VALUES (${site.siteKey}, ${site.name}, ${site.origins}::text[], ${site.returnUrls}::text[], ${site.logoutUrl},
      ${site.pingUrl}, ${JSON.stringify(site.actions)}::jsonb, ${site.test}, ${now})
    RETURNING ${COLUMNS}`)
}

export type NewSecret = { siteId: number; hash: Buffer; hint: string; now: Date }

/** Holds a site until the transaction ends, so that two that look for a free place of its secrets find two. */
export async function holdSite(db: Queries, siteId: number): Promise<void> {
  await db.query(sql`SELECT FROM site WHERE id = ${siteId} FOR NO KEY UPDATE`)
}

/** Adds a secret in the first free slot of its site; false when there is none. */
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

/** Removes a secret; false when the site has none with this id. */
export async function deleteSecret(db: Queries, { siteKey, id }: { siteKey: string; id: string }): Promise<boolean> {
  const deleted = await db.query(sql`
    DELETE FROM site_secret USING site
    WHERE site.id = site_secret.site_id AND site_key = ${siteKey} AND site_secret.id = ${id} RETURNING 1`)
  return deleted.length > 0
}

export async function findSite(tx: Transaction, siteKey: string): Promise<StoredSite | undefined> {
  const [found] = await completeSites(
    tx,
    await tx.query<SiteRow>(sql`
    SELECT ${COLUMNS} FROM site WHERE site_key = ${siteKey}`),
  )
  return found
}

/** The site that a secret is of, if it may ask people. */
export function findSiteBySecret(db: Queries, secretHash: Buffer): Promise<SiteRow | undefined> {
  return db.maybeOne<SiteRow>(sql`
    SELECT ${COLUMNS} FROM site WHERE disabled_at IS NULL
      AND id = (SELECT site_id FROM site_secret WHERE secret_hash = ${secretHash})`)
}

/** The site with this key, if it may ask people. */
export function findAskingSite(db: Queries, siteKey: string): Promise<SiteRow | undefined> {
  return db.maybeOne<SiteRow>(sql`SELECT ${COLUMNS} FROM site WHERE site_key = ${siteKey} AND disabled_at IS NULL`)
}

/** Sites before the given one, the newest first. */
export async function listPage(
  tx: Transaction,
  { before, limit }: { before: number | null; limit: number },
): Promise<StoredSite[]> {
  return completeSites(
    tx,
    await tx.query<SiteRow>(sql`
    SELECT ${COLUMNS} FROM site WHERE ${before}::bigint IS NULL OR id < ${before}::bigint
    ORDER BY id DESC LIMIT ${limit}`),
  )
}

async function completeSites(tx: Transaction, sites: readonly SiteRow[]): Promise<StoredSite[]> {
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

/** Whether an origin is one of a site that may ask people. */
export async function hasOrigin(db: Queries, origin: string): Promise<boolean> {
  const found = await db.query(sql`
    SELECT 1 FROM site WHERE origins @> ARRAY[${origin}::text] AND disabled_at IS NULL LIMIT 1`)
  return found.length > 0
}

export type SiteChange = Partial<Pick<StoredSite, 'name' | 'origins' | 'returnUrls' | 'actions'>> & {
  /** null removes it. */
  logoutUrl?: string | null | undefined
  /** null removes it. */
  pingUrl?: string | null | undefined
  disabled?: boolean | undefined
}

/** Changes what is given of a site; nothing when there is none with this key. */
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

/** Removes a site with its secrets; false when there is none with this key. */
export async function deleteSite(db: Queries, siteKey: string): Promise<boolean> {
  return (await db.query(sql`DELETE FROM site WHERE site_key = ${siteKey} RETURNING 1`)).length > 0
}
