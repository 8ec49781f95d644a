import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { MINUTE_MS } from '../day.ts'

/** Which approval settles a backchannel request. */
export type StoredBackchannel = { requestHash: Buffer; approvalId: string; sealed: Buffer }

const COLUMNS = sql`b.request_hash AS "requestHash", b.approval_id AS "approvalId", b.sealed`

export async function addBackchannel(
  db: Queries,
  { requestHash, approvalId, sealed, pingAt }: StoredBackchannel & { pingAt: Date | null },
): Promise<void> {
  await db.query(sql`
    INSERT INTO backchannel_request (request_hash, approval_id, sealed, ping_at)
    VALUES (${requestHash}, ${approvalId}, ${sealed}, ${pingAt})`)
}

export function findBackchannel(db: Queries, requestHash: Buffer): Promise<StoredBackchannel | undefined> {
  return db.maybeOne<StoredBackchannel>(sql`
    SELECT ${COLUMNS} FROM backchannel_request b WHERE b.request_hash = ${requestHash}`)
}

const MOST_AT_ONCE = 20
const MOST_PINGS = 5

/** Claims requests whose approvals have ended and whose sites are to be told, for a minute; each process gets others. */
export function claimPings(db: Queries, now: Date): Promise<StoredBackchannel[]> {
  const again = new Date(now.getTime() + MINUTE_MS)
  return db.query<StoredBackchannel>(sql`
    UPDATE backchannel_request b SET pings = b.pings + 1, ping_at = CASE WHEN b.pings + 1 < ${MOST_PINGS} THEN ${again}::timestamptz END
    WHERE b.request_hash = ANY (ARRAY(
      SELECT d.request_hash FROM backchannel_request d JOIN request p ON p.id = d.approval_id
      WHERE d.ping_at <= ${now} AND (p.state <> 'open' OR p.expires_at <= ${now})
      ORDER BY d.ping_at LIMIT ${MOST_AT_ONCE} FOR UPDATE OF d SKIP LOCKED))
    RETURNING ${COLUMNS}`)
}

/** Notes that a site was told. */
export async function endPings(db: Queries, requestHash: Buffer): Promise<void> {
  await db.query(sql`UPDATE backchannel_request SET ping_at = NULL WHERE request_hash = ${requestHash}`)
}
