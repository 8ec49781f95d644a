import { describe, expect, it } from 'vitest'
import { frameTimes } from './frame-times.ts'

// A hand that swings in two directions, on the 20 ms grid.
const n = 240
const at = (i: number) => [Math.sin(i / 9) + 0.3 * Math.sin(i / 4), Math.cos(i / 13), 0.2 * Math.sin(i / 7 + 1)]
const PATH = [0, 1, 2].map((c) => Float64Array.from({ length: n }, (_, i) => at(i)[c]))
const STEP_ENERGY = PATH.reduce(
  (sum, axis) => sum + axis.subarray(1).reduce((total, value, i) => total + (value - axis[i]) ** 2, 0) / (n - 1),
  0,
)

/** Frames taken at `taken` (grid steps) that say they were taken at `t`. */
function framesAt(taken: readonly number[], t: readonly number[]) {
  return { t: Float64Array.from(t), columns: [0, 1, 2].map((c) => Float64Array.from(taken, (i) => at(i)[c])) }
}

const every = (step: number, count: number, start = 0) => Array.from({ length: count }, (_, k) => start + k * step)

describe('frameTimes', () => {
  it('keeps frames that were taken when they say', () => {
    const t = every(3, 70, 10)
    const found = frameTimes(framesAt(t, t), { path: PATH, stepEnergy: STEP_ENERGY })
    for (let k = 5; k < 65; k++) expect(Math.abs(found.times[k] - t[k])).toBeLessThanOrEqual(1)
    expect(found.slope).toBe(0)
    expect(found.misfit).toBeLessThan(0.02)
    expect(found.change).toBeLessThan(0.05)
  })

  it('finds frames that say a constant lag too much', () => {
    const taken = every(3, 70, 10)
    const found = frameTimes(
      framesAt(
        taken,
        taken.map((i) => i + 6),
      ),
      { path: PATH, stepEnergy: STEP_ENERGY },
    )
    for (let k = 5; k < 65; k++) expect(Math.abs(found.times[k] - taken[k])).toBeLessThanOrEqual(1)
  })

  it('finds where frames were lost and the rest spread over the time', () => {
    const taken = every(3, 75, 4).filter((_, k) => k < 34 || k > 38)
    const t = taken.map((_, k) => 4 + (k * (taken[taken.length - 1] - 4)) / (taken.length - 1))
    const found = frameTimes(framesAt(taken, t), { path: PATH, stepEnergy: STEP_ENERGY })
    for (let k = 5; k < 65; k++) expect(Math.abs(found.times[k] - taken[k])).toBeLessThanOrEqual(2)
    expect(found.times[34] - found.times[33]).toBeGreaterThan(14)
  })

  it('moves on by at least one grid step from frame to frame', () => {
    const noise = every(1.2, 90).map((i) => (i * 37) % 11)
    const found = frameTimes(
      {
        t: Float64Array.from(every(1.2, 90)),
        columns: [0, 1, 2].map((c) => Float64Array.from(noise, (v) => v * (c + 1))),
      },
      { path: PATH, stepEnergy: STEP_ENERGY },
    )
    for (let k = 1; k < 90; k++) expect(found.times[k]).toBeGreaterThan(found.times[k - 1])
  })

  it('leaves more unexplained of another movement, but never more than the worst a frame', () => {
    const t = every(3, 70, 10)
    const own = frameTimes(framesAt(t, t), { path: PATH, stepEnergy: STEP_ENERGY })
    const other = {
      ...framesAt(t, t),
      columns: [0, 1, 2].map((c) => Float64Array.from(t, (i) => 40 * at(1.7 * i + 50)[(c + 1) % 3])),
    }
    const found = frameTimes(other, { path: PATH, stepEnergy: STEP_ENERGY })
    expect(found.misfit).toBeGreaterThan(20 * own.misfit)
    expect(found.misfit).toBeLessThanOrEqual(8)
  })

  it('answers finite figures for a point that never moves', () => {
    const t = every(2, 40)
    const still = { t: Float64Array.from(t), columns: [0, 1].map(() => new Float64Array(40)) }
    const found = frameTimes(still, { path: [new Float64Array(80), new Float64Array(80)], stepEnergy: 0 })
    expect([found.misfit, found.change, found.prior, ...found.times].every(Number.isFinite)).toBe(true)
    expect(found.misfit).toBe(0)
  })
})
