import { insufficient } from '../insufficient.ts'
import { smoothLocally } from '../math/local-regression.ts'
import type { CameraStream } from '../streams/camera.ts'
import type { ImuStream } from '../streams/imu.ts'
import { evenMotion, GRID_HZ } from '../timeline.ts'
import type { Insufficient } from '../types.ts'
import { levelChannels } from './attitude.ts'
import { type CameraTrack, layCameraTrack } from './camera-stream.ts'
import type { Base } from './fit.ts'
import type { Frames } from './frame-times.ts'
import { derivative, integrate, norms } from './series.ts'

/** Some seconds of both streams: what the sensor moved, unfiltered, and the camera's frames on the same grid. */
export type Window = {
  n: number
  base: Base
  /** Turning speed in rad/s, or null without a gyroscope. */
  turning: Float64Array | null
  frames: Frames
}

export type Streams = { status: 'ok'; windows: Window[] }

/** Shortest common stretch that is judged. */
const MIN_MS = 1500
const STEP_MS = 1000 / GRID_HZ
const WINDOW = 3.2 * GRID_HZ
// How far a cut may move from its even place to a moment when the hand is quiet.
const CUT_REACH = 0.8 * GRID_HZ
const QUIET_SIGMA = 5

type Range = { from: number; to: number }

/** The common stretch of sensor and camera in windows of 3 to 6 s, or the reason why there is none to judge. */
export function commonStreams(imu: ImuStream, camera: CameraStream): Streams | Insufficient {
  const even = evenMotion(imu, MIN_MS)
  if (even.status !== 'ok') return even
  if (!even.hasGravity) return insufficient('without gravity in the acceleration the vertical is unknown')
  const track = layCameraTrack(camera)
  if (track.status !== 'ok') return track
  const t = track.t.map((time) => (time - even.startMs) / STEP_MS)
  const from = Math.max(0, Math.ceil(t[0]))
  const to = Math.min(even.n, Math.floor(t[t.length - 1] + 1e-6) + 1)
  if ((to - from - 1) * STEP_MS < MIN_MS) return insufficient(`camera and sensor share less than ${MIN_MS / 1000} s`)
  const ranges = cuts(accelerationChange(even.channels, even.n), { from, to })
  const windows = ranges.map((range) => ({
    ...sensorPart(cut(even.channels, even.n, range), range.to - range.from, even.hasGyro),
    frames: framesIn({ ...track, t }, range),
  }))
  return { status: 'ok', windows }
}

/** How much the sensor's acceleration moves about its slow course: small where the hand rests. */
function accelerationChange(channels: Float64Array, n: number): Float64Array {
  const axes = [0, 1, 2].map((c) => channels.slice(c * n, (c + 1) * n))
  return smoothLocally([norms(axes.map(derivative))], QUIET_SIGMA)[0]
}

/** Even parts, cut at the quietest moment near each even place. */
export function cuts(liveliness: Float64Array, { from, to }: Range): Range[] {
  const parts = Math.max(1, Math.floor((to - from) / WINDOW))
  const places = Array.from({ length: parts - 1 }, (_, k) => {
    const even = Math.round(from + ((k + 1) * (to - from)) / parts)
    return quietest(liveliness, { from: even - CUT_REACH, to: even + CUT_REACH })
  })
  return [from, ...places].map((start, k) => ({ from: start, to: k < places.length ? places[k] : to }))
}

function quietest(liveliness: Float64Array, { from, to }: Range): number {
  let at = Math.round((from + to) / 2)
  for (let i = from; i < to; i++) if (liveliness[i] < liveliness[at]) at = i
  return at
}

function cut(channels: Float64Array, n: number, { from, to }: Range): Float64Array {
  const out = new Float64Array((channels.length / n) * (to - from))
  for (let c = 0; c * n < channels.length; c++) out.set(channels.subarray(c * n + from, c * n + to), c * (to - from))
  return out
}

function sensorPart(channels: Float64Array, n: number, hasGyro: boolean): Omit<Window, 'frames'> {
  const { force, axes } = levelChannels(channels, n, hasGyro)
  const base = [force.map(integrate), ...axes.map((axis) => axis.map(derivative))]
  const turning = hasGyro ? norms([3, 4, 5].map((c) => channels.subarray(c * n, (c + 1) * n))) : null
  return { n, base, turning }
}

/** The frames of a range and one neighbor on each side, timed from its start. */
function framesIn({ t, columns }: CameraTrack, { from, to }: Range): Frames {
  let first = 0
  while (first + 2 < t.length && t[first + 1] <= from) first++
  let end = t.length
  while (end - 2 > first && t[end - 2] >= to - 1) end--
  return {
    t: t.slice(first, end).map((time) => time - from),
    columns: columns.map((column) => column.slice(first, end)),
  }
}
