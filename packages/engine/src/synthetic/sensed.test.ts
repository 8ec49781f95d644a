import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { performActivity } from './activities.ts'
import { syntheticPerson } from './person.ts'
import { STANDARD_GRAVITY, toBody } from './rigid-body.ts'
import { computeExactReadings, computePath, toSamples } from './sensed.ts'
import { createStillness } from './velocity.ts'

const PERSON = syntheticPerson(3)
const PERFECT = {
  ...PERSON,
  device: { bias: [0, 0, 0, 0, 0, 0], gain: [1, 1, 1, 1, 1, 1], noise: 0, turnNoise: 0 },
  holding: { pitch: 0, roll: 0, lever: [0, 0, 0] },
}
const FINE = { rateHz: 100, rounding: { acceleration: 0, rotation: 0 } }

describe('exactReadings', () => {
  it.each(['hold', 'gesture', 'walk'] as const)(
    'agree with physics in %s: d(gravity)/dt = -ω × gravity',
    (activity) => {
      const velocity = performActivity(PERSON, { activity, seconds: 4, rateHz: 400 }, seededRandom(5))
      const path = computePath(velocity, PERSON)
      const [, , , wx, wy, wz] = computeExactReadings(path)
      const down = path.attitudes.map((attitude) => toBody(attitude, [0, 0, 1]))
      let [off, size] = [0, 0]
      for (let i = 1; i < wx.length; i++) {
        const [x, y, z] = down[i + 1]
        const slope = [0, 1, 2].map((axis) => (down[i + 2][axis] - down[i][axis]) * 200)
        const expected = [wz[i] * y - wy[i] * z, wx[i] * z - wz[i] * x, wy[i] * x - wx[i] * y]
        off += Math.hypot(...slope.map((value, axis) => value - expected[axis])) ** 2
        size += Math.hypot(...slope) ** 2
      }
      expect(Math.sqrt(off / size)).toBeLessThan(1e-3)
    },
  )
  it('show gravity alone at rest', () => {
    const [x, y, z, ...turning] = computeExactReadings(computePath(createStillness(6, 100), PERFECT))
    expect([...x, ...y, ...turning.flatMap((axis) => [...axis])].every((value) => Math.abs(value) < 1e-9)).toBe(true)
    for (const value of z) expect(value).toBeCloseTo(STANDARD_GRAVITY, 9)
  })
  it('feel the pull towards the middle when the phone turns at the end of a lever: ω²r', () => {
    const velocity = createStillness(20, 1000)
    velocity.axes[5].fill(3)
    const path = computePath(velocity, { ...PERFECT, holding: { pitch: 0, roll: 0, lever: [0.2, 0, 0] } })
    const [x, , , , , turning] = computeExactReadings(path)
    expect(x[10]).toBeCloseTo(-9 * 0.2, 3)
    expect(turning[10]).toBeCloseTo(3, 9)
  })
})

describe('samplesOfPath', () => {
  it('averages the fine steps of each interval and speaks in degrees', () => {
    const velocity = createStillness(42, 200)
    velocity.axes[3].fill(Math.PI)
    const samples = toSamples(computePath(velocity, PERFECT), PERFECT, FINE, seededRandom(1))
    expect(samples).toHaveLength(20)
    expect(samples.map(({ t }) => t).slice(0, 3)).toEqual([0, 10, 20])
    expect(samples[5].rx).toBeCloseTo(180, 6)
    expect(samples[5].ry).toBeCloseTo(0, 9)
  })
  it('rounds as told', () => {
    const samples = toSamples(
      computePath(performActivity(PERSON, { activity: 'gesture', seconds: 2, rateHz: 200 }, seededRandom(2)), PERSON),
      PERSON,
      { rateHz: 50, rounding: { acceleration: 0.1, rotation: 0.5 } },
      seededRandom(3),
    )
    for (const { ax, rx } of samples) {
      expect(Math.abs(ax * 10 - Math.round(ax * 10))).toBeLessThan(1e-9)
      expect(Math.abs((rx as number) * 2 - Math.round((rx as number) * 2))).toBeLessThan(1e-9)
    }
  })
  it('shows the errors of the device', () => {
    const crooked = {
      ...PERFECT,
      device: { ...PERFECT.device, bias: [0.5, 0, 0, 0.1, 0, 0], gain: [1, 1, 1.1, 1, 1, 1] },
    }
    const [sample] = toSamples(computePath(createStillness(6, 200), crooked), crooked, FINE, seededRandom(1))
    expect(sample.ax).toBeCloseTo(0.5, 9)
    expect(sample.az).toBeCloseTo(1.1 * STANDARD_GRAVITY, 9)
    expect(sample.rx).toBeCloseTo((0.1 * 180) / Math.PI, 9)
  })
})
