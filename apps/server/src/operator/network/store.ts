import { toActiveTallyName, type Node, toScansTallyName } from '../../identity/node-store.ts'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'

/** The position in the list of activated nodes after which a page starts. The time is PostgreSQL's text, exact to the microsecond. */
export type Position = { activatedAt: string; id: number }

/** A node in the list of activated nodes. It has only the columns that the list needs, because a page has hundreds of rows. */
export type ActivatedNode = Pick<Node, 'id' | 'handle' | 'status' | 'scanCount' | 'score' | 'lastDay'> & {
  /** Last scan or gain, else activation. */
  seenAt: Date
  position: string
}

/** Lists activated nodes, newest activation first: at most `limit`, starting after the position `after` (null for the first page). */
export function listActivated(
  db: Queries,
  { after, limit }: { after: Position | null; limit: number },
): Promise<ActivatedNode[]> {
  const where = after === null ? sql`` : sql`AND (activated_at, id) < (${after.activatedAt}::timestamptz, ${after.id})`
  return db.query(sql`
    SELECT id, node_handle AS handle, status, scan_count AS "scanCount", entropy_score AS score,
      last_entropy_day AS "lastDay", coalesce(last_seen_at, activated_at) AS "seenAt", activated_at::text AS position
    FROM node
    WHERE activated_at IS NOT NULL ${where}
    ORDER BY activated_at DESC, id DESC LIMIT ${limit}`)
}

export type GenesisNode = { id: number; index: number; joined: Date }

/** Lists the genesis nodes that haven't been erased, by their index in the cohort. */
export function listGenesis(db: Queries): Promise<GenesisNode[]> {
  return db.query(sql`
    SELECT id, genesis_index AS index, activated_at AS joined FROM node
    WHERE genesis_index BETWEEN 1 AND 100 ORDER BY genesis_index`)
}

/** The public statistics of the network. */
export type Figures = {
  humans: number
  agents: number
  scans: number
  activeToday: number
  scansToday: number
  lastScan: Date | null
  /** The number of genesis nodes that exist. `genesisTaken` also counts erased nodes, whose places aren't freed. */
  genesisNodes: number
  genesisTaken: number
}

/**
 * Reads the public statistics, those of today for `day` (YYYY-MM-DD), in one statement, so that the numbers are consistent. It reads tallies
 * instead of counting rows.
 */
export function readFigures(db: Queries, day: string): Promise<Figures> {
  return db.one(sql`
    SELECT
      coalesce(sum(value) FILTER (WHERE name = 'humans'), 0)::bigint AS humans,
      coalesce(sum(value) FILTER (WHERE name = 'agents'), 0)::bigint AS agents,
      coalesce(sum(value) FILTER (WHERE name = 'scans'), 0)::bigint AS scans,
      coalesce(sum(value) FILTER (WHERE name = ${toActiveTallyName(day)}), 0)::bigint AS "activeToday",
      coalesce(sum(value) FILTER (WHERE name = ${toScansTallyName(day)}), 0)::bigint AS "scansToday",
      max(last_at) AS "lastScan",
      (SELECT count(*) FROM node WHERE genesis_index BETWEEN 1 AND 100) AS "genesisNodes",
      (SELECT taken FROM cohort WHERE name = 'genesis') AS "genesisTaken"
    FROM tally WHERE name IN ('humans', 'agents', 'scans', ${toActiveTallyName(day)}, ${toScansTallyName(day)})`)
}
