import { issueToken } from '../src/identity/access/authorize.ts'
import {
  toActiveTallyName,
  addScansToTally,
  addToTally,
  lockNode,
  type Node,
  type NodeStatus,
} from '../src/identity/node-store.ts'
import type { Transaction } from '../src/platform/database/pool.ts'
import { sql } from '../src/platform/database/sql.ts'
import { toDay } from '../src/platform/day.ts'
import type { Service } from '../src/platform/service.ts'

/** What a test may choose of a node; times are ISO 8601. */
export type NodeChoice = {
  email?: string
  handle?: string
  status?: NodeStatus
  registeredAt?: string
  activatedAt?: string
  scanCount?: number
  lastScanAt?: string
  lastSeenAt?: string
  score?: number
  streakDays?: number
  bestPes?: number
  lastDay?: string
}

let made = 0

/** Adds a node, activated unless its status says otherwise, with its place in the cohort and in the public figures. */
export async function addNode({ db }: Service, choice: NodeChoice = {}): Promise<Node> {
  made++
  const { email = `node-${made}@example.org`, handle = `handle-${made}`, status = 'ACTIVE' } = choice
  const isActivated = status === 'ACTIVE' || status === 'GENESIS_NODE'
  return db.transaction(async (tx) => {
    const places =
      status === 'GENESIS_NODE'
        ? await tx.query<{ taken: number }>(
            sql`UPDATE cohort SET taken = taken + 1 WHERE name = 'genesis' RETURNING taken`,
          )
        : []
    const activatedAt = isActivated ? (choice.activatedAt ?? tx.now) : null
    await tx.query(sql`
      INSERT INTO node (email, email_key, node_handle, handle_key, status, registered_at, activated_at, genesis_index,
        scan_count, last_scan_at, last_seen_at, entropy_score, streak_days, best_pes, last_entropy_day)
      VALUES (${email}, ${email.toLowerCase()}, ${handle}, ${handle.toLowerCase()}, ${status},
        ${choice.registeredAt ?? tx.now}, ${activatedAt}, ${places[0]?.taken ?? null}, ${choice.scanCount ?? 0},
        ${choice.lastScanAt ?? null}, ${choice.lastSeenAt ?? choice.lastScanAt ?? null}, ${choice.score ?? 0},
        ${choice.streakDays ?? 0}, ${choice.bestPes ?? 0}, ${choice.lastDay ?? null})`)
    const node = await lockNode(tx, email.toLowerCase())
    if (!node) throw new Error('the node was not made')
    if (choice.score)
      await tx.query(sql`
        INSERT INTO entropy_entry (node_id, at, change, reason, score)
        VALUES (${node.id}, ${tx.now}, ${choice.score}, 'gain', ${choice.score})`)
    if (isActivated) await enterStatistics(tx, node)
    return node
  })
}

/** Brings a node into the public figures, with what it is to have done already. */
async function enterStatistics(tx: Transaction, { lastSeenAt, lastScanAt, scanCount }: Node): Promise<void> {
  const today = toDay(tx.now)
  await addToTally(tx, 'humans', 1)
  if (lastSeenAt && toDay(lastSeenAt) === today) await addToTally(tx, toActiveTallyName(today), 1)
  if (scanCount > 0) await addScansToTally(tx, scanCount, lastScanAt)
}

/** The Authorization header of a fresh token of a node. */
export async function bearerFor(
  service: Service,
  { id }: Pick<Node, 'id'>,
  { proved = true, waitsUntil = null }: { proved?: boolean; waitsUntil?: Date | null } = {},
): Promise<{ authorization: string }> {
  const token = await service.db.transaction((tx) => issueToken(tx, service, { nodeId: id, proved, waitsUntil }))
  return { authorization: `Bearer ${token}` }
}

/** Has the person behind a token sign in again, as far as the token shows it. */
export async function renewSignIn(
  { db, secrets, now }: Pick<Service, 'db' | 'secrets' | 'now'>,
  headers: { authorization: string },
): Promise<void> {
  const hash = secrets.hash('token', headers.authorization.replace('Bearer ', ''))
  await db.query(sql`UPDATE node_token SET signed_in_at = ${now()} WHERE token_hash = ${hash} AND proved`)
}
