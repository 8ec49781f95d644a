import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'

/** Which approval settles a backchannel request. */
export type StoredBackchannel = { requestHash: Buffer; approvalId: string }

export async function addBackchannel(db: Queries, { requestHash, approvalId }: StoredBackchannel): Promise<void> {
  await db.query(sql`
    INSERT INTO backchannel_request (request_hash, approval_id) VALUES (${requestHash}, ${approvalId})`)
}

export function findBackchannel(db: Queries, requestHash: Buffer): Promise<StoredBackchannel | undefined> {
  return db.maybeOne<StoredBackchannel>(sql`
    SELECT request_hash AS "requestHash", approval_id AS "approvalId" FROM backchannel_request
    WHERE request_hash = ${requestHash}`)
}
