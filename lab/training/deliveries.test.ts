import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { generateChallenge } from '../../packages/engine/src/challenge/challenge.ts'
import { presenceScore } from '../../packages/engine/src/presence/score.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { captureOf, strokesOf, syntheticPerson } from '../../packages/engine/src/synthetic/unmarked.ts'
import { DELIVERIES, type DeliveryName } from './deliveries.ts'

/** A made-up sensor of 100 Hz, finer than any browser. */
const FELT = captureOf(syntheticPerson(3), seededRandom(3), {
  activity: 'walk',
  rateHz: 100,
  rounding: { acceleration: 0, rotation: 0 },
})
const deliver = (name: DeliveryName, samples: readonly ImuSample[] = FELT): ImuSample[] =>
  DELIVERIES[name](samples, seededRandom(1))
const intervals = (samples: readonly ImuSample[]) => samples.slice(1).map(({ t }, i) => t - samples[i].t)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const isMultipleOf = (step: number) => (value: number) => Math.abs(value / step - Math.round(value / step)) < 1e-6

describe('a delivery', () => {
  it('by Android holds the newest reading at uneven events of 60 Hz, in tenths', () => {
    const events = deliver('Android')
    expect(mean(intervals(events))).toBeCloseTo(1000 / 60, 1)
    expect(Math.max(...intervals(events)) - Math.min(...intervals(events))).toBeGreaterThan(3)
    for (const { t, ax, rx = 0 } of events) {
      expect([t, ax, rx].every(isMultipleOf(0.1))).toBe(true)
      const newest = FELT.findLast((sample) => sample.t <= t + 0.05)
      expect(ax).toBeCloseTo(newest?.ax ?? Number.NaN, 0)
    }
  })

  it('by iOS is even at 60 Hz, in whole milliseconds, with acceleration the other way around', () => {
    const events = deliver('iOS')
    expect(mean(intervals(events))).toBeCloseTo(1000 / 60, 1)
    expect(events.every(({ t }) => Number.isInteger(t))).toBe(true)
    const [felt, given] = [FELT, events].map((list) => mean(list.map(({ ay }) => ay)))
    expect(given).toBeCloseTo(-felt, 1)
    expect(mean(events.map(({ rx = 0 }) => rx))).toBeCloseTo(mean(FELT.map(({ rx = 0 }) => rx)), 0)
  })

  it('loses one event of twenty, or 150 ms every two seconds', () => {
    expect(deliver('5 % of events lost').length / FELT.length).toBeCloseTo(0.95, 1)
    const gaps = intervals(deliver('150 ms lost every 2 s')).filter((interval) => interval > 100)
    expect(gaps).toHaveLength(4)
    for (const gap of gaps) expect(gap).toBeLessThanOrEqual(160)
  })

  it('shakes times by at most four milliseconds and keeps their order', () => {
    const shaken = deliver('times ±4 ms')
    expect(Math.min(...intervals(shaken))).toBeGreaterThanOrEqual(0)
    expect(shaken.every(({ t }, i) => Math.abs(t - FELT[i].t) <= 8)).toBe(true)
    expect(shaken.map(({ ax }) => ax)).toEqual(FELT.map(({ ax }) => ax))
  })

  it('is the same each time', () => {
    for (const name of Object.keys(DELIVERIES) as DeliveryName[]) expect(deliver(name)).toEqual(deliver(name))
  })
})

const FINE = { rateHz: 100, rounding: { acceleration: 0.001, rotation: 0.01 } }
const strokes = (seed: number): ImuSample[] => {
  const random = seededRandom(seed)
  return strokesOf(syntheticPerson(seed), generateChallenge(random).strokes, random, FINE)
}
const moving = (activity: 'gesture' | 'hold', seed: number): ImuSample[] =>
  captureOf(syntheticPerson(seed), seededRandom(seed), { activity, ...FINE })
/** At the edge of what people recorded so far do. */
const EDGE: readonly [string, ImuSample[]][] = [
  ['strokes', strokes(5)],
  ['gestures', moving('gesture', 3)],
  ['a hand that hardly moves', moving('hold', 7)],
]
const QUICK = ['Android', 'iOS', '5 % of events lost', '150 ms lost every 2 s', 'times ±4 ms'] as const

describe('presence', () => {
  it.each(EDGE)('passes %s at the edge, however they are delivered', (_, samples) => {
    for (const delivery of QUICK)
      expect(presenceScore({ imu: deliver(delivery, samples) }).score).toBeGreaterThanOrEqual(0.5)
  })

  it.each([...EDGE, ['a walk', FELT] as const])('says of %s by a slow browser how slow it is', (_, samples) => {
    for (const hz of [20, 30] as const)
      expect(presenceScore({ imu: deliver(`${hz} Hz`, samples) })).toMatchObject({
        status: 'insufficient',
        reason: expect.stringMatching(
          new RegExp(`^This browser delivers motion too slowly \\((?:${hz}|${hz - 1}) Hz\\)\\.`),
        ),
      })
  })

  it('asks a phone at rest to move, however it is delivered', () => {
    const atRest = FELT.map(({ t }, i) => ({ t, ax: (i % 3) / 50, ay: 0, az: 9.81, rx: (i % 5) / 2, ry: 0, rz: 0 }))
    for (const delivery of QUICK)
      expect(presenceScore({ imu: deliver(delivery, atRest) }).reason).toBe('The phone hardly moved. Move more.')
  })
})
