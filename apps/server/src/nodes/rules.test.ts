import { describe, expect, it } from 'vitest'
import { countsOf, networkNodeOf, privilegesOf, statusOf, tierOf } from './rules.ts'
import type { Figures, Node } from './store.ts'

const NODE: Node = {
  id: 1,
  email: 'Ada@example.org',
  emailKey: 'ada@example.org',
  handle: 'quiet-river',
  status: 'ACTIVE',
  originDomain: null,
  registeredAt: new Date('2026-01-01T10:20:30.400Z'),
  activatedAt: new Date('2026-01-02T10:20:30.400Z'),
  genesisIndex: null,
  lockedAt: null,
  scanCount: 5,
  lastScanAt: null,
  lastSeenAt: null,
  score: 1000,
  streakDays: 8,
  bestPes: 0.9,
  lastDay: '2026-01-01',
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

describe('tierOf', () => {
  it.each([
    ['SUBSCRIBED', 'SUBSCRIBER'],
    ['PENDING_VERIFICATION', 'SUBSCRIBER'],
    ['ACTIVE', 'ACTIVE_NODE'],
    ['GENESIS_NODE', 'FOUNDING_ENTITY'],
  ] as const)('%s is %s', (status, tier) => {
    expect(tierOf(status)).toBe(tier)
  })
})

describe('privilegesOf', () => {
  it('shows entropy after decay', () => {
    expect(privilegesOf(NODE, '2026-03-10')).toEqual({
      email: 'Ada@example.org',
      node_handle: 'quiet-river',
      status: 'ACTIVE',
      registered_at: '2026-01-01T10:20:30.400Z',
      is_genesis: false,
      is_active: true,
      scan_count: 5,
      tier: 'ACTIVE_NODE',
      early_access: false,
      entropy_score: 962,
      particle_level: 4,
      streak_days: 8,
      streak_multiplier: 1.5,
      best_pes: 0.9,
    })
  })

  it.each([
    ['SUBSCRIBED', false, false],
    ['PENDING_VERIFICATION', false, false],
    ['ACTIVE', true, false],
    ['GENESIS_NODE', true, true],
  ] as const)('%s: active %s, genesis and early access %s', (status, is_active, is_genesis) => {
    const shown = privilegesOf({ ...NODE, status }, '2026-03-10')
    expect(shown).toMatchObject({ is_active, is_genesis, early_access: is_genesis })
  })
})

describe('networkNodeOf', () => {
  it('shows entropy after decay, and no minute of when a node was seen', () => {
    const listed = { ...NODE, seenAt: new Date('2026-03-09T23:59:59.999Z'), position: '' }
    expect(networkNodeOf(listed, { mask: 'abc', day: '2026-03-10' })).toEqual({
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
    expect(statusOf(FIGURES, NOW)).toEqual({
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
    expect(statusOf(full, NOW)).toMatchObject({
      genesis_nodes: 99,
      genesis_remaining: 0,
      cohort_sealed: true,
      status: 'SEALED',
      last_scan: '2026-03-10T12:00:00.000Z',
    })
  })
})

describe('countsOf', () => {
  it('counts humans and agents', () => {
    expect(countsOf(FIGURES)).toEqual({ total: 10, humans: 7, agents: 3, genesis_nodes: 4 })
  })
})
