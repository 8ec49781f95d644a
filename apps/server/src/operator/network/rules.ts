import type { NetworkNode, NetworkStatus, NodeCounts } from '@stillhere/contract'
import { computeDecayedScore, findLevel } from '../../identity/entropy/rules.ts'
import { HOUR_MS } from '../../platform/day.ts'
import type { ActivatedNode, Figures } from './store.ts'

/** Nodes that become GENESIS_NODE: the first to be activated. */
export const GENESIS_PLACES = 100

/** Converts the public figures to the counts of the contract. */
export function toCounts({ humans, agents, genesisNodes }: Figures): NodeCounts {
  return { total: humans + agents, humans, agents, genesis_nodes: genesisNodes }
}

/** Converts the public figures to the state of the network at the moment when they were read. */
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

/** Describes an activated node to the public; it has the hour of the last scan or gain, never the minute. */
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
