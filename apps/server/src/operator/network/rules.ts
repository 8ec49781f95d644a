import type { NetworkNode, NetworkStatus, NodeCounts } from '@stillhere/contract'
import { computeDecayedScore, findLevel } from '../../identity/entropy/rules.ts'
import { HOUR_MS } from '../../platform/day.ts'
import type { ActivatedNode, Figures } from './store.ts'

/** The size of the genesis cohort: the first 100 nodes to be activated become GENESIS_NODE. */
export const GENESIS_PLACES = 100

/** Converts the public statistics to the node counts of the contract. */
export function toCounts({ humans, agents, genesisNodes }: Figures): NodeCounts {
  return { total: humans + agents, humans, agents, genesis_nodes: genesisNodes }
}

/** Converts the public statistics, read at `readAt`, to the network status of the contract. It is SEALED once all genesis places are taken. */
export function toStatus(figures: Figures, readAt: Date): NetworkStatus {
  const remaining = GENESIS_PLACES - figures.genesisTaken
  return {
    total_nodes: figures.humans + figures.agents,
    genesis_nodes: figures.genesisNodes,
    genesis_remaining: remaining,
    active_humans: figures.humans,
    agents: figures.agents,
    last_scan: figures.lastScan?.toISOString() ?? null,
    cohort_sealed: remaining === 0,
    status: remaining === 0 ? 'SEALED' : 'OPERATIONAL',
    timestamp: readAt.toISOString(),
  }
}

/**
 * Converts an activated node to the form that the public sees: entropy after decay up to `day`, and the last scan or gain rounded down to the
 * hour. `mask` is the node's pseudonym.
 */
export function toNetworkNode(node: ActivatedNode, { mask, day }: { mask: string; day: string }): NetworkNode {
  const score = computeDecayedScore(node, day)
  return {
    handle: node.handle,
    mask,
    status: node.status,
    particleLevel: findLevel(score),
    entropy: score,
    lastSeen: toHour(node.seenAt).toISOString(),
    scans: node.scanCount,
    isGenesis: node.status === 'GENESIS_NODE',
  }
}

// Down, so that no node was seen in the future. UTC hours are whole hours of the epoch.
function toHour(moment: Date): Date {
  return new Date(moment.getTime() - (moment.getTime() % HOUR_MS))
}
