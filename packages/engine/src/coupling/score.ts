import { sigmoid } from '../math/likelihood.ts'
import { median } from '../math/statistics.ts'
import { type CameraStream, readCamera } from '../streams/camera.ts'
import type { CaptureStreams } from '../streams/capture.ts'
import { type ImuStream, readImu } from '../streams/imu.ts'
import type { CameraSample, ImuSample } from '../types.ts'
import { trackFrames } from './camera-track.ts'
import { compareWindow } from './features.ts'
import { capLogOdds, combinePValues, equipmentOf, computeLogOdds, pValue } from './judge.ts'
import { COUPLING, type CouplingParameters } from './parameters.ts'
import { commonStreams, type Window } from './streams.ts'

/** How far camera and sensor agree; `p` is the share of unrelated streams that agree as well. */
export type CouplingScore = {
  /** 0..1; at 0.5 one movement seen twice and two movements are equally likely. */
  score: number
  /** How much later the camera's clock tells of a movement than the sensor's. */
  lagMs: number
  p: number
  status: 'ok' | 'insufficient'
  reason: string | null
}

/** A third of the slowest movement learned from, in m/s; below it the sway of a still hand would be compared with noise. */
const MIN_SPEED = 0.015

/**
 * Evidence EE-002: returns how far the camera sees the motion that the sensor feels. Never throws: of streams that
 * cannot be compared `status` is 'insufficient' and `reason` says why.
 *
 * @example
 * couplingScore(imu, cameraTrackOf(frames)).score
 */
export function couplingScore(imu: readonly ImuSample[], camera: readonly CameraSample[]): CouplingScore {
  return judgeCoupling(COUPLING, readImu(imu), readCamera(camera))
}

/** The same of streams that were read, also by other parameters, such as those learned without the person at hand. */
export function judgeCoupling(parameters: CouplingParameters, imu: ImuStream, camera: CameraStream): CouplingScore {
  const streams = commonStreams(imu, camera)
  if (streams.status !== 'ok') return insufficient(streams.reason)
  const windows = streams.windows
    .map((window) => judgeWindow(window, parameters))
    .filter(({ speed }) => speed >= MIN_SPEED)
  if (windows.length === 0) return insufficient('the sensor hardly moved')
  return {
    score: sigmoid(windows.reduce((total, { logOdds }) => total + logOdds, 0)),
    lagMs: median(windows.map(({ lagMs }) => lagMs)),
    p: combinePValues(windows.map(({ p }) => p)),
    status: 'ok',
    reason: null,
  }
}

/**
 * The coupling of a capture that was read: by the caller's own track, or by the liveliest joint of its frames. Null where
 * sensor or camera was not given.
 */
export function coupleStreams({ imu, frames, camera }: CaptureStreams): CouplingScore | null {
  if (!imu.isGiven || !(camera.isGiven || frames.isGiven)) return null
  return judgeCoupling(COUPLING, imu, camera.isGiven ? camera : { ...camera, samples: trackFrames(frames) })
}

function insufficient(reason: string): CouplingScore {
  return { score: 0, lagMs: 0, p: 1, status: 'insufficient', reason }
}

function judgeWindow(window: Window, parameters: CouplingParameters) {
  const model = parameters[equipmentOf(window)]
  const { values, lagMs, speed, explained } = compareWindow(window)
  const logOdds = capLogOdds(computeLogOdds(values, model), explained)
  return { logOdds, p: pValue(logOdds, model.apart), lagMs, speed }
}
