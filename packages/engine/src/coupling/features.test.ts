import { describe, expect, it } from 'vitest'
import { compared } from './features.ts'
import { derivative, norms } from './series.ts'
import type { Window } from './streams.ts'

const n = 200
const LATE = 4
const swing = (i: number) => {
  // At rest, then two seconds of movement, then at rest again.
  const life = Math.exp(-(((i - 100) / 35) ** 4))
  return [0.3 * life * Math.sin(i / 7), 0.2 * life * Math.cos(i / 6), 0.25 * life * Math.sin(i / 9 + 1)]
}
const column = (c: number, late = 0) => Float64Array.from({ length: n }, (_, i) => swing(i - late)[c])
const felt = [0, 1, 2].map((c) => derivative(column(c)))
const turning = norms(felt)

function windowOf(columns: readonly Float64Array[], withTurning = true): Window {
  const t = Float64Array.from({ length: 100 }, (_, k) => 2 * k)
  return {
    n,
    base: [felt],
    turning: withTurning ? turning : null,
    frames: { t, columns: columns.map((axis) => t.map((i) => axis[i])) },
  }
}

const OWN = windowOf([0, 2, 1].map((c) => column(c, LATE)))
const { values, lagMs, speed, explained } = compared(OWN)

describe('compared', () => {
  it('gives 58 numbers, the lag in ms and the sensor’s speed', () => {
    expect(values).toHaveLength(58)
    expect(Math.abs(lagMs - 20 * LATE)).toBeLessThan(4)
    expect(speed).toBeGreaterThan(0.5)
    expect(speed).toBeLessThan(2)
    expect(Math.log(1.02 - explained)).toBeCloseTo(Math.min(values[0], values[3], values[10]), 9)
  })

  it('starts with what one lag leaves unexplained, the lag, and how far it stands out', () => {
    expect(values[0]).toBeLessThan(Math.log(0.04))
    expect(values[1]).toBe(LATE)
    expect(values[2]).toBeGreaterThan(0.2)
    expect(values[2]).toBeLessThan(1)
  })

  it('goes on with the changing lag: unexplained, misfit, travel, mean, spread, drift, wander', () => {
    const [unexplained, misfit, travel, mean, spread, drift, wander] = values.slice(3, 10)
    expect(unexplained).toBeLessThan(Math.log(0.04))
    expect(misfit).toBeLessThan(0.1)
    expect(travel).toBeLessThan(0.05)
    expect(mean).toBeCloseTo(LATE, 0)
    expect(spread).toBeLessThan(0.7)
    expect(Math.abs(drift)).toBeLessThan(0.02)
    expect(wander).toBeLessThanOrEqual(spread)
  })

  it('goes on with free frame times: frames taken earlier than they say, no gap', () => {
    const [unexplained, misfit, change, prior, slope, mean, spread, gaps, longest, ...quarters] = values.slice(10, 22)
    expect(unexplained).toBeLessThan(Math.log(0.05))
    expect(misfit).toBeLessThan(0.3)
    expect(change).toBeGreaterThanOrEqual(0)
    expect(prior).toBeGreaterThan(0)
    expect(slope).toBe(0)
    expect(mean).toBeLessThan(0)
    expect(spread).toBeLessThan(4)
    expect(gaps).toBe(0)
    expect(longest).toBeLessThanOrEqual(2)
    expect(quarters[1]).toBeCloseTo(-LATE, -0.7)
  })

  it('ends with how late shares of the energy come, against what the velocity and the turning tell', () => {
    const late = values.slice(48, 58)
    for (const share of [1, 2, 3, 6, 7, 8]) expect(Math.abs(late[share] - LATE)).toBeLessThanOrEqual(2)
  })

  it('explains less of another movement, and needs more warping for it', () => {
    const other = compared(windowOf([1, 0, 2].map((c) => column(c).map((_, i) => swing(1.4 * i - 40)[c])))).values
    for (const k of [0, 3, 4, 5, 10, 11]) expect(other[k]).toBeGreaterThan(values[k])
  })

  it('leaves 0 where there is no gyroscope', () => {
    const without = compared(
      windowOf(
        OWN.frames.columns.map((_, c) => column([0, 2, 1][c], LATE)),
        false,
      ),
    ).values
    expect(without[23]).toBe(0)
    expect(without.slice(53)).toEqual(new Float64Array(5))
    expect(without[0]).toBe(values[0])
  })

  it('is finite for a still camera and for a still sensor', () => {
    const still = compared(windowOf([0, 1, 2].map(() => new Float64Array(n))))
    expect(still.values.every(Number.isFinite)).toBe(true)
    expect(still.explained).toBe(0)
    const resting = compared({ ...OWN, base: [felt.map(() => new Float64Array(n))], turning: new Float64Array(n) })
    expect(resting.values.every(Number.isFinite)).toBe(true)
    expect(resting.speed).toBe(0)
  })
})
