import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { toDay } from '../../platform/day.ts'
import { type Certification, type Demand, type DeviceModel, GRACE_DAYS, type Metadata } from './metadata.ts'

/** The imported metadata, with the requirements under which it was imported. */
export type StoredMetadata = Metadata & {
  root: Buffer
  signer: string
  leastCertification: Certification
  importedAt: Date
}

type NewMetadata = { metadata: Metadata; demand: Demand; sha256: Buffer; now: Date }

/**
 * Saves verified metadata and replaces the previous metadata. Returns false, and changes nothing, if the previous metadata has another root
 * or isn't older. The same blob can be saved again with other requirements.
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

/** Returns the imported metadata, or undefined if none was imported. */
export function findMetadata(db: Queries): Promise<StoredMetadata | undefined> {
  return db.maybeOne<StoredMetadata>(sql`
    SELECT root, signer, least_certification AS "leastCertification", number::float8 AS number,
      to_char(next_update, 'YYYY-MM-DD') AS "nextUpdate", models, left_out AS "leftOut", imported_at AS "importedAt"
    FROM device_metadata`)
}

/** Returns the day ('YYYY-MM-DD') on which newer metadata is due; undefined if no metadata was imported. */
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

/** Returns whether there is imported metadata that isn't outdated and lists at least one accepted device model. */
export async function hasModels(db: Queries, now: Date): Promise<boolean> {
  return (
    (await db.query(sql`SELECT 1 FROM device_metadata WHERE models <> '{}' AND ${createUsableFilter(now)}`)).length > 0
  )
}

/**
 * Reads the root certificates (base64 DER) of the given device models. Models that aren't in the imported metadata are omitted; if the
 * metadata is outdated, the list is empty.
 */
export function readModelRoots(
  db: Queries,
  { aaguids, now }: { aaguids: readonly string[]; now: Date },
): Promise<(Pick<DeviceModel, 'roots'> & { aaguid: string })[]> {
  return db.query(sql`
    SELECT a.aaguid, m.models -> a.aaguid -> 'roots' AS roots
    FROM device_metadata AS m, unnest(${[...aaguids]}::text[]) AS a (aaguid)
    WHERE m.models -> a.aaguid IS NOT NULL AND ${createUsableFilter(now)}`)
}
