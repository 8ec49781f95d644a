import { lowest } from './lag-path.ts'

/** Frames of a tracked point: given times in grid steps, and columns of positions. */
export type Frames = { t: Float64Array; columns: readonly Float64Array[] }

/** What the sensor expects: the path of the point on the grid, and the mean squared size of its steps. */
export type Expected = { path: readonly Float64Array[]; stepEnergy: number }

/** When the frames were really taken, what the best such times still miss, and how odd they are. All but `times` a frame. */
export type FrameTimes = { times: Float64Array; misfit: number; change: number; prior: number; slope: number }

const MIN_LAG = -18
const MAX_LAG = 18
const WIDTH = MAX_LAG - MIN_LAG + 1
/** Longest stay between two frames, in grid steps (half a second): what a camera lost is seen as one long step. */
const LONGEST = 25
// Clocks that run evenly but slower than they say, as of a camera that lost frames and spread the rest over the time.
const SLOPES = [0, 0.07, 0.15, 0.28]
const NOISE = 0.15
const LOOSENESS = 0.1
const SLACK = 0.5
const PRICE = 0.6
const GAP = 3
const GAP_GROWTH = 0.05
const USUAL_LAG = -2.5
const LAG_PRIOR = 0.0004
// Geman and McClure's bounded loss: a frame where the tracker jumped counts, but not without end.
const WORST = 8

/**
 * Times for all frames by dynamic programming over their lag: the way from frame to frame should be what the sensor felt in between,
 * steps should be as even as the camera says, and a gap now and then is cheap, since trackers lose quick points.
 */
export function frameTimes(frames: Frames, expected: Expected): FrameTimes {
  const nearest = Int32Array.from(frames.t, (t) => Math.round(t))
  const misfits = stepMisfits(frames, nearest, expected)
  let best: (Found & { slope: number }) | null = null
  for (const slope of SLOPES) {
    const found = cheapest(frames.t, nearest, { misfits, slope })
    if (best === null || found.total < best.total) best = { ...found, slope }
  }
  const { total, slope, lags, misfit, prior } = best as Found & { slope: number }
  const m = frames.t.length
  const times = Float64Array.from(lags, (lag, k) => nearest[k] + lag)
  return { times, misfit: misfit / m, prior: prior / m, change: (total - misfit - prior) / m, slope }
}

/** misfit of arriving at frame k with lag w after a step of d, at (k·WIDTH + w)·LONGEST + d. */
function stepMisfits({ t, columns }: Frames, nearest: Int32Array, { path, stepEnergy }: Expected): Float64Array {
  const out = new Float64Array(t.length * WIDTH * LONGEST)
  const first = nearest[0] + MIN_LAG
  const { steps, squared } = computeExpectedSteps(path, { from: first, to: nearest[t.length - 1] + MAX_LAG + 1 })
  const none = new Float64Array(squared.length)
  const [x, y, z] = [steps[0], steps[1], steps[2] ?? none]
  for (let k = 1; k < t.length; k++) {
    const step = t[k] - t[k - 1]
    const noise = 2 * NOISE * stepEnergy * step * step + 1e-18
    const [dx, dy, dz] = [0, 1, 2].map((c) => (columns[c] ? columns[c][k] - columns[c][k - 1] : 0))
    for (let w = 0; w < WIDTH; w++) {
      const at = nearest[k] + MIN_LAG + w
      const row = (k * WIDTH + w) * LONGEST
      const way = (at - first) * LONGEST
      const { from, to } = stays(at - nearest[k - 1] - MIN_LAG)
      for (let d = from; d <= to; d++) {
        const rx = dx - x[way + d]
        const ry = dy - y[way + d]
        const rz = dz - z[way + d]
        const misfit = (rx * rx + ry * ry + rz * rz) / (noise + 2 * LOOSENESS * squared[way + d])
        out[row + d] = (WORST * misfit) / (WORST + misfit)
      }
    }
  }
  return out
}

/** What the expected path covers in the d steps before each time, at (time - from)·LONGEST + d; it is held still beyond its ends. */
function computeExpectedSteps(path: readonly Float64Array[], { from, to }: { from: number; to: number }) {
  const last = path[0].length - 1
  const within = (i: number) => Math.min(last, Math.max(0, i))
  const squared = new Float64Array((to - from) * LONGEST)
  const steps = path.map((column) => {
    const out = new Float64Array(squared.length)
    for (let at = from; at < to; at++) {
      const row = (at - from) * LONGEST
      const here = column[within(at)]
      for (let d = 0; d < LONGEST; d++) {
        const step = here - column[within(at - d)]
        out[row + d] = step
        squared[row + d] += step * step
      }
    }
    return out
  })
  return { steps, squared }
}

/** Steps d for which the frame before has a lag within reach. */
function stays(reach: number): { from: number; to: number } {
  return { from: Math.max(1, reach - WIDTH + 1), to: Math.min(LONGEST - 1, reach) }
}

type Found = { total: number; lags: Int32Array; misfit: number; prior: number }
type Costs = { misfits: Float64Array; slope: number }

function cheapest(t: Float64Array, nearest: Int32Array, { misfits, slope }: Costs): Found {
  const m = t.length
  const priors = Float64Array.from({ length: WIDTH }, (_, w) => LAG_PRIOR * (MIN_LAG + w - USUAL_LAG) ** 2)
  const from = new Int32Array(m * WIDTH)
  let cost = priors.slice()
  let next = new Float64Array(WIDTH)
  let even = 0
  let prices = stepPrices(even)
  for (let k = 1; k < m; k++) {
    const step = (t[k] - t[k - 1]) / (1 + slope)
    if (Math.abs(step - even) > 1e-3) prices = stepPrices(step)
    even = step
    for (let w = 0; w < WIDTH; w++) {
      const reach = nearest[k] + w - nearest[k - 1]
      const { from: shortest, to: longest } = stays(reach)
      const row = (k * WIDTH + w) * LONGEST
      let least = Number.POSITIVE_INFINITY
      let origin = 0
      for (let d = shortest; d <= longest; d++) {
        const value = cost[reach - d] + misfits[row + d] + prices[d]
        if (value < least) {
          least = value
          origin = reach - d
        }
      }
      next[w] = least + priors[w]
      from[k * WIDTH + w] = origin
    }
    const spare = cost
    cost = next
    next = spare
  }
  return tracePath({ nearest, misfits, priors, from }, cost)
}

/** What a step of d costs where `even` is expected: little near it, a gap at most so much. */
function stepPrices(even: number): Float64Array {
  return Float64Array.from({ length: LONGEST }, (_, d) => {
    const over = d - even
    const small = PRICE * Math.max(0, Math.abs(over) - SLACK)
    return over > 0 ? Math.min(small, GAP + GAP_GROWTH * over) : small + 0.1 * over * over
  })
}

type Trace = { nearest: Int32Array; misfits: Float64Array; priors: Float64Array; from: Int32Array }

function tracePath({ nearest, misfits, priors, from }: Trace, cost: Float64Array): Found {
  const m = nearest.length
  const lags = new Int32Array(m)
  let at = lowest(cost)
  const total = cost[at]
  let misfit = 0
  let prior = 0
  for (let k = m - 1; k >= 0; k--) {
    lags[k] = MIN_LAG + at
    prior += priors[at]
    if (k === 0) break
    const before = from[k * WIDTH + at]
    misfit += misfits[(k * WIDTH + at) * LONGEST + nearest[k] + at - nearest[k - 1] - before]
    at = before
  }
  return { total, lags, misfit, prior }
}
