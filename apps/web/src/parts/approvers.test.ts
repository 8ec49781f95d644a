import { describe, expect, it } from 'vitest'
import { describeDecision } from './approvers.tsx'

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
