import type { Database } from '../../apps/server/src/database/pool.ts'
import { sql, type Sql } from '../../apps/server/src/database/sql.ts'

/** What must hold of the whole database, whatever was done: each finds the rows for which it does not. */
const INVARIANTS: Readonly<Record<string, Sql>> = {
  'the ledger of a node adds up to its score': sql`
    SELECT n.id FROM node n LEFT JOIN entropy_entry e ON e.node_id = n.id
    GROUP BY n.id HAVING n.entropy_score <> coalesce(sum(e.change), 0)`,
  'an invite lets in one node, and a node comes by one invite': sql`
    SELECT used_by FROM invite WHERE used_by IS NOT NULL GROUP BY used_by HAVING count(*) > 1`,
  'positions of applicants have no gap': sql`
    SELECT 1 FROM recruitment_application HAVING count(*) > 0 AND (max(position_number) <> count(*) OR count(DISTINCT position_number) <> count(*))`,
  'genesis numbers are 1 to 100 without a gap': sql`
    SELECT 1 FROM node WHERE genesis_index IS NOT NULL HAVING count(*) > 0 AND (max(genesis_index) <> count(*) OR max(genesis_index) > 100)`,
  'the public figures are those of the nodes and agents': sql`
    SELECT name FROM tally WHERE name IN ('humans', 'agents') GROUP BY name HAVING sum(value) <> CASE name
      WHEN 'humans' THEN (SELECT count(*) FROM node WHERE activated_at IS NOT NULL) ELSE (SELECT count(*) FROM agent) END`,
}

/** The names of those that are broken. */
export async function findBroken(db: Database): Promise<string[]> {
  const broken: string[] = []
  for (const [name, statement] of Object.entries(INVARIANTS))
    if ((await db.query(statement)).length > 0) broken.push(name)
  return broken
}
