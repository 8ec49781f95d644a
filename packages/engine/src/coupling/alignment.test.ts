import { describe, expect, it } from 'vitest'
import { bandPass } from '../math/smoothing.ts'
import { findCheapestPath, fitElastically, findLowest, fitFrameTimes } from './alignment.ts'
import { findBestLag, createFitter, computeDerivative, filterBaseSeries, MAIN } from './fit.ts'
import { type Frames, toGrid, computeVelocity, type Window } from './streams.ts'

// A hand on a path known at every time, in grid steps of 20 ms; the sensor feels exactly its velocity.
const n = 200
const swing = (i: number) => [
  0.3 * Math.sin(i / 11) + 0.1 * Math.sin(i / 5),
  0.2 * Math.cos(i / 8),
  0.25 * Math.sin(i / 14 + 1) + 0.05 * Math.cos(i / 4),
]
const felt = [0, 1, 2].map((c) => computeDerivative(Float64Array.from({ length: n }, (_, i) => swing(i)[c])))

/** The camera's x, up, z of a frame taken at `taken` that says `said`. */
function windowOf(taken: readonly number[], said: readonly number[]): Window {
  const columns = [0, 2, 1].map((c) => Float64Array.from(taken, (i) => swing(i)[c]))
  const frames: Frames = { t: Float64Array.from(said), columns }
  return { n, base: [felt], turning: null, frames }
}

function startOf(window: Window) {
  const base = filterBaseSeries(window.base, MAIN)
  const raw = computeVelocity(window.frames, toGrid(n))
  const camera = bandPass(raw, MAIN)
  const rigid = findBestLag(base, camera)
  return { base, raw, camera, fitter: createFitter(base, camera.length), rigid, start: rigid.fit }
}

const every = (step: number) => Array.from({ length: Math.floor(199 / step) + 1 }, (_, k) => k * step)

describe('bestLag', () => {
  it.each([0, 3, 7.4, -2.6])('finds a camera %d steps late, finer than its search', (late) => {
    const taken = every(2.5)
    const { rigid } = startOf(
      windowOf(
        taken,
        taken.map((i) => i + late),
      ),
    )
    expect(rigid.lag).toBe(Math.round(late))
    expect(Math.abs(rigid.fineLag - late)).toBeLessThan(0.3)
    expect(rigid.fit.explained).toBeGreaterThan(0.95)
    expect(rigid.sharpness).toBeGreaterThan(0.03)
    expect(rigid.sharpness).toBeLessThan(rigid.fit.explained)
  })

  it('stays within its search', () => {
    const taken = every(2.5)
    const { rigid } = startOf(
      windowOf(
        taken,
        taken.map((i) => i + 14),
      ),
    )
    expect(rigid.lag).toBe(12)
    expect(rigid.fineLag).toBe(12)
  })

  it('answers lag 0 and no sharpness where the camera saw nothing', () => {
    const base = filterBaseSeries([felt], MAIN)
    const still = [0, 1, 2].map(() => new Float64Array(n))
    expect(findBestLag(base, still)).toMatchObject({ lag: 0, fineLag: 0, sharpness: 0 })
  })
})

describe('elasticFit', () => {
  it('follows a lag that changes for good', () => {
    const taken = every(2.5)
    const window = windowOf(
      taken,
      taken.map((i) => (i < 100 ? i + 2 : i + 9)),
    )
    const { rigid, ...start } = startOf(window)
    const { fit, lags, path } = fitElastically(window, start)
    expect(fit.explained).toBeGreaterThan(rigid.fit.explained)
    expect(Math.abs(lags[50] - 2)).toBeLessThanOrEqual(1.5)
    expect(Math.abs(lags[150] - 9)).toBeLessThanOrEqual(1.5)
    expect(path.travel).toBeGreaterThanOrEqual(5)
    expect(path.travel).toBeLessThan(25)
  })

  it('needs no change and leaves little for a camera with a constant lag', () => {
    const taken = every(2.5)
    const window = windowOf(
      taken,
      taken.map((i) => i + 3),
    )
    const { path, fit } = fitElastically(window, startOf(window))
    expect(path.travel).toBeLessThanOrEqual(2)
    expect(path.misfit).toBeLessThan(0.2)
    expect(fit.explained).toBeGreaterThan(0.98)
  })
})

describe('the lags of elasticFit', () => {
  /** A camera whose frames say `late(i)` grid steps too much, in meters or in other units. */
  function lagged(late: (i: number) => number, unit = 1) {
    const taken = every(2.5)
    const window = windowOf(
      taken,
      taken.map((i) => i + late(i)),
    )
    const columns = window.frames.columns.map((column) => column.map((value) => unit * value))
    const scaled = { ...window, frames: { ...window.frames, columns } }
    return fitElastically(scaled, startOf(scaled))
  }

  it('are one for every second sample, and lie halfway between at the others', () => {
    const { path, lags } = lagged((i) => (i < 100 ? 2 : 9))
    expect(path.lags).toHaveLength(100)
    expect(lags).toHaveLength(n)
    for (let k = 0; k < 99; k++) {
      expect(lags[2 * k]).toBe(path.lags[k])
      expect(lags[2 * k + 1]).toBe((path.lags[k] + path.lags[k + 1]) / 2)
    }
    expect(lags[199]).toBe(path.lags[99])
    expect(new Set(path.lags).size).toBeGreaterThan(2)
  })

  it('do not depend on the unit of the camera', () => {
    const late = (i: number) => 2 + i / 40
    expect(lagged(late, 1000).lags).toEqual(lagged(late).lags)
    expect(lagged(late, 0.001).lags).toEqual(lagged(late).lags)
  })

  it.each([-10, 18])('reach from a fifth of a second early to 0.36 s late: %d', (late) => {
    const taken = every(2.5)
    const { start } = startOf(windowOf(taken, taken))
    const window = windowOf(
      taken,
      taken.map((i) => i + late),
    )
    expect(fitElastically(window, { ...startOf(window), start }).path.lags[50]).toBe(late)
  })

  it('are what is usual, 60 ms, where nothing is seen to move', () => {
    const window = windowOf(every(2.5), every(2.5))
    const still = [0, 1, 2].map(() => new Float64Array(n))
    const start = { explained: 0, heading: 0, mirror: 1 as const, weights: [0] }
    const { lags, path } = fitElastically(window, {
      base: [still],
      camera: still,
      fitter: createFitter([still], 3),
      start,
    })
    expect(new Set(lags)).toEqual(new Set([3]))
    expect(path).toMatchObject({ travel: 0, misfit: 0 })
  })
})

describe('fitFrameTimes', () => {
  it('explains a camera that lost frames and spread the rest evenly', () => {
    const taken = every(2.5).filter((_, k) => k < 30 || k > 37)
    const said = taken.map((_, k) => (k * taken[taken.length - 1]) / (taken.length - 1))
    const window = windowOf(taken, said)
    const { rigid, ...start } = startOf(window)
    const { fit, found } = fitFrameTimes(window, start)
    expect(fit.explained).toBeGreaterThan(rigid.fit.explained + 0.02)
    expect(Math.max(...found.times.subarray(1).map((time, k) => time - found.times[k]))).toBeGreaterThan(12)
  })

  it('takes over a steady drift, of which the sensor feels nothing, with and without depth', () => {
    // The path expected is the camera's own slow trend, so that nothing is left; a path the other way would leave twice each step.
    const t = Float64Array.from({ length: 100 }, (_, k) => 2 * k)
    const still = [0, 1, 2].map(() => new Float64Array(n))
    const start = { explained: 0, heading: 0, mirror: 1 as const, weights: [0] }
    for (const count of [2, 3]) {
      const columns = [t.map((i) => i / 50), ...still.slice(1, count).map(() => new Float64Array(100))]
      const raw = [new Float64Array(n).fill(1), ...still.slice(1, count)]
      const window: Window = { n, base: [still], turning: null, frames: { t, columns } }
      const { found } = fitFrameTimes(window, {
        base: [still],
        camera: raw,
        raw,
        fitter: createFitter([still], count),
        start,
      })
      expect(found.misfit).toBeLessThan(0.1)
    }
  })
})

/** Misfit 0 where the path should run, 1 elsewhere. */
function along(lags: readonly number[], width: number, minLag: number) {
  const values = new Float64Array(lags.length * width).fill(1)
  lags.forEach((lag, s) => {
    values[s * width + lag - minLag] = 0
  })
  return { values, steps: lags.length, width, minLag }
}

describe('cheapestPath', () => {
  it('follows the misfit where a change of lag is cheap', () => {
    const path = findCheapestPath(along([-1, -1, 1, 1, 0], 4, -1), 0.2)
    expect([...path.lags]).toEqual([-1, -1, 1, 1, 0])
    expect(path.travel).toBe(3)
    expect(path.misfit).toBe(0)
  })

  it('stays where a change costs more than it saves', () => {
    const path = findCheapestPath(along([2, 2, 2, 0, 2], 4, 0), 0.6)
    expect([...path.lags]).toEqual([2, 2, 2, 2, 2])
    expect(path.travel).toBe(0)
    expect(path.misfit).toBeCloseTo(1 / 5, 12)
  })

  it('moves once for a lag that changes for good', () => {
    const path = findCheapestPath(along([0, 0, 0, 3, 3, 3, 3], 5, -1), 0.9)
    expect([...path.lags]).toEqual([0, 0, 0, 3, 3, 3, 3])
    expect(path.travel).toBe(3)
  })

  it('moves down to the findLowest lag where that is cheaper', () => {
    const path = findCheapestPath({ values: Float64Array.of(10, 0, 0, 10), steps: 2, width: 2, minLag: 0 }, 1)
    expect(path).toEqual({ lags: Int32Array.of(1, 0), travel: 1, misfit: 0 })
  })

  it('stays where a change saves just what it costs', () => {
    // At lag 0 from the start: 1 + 0. From lag 1 down to it: 0 + 1 for the change + 0.
    const path = findCheapestPath({ values: Float64Array.of(1, 0, 0, 5), steps: 2, width: 2, minLag: 0 }, 1)
    expect(path).toEqual({ lags: Int32Array.of(0, 0), travel: 0, misfit: 0.5 })
  })

  it('takes the first lag where all are alike', () => {
    const path = findCheapestPath({ values: new Float64Array(6).fill(2), steps: 2, width: 3, minLag: -1 }, 1)
    expect([...path.lags]).toEqual([-1, -1])
    expect(path.misfit).toBe(2)
  })

  it('answers one step with its findLowest lag', () => {
    const path = findCheapestPath({ values: Float64Array.of(3, 1, 2), steps: 1, width: 3, minLag: 5 }, 1)
    expect(path).toEqual({ lags: Int32Array.of(6), travel: 0, misfit: 1 })
  })
})

describe('findLowest', () => {
  it('is the index of the least value, the first of equal ones', () => {
    expect(findLowest(Float64Array.of(4, 1, 3, 1))).toBe(1)
  })
})
