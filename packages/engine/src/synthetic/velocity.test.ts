import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import {
  addSubmovement,
  drawBandNoise,
  computeBand,
  measureEffort,
  createStillness,
  drawWandering,
} from './velocity.ts'

const total = (x: Float64Array) => x.reduce((sum, value) => sum + value, 0)
const power = (x: Float64Array) => x.reduce((sum, value) => sum + value * value, 0) / x.length

describe('addSubmovement', () => {
  it('goes the whole way, each axis its share', () => {
    const velocity = createStillness(2000, 1000)
    addSubmovement(velocity, { startS: 0.1, durationS: 0.4, skew: 0.3, change: [0.2, 0, -0.5] })
    expect(total(velocity.axes[0]) / 1000).toBeCloseTo(0.2, 4)
    expect(total(velocity.axes[1])).toBe(0)
    expect(total(velocity.axes[2]) / 1000).toBeCloseTo(-0.5, 4)
  })
  it('does not move before its start and is nearly there after its time', () => {
    const velocity = createStillness(2000, 1000)
    addSubmovement(velocity, { startS: 0.1, durationS: 0.4, skew: 0.3, change: [1] })
    expect(total(velocity.axes[0].subarray(0, 101))).toBe(0)
    // Two standard deviations of the logarithm: 97.72 %.
    expect(total(velocity.axes[0].subarray(0, 501)) / 1000).toBeCloseTo(0.9772, 2)
  })
  it('speeds up more quickly than it slows down', () => {
    const velocity = createStillness(1000, 1000)
    addSubmovement(velocity, { startS: 0, durationS: 0.5, skew: 0.3, change: [1] })
    const peak = velocity.axes[0].indexOf(Math.max(...velocity.axes[0]))
    const half = velocity.axes[0][peak] / 2
    const from = velocity.axes[0].findIndex((speed) => speed > half)
    const to = velocity.axes[0].findLastIndex((speed) => speed > half)
    expect(peak - from).toBeLessThan(0.8 * (to - peak))
    // The mode of a log-normal lies at exp(μ - σ²).
    expect(peak / 1000).toBeCloseTo(0.5 * Math.exp(-0.6 - 0.09), 2)
  })
})

describe('wandering and bandNoise', () => {
  it('have power 1', () => {
    expect(power(drawWandering(createStillness(40_000, 100), 2, seededRandom(1)))).toBeCloseTo(1, 0)
    const still = createStillness(40_000, 100)
    expect(power(drawBandNoise(still, computeBand(still, { hz: 8, width: 2 }), seededRandom(2)))).toBeCloseTo(1, 0)
  })
  it('wander slowly, and swing at the frequency of the band', () => {
    const slow = drawWandering(createStillness(20_000, 100), 0.5, seededRandom(3))
    const still = createStillness(20_000, 100)
    const quick = drawBandNoise(still, computeBand(still, { hz: 10, width: 0.5 }), seededRandom(4))
    expect(likeness(slow, 5)).toBeGreaterThan(0.95)
    // A tenth of a second is one whole swing of 10 Hz, half of it is the opposite.
    expect(likeness(quick, 10)).toBeGreaterThan(0.9)
    expect(likeness(quick, 5)).toBeLessThan(-0.9)
  })
})

describe('effort', () => {
  it('settles at the size of a constant acceleration', () => {
    const velocity = createStillness(400, 200)
    velocity.axes[0].forEach((_, i) => {
      velocity.axes[0][i] = (3 * i) / 200
      velocity.axes[1][i] = (-4 * i) / 200
    })
    expect(measureEffort(velocity, 0)[399]).toBeCloseTo(5, 6)
    expect(measureEffort(velocity, 3)[399]).toBe(0)
  })
})

function likeness(x: Float64Array, lag: number): number {
  let sum = 0
  for (let i = lag; i < x.length; i++) sum += x[i] * x[i - lag]
  return sum / (x.length - lag) / power(x)
}
