import type { NodeStatus } from '../../identity/node-store.ts'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'

/** A node as the operator sees it, without its e-mail address. `sessions` counts its valid tokens. */
export type ListedNode = {
  id: number
  handle: string
  status: NodeStatus
  registeredAt: Date
  activatedAt: Date | null
  lastScanAt: Date | null
  scanCount: number
  sessions: number
  blockedAt: Date | null
}

export type Search = { handlePart: string | null; emailKey: string | null; before: number | null; limit: number }

/**
 * Lists nodes that match a search, newest first, each with its number of sessions valid at `now`. `handlePart` is a part of a handle (from
 * `toCaseKey`), `emailKey` a whole e-mail address (from `toEmailKey`), and `before` the id to continue after; null matches all.
 */
export function listNodes(db: Queries, search: Search, now: Date): Promise<ListedNode[]> {
  const { handlePart, emailKey, before, limit } = search
  return db.query<ListedNode>(sql`
    SELECT id, node_handle AS handle, status, registered_at AS "registeredAt", activated_at AS "activatedAt",
      last_scan_at AS "lastScanAt", scan_count AS "scanCount", blocked_at AS "blockedAt",
      (SELECT count(*) FROM node_token t WHERE t.node_id = node.id AND (t.expires_at IS NULL OR t.expires_at > ${now})) AS sessions
    FROM node
    WHERE (${handlePart}::text IS NULL OR strpos(handle_key, ${handlePart}) > 0)
      AND (${emailKey}::text IS NULL OR email_key = ${emailKey})
      AND (${before}::bigint IS NULL OR id < ${before}::bigint)
    ORDER BY id DESC LIMIT ${limit}`)
}
