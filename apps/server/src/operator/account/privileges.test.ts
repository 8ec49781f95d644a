import { describe, expect, it } from 'vitest'
import type { Node } from '../../identity/node-store.ts'
import { toPrivileges, findTier } from './routes.ts'

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
  blockedAt: null,
  language: null,
  leastMethod: 'hand',
  scanCount: 5,
  lastScanAt: null,
  lastSeenAt: null,
  score: 1000,
  streakDays: 8,
  bestPes: 0.9,
  lastDay: '2026-01-01',
}

describe('findTier', () => {
  it.each([
    ['SUBSCRIBED', 'SUBSCRIBER'],
    ['PENDING_VERIFICATION', 'SUBSCRIBER'],
    ['ACTIVE', 'ACTIVE_NODE'],
    ['GENESIS_NODE', 'FOUNDING_ENTITY'],
  ] as const)('%s is %s', (status, tier) => {
    expect(findTier(status)).toBe(tier)
  })
})

describe('toPrivileges', () => {
  it('shows entropy after decay', () => {
    expect(toPrivileges(NODE, '2026-03-10')).toEqual({
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
    const shown = toPrivileges({ ...NODE, status }, '2026-03-10')
    expect(shown).toMatchObject({ is_active, is_genesis, early_access: is_genesis })
  })
})
