import { describe, expect, it } from 'vitest'
import { type Asker, describeAsker, describeDecision } from './approval-words.ts'

describe('who asks', () => {
  const agent: Asker = {
    id: 'agent:deployer@example.org',
    kind: 'agent',
    name: 'deployer',
    origin: 'example.org',
    operator: 'quiet-river',
  }

  it('is an agent with its origin and on whose behalf', () => {
    expect(describeAsker(agent)).toBe('deployer (agent of example.org, operated by quiet-river)')
    expect(describeAsker({ ...agent, operator: null })).toBe('deployer (agent of example.org)')
  })

  it('is a site with its origin', () => {
    const site: Asker = { id: 'k', kind: 'site', name: 'Shop', origin: 'https://shop.example', operator: null }
    expect(describeAsker(site)).toBe('Shop (https://shop.example)')
  })
})

describe('what became of it', () => {
  const AT = '2026-01-01T00:00:00.000Z'
  it.each([
    [{ status: 'open', reason: null, decided_at: null, redeemed_at: null }, 'Waiting'],
    [{ status: 'granted', reason: null, decided_at: AT, redeemed_at: null }, 'Approved, not used yet'],
    [{ status: 'granted', reason: null, decided_at: AT, redeemed_at: AT }, 'Approved and used'],
    [{ status: 'expired', reason: null, decided_at: AT, redeemed_at: null }, 'Approved, not used in time'],
    [{ status: 'expired', reason: null, decided_at: null, redeemed_at: null }, 'Expired'],
    [{ status: 'denied', reason: 'denied_by_person', decided_at: AT, redeemed_at: null }, 'Denied'],
    [
      { status: 'denied', reason: 'too_many_refusals', decided_at: AT, redeemed_at: null },
      'Denied after five refused scans',
    ],
    [
      { status: 'denied', reason: 'asker_removed', decided_at: AT, redeemed_at: null },
      'Denied: the asker may no longer ask',
    ],
  ] as const)('%o is said as %s', (decided, words) => {
    expect(describeDecision(decided)).toBe(words)
  })
})
