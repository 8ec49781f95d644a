import { describe, expect, it, vi } from 'vitest'
import { estimateFrameTimes, STAYS } from './alignment.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

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
    const found = estimateFrameTimes(framesAt(t, t), { path: PATH, stepEnergy: STEP_ENERGY })
    for (let k = 5; k < 65; k++) expect(Math.abs(found.times[k] - t[k])).toBeLessThanOrEqual(1)
    expect(found.slope).toBe(0)
    expect(found.misfit).toBeLessThan(0.02)
    expect(found.change).toBeLessThan(0.05)
  })

  it('finds frames that say a constant lag too much', () => {
    const taken = every(3, 70, 10)
    const found = estimateFrameTimes(
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
    const found = estimateFrameTimes(framesAt(taken, t), { path: PATH, stepEnergy: STEP_ENERGY })
    for (let k = 5; k < 65; k++) expect(Math.abs(found.times[k] - taken[k])).toBeLessThanOrEqual(2)
    expect(found.times[34] - found.times[33]).toBeGreaterThan(14)
  })

  it('moves on by at least one grid step from frame to frame', () => {
    const noise = every(1.2, 90).map((i) => (i * 37) % 11)
    const found = estimateFrameTimes(
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
    const own = estimateFrameTimes(framesAt(t, t), { path: PATH, stepEnergy: STEP_ENERGY })
    const other = {
      ...framesAt(t, t),
      columns: [0, 1, 2].map((c) => Float64Array.from(t, (i) => 40 * at(1.7 * i + 50)[(c + 1) % 3])),
    }
    const found = estimateFrameTimes(other, { path: PATH, stepEnergy: STEP_ENERGY })
    expect(found.misfit).toBeGreaterThan(20 * own.misfit)
    expect(found.misfit).toBeLessThanOrEqual(8)
  })

  it.each([-18, 18])('finds frames up to 0.36 s off, the first and the last too: %d steps', (lag) => {
    const t = every(3, 60, 30)
    const frames = framesAt(
      t.map((i) => i + lag),
      t,
    )
    const { times } = estimateFrameTimes(frames, { path: PATH, stepEnergy: STEP_ENERGY })
    expect(Array.from(times)).toEqual(t.map((i) => i + lag))
  })

  it('moves on by one step where the camera stands still and the sensor does not', () => {
    const t = every(1, 40, 60)
    const still = { t: Float64Array.from(t), columns: [0, 1, 2].map(() => new Float64Array(40)) }
    const { times } = estimateFrameTimes(still, { path: PATH, stepEnergy: STEP_ENERGY })
    for (let k = 1; k < 40; k++) expect(times[k] - times[k - 1]).toBeGreaterThanOrEqual(1)
  })

  it('takes the hand for still after the end of its path', () => {
    const t = every(2, 20, 60)
    const still = { t: Float64Array.from(t), columns: [0, 1].map(() => new Float64Array(20)) }
    const path = [0, 1].map(() => Float64Array.from({ length: 30 }, (_, i) => i))
    const { misfit, change, times } = estimateFrameTimes(still, { path, stepEnergy: 1 })
    expect([misfit, change]).toEqual([0, 0])
    for (let k = 1; k < 20; k++) expect(times[k] - times[k - 1]).toBe(2)
  })

  it('counts steps as small as the floor of the noise as one: 8·1/(8 + 1) each', () => {
    // Nothing is expected to move; each of the nine steps has the square 1e-18 over a noise of 1e-18.
    const t = every(2, 10, 20)
    const tiny = { t: Float64Array.from(t), columns: [Float64Array.from(t, (_, k) => k * 1e-9), new Float64Array(10)] }
    const path = [new Float64Array(80), new Float64Array(80)]
    expect(estimateFrameTimes(tiny, { path, stepEnergy: 0 }).misfit).toBeCloseTo((9 / 10) * (8 / 9), 6)
  })

  it('answers finite figures for a point that never moves', () => {
    const t = every(2, 40)
    const still = { t: Float64Array.from(t), columns: [0, 1].map(() => new Float64Array(40)) }
    const found = estimateFrameTimes(still, { path: [new Float64Array(80), new Float64Array(80)], stepEnergy: 0 })
    expect([found.misfit, found.change, found.prior, ...found.times].every(Number.isFinite)).toBe(true)
    expect(found.misfit).toBe(0)
  })
})

/** What times cost by the rules: the way seen against the way felt, uneven steps, unusual lags. */
function costOf(frames: ReturnType<typeof framesAt>, times: ArrayLike<number>, slope: number) {
  const felt = (time: number) => PATH.map((axis) => axis[Math.min(n - 1, Math.max(0, time))])
  let [misfit, change, prior] = [0, 0, 0]
  for (let k = 0; k < times.length; k++) {
    prior += 0.0004 * (times[k] - Math.round(frames.t[k]) + 2.5) ** 2
    if (k === 0) continue
    const [step, said] = [times[k] - times[k - 1], frames.t[k] - frames.t[k - 1]]
    if (!STAYS.includes(step)) return { misfit: Number.POSITIVE_INFINITY, change, prior }
    const way = felt(times[k]).map((value, c) => value - felt(times[k - 1])[c])
    const rest = frames.columns.map((axis, c) => axis[k] - axis[k - 1] - way[c])
    const squares = (values: number[]) => values.reduce((sum, value) => sum + value * value, 0)
    const noise = 0.3 * STEP_ENERGY * said * said + 0.2 * squares(way) + 1e-18
    misfit += (8 * squares(rest)) / noise / (8 + squares(rest) / noise)
    const over = step - said / (1 + slope)
    const uneven = 0.6 * Math.max(0, Math.abs(over) - 0.5)
    change += over > 0 ? Math.min(uneven, 3 + 0.05 * over) : uneven + 0.1 * over * over
  }
  return { misfit, change, prior }
}

const SLOPES = [0, 0.07, 0.15, 0.28]

/** The least that any times of three frames cost, by trying all. */
function leastOf({ t, columns }: ReturnType<typeof framesAt>): number {
  const near = Array.from(t, (time) => Array.from({ length: 37 }, (_, w) => Math.round(time) - 18 + w))
  const priors = near.map((times, k) => times.map((time) => 0.0004 * (time - Math.round(t[k]) + 2.5) ** 2))
  let least = Number.POSITIVE_INFINITY
  for (const slope of SLOPES) {
    const [first, second] = [0, 1].map((k) => {
      const pair = { t: t.subarray(k, k + 2), columns: columns.map((axis) => axis.subarray(k, k + 2)) }
      return near[k].map((from) =>
        near[k + 1].map((to) => {
          const { misfit, change } = costOf(pair, [from, to], slope)
          return misfit + change
        }),
      )
    })
    for (let i = 0; i < 37; i++)
      for (let j = 0; j < 37; j++)
        for (let l = 0; l < 37; l++)
          least = Math.min(least, first[i][j] + second[j][l] + priors[0][i] + priors[1][j] + priors[2][l])
  }
  return least
}

describe('the times found', () => {
  it.each([
    ['three frames in step', [60, 63, 66], [60, 63, 66]],
    ['a frame that was lost', [60, 70, 73], [60, 63.2, 66.4]],
    ['frames that came late', [50, 52.5, 55], [61.3, 64, 66.6]],
    ['frames at the start', [0, 2, 4], [0, 3, 6]],
    ['frames at the end', [230, 234, 238], [231, 234, 237]],
    ['a leap of the tracker', [60, 130, 66], [60, 63, 66]],
  ])('are the cheapest of all: %s', (_, taken, t) => {
    const frames = framesAt(taken, t)
    const found = estimateFrameTimes(frames, { path: PATH, stepEnergy: STEP_ENERGY })
    const own = costOf(frames, found.times, found.slope)
    expect(found.misfit).toBeCloseTo(own.misfit / 3, 9)
    expect(found.change).toBeCloseTo(own.change / 3, 9)
    expect(found.prior).toBeCloseTo(own.prior / 3, 9)
    expect(own.misfit + own.change + own.prior).toBeCloseTo(leastOf(frames), 9)
  })

  it('run slower than they say where that is cheaper for all of them', () => {
    const t = every(3.2, 60, 10)
    const found = estimateFrameTimes(
      framesAt(
        t.map((_, k) => 20 + 2.5 * k),
        t,
      ),
      { path: PATH, stepEnergy: STEP_ENERGY },
    )
    expect(found.slope).toBe(0.28)
    const costs = SLOPES.map((slope) => {
      const { misfit, change, prior } = costOf(framesAt(every(2.5, 60, 20), t), found.times, slope)
      return misfit + change + prior
    })
    expect(costs.indexOf(Math.min(...costs))).toBe(3)
  })
})
