import { bandPass, smoothLocally } from '../math/smoothing.ts'
import { GRID_HZ } from '../timeline.ts'
import { type Base, computeEnergy, type Fit, type Fitter, MAIN, predict } from './fit.ts'
import { type Frames, toGrid, computeVelocity, type Window } from './streams.ts'

/** Starting point of an alignment: base and camera in the main band, the fitter, and the best fit so far. */
export type Start = { base: Base; camera: readonly Float64Array[]; fitter: Fitter; start: Fit }

/** The camera's velocity under the best lags, unfiltered and in the main band. */
export type Elastic = { fit: Fit; path: LagPath; lags: Float64Array; raw: Float64Array[]; camera: Float64Array[] }

const ELASTIC = { minLag: -10, maxLag: 18, step: 2, price: 1, noise: 0.1, usualLag: 3, rounds: 2 }
const LAG_PRIOR = 0.0004

/**
 * Fits the sensor's motion in a window to the camera's with a time lag that may change: alternates twice between the
 * cheapest lags for a fit and the best fit for those lags. The last parameter holds both motions and the fit with one
 * constant lag to start from.
 */
export function fitElastically({ n, frames }: Window, { base, camera, fitter, start }: Start): Elastic {
  let fit = start
  let found: Elastic | null = null
  for (let round = 0; round < ELASTIC.rounds; round++) {
    const path = findLagPath(camera, predict(base, fit))
    const lags = lagsOnGrid(path.lags, n)
    const raw = computeVelocity(
      frames,
      lags.map((lag, i) => i + lag),
    )
    const warped = bandPass(raw, MAIN)
    fit = fitter(warped)
    found = { fit, path, lags, raw, camera: warped }
  }
  return found as Elastic
}

function findLagPath(camera: readonly Float64Array[], expected: readonly Float64Array[]): LagPath {
  const { minLag, maxLag, step, price, noise, usualLag } = ELASTIC
  const n = camera[0].length
  const steps = Math.floor((n - 1) / step) + 1
  const width = maxLag - minLag + 1
  const scale = 1 / (2 * noise * computeEnergy(camera) + 1e-18)
  const values = new Float64Array(steps * width)
  for (let c = 0; c < camera.length; c++) {
    const [seen, felt] = [camera[c], expected[c]]
    for (let s = 0; s < steps; s++) {
      const here = felt[s * step]
      for (let l = 0; l < width; l++) {
        const rest = seen[Math.min(n - 1, Math.max(0, s * step + minLag + l))] - here
        values[s * width + l] += scale * rest * rest
      }
    }
  }
  for (let i = 0; i < values.length; i++) values[i] += LAG_PRIOR * (minLag + (i % width) - usualLag) ** 2
  return findCheapestPath({ values, steps, width, minLag }, price)
}

function lagsOnGrid(lags: Int32Array, n: number): Float64Array {
  const out = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const k = Math.min(lags.length - 1, Math.floor(i / ELASTIC.step))
    const next = Math.min(lags.length - 1, k + 1)
    out[i] = lags[k] + (i / ELASTIC.step - k) * (lags[next] - lags[k])
  }
  return out
}

/** misfit(step, lag) for `steps` steps and `width` lags from `minLag` on, row by row. */
export type Misfits = { values: Float64Array; steps: number; width: number; minLag: number }

/** The cheapest lag of each step, the sum of its changes, and the mean remaining misfit. */
export type LagPath = { lags: Int32Array; travel: number; misfit: number }

/**
 * Finds the lag of each step such that the sum of misfits and of `price` for each change of the lag by one is lowest
 * (dynamic programming as in Sakoe and Chiba 1978). One movement recorded twice needs few changes, two different
 * movements need many.
 */
export function findCheapestPath({ values, steps, width, minLag }: Misfits, price: number): LagPath {
  const cost = values.slice(0, width)
  const from = new Int32Array(steps * width)
  const relax = (row: number, to: number, other: number) => {
    if (cost[other] + price >= cost[to]) return
    cost[to] = cost[other] + price
    from[row + to] = from[row + other]
  }
  for (let s = 1; s < steps; s++) {
    const row = s * width
    for (let l = 0; l < width; l++) from[row + l] = l
    // The lower envelope of |Δlag| takes two passes (Felzenszwalb and Huttenlocher 2012).
    for (let l = 1; l < width; l++) relax(row, l, l - 1)
    for (let l = width - 2; l >= 0; l--) relax(row, l, l + 1)
    for (let l = 0; l < width; l++) cost[l] += values[row + l]
  }
  const lags = new Int32Array(steps)
  let [at, travel, misfit] = [findLowest(cost), 0, 0]
  for (let s = steps - 1; s >= 0; s--) {
    lags[s] = at + minLag
    misfit += values[s * width + at]
    if (s === 0) break
    const before = from[s * width + at]
    travel += Math.abs(before - at)
    at = before
  }
  return { lags, travel, misfit: misfit / steps }
}

/** Returns the index of the smallest value, the first one if several are equal. */
export function findLowest(cost: ArrayLike<number>): number {
  let at = 0
  for (let l = 1; l < cost.length; l++) if (cost[l] < cost[at]) at = l
  return at
}

/** Prediction from the sensor: the path of the point on the grid, and the mean squared size of its steps. */
export type ExpectedTimes = { path: readonly Float64Array[]; stepEnergy: number }

/**
 * The estimated times of the frames, the remaining misfit, and how implausible the times are. All but `times` are per
 * frame.
 */
export type FrameTimes = { times: Float64Array; misfit: number; change: number; prior: number; slope: number }

const REACH = 18
const WIDTH = 2 * REACH + 1
/**
 * Intervals between two frames that are tried, in grid steps up to half a second. Lost frames show as one long step.
 */
export const STAYS = Int32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 24)
const COUNT = STAYS.length
const LONGEST = 24
// Clocks that run evenly but slower than they say, such as that of a camera that lost frames and spread the others over
// the time.
const SLOPES = [0, 0.07, 0.15, 0.28]
const FRAMES = { noise: 0.15, looseness: 0.1, slack: 0.5, price: 0.6, gap: 3, gapGrowth: 0.05, usualLag: -2.5 }
// Geman and McClure's bounded loss: a frame in which the tracker jumped counts, but only up to a limit.
const WORST = 8
const PRIORS = Float64Array.from({ length: WIDTH }, (_, w) => LAG_PRIOR * (w - REACH - FRAMES.usualLag) ** 2)

/**
 * Estimates when each camera frame was really taken, by comparing the tracked path with the path expected from the
 * sensor. Prefers intervals as even as the camera's own times, with an occasional gap, because trackers lose fast
 * points. Tries several clock rates and returns the cheapest result.
 */
export function estimateFrameTimes(frames: Frames, expected: ExpectedTimes): FrameTimes {
  const { t } = frames
  const m = t.length
  const nearest = Int32Array.from(t, (time) => Math.round(time))
  const writeMisfits = createMisfits(frames, nearest, expected)
  const misfits = new Float64Array(WIDTH * COUNT)
  const clocks = SLOPES.map((slope) => ({ slope, cost: PRIORS.slice(), from: new Int32Array(m * WIDTH) }))
  for (let k = 1; k < m; k++) {
    writeMisfits(k, misfits)
    for (const clock of clocks) {
      const prices = computeStepPrices((t[k] - t[k - 1]) / (1 + clock.slope))
      takeStep(clock, { row: k * WIDTH, shift: nearest[k] - nearest[k - 1], misfits, prices })
    }
  }
  const best = clocks.reduce((least, one) => (Math.min(...one.cost) < Math.min(...least.cost) ? one : least))
  const misfitOf = (k: number, w: number, d: number) => {
    writeMisfits(k, misfits, { from: w, to: w + 1 })
    return misfits[w * COUNT + STAYS.indexOf(d)]
  }
  return traceFrames(best, nearest, misfitOf)
}

type FrameStep = { row: number; shift: number; misfits: Float64Array; prices: Float64Array }

/** Computes the cheapest way to each lag of the next frame. */
function takeStep({ cost, from }: Clock, { row, shift, misfits, prices }: FrameStep): void {
  const before = cost.slice()
  for (let w = 0; w < WIDTH; w++) {
    const reach = shift + w
    let least = Number.POSITIVE_INFINITY
    let origin = 0
    for (let j = 0, at = w * COUNT; j < COUNT; j++, at++) {
      const other = reach - STAYS[j]
      if (other < 0) break
      if (other >= WIDTH) continue
      const value = before[other] + misfits[at] + prices[j]
      if (value < least) {
        least = value
        origin = other
      }
    }
    cost[w] = least + PRIORS[w]
    from[row + w] = origin
  }
}

type Clock = { slope: number; cost: Float64Array; from: Int32Array }

function traceFrames(
  { slope, cost, from }: Clock,
  nearest: Int32Array,
  misfitOf: (k: number, w: number, d: number) => number,
): FrameTimes {
  const m = nearest.length
  const times = new Float64Array(m)
  let at = findLowest(cost)
  const total = cost[at]
  let [misfit, prior] = [0, 0]
  for (let k = m - 1; k >= 0; k--) {
    times[k] = nearest[k] + at - REACH
    prior += PRIORS[at]
    if (k === 0) break
    const before = from[k * WIDTH + at]
    misfit += misfitOf(k, at, nearest[k] + at - nearest[k - 1] - before)
    at = before
  }
  return { times, slope, misfit: misfit / m, prior: prior / m, change: (total - misfit - prior) / m }
}

/**
 * Writes the misfits of arriving at frame k with each of these lags after each interval, row by row. The path is
 * constant beyond its ends.
 */
function createMisfits({ t, columns }: Frames, nearest: Int32Array, { path, stepEnergy }: ExpectedTimes) {
  const margin = Math.max(REACH + LONGEST, REACH - nearest[0] + LONGEST)
  const length = margin + Math.max(path[0].length, nearest[nearest.length - 1] + 1) + REACH
  const [x, y, z] = [0, 1, 2].map((c) => (columns[c] ? holdEnds(path[c], margin, length) : new Float64Array(length)))
  return (k: number, out: Float64Array, lags = { from: 0, to: WIDTH }): void => {
    const step = t[k] - t[k - 1]
    const noise = 2 * FRAMES.noise * stepEnergy * step * step + 1e-18
    const [dx, dy, dz] = [0, 1, 2].map((c) => (columns[c] ? columns[c][k] - columns[c][k - 1] : 0))
    for (let w = lags.from; w < lags.to; w++) {
      const here = margin + nearest[k] - REACH + w
      for (let j = 0; j < COUNT; j++) {
        const before = here - STAYS[j]
        const sx = x[here] - x[before]
        const sy = y[here] - y[before]
        const sz = z[here] - z[before]
        const rest = (dx - sx) * (dx - sx) + (dy - sy) * (dy - sy) + (dz - sz) * (dz - sz)
        const scale = noise + 2 * FRAMES.looseness * (sx * sx + sy * sy + sz * sz)
        out[w * COUNT + j] = (WORST * rest) / (WORST * scale + rest)
      }
    }
  }
}

/** Returns the column shifted by `margin` samples and constant beyond its ends. */
function holdEnds(column: Float64Array, margin: number, length: number): Float64Array {
  const out = new Float64Array(length).fill(column[0], 0, margin)
  out.set(column, margin)
  return out.fill(column[column.length - 1], margin + column.length)
}

/** Returns the price of each step if `even` is expected: little near it, limited for a gap. */
function computeStepPrices(even: number): Float64Array {
  const { price, slack, gap, gapGrowth } = FRAMES
  const prices = new Float64Array(COUNT)
  for (let j = 0; j < COUNT; j++) {
    const over = STAYS[j] - even
    const small = price * Math.max(0, Math.abs(over) - slack)
    prices[j] = over > 0 ? Math.min(small, gap + gapGrowth * over) : small + 0.1 * over * over
  }
  return prices
}

/** The camera's velocity with estimated frame times, unfiltered and in the main band. */
export type ReframedWindow = { fit: Fit; found: FrameTimes; raw: Float64Array[]; camera: Float64Array[] }

/**
 * Estimates the true times of the camera frames in a window from a first fit (`start`), and fits the sensor's motion to
 * the camera's again with these times. This recovers takes from which the camera lost frames.
 */
export function fitFrameTimes(
  { n, frames }: Window,
  { base, camera, raw, fitter, start }: Start & { raw: readonly Float64Array[] },
): ReframedWindow {
  const trend = smoothLocally(raw, MAIN.coarse)
  const expected = predict(base, start)
  const path = frames.columns.map((_, c) => sumUp(expected[c], trend[c]))
  const found = estimateFrameTimes(frames, { path, stepEnergy: computeEnergy(camera) / GRID_HZ ** 2 })
  const velocities = computeVelocity({ ...frames, t: found.times }, toGrid(n))
  const warped = bandPass(velocities, MAIN)
  return { fit: fitter(warped), found, raw: velocities, camera: warped }
}

/** Returns the path of a point that moves with both velocities. */
function sumUp(v: Float64Array, trend: Float64Array): Float64Array {
  const out = new Float64Array(v.length)
  let total = 0
  for (let i = 0; i < v.length; i++) out[i] = total += (v[i] + trend[i]) / GRID_HZ
  return out
}
