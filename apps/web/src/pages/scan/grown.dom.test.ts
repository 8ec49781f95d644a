import { ProblemError } from '@stillhere/client/http'
import { expect, it, vi } from 'vitest'
import { describeGrowth, NOTHING_RECORDED, recordGrowth } from './grown.tsx'

const SIGHTING = { presence: 0.9, parts: { noiseResidual: 0.8, bioPerturb: 0.6 } }
const SCAN = { email: 'ada@example.org', id: 'CR-1', sighting: SIGHTING }
const MOTION = { success: true, email: 'ada@example.org', scan_count: 1, daily_remaining: 2, status: 'active' } as never
const ENTROPY = {
  success: true,
  entropyScore: 7,
  entropyGain: 7,
  particleLevel: 1,
  streakDays: 1,
  streakMultiplier: 1,
  bestPes: 0.9,
  lastEntropyDate: '2026-01-01',
  scanCount: 1,
  progress: { current: 7, nextLevel: 100, pct: 7 },
  leveledUp: false,
  decayApplied: false,
  spikeTriggered: false,
}

function problem(code: string, retryAfterMs?: number): ProblemError {
  return Object.assign(Object.create(ProblemError.prototype), { code, status: 429, retryAfterMs })
}

it('records the scan, then what was measured', async () => {
  const client = { recordMotion: vi.fn(async () => MOTION), recordEntropy: vi.fn(async () => ENTROPY) }
  const growth = await recordGrowth(client, SCAN, NOTHING_RECORDED)
  const measured = { email: 'ada@example.org', pesScore: 0.9, pesNoise: 0.8, pesBiological: 0.6 }
  // The receipt's id: whoever tells it again because an answer was lost does not count it twice.
  expect(client.recordMotion).toHaveBeenCalledWith({ email: 'ada@example.org' }, { idempotencyKey: 'CR-1' })
  expect(client.recordEntropy).toHaveBeenCalledWith(measured, { idempotencyKey: 'CR-1' })
  expect(growth).toEqual({ motion: MOTION, entropy: ENTROPY, limit: null, error: null })
})

it('does not record a scan twice when only the rest failed', async () => {
  const failure = new Error('no network')
  const recordEntropy = vi.fn(async () => ENTROPY).mockRejectedValueOnce(failure)
  const client = { recordMotion: vi.fn(async () => MOTION), recordEntropy }
  const first = await recordGrowth(client, SCAN, NOTHING_RECORDED)
  expect(first).toMatchObject({ motion: MOTION, entropy: null, error: failure })
  expect(describeGrowth(first)?.title).toBe('Your scan counts.')
  const second = await recordGrowth(client, SCAN, first)
  expect(second).toMatchObject({ entropy: ENTROPY, error: null })
  expect(client.recordMotion).toHaveBeenCalledTimes(1)
})

it('takes a full day for an outcome and not for a failure', async () => {
  const recordMotion = vi.fn(async () => Promise.reject(problem('DAILY_LIMIT_REACHED', 5 * 3_600_000)))
  const growth = await recordGrowth(
    { recordMotion, recordEntropy: async () => ({ ...ENTROPY, entropyGain: 0 }) },
    SCAN,
    NOTHING_RECORDED,
  )
  expect(growth).toMatchObject({ limit: { waitMs: 5 * 3_600_000 }, error: null })
  const words = describeGrowth(growth)
  expect(words?.title).toBe('That’s enough for today.')
  expect(words?.lines.join(' ')).toContain('after midnight UTC, in about 5 hours')
})

it('keeps any other refusal as a failure', async () => {
  const refusal = problem('RATE_LIMITED')
  const client = { recordMotion: async () => Promise.reject(refusal), recordEntropy: async () => ENTROPY }
  const growth = await recordGrowth(client, SCAN, NOTHING_RECORDED)
  expect(growth).toEqual({ ...NOTHING_RECORDED, error: refusal })
  expect(describeGrowth(growth)).toBeNull()
})

it.each([
  [{}, '+7 points', /^Day 1 of your streak/m],
  [{ streakDays: 3 }, '+7 points', /^Day 3 of your streak\.$/m],
  [{ streakDays: 8, streakMultiplier: 1.5 }, '+7 points', /bonus ×1\.5/],
  [{ leveledUp: true, particleLevel: 2 }, 'You reached particle level 2!', /\+7 points/],
  [{ spikeTriggered: true }, '+7 points', /Double points/],
  [{ decayApplied: true }, '+7 points', /while you were away/],
  [{ entropyGain: 0 }, 'That’s enough for today.', /next particle level starts at 100/],
  [{ progress: { current: 31_000, nextLevel: 30_000, pct: 100 } }, '+7 points', /highest particle level/],
])('tells %j in words', (news, title, line) => {
  const words = describeGrowth({ motion: MOTION, entropy: { ...ENTROPY, ...news }, limit: null, error: null })
  expect(words?.title).toBe(title)
  expect(words?.lines.join('\n')).toMatch(line)
})

it.each([
  [2, '2 more scans count today.'],
  [1, 'One more scan counts today.'],
  [0, 'That was your third scan today.'],
])('says that %d scans are left', (daily_remaining, line) => {
  const motion = { ...(MOTION as object), daily_remaining } as never
  expect(describeGrowth({ motion, entropy: null, limit: null, error: null })?.lines.join()).toContain(line)
})
