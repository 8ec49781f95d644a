import type { Queries } from '../src/platform/database/pool.ts'
import { sql } from '../src/platform/database/sql.ts'

/** A rule over the rows of the whole database that does not hold, and where. */
export type Violation = { rule: string; what: string }

/**
 * Looks for rows that contradict each other: sums that do not add up, single-use things that were used twice, counts beyond their limit.
 * Constraints rule out much of it; these rules say what must hold between tables, whatever was killed or ran side by side.
 */
export function findViolations(db: Queries): Promise<Violation[]> {
  return db.query<Violation>(sql`
    WITH entry AS (
      SELECT id, node_id, at, change, reason, score,
        coalesce(lag(score) OVER (PARTITION BY node_id ORDER BY id), 0) AS before FROM entropy_entry),
    gained AS (
      SELECT node_id, (at AT TIME ZONE 'UTC')::date AS day, count(*) AS gains FROM entropy_entry WHERE reason = 'gain' GROUP BY 1, 2),
    figure AS (SELECT name, sum(value) AS value FROM tally GROUP BY name),
    counted (name, value) AS (
      SELECT 'agents', count(*) FROM agent WHERE state <> 'revoked'
      UNION ALL SELECT 'humans', count(*) FROM node WHERE activated_at IS NOT NULL)

    SELECT 'the ledger adds up to the score' AS rule, 'node ' || n.id AS what
    FROM node AS n LEFT JOIN entropy_entry AS e ON e.node_id = n.id
    GROUP BY n.id HAVING n.entropy_score <> coalesce(sum(e.change), 0)
    UNION ALL SELECT 'each line of the ledger goes on from the one before', 'entry ' || id FROM entry WHERE score <> before + change
    UNION ALL SELECT 'the days of gains are those of the ledger', 'node ' || coalesce(g.node_id, d.node_id) || ' on ' || coalesce(g.day, d.day)
    FROM gained AS g FULL JOIN gain_day AS d ON d.node_id = g.node_id AND d.day = g.day WHERE g.gains IS DISTINCT FROM d.gains
    UNION ALL SELECT 'a node has as many scans as its days', 'node ' || n.id
    FROM node AS n LEFT JOIN scan_day AS s ON s.node_id = n.id GROUP BY n.id HAVING n.scan_count <> coalesce(sum(s.scans), 0)
    UNION ALL SELECT 'a streak is no longer than the days with a gain', 'node ' || n.id
    FROM node AS n LEFT JOIN gain_day AS g ON g.node_id = n.id GROUP BY n.id HAVING n.streak_days > count(g.day)
    UNION ALL SELECT 'a public figure is the number of rows', c.name || ': ' || coalesce(f.value, 0) || ' instead of ' || c.value
    FROM counted AS c LEFT JOIN figure AS f ON f.name = c.name WHERE coalesce(f.value, 0) <> c.value
    UNION ALL SELECT 'places of genesis nodes were given out once', 'index ' || n.genesis_index
    FROM node AS n JOIN cohort AS c ON c.name = 'genesis' WHERE n.genesis_index > c.taken
    UNION ALL SELECT 'founding places were given out once', 'number ' || a.founding_number
    FROM recruitment_application AS a JOIN cohort AS c ON c.name = 'founding' WHERE a.founding_number > c.taken
    UNION ALL SELECT 'a node came by one invite', 'node ' || used_by FROM invite WHERE used_by IS NOT NULL GROUP BY used_by HAVING count(*) > 1
    UNION ALL SELECT 'whoever used an invite was activated', 'invite ' || i.id
    FROM invite AS i JOIN node AS n ON n.id = i.used_by WHERE n.activated_at IS NULL
    UNION ALL SELECT 'the contents of a sent mail are forgotten', 'mail ' || id FROM outbox WHERE channel = 'mail' AND state = 'sent' AND payload IS NOT NULL
    UNION ALL SELECT 'a request has as many grants as it counts', 'request ' || r.id
    FROM request AS r LEFT JOIN request_grant AS w ON w.request_id = r.id GROUP BY r.id HAVING r.grants <> count(w.request_id)
    UNION ALL SELECT 'a person who granted has a grant', 'request ' || p.request_id
    FROM request_approver AS p LEFT JOIN request_grant AS w ON w.request_id = p.request_id AND w.asker_id = p.asker_id
    WHERE (p.state = 'granted') <> (w.request_id IS NOT NULL)
    UNION ALL SELECT 'a chain ends at its last receipt', c.subject
    FROM receipt_chain AS c JOIN receipt AS r ON r.subject = c.subject GROUP BY c.subject, c.position HAVING max(r.position) > c.position
    UNION ALL SELECT 'the last receipt is the one that the chain names', c.subject
    FROM receipt_chain AS c JOIN receipt AS r ON r.subject = c.subject AND r.position = c.position WHERE r.hash <> c.hash
    UNION ALL SELECT 'remembered motion has its hashes', 'capture ' || h.capture_id
    FROM replay_hash AS h LEFT JOIN replay_capture AS c ON c.id = h.capture_id WHERE c.id IS NULL
    UNION ALL SELECT 'remembered strokes have their hashes', 'stroke ' || h.stroke_id
    FROM replay_stroke_hash AS h LEFT JOIN replay_stroke AS s ON s.id = h.stroke_id WHERE s.id IS NULL`)
}
