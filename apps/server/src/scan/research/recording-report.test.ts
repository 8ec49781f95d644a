import { describe, expect, it } from 'vitest'
import type { CaptureGroup } from './recording-store.ts'
import { toRecordingReport } from './recordings.ts'

function group(more: Partial<CaptureGroup> = {}): CaptureGroup {
  return { browser: 'Chrome', placement: 'hand', captures: 100, people: 20, notFollowed: 7, problems: {}, ...more }
}

const report = (...groups: CaptureGroup[]) => toRecordingReport({ groups, people: 30, most: 20_000 })

describe('toRecordingReport', () => {
  it('counts refusals by browser and placement, with their reasons', () => {
    const problems = { liveness_failed: 8, insufficient_signal: 2, replay_detected: 0 }
    expect(report(group({ problems }))).toMatchObject({
      captures: 100,
      most_captures: 20_000,
      people: 30,
      withheld: 0,
      groups: [
        {
          browser: 'Chrome',
          placement: 'hand',
          refused: 10,
          not_followed: 7,
          share: 0.1,
          reasons: [
            { problem: 'liveness_failed', captures: 8 },
            { problem: 'insufficient_signal', captures: 2 },
          ],
        },
      ],
    })
  })

  // By the formula of Wilson, for 2 of 20, 0 of 20 and 20 of 20.
  it.each([
    [10, [0.0279, 0.301]],
    [0, [0, 0.1611]],
    [100, [0.8389, 1]],
  ])('gives %i of 100 captures of 20 people the interval of people, not of captures', (refused, interval) => {
    const [only] = report(group({ problems: { liveness_failed: refused } })).groups
    expect(only?.interval.map((one) => Number(one.toFixed(4)))).toEqual(interval)
  })

  it('withholds groups of few captures or few people, and says how many captures that are', () => {
    const { groups, captures, withheld } = report(
      group({ placement: 'table', captures: 9, people: 9 }),
      group({ placement: 'pocket', captures: 40, people: 4 }),
      group({ browser: 'Safari', captures: 10, people: 5 }),
    )
    expect(groups.map(({ browser }) => browser)).toEqual(['Safari'])
    expect([captures, withheld]).toEqual([59, 49])
  })
})
