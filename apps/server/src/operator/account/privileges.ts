import type { Privileges } from '@stillhere/contract'
import { decayScore, findLevel, streakMultiplier } from '../../identity/entropy/rules.ts'
import type { Node, NodeStatus } from '../../identity/node-store.ts'

export function findTier(status: NodeStatus): Privileges['tier'] {
  if (status === 'GENESIS_NODE') return 'FOUNDING_ENTITY'
  return status === 'ACTIVE' ? 'ACTIVE_NODE' : 'SUBSCRIBER'
}

/** What a node is and may do on a day; its entropy is shown after decay. */
export function toPrivileges(node: Node, day: string): Privileges {
  const isGenesis = node.status === 'GENESIS_NODE'
  const score = decayScore(node, day)
  return {
    email: node.email,
    node_handle: node.handle,
    status: node.status,
    registered_at: node.registeredAt.toISOString(),
    is_genesis: isGenesis,
    is_active: isGenesis || node.status === 'ACTIVE',
    scan_count: node.scanCount,
    tier: findTier(node.status),
    early_access: isGenesis,
    entropy_score: score,
    particle_level: findLevel(score),
    streak_days: node.streakDays,
    streak_multiplier: streakMultiplier(node.streakDays),
    best_pes: node.bestPes,
  }
}
