import { expect, it, vi } from 'vitest'
import { willingAnswer } from '../../test/willing-people.ts'
import { ScanError } from '../capture/scan-error.ts'
import { localChallenge } from '../continuity/challenge-source.ts'
import { verifyContinuity } from './verify-continuity.ts'

// Whole captures are computed; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

it('judges given samples at once', () => {
  const { imu, challenge } = willingAnswer()
  const challengeResults = [{ challenge, from: 0, to: imu.at(-1)?.t ?? 0 }]
  expect(verifyContinuity({ imuSamples: imu, challengeResults })).toMatchObject({ verdict: 'PASS' })
})

it.each([{ imuSamples: undefined }, { frames: [] }, { challengeResults: null }])(
  'judges %o rather than begin a scan',
  (options) => {
    expect(verifyContinuity(options)).toMatchObject({ verdict: 'FAIL', confidence: 0 })
  },
)

it.each([[null], [{}], [[]], [5], ['scan'], [{ imuSample: [] }]])(
  'refuses %o, which names neither samples nor a scan',
  (options) => {
    expect(verifyContinuity(options as never)).toMatchObject({
      verdict: 'FAIL',
      confidence: 0,
      reason: expect.stringContaining('no motion samples'),
    })
  },
)

it('scans without samples, and says where there is no page to do so', async () => {
  await expect(verifyContinuity()).rejects.toBeInstanceOf(ScanError)
  await expect(verifyContinuity(undefined)).rejects.toMatchObject({ kind: 'unsupported' })
  await expect(verifyContinuity({ audience: undefined })).rejects.toMatchObject({ kind: 'unsupported' })
  await expect(verifyContinuity({ mode: 'auto' })).rejects.toMatchObject({ kind: 'unsupported', next: 'give_up' })
})

it('draws other strokes each time', async () => {
  const { signal } = new AbortController()
  const drawn = await Promise.all(Array.from({ length: 20 }, () => localChallenge().open(signal)))
  expect(new Set(drawn.map((challenge) => JSON.stringify(challenge))).size).toBe(20)
})
