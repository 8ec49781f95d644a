import { bandPass, smoothLocally } from '../math/smoothing.ts'
import { center, cosineSimilarity } from '../math/statistics.ts'
import { GRID_HZ } from '../timeline.ts'
import { type Elastic, fitElastically, fitFrameTimes, type ReframedWindow } from './alignment.ts'
import {
  type Base,
  findBestFit,
  findBestLag,
  createFitter,
  computeEnergy,
  filterBaseSeries,
  type Fit,
  type Fitter,
  MAIN,
  computeNorms,
  predict,
  QUICK,
  SLOW,
  SLOWEST,
} from './fit.ts'
import { type Frames, toGrid, computeVelocity, type Window } from './streams.ts'

/** Result of comparing a window. */
export type Comparison = {
  /** The features of the model. */
  values: Float64Array
  /** Delay of the camera relative to the sensor. */
  lagMs: number
  /** Speed of the sensor, rms in m/s. */
  speed: number
  /** The largest share of the camera's movement that the sensor explains under any alignment. */
  explained: number
}

const SHARES = [0.02, 0.1, 0.5, 0.9, 0.98]
const STEP_MS = 1000 / GRID_HZ

/**
 * Compares the motion that camera and sensor recorded in a window of a few seconds, under three alignments: one
 * constant lag, a changing lag, and re-estimated frame times. Returns the features for the model, the lag, the sensor's
 * speed and the largest share of the camera's motion that the sensor explains.
 */
export function compareWindow(window: Window): Comparison {
  const base = filterBaseSeries(window.base, MAIN)
  const raw = computeVelocity(window.frames, toGrid(window.n))
  const camera = bandPass(raw, MAIN)
  const rigid = findBestLag(base, camera)
  const sensor = toSensorBands(base, window.turning, camera.length)
  const start = { base, camera, fitter: sensor.whole, start: rigid.fit }
  const elastic = fitElastically(window, start)
  const reframed = fitFrameTimes(window, { ...start, raw })
  const values = [
    createMissingFeatures(rigid.fit),
    rigid.lag,
    rigid.sharpness,
    ...computeElasticFeatures(elastic, base),
    ...computeFrameFeatures(reframed, window.frames),
    ...computeShapeFeatures(sensor, elastic),
    ...computeShapeFeatures(sensor, reframed),
    ...computeBandFeatures(window, elastic, base[0]),
    ...computeTimingFeatures(window, { camera, raw, expected: predict(base, elastic.fit) }),
  ]
  return {
    values: Float64Array.from(values),
    lagMs: rigid.fineLag * STEP_MS,
    speed: Math.sqrt(computeEnergy(base[0])),
    explained: Math.max(rigid.fit.explained, elastic.fit.explained, reframed.fit.explained),
  }
}

/** Returns the log of the share of the camera's energy that the sensor leaves unexplained. */
function createMissingFeatures({ explained }: Fit): number {
  return Math.log(1.02 - Math.min(1, explained))
}

/**
 * Returns the fit with changing lags, the cost of the changes, and the weighted mean, spread, drift and variation of
 * the lags.
 */
function computeElasticFeatures({ fit, path, lags }: Elastic, base: Base): number[] {
  const speed = computeNorms(predict(base, fit))
  const moments = computeLagMoments(lags, speed)
  return [createMissingFeatures(fit), path.misfit, path.travel / lags.length, ...moments]
}

/** Returns moments of the lag, weighted by movement; at rest it is meaningless. */
function computeLagMoments(lags: Float64Array, speed: Float64Array): number[] {
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

function computeFrameFeatures({ fit, found }: ReframedWindow, { t }: Frames): number[] {
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
    createMissingFeatures(fit),
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

/** Returns what is explained in slower bands, and how rough and how lively the movement was on both sides. */
function computeBandFeatures(window: Window, { raw, camera }: Elastic, velocities: readonly Float64Array[]): number[] {
  // Turning adds little at these low frequencies.
  const path = window.base.slice(0, 1)
  const slower = [SLOW, SLOWEST].map(
    (band) => findBestFit(filterBaseSeries(path, band), bandPass(raw, band), 0).explained,
  )
  return [
    ...slower,
    measureRoughness(bandPass(raw, QUICK), camera),
    measureRoughness(bandPass(window.base[0], QUICK), velocities),
    computeLevel(computeEnergy(velocities)),
    window.turning ? computeLevel(computeEnergy([window.turning])) : 0,
  ]
}

/** Returns the share of fast movement, which determines what the other features can show. */
function measureRoughness(quick: readonly Float64Array[], whole: readonly Float64Array[]): number {
  return computeLevel(computeEnergy(quick)) - computeLevel(computeEnergy(whole))
}

function computeLevel(power: number): number {
  return Math.log(power + 1e-12)
}

type TimedFrames = { camera: readonly Float64Array[]; raw: readonly Float64Array[]; expected: readonly Float64Array[] }

/**
 * Returns how much later given shares of the camera's energy come than expected from the sensor, and than those of its
 * turning.
 */
function computeTimingFeatures({ turning }: Window, { camera, raw, expected }: TimedFrames): number[] {
  const seen = computeQuantileTimes(squareAll(computeNorms(camera)), SHARES)
  const felt = computeQuantileTimes(squareAll(computeNorms(expected.slice(0, camera.length))), SHARES)
  const late = seen.map((time, k) => time - felt[k])
  if (!turning) return [...late, ...SHARES.map(() => 0)]
  const [speed, turn] = smoothLocally([computeNorms(raw), turning], MAIN.fine)
  const turned = computeQuantileTimes(squareAll(turn), SHARES)
  return [...late, ...computeQuantileTimes(squareAll(speed), SHARES).map((time, k) => time - turned[k])]
}

/** The sensor's side for comparing the shapes of all alignments of a window. */
export type Sensor = {
  base: Base
  /** Fitters of a camera to the whole base, to the sensor's own path, and to its turning. */
  whole: Fitter
  path: Fitter
  lever: Fitter | null
  /** The turning speed in the main band. */
  turning: Float64Array | null
}

/**
 * Prepares the sensor's side of a window for comparisons with the camera: functions that fit its whole motion, its path
 * and its turning alone, and the turning speed in the main band. `base` must already be in the main band; `columns` is
 * the number of the camera's axes (2 or 3).
 */
export function toSensorBands(base: Base, turning: Float64Array | null, columns: number): Sensor {
  return {
    base,
    whole: createFitter(base, columns),
    path: createFitter(base.slice(0, 1), columns),
    lever: base.length > 1 ? createFitter(base.slice(1), columns) : null,
    turning: turning && bandPass([turning], MAIN)[0],
  }
}

/** The camera of a window under one alignment. */
export type AlignedWindow = { fit: Fit; raw: readonly Float64Array[]; camera: readonly Float64Array[] }

/**
 * Computes features of how alike camera and sensor move under one alignment: correlations of speed, turning and single
 * axes, explained shares, the worst quarter of the window, the energy profile, and the length of the lever arm.
 */
export function computeShapeFeatures(
  { base, path, lever, turning }: Sensor,
  { fit, raw, camera }: AlignedWindow,
): number[] {
  const expected = predict(base, fit)
  const [speed, cameraSpeed] = [computeNorms(expected), computeNorms(camera)]
  const [scale, ...arms] = fit.weights
  return [
    correlate([speed, cameraSpeed]),
    turning ? correlate([turning, ...bandPass([computeNorms(raw)], MAIN)]) : 0,
    path(camera).explained,
    lever ? lever(camera).explained : 0,
    ...[0, 1, 2].map((c) => (camera[c] ? correlate([expected[c], camera[c]]) : 0)),
    findWorstQuarter(expected, camera),
    measureProfileSpread(speed, cameraSpeed),
    Math.atan2(Math.hypot(...arms), Math.abs(scale)),
  ]
}

function correlate([x, y]: readonly Float64Array[]): number {
  return cosineSimilarity(center(x), center(y)) ?? 0
}

/** Returns the largest share of unexplained energy in a quarter of the window. */
function findWorstQuarter(expected: readonly Float64Array[], camera: readonly Float64Array[]): number {
  const n = camera[0].length
  const floor = (0.1 * (computeEnergy(camera) * n)) / 4 + 1e-18
  const length = Math.ceil(n / 4)
  let worst = 0
  for (let start = 0; start < n; start += length) {
    let rest = 0
    let both = floor
    for (let i = start; i < Math.min(n, start + length); i++) {
      for (let c = 0; c < camera.length; c++) {
        const [seen, felt] = [camera[c][i], expected[c][i]]
        rest += (seen - felt) * (seen - felt)
        both += seen * seen + felt * felt
      }
    }
    worst = Math.max(worst, rest / both)
  }
  return worst
}

/** Returns the spread of the log ratio of the two energies over time, weighted by both. */
function measureProfileSpread(speed: Float64Array, cameraSpeed: Float64Array): number {
  const [a, b] = smoothLocally([squareAll(cameraSpeed), squareAll(speed)], 2 * MAIN.fine)
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

/**
 * Returns, for each of the ascending `shares` (0..1), the index at which the running sum of the weights reaches that
 * share of the total; the last index if it isn't reached.
 */
export function computeQuantileTimes(weights: Float64Array, shares: readonly number[]): number[] {
  let total = 0
  for (const weight of weights) total += weight
  const times: number[] = []
  let sum = 0
  for (let i = 0; i < weights.length && times.length < shares.length; i++) {
    sum += weights[i]
    while (times.length < shares.length && sum >= shares[times.length] * total) times.push(i)
  }
  while (times.length < shares.length) times.push(weights.length - 1)
  return times
}

function squareAll(values: Float64Array): Float64Array {
  const out = new Float64Array(values.length)
  for (let i = 0; i < out.length; i++) out[i] = values[i] * values[i]
  return out
}
