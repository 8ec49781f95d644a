import { sampledAt } from './camera-stream.ts'
import { type Base, bestFit, type Fit, predicted } from './fit.ts'
import { type FrameTimes, type Frames, frameTimes } from './frame-times.ts'
import { cheapestPath, type LagPath } from './lag-path.ts'
import { correlation, derivative, norms, quantileTimes } from './series.ts'
import { type Band, bandPassed, smoothed } from './smoother.ts'
import type { Window } from './streams.ts'
import { GRID_HZ } from '../timeline.ts'

/** What the comparison of a window found: the features of the model, and the lag of the camera in ms. */
export type Comparison = { values: Float64Array; lagMs: number }

// In grid samples of 20 ms: 80 ms and 0.5 s, slower than a camera's noise, quicker than the drift of integrated acceleration.
const MAIN: Band = { fine: 4, coarse: 25 }
const QUICK: Band = { fine: 2.5, coarse: 8 }
const SLOW: Band = { fine: 6, coarse: 40 }
const SLOWEST: Band = { fine: 10, coarse: 60 }
const MIN_LAG = -10
const MAX_LAG = 18
const RIGID_LAGS = { from: -6, to: 12 }
const STEP = 2
const PRICE = 1
const NOISE = 0.1
const USUAL_LAG = 3
const LAG_PRIOR = 0.0004
const ROUNDS = 2
const SHARES = [0.02, 0.1, 0.5, 0.9, 0.98]
const STEP_MS = 1000 / GRID_HZ

/** The features by name, in the order of the model's questions. */
export function compared(window: Window): Comparison {
  const base = filtered(window.base, MAIN)
  const raw = velocity(window.frames.columns, window.frames.t, window.n)
  const camera = bandPassed(raw, MAIN)
  const rigid = bestLag(base, camera)
  const elastic = elasticFit(window, { base, camera, start: rigid.fit })
  const reframed = reframedFit(window, { base, camera, raw, start: rigid.fit })
  const values = [
    missing(rigid.fit),
    rigid.lag,
    rigid.sharpness,
    ...elasticFeatures(elastic, base),
    ...frameFeatures(reframed, window.frames),
    ...shapeFeatures(window, { base, elastic }),
    ...bandFeatures(window, { raw, elastic, main: base[0] }),
    ...timingFeatures(window, { camera, raw, expected: predicted(base, elastic.fit) }),
  ]
  return { values: Float64Array.from(values), lagMs: rigid.lag * STEP_MS }
}

function filtered(base: Base, band: Band): Float64Array[][] {
  const flat = bandPassed(base.flat(), band)
  return base.map((_, k) => flat.slice(3 * k, 3 * k + 3))
}

/** Velocity of the point on the grid when its frames were taken at `times` (grid steps). */
function velocity(columns: readonly Float64Array[], times: Float64Array, n: number): Float64Array[] {
  const grid = Float64Array.from({ length: n }, (_, i) => i)
  return columns.map((column) => derivative(sampledAt(times, column, grid)))
}

/** Log of the share of the camera's energy that the sensor leaves unexplained. */
function missing({ explained }: Fit): number {
  return Math.log(1.02 - Math.min(1, explained))
}

type Rigid = { fit: Fit; lag: number; sharpness: number }

/** One lag for the whole window, and how much more it explains than lags around it on average. */
function bestLag(base: Base, camera: readonly Float64Array[]): Rigid {
  const { from, to } = RIGID_LAGS
  const fits = Array.from({ length: to - from + 1 }, (_, k) => bestFit(base, camera, from + k))
  const at = fits.reduce((best, { explained }, k) => (explained > fits[best].explained ? k : best), -from)
  const mean = fits.reduce((total, { explained }) => total + explained, 0) / fits.length
  return { fit: fits[at], lag: from + at, sharpness: fits[at].explained - mean }
}

type Start = { base: Base; camera: readonly Float64Array[]; start: Fit }
type Elastic = { fit: Fit; path: LagPath; lags: Float64Array; raw: Float64Array[]; camera: Float64Array[] }

/** Alternates between the cheapest lags for a fit and the best fit for those lags. */
function elasticFit({ n, frames }: Window, { base, camera, start }: Start): Elastic {
  let fit = start
  let found: Elastic | null = null
  for (let round = 0; round < ROUNDS; round++) {
    const path = pathFor(camera, predicted(base, fit))
    const lags = lagsOnGrid(path.lags, n)
    const times = lags.map((lag, i) => i + lag)
    const raw = frames.columns.map((column) => derivative(sampledAt(frames.t, column, times)))
    const warped = bandPassed(raw, MAIN)
    fit = bestFit(base, warped, 0)
    found = { fit, path, lags, raw, camera: warped }
  }
  return found as Elastic
}

function pathFor(camera: readonly Float64Array[], expected: readonly Float64Array[]): LagPath {
  const n = camera[0].length
  const steps = Math.floor((n - 1) / STEP) + 1
  const width = MAX_LAG - MIN_LAG + 1
  const noise = 2 * NOISE * energy(camera) + 1e-18
  const values = new Float64Array(steps * width)
  for (let s = 0; s < steps; s++) {
    for (let l = 0; l < width; l++) {
      const at = Math.min(n - 1, Math.max(0, s * STEP + MIN_LAG + l))
      let apart = 0
      for (let c = 0; c < camera.length; c++) {
        const rest = camera[c][at] - expected[c][s * STEP]
        apart += rest * rest
      }
      values[s * width + l] = apart / noise + LAG_PRIOR * (MIN_LAG + l - USUAL_LAG) ** 2
    }
  }
  return cheapestPath({ values, steps, width, minLag: MIN_LAG }, PRICE)
}

/** Mean squared speed. */
function energy(columns: readonly Float64Array[]): number {
  let total = 0
  for (const column of columns) for (const value of column) total += value * value
  return total / columns[0].length
}

function lagsOnGrid(lags: Int32Array, n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => {
    const k = Math.min(lags.length - 1, Math.floor(i / STEP))
    const next = Math.min(lags.length - 1, k + 1)
    return lags[k] + (i / STEP - k) * (lags[next] - lags[k])
  })
}

/** How well it fits with changing lags, what they cost, and their weighted mean, spread, drift and wander. */
function elasticFeatures({ fit, path, lags }: Elastic, base: Base): number[] {
  const speed = norms(predicted(base, fit))
  const moments = lagMoments(lags, speed)
  return [missing(fit), path.misfit, path.travel / lags.length, ...moments]
}

/** Moments of the lag where there is movement: what it does at rest means nothing. */
function lagMoments(lags: Float64Array, speed: Float64Array): number[] {
  let [w, l, ll, t, tt, lt] = [1e-12, 0, 0, 0, 0, 0]
  for (let i = 0; i < lags.length; i++) {
    const weight = speed[i] * speed[i]
    w += weight
    l += weight * lags[i]
    ll += weight * lags[i] * lags[i]
    t += weight * i
    tt += weight * i * i
    lt += weight * lags[i] * i
  }
  const mean = l / w
  const variance = Math.max(0, ll / w - mean * mean)
  const timeVariance = tt / w - (t / w) ** 2
  const drift = timeVariance > 0 ? (lt / w - (mean * t) / w) / timeVariance : 0
  const wander = Math.sqrt(Math.max(0, variance - drift * drift * timeVariance))
  return [mean, Math.sqrt(variance), drift, wander]
}

type Reframed = { fit: Fit; found: FrameTimes }

/** The same with the frames' own times free, so that lost frames are found again. */
function reframedFit({ n, frames }: Window, { base, camera, raw, start }: Start & { raw: Float64Array[] }): Reframed {
  const stepEnergy = energy(camera) / GRID_HZ ** 2
  let fit = start
  let velocities = raw
  let found: FrameTimes | null = null
  for (let round = 0; round < ROUNDS; round++) {
    const trend = smoothed(velocities, MAIN.coarse)
    const path = predicted(base, fit)
      .slice(0, frames.columns.length)
      .map((v, c) => summed(v, trend[c]))
    found = frameTimes(frames, { path, stepEnergy })
    velocities = velocity(frames.columns, found.times, n)
    fit = bestFit(base, bandPassed(velocities, MAIN), 0)
  }
  return { fit, found: found as FrameTimes }
}

function summed(v: Float64Array, trend: Float64Array): Float64Array {
  let total = 0
  return v.map((value, i) => (total += (value + trend[i]) / GRID_HZ))
}

function frameFeatures({ fit, found }: Reframed, { t }: Frames): number[] {
  const lags = found.times.map((time, k) => time - t[k])
  const steps = lags.subarray(1).map((lag, k) => lag - lags[k])
  const quarter = (q: number) => lags[Math.floor((q * lags.length) / 4)]
  let mean = 0
  for (const lag of lags) mean += lag / lags.length
  let spread = 0
  for (const lag of lags) spread += (lag - mean) ** 2 / lags.length
  const gaps = steps.filter((step) => step > 2).length
  const longest = steps.reduce((most, step) => Math.max(most, step), 0)
  return [
    missing(fit),
    found.misfit,
    found.change,
    found.prior,
    found.slope,
    mean,
    Math.sqrt(spread),
    gaps,
    longest,
    quarter(1),
    quarter(2),
    quarter(3),
  ]
}

type Shape = { base: Base; elastic: Elastic }

/** Speed and turning over time, each sensor and each axis alone, the worst quarter, the profile of energy, the lever arm. */
function shapeFeatures({ turning }: Window, { base, elastic }: Shape): number[] {
  const expected = predicted(base, elastic.fit)
  const [speed, cameraSpeed] = [norms(expected), norms(elastic.camera)]
  const turningFit = turning ? centredCorrelation(bandPassed([turning, norms(elastic.raw)], MAIN)) : 0
  const zero = base[0].map((axis) => new Float64Array(axis.length))
  const axes = [0, 1, 2].map((c) => (elastic.camera[c] ? centredCorrelation([expected[c], elastic.camera[c]]) : 0))
  const [scale, ...lever] = elastic.fit.weights
  return [
    centredCorrelation([speed, cameraSpeed]),
    turningFit,
    bestFit(base.slice(0, 1), elastic.camera, 0).explained,
    base.length > 1 ? bestFit([zero, ...base.slice(1)], elastic.camera, 0).explained : 0,
    ...axes,
    worstQuarter(expected, elastic.camera),
    profileSpread(speed, cameraSpeed),
    Math.atan2(Math.hypot(...lever), Math.abs(scale)),
  ]
}

function centredCorrelation([x, y]: readonly Float64Array[]): number {
  const centred = (column: Float64Array) => {
    let mean = 0
    for (const value of column) mean += value / column.length
    return column.map((value) => value - mean)
  }
  return correlation(centred(x), centred(y))
}

/** The largest share of energy left over in a quarter of the window. */
function worstQuarter(expected: readonly Float64Array[], camera: readonly Float64Array[]): number {
  const n = camera[0].length
  const floor = 0.1 * (energy(camera) * n) / 4 + 1e-18
  const length = Math.ceil(n / 4)
  let worst = 0
  for (let start = 0; start < n; start += length) {
    let rest = 0
    let both = floor
    for (let i = start; i < Math.min(n, start + length); i++) {
      for (let c = 0; c < camera.length; c++) {
        rest += (camera[c][i] - expected[c][i]) ** 2
        both += camera[c][i] ** 2 + expected[c][i] ** 2
      }
    }
    worst = Math.max(worst, rest / both)
  }
  return worst
}

/** Spread of the log ratio of the two energies over time, weighted by both. */
function profileSpread(speed: Float64Array, cameraSpeed: Float64Array): number {
  const [a, b] = smoothed([cameraSpeed.map((v) => v * v), speed.map((v) => v * v)], 2 * MAIN.fine)
  let total = 0
  for (const v of cameraSpeed) total += v * v
  const floor = (0.02 * total) / speed.length + 1e-18
  let [w, d, dd] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [Math.max(a[i], 0) + floor, Math.max(b[i], 0) + floor]
    const weight = Math.sqrt(x * y)
    const ratio = Math.log(x / y)
    w += weight
    d += weight * ratio
    dd += weight * ratio * ratio
  }
  return Math.sqrt(Math.max(0, dd / w - (d / w) ** 2))
}

type Banded = { raw: Float64Array[]; elastic: Elastic; main: readonly Float64Array[] }

/** What is explained in other bands, with the lags found in the main one and with one constant lag. */
function bandFeatures(window: Window, { raw, elastic, main }: Banded): number[] {
  const [quick, slow, slowest] = [QUICK, SLOW, SLOWEST].map((band) => ({ band, base: filtered(window.base, band) }))
  const warped = [quick, slow, slowest].map(({ band, base }) => bestFit(base, bandPassed(elastic.raw, band), 0).explained)
  return [
    ...warped,
    bestLag(slow.base, bandPassed(raw, SLOW)).fit.explained,
    roughness(bandPassed(elastic.raw, QUICK), elastic.camera),
    roughness(quick.base[0], main),
    level(energy(main)),
    window.turning ? level(energy([window.turning])) : 0,
  ]
}

/** How much quick movement there is beside the rest: what may be expected of the other features depends on it. */
function roughness(quick: readonly Float64Array[], whole: readonly Float64Array[]): number {
  return level(energy(quick)) - level(energy(whole))
}

function level(power: number): number {
  return Math.log(power + 1e-12)
}

type Timed = { camera: readonly Float64Array[]; raw: readonly Float64Array[]; expected: readonly Float64Array[] }

/** How much later shares of the camera's energy come than those the sensor expects, and than those of its turning. */
function timingFeatures({ turning }: Window, { camera, raw, expected }: Timed): number[] {
  const squares = (column: Float64Array) => column.map((value) => value * value)
  const seen = quantileTimes(squares(norms(camera)), SHARES)
  const felt = quantileTimes(squares(norms(expected.slice(0, camera.length))), SHARES)
  const late = seen.map((time, k) => time - felt[k])
  if (!turning) return [...late, ...SHARES.map(() => 0)]
  const [speed, turn] = smoothed([norms(raw), turning], MAIN.fine)
  const turned = quantileTimes(squares(turn), SHARES)
  return [...late, ...quantileTimes(squares(speed), SHARES).map((time, k) => time - turned[k])]
}
