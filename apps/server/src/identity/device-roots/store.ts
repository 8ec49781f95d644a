import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { toDay } from '../../platform/day.ts'
import { type Certification, type Demand, type DeviceModel, GRACE_DAYS, type Metadata } from './metadata.ts'

/** The last import, and its demand. */
export type StoredMetadata = Metadata & {
  root: Buffer
  signer: string
  leastCertification: Certification
  importedAt: Date
}

type NewMetadata = { metadata: Metadata; demand: Demand; sha256: Buffer; now: Date }

/**
 * Saves verified metadata, which replaces the previous one; returns false if that is of another root, or not older. The same blob may come again,
 * under another demand.
 */
export async function saveMetadata(db: Queries, { metadata, demand, sha256, now }: NewMetadata): Promise<boolean> {
  const { number, nextUpdate, models, leftOut } = metadata
  const { root, signer, leastCertification } = demand
  const saved = await db.query(sql`
    INSERT INTO device_metadata AS m (root, signer, least_certification, number, blob_sha256, next_update, models,
      left_out, imported_at)
    VALUES (${root.raw}, ${signer}, ${leastCertification}, ${number}, ${sha256}, ${nextUpdate}, ${JSON.stringify(models)},
      ${leftOut}, ${now})
    ON CONFLICT (singleton) DO UPDATE SET signer = excluded.signer, least_certification = excluded.least_certification,
      number = excluded.number, blob_sha256 = excluded.blob_sha256, next_update = excluded.next_update,
      models = excluded.models, left_out = excluded.left_out, imported_at = excluded.imported_at
    WHERE m.root = excluded.root AND (m.number < excluded.number OR m.blob_sha256 = excluded.blob_sha256)
    RETURNING 1`)
  return saved.length > 0
}

/** Finds the imported metadata. */
export function findMetadata(db: Queries): Promise<StoredMetadata | undefined> {
  return db.maybeOne<StoredMetadata>(sql`
    SELECT root, signer, least_certification AS "leastCertification", number::float8 AS number,
      to_char(next_update, 'YYYY-MM-DD') AS "nextUpdate", models, left_out AS "leftOut", imported_at AS "importedAt"
    FROM device_metadata`)
}

/** Returns the day on which newer metadata is due; undefined if none was imported. */
export async function findNextUpdate(db: Queries): Promise<string | undefined> {
  const found = await db.maybeOne<{ day: string }>(sql`
    SELECT to_char(next_update, 'YYYY-MM-DD') AS day FROM device_metadata`)
  return found?.day
}

/** Deletes the imported metadata; returns false if there was none. */
export async function deleteMetadata(db: Queries): Promise<boolean> {
  return (await db.query(sql`DELETE FROM device_metadata RETURNING 1`)).length > 0
}

const createUsableFilter = (now: Date) => sql`next_update + ${GRACE_DAYS}::int >= ${toDay(now)}::date`

/** Returns whether any imported model counts now. */
export async function hasModels(db: Queries, now: Date): Promise<boolean> {
  return (
    (await db.query(sql`SELECT 1 FROM device_metadata WHERE models <> '{}' AND ${createUsableFilter(now)}`)).length > 0
  )
}

/** Reads the roots of those of these models that count now: certificates in base64 (DER). */
export function readModelRoots(
  db: Queries,
  { aaguids, now }: { aaguids: readonly string[]; now: Date },
): Promise<(Pick<DeviceModel, 'roots'> & { aaguid: string })[]> {
  return db.query(sql`
    SELECT a.aaguid, m.models -> a.aaguid -> 'roots' AS roots
    FROM device_metadata AS m, unnest(${[...aaguids]}::text[]) AS a (aaguid)
    WHERE m.models -> a.aaguid IS NOT NULL AND ${createUsableFilter(now)}`)
}
