import { describe, expect, it } from 'vitest'
import { type Channel, CHANNELS, findReasonNotToTry, judgeOutcome, type Outcome } from './rules.ts'

const now = new Date('2026-03-10T12:00:00Z')
const FAILED: Outcome = { outcome: 'failed', problem: 'x' }

function waitOf(channel: Channel, attempts: number, { outcome = FAILED, random = 0 } = {}): number | string {
  const verdict = judgeOutcome(outcome, { channel, attempts, now, random })
  return verdict.state === 'waiting' ? (verdict.nextTryAt.getTime() - now.getTime()) / 1000 : verdict.state
}

describe('after a try that failed', () => {
  it.each<[Channel, (number | string)[]]>([
    ['mail', [30, 120, 600, 3600, 21_600, 'dead']],
    ['webhook', [5, 60, 300, 1800, 7200, 14_400, 28_800, 36_000, 'dead']],
    ['push', [5, 10, 20, 40, 60, 60]],
    ['ping', [60, 60, 60, 60, 'dead']],
  ])('a %s waits %j seconds', (channel, waits) => {
    expect(waits.map((_, index) => waitOf(channel, index + 1))).toEqual(waits)
  })

  it('a push message is tried for an hour, as long as an approval lives', () => {
    const tries = Array.from({ length: 60 }, (_, index) => waitOf('push', index + 1))
    expect(tries.reduce<number>((sum, seconds) => sum + Number(seconds), 0)).toBeGreaterThan(3300)
  })

  it('each wait is up to a tenth longer', () => {
    expect([0, 0.5, 1].map((random) => waitOf('webhook', 2, { random }))).toEqual([60, 63, 66])
  })

  it.each([
    [120_000, 120],
    [1000, 5],
    [-60_000, 5],
    [999_999_999, 21_600],
  ])('a recipient that asks for %i ms is left alone for %i s', (waitMs, seconds) => {
    expect(waitOf('webhook', 1, { outcome: { ...FAILED, waitMs } })).toBe(seconds)
  })
})

describe('after another try', () => {
  it('a delivery that was refused for good is dead at once', () => {
    expect(waitOf('mail', 1, { outcome: { outcome: 'refused', problem: 'x' } })).toBe('dead')
  })

  it('a delivery that was taken is sent, also at the last attempt', () => {
    expect(waitOf('mail', 6, { outcome: { outcome: 'sent' } })).toBe('sent')
  })
})

describe('before a try', () => {
  const later = new Date(now.getTime() + 1)
  it.each([
    [{ attempts: 1, expiresAt: null }, undefined],
    [{ attempts: 1, expiresAt: later }, undefined],
    [{ attempts: 1, expiresAt: now }, 'expired'],
    [{ attempts: 6, expiresAt: null }, undefined],
    [{ attempts: 7, expiresAt: null }, 'given up: the service stopped in the middle of every try'],
  ])('of %j the reason not to try is %j', (mail, reason) => {
    expect(findReasonNotToTry({ channel: 'mail', claimedAt: now, ...mail })).toBe(reason)
  })

  it('a claim holds longer than a try may take and the database be away', () => {
    const LONGEST_TRY_MS: Record<Channel, number> = { mail: 180_000, webhook: 10_000, push: 10_000, ping: 10_000 }
    for (const [channel, { claimMs }] of Object.entries(CHANNELS))
      expect(claimMs - claimMs / 3, channel).toBeGreaterThan(LONGEST_TRY_MS[channel as Channel])
  })
})
