import {
  type CameraSample,
  type CameraStream,
  type CaptureStreams,
  type ImuSample,
  type ImuStream,
  readCamera,
  readImu,
} from '../capture.ts'
import { sigmoid } from '../math/likelihood.ts'
import { median } from '../math/statistics.ts'
import { coupling as learned } from '../model/index.ts'
import { compareWindow } from './features.ts'
import { listCommonStreams, trackFrames, type Window } from './streams.ts'

/** Agreement of camera and sensor. `p` is the share of unrelated streams that agree at least as well. */
export type CouplingScore = {
  /** 0..1; at 0.5, one movement recorded twice and two movements are equally likely. */
  score: number
  /** Delay of the camera relative to the sensor, in ms. */
  lagMs: number
  p: number
  status: 'ok' | 'insufficient'
  reason: string | null
}

/** Model that judges a window: log odds are `slope`·(sum of the trees) + `offset`. */
export type WindowModel = {
  trees: readonly Tree[]
  slope: number
  offset: number
  /** Log odds of windows whose streams came from different movements, in rising order. */
  apart: readonly number[]
}

/** One model for each equipment: with or without a gyroscope, with or without depth in the camera's track. */
export type Equipment = 'gyroDepth' | 'gyroFlat' | 'accelerationDepth' | 'accelerationFlat'

export type CouplingParameters = Readonly<Record<Equipment, WindowModel>>

// The file is written by lab/training/coupling.ts alone, in this shape.
const COUPLING = learned as unknown as CouplingParameters

/**
 * A third of the slowest movement used for training, in m/s. Below it, the sway of a still hand would be compared with
 * noise.
 */
const MIN_SPEED = 0.015

/**
 * Scores how well the camera's motion matches the motion sensors' (evidence EE-002), 0..1; 0.5 is undecided. Never
 * throws: if the streams cannot be compared, `status` is 'insufficient' and `reason` says why.
 *
 * @example
 * couplingScore(imu, cameraTrackOf(frames)).score
 */
export function couplingScore(imu: readonly ImuSample[], camera: readonly CameraSample[]): CouplingScore {
  return judgeCoupling(COUPLING, readImu(imu), readCamera(camera))
}

/**
 * Scores the coupling like `couplingScore`, but with given parameters (such as those learned without a certain person)
 * and from streams that have been read.
 */
export function judgeCoupling(parameters: CouplingParameters, imu: ImuStream, camera: CameraStream): CouplingScore {
  const streams = listCommonStreams(imu, camera)
  if (streams.status !== 'ok') return createInsufficientScore(streams.reason)
  const windows = streams.windows
    .map((window) => judgeWindow(window, parameters))
    .filter(({ speed }) => speed >= MIN_SPEED)
  if (windows.length === 0) return createInsufficientScore('the sensor hardly moved')
  return {
    score: sigmoid(windows.reduce((total, { logOdds }) => total + logOdds, 0)),
    lagMs: median(windows.map(({ lagMs }) => lagMs)),
    p: mergePValues(windows.map(({ p }) => p)),
    status: 'ok',
    reason: null,
  }
}

/**
 * Scores the coupling of a capture that has been read. The camera's side is the capture's own camera track or, without
 * one, the joint of its landmark frames that moves most. Null if the capture has no sensor samples or neither camera
 * nor frames.
 */
export function scoreCoupling({ imu, frames, camera }: CaptureStreams): CouplingScore | null {
  if (!imu.isGiven || !(camera.isGiven || frames.isGiven)) return null
  return judgeCoupling(COUPLING, imu, camera.isGiven ? camera : { ...camera, samples: trackFrames(frames) })
}

function createInsufficientScore(reason: string): CouplingScore {
  return { score: 0, lagMs: 0, p: 1, status: 'insufficient', reason }
}

function judgeWindow(window: Window, parameters: CouplingParameters) {
  const model = parameters[describeEquipment(window)]
  const { values, lagMs, speed, explained } = compareWindow(window)
  const logOdds = limitLogOdds(computeLogOdds(values, model), explained)
  return { logOdds, p: computePValue(logOdds, model.apart), lagMs, speed }
}

/**
 * Returns which model applies to a window: with or without a gyroscope, with or without depth in the camera's track.
 */
export function describeEquipment({ turning, frames }: Window): Equipment {
  if (turning) return frames.columns.length > 2 ? 'gyroDepth' : 'gyroFlat'
  return frames.columns.length > 2 ? 'accelerationDepth' : 'accelerationFlat'
}

/**
 * Computes the log odds that camera and sensor recorded one movement rather than two, from the features of a window.
 */
export function computeLogOdds(values: Float64Array, { trees, slope, offset }: WindowModel): number {
  return slope * computeTreesLogit(trees, values) + offset
}

/**
 * Returns the log odds, limited by the share of the camera's motion that the sensor explains: even odds at most for a
 * quarter, 20 to 1 for half. The trees cannot judge images unlike their training data, such as a still one, in which
 * nothing contradicts the sensor.
 */
export function limitLogOdds(logOdds: number, explained: number): number {
  const share = Math.min(1 - 1e-6, Math.max(1e-6, explained))
  return Math.min(logOdds, 3 + 3 * Math.log(share / (1 - share)))
}

/**
 * Computes the conformal p-value of a window (Vovk, Gammerman and Shafer 2005): the share of windows with different
 * movements whose log odds, listed in `apart`, are at least as high.
 */
export function computePValue(logOdds: number, apart: readonly number[]): number {
  const asGood = apart.filter((other) => other >= logOdds).length
  return (asGood + 1) / (apart.length + 1)
}

/**
 * Merges independent p-values into one by Fisher's method: the upper tail of χ² with 2k degrees of freedom at -2·Σ ln
 * p.
 */
export function mergePValues(pValues: readonly number[]): number {
  const half = pValues.reduce((total, p) => total - Math.log(p), 0)
  let term = Math.exp(-half)
  let tail = 0
  for (let i = 0; i < pValues.length; i++) {
    tail += term
    term *= half / (i + 1)
  }
  return Math.min(1, tail)
}

/**
 * A tree of depth two: [feature, threshold, then for each side feature, threshold, value if below, value if not].
 * Values are in thousandths.
 */
export type Tree = readonly number[]

/**
 * Returns the sum of the values that all decision trees give for the features `x`. A higher sum speaks more for one
 * genuine movement.
 */
export function computeTreesLogit(trees: readonly Tree[], x: Float64Array): number {
  let total = 0
  for (const tree of trees) {
    const side = x[tree[0]] < tree[1] ? 2 : 6
    total += x[tree[side]] < tree[side + 1] ? tree[side + 2] : tree[side + 3]
  }
  return total / 1000
}
