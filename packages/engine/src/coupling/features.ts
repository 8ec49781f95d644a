import { bandPass, smoothLocally } from '../math/local-regression.ts'
import { GRID_HZ } from '../timeline.ts'
import { filterBase, MAIN, QUICK, SLOW, SLOWEST, velocity } from './bands.ts'
import { type Elastic, elasticFit } from './elastic.ts'
import { type Base, bestFit, type Fit, predict } from './fit.ts'
import type { Frames } from './frame-times.ts'
import { type Reframed, fitFrameTimes } from './reframed.ts'
import { bestLag } from './rigid.ts'
import { energy, norms, quantileTimes } from './series.ts'
import { shapeFeatures } from './shape.ts'
import type { Window } from './streams.ts'

/** What the comparison of a window found. */
export type Comparison = {
  /** The features of the model. */
  values: Float64Array
  /** How much later the camera tells of the movement. */
  lagMs: number
  /** How quickly the sensor moved, rms in m/s. */
  speed: number
  /** The largest share of the camera's movement that the sensor explains in any way. */
  explained: number
}

const SHARES = [0.02, 0.1, 0.5, 0.9, 0.98]
const STEP_MS = 1000 / GRID_HZ

/** Holds the camera of a window against its sensor, rigidly, with changing lags and with free frame times. */
export function compareWindow(window: Window): Comparison {
  const base = filterBase(window.base, MAIN)
  const raw = velocity(window.frames.columns, window.frames.t, window.n)
  const camera = bandPass(raw, MAIN)
  const rigid = bestLag(base, camera)
  const elastic = elasticFit(window, { base, camera, start: rigid.fit })
  const reframed = fitFrameTimes(window, { base, camera, raw, start: rigid.fit })
  const values = [
    missing(rigid.fit),
    rigid.lag,
    rigid.sharpness,
    ...elasticFeatures(elastic, base),
    ...frameFeatures(reframed, window.frames),
    ...shapeFeatures(window.turning, { base, ...elastic }),
    ...shapeFeatures(window.turning, { base, ...reframed }),
    ...bandFeatures(window, elastic, base[0]),
    ...timingFeatures(window, { camera, raw, expected: predict(base, elastic.fit) }),
  ]
  return {
    values: Float64Array.from(values),
    lagMs: rigid.fineLag * STEP_MS,
    speed: Math.sqrt(energy(base[0])),
    explained: Math.max(rigid.fit.explained, elastic.fit.explained, reframed.fit.explained),
  }
}

/** Log of the share of the camera's energy that the sensor leaves unexplained. */
function missing({ explained }: Fit): number {
  return Math.log(1.02 - Math.min(1, explained))
}

/** How well it fits with changing lags, what they cost, and their weighted mean, spread, drift and wander. */
function elasticFeatures({ fit, path, lags }: Elastic, base: Base): number[] {
  const speed = norms(predict(base, fit))
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

/** What is explained in slower bands, and how rough and how lively the movement was on both sides. */
function bandFeatures(window: Window, { raw, camera }: Elastic, velocities: readonly Float64Array[]): number[] {
  const slower = [SLOW, SLOWEST].map((band) => bestFit(filterBase(window.base, band), bandPass(raw, band), 0).explained)
  return [
    ...slower,
    roughness(bandPass(raw, QUICK), camera),
    roughness(bandPass(window.base[0], QUICK), velocities),
    level(energy(velocities)),
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
  const [speed, turn] = smoothLocally([norms(raw), turning], MAIN.fine)
  const turned = quantileTimes(squares(turn), SHARES)
  return [...late, ...quantileTimes(squares(speed), SHARES).map((time, k) => time - turned[k])]
}
