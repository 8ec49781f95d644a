import { describe, expect, it } from 'vitest'
import { toCounts, toNetworkNode, toStatus } from './rules.ts'
import type { ActivatedNode, Figures } from './store.ts'

const LISTED: ActivatedNode = {
  id: 1,
  handle: 'quiet-river',
  status: 'ACTIVE',
  scanCount: 5,
  score: 1000,
  lastDay: '2026-01-01',
  seenAt: new Date('2026-03-09T23:59:59.999Z'),
  position: '',
}
const FIGURES: Figures = {
  humans: 7,
  agents: 3,
  scans: 20,
  activeToday: 2,
  scansToday: 3,
  lastScan: null,
  genesisNodes: 4,
  genesisTaken: 5,
}
const NOW = new Date('2026-03-10T12:00:00.000Z')

describe('toNetworkNode', () => {
  it('shows entropy after decay, and no minute of when a node was seen', () => {
    expect(toNetworkNode(LISTED, { mask: 'abc', day: '2026-03-10' })).toEqual({
      handle: 'quiet-river',
      mask: 'abc',
      status: 'ACTIVE',
      particleLevel: 4,
      entropy: 962,
      lastSeen: '2026-03-09T23:00:00.000Z',
      scans: 5,
      isGenesis: false,
    })
  })
})

describe('statusOf', () => {
  it('is operational while there are genesis places', () => {
    expect(toStatus(FIGURES, NOW)).toEqual({
      total_nodes: 10,
      genesis_nodes: 4,
      genesis_remaining: 95,
      active_humans: 7,
      agents: 3,
      last_scan: null,
      cohort_sealed: false,
      status: 'OPERATIONAL',
      timestamp: '2026-03-10T12:00:00.000Z',
    })
  })

  it('is sealed once all places are taken, also when a genesis node was erased since', () => {
    const full = { ...FIGURES, genesisNodes: 99, genesisTaken: 100, lastScan: NOW }
    expect(toStatus(full, NOW)).toMatchObject({
      genesis_nodes: 99,
      genesis_remaining: 0,
      cohort_sealed: true,
      status: 'SEALED',
      last_scan: '2026-03-10T12:00:00.000Z',
    })
  })
})

describe('toCounts', () => {
  it('counts humans and agents', () => {
    expect(toCounts(FIGURES)).toEqual({ total: 10, humans: 7, agents: 3, genesis_nodes: 4 })
  })
})
