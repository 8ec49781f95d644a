import {
  type CameraSample,
  type CameraStream,
  type Frame,
  type FrameStream,
  type ImuStream,
  createInsufficient,
  type Insufficient,
  isFiniteNumber,
  type LandmarkFrame,
  type Point,
  readFrames,
} from '../capture.ts'
import { smoothLocally } from '../math/smoothing.ts'
import { mean } from '../math/statistics.ts'
import { toEvenMotion, GRID_HZ, selectRising, findLongestStretch, listTimes } from '../timeline.ts'
import { type Base, computeDerivative, integrate, computeNorms } from './fit.ts'

/** Frames of a tracked point: given times in grid steps, and columns of positions. */
export type Frames = { t: Float64Array; columns: readonly Float64Array[] }

/** A few seconds of both streams: the sensor's motion, unfiltered, and the camera's frames on the same grid. */
export type Window = {
  n: number
  base: Base
  /** Turning speed in rad/s, or null without a gyroscope. */
  turning: Float64Array | null
  frames: Frames
}

export type Streams = { status: 'ok'; windows: Window[] }

/** Shortest common stretch that can be judged. */
const MIN_MS = 1500
const STEP_MS = 1000 / GRID_HZ
const WINDOW = 3.2 * GRID_HZ
// How far a cut may move from its even position to a moment when the hand is still.
const CUT_REACH = 0.8 * GRID_HZ
const QUIET_SIGMA = 5

type Range = { from: number; to: number }

/**
 * Cuts the time that sensor and camera have in common into windows of about 3 to 6 s, in order; a shorter time gives
 * one window. Returns the reason instead if either stream is unusable or they share less than 1.5 s.
 */
export function listCommonStreams(imu: ImuStream, camera: CameraStream): Streams | Insufficient {
  const even = toEvenMotion(imu, MIN_MS)
  if (even.status !== 'ok') return even
  if (!even.hasGravity) return createInsufficient('without gravity in the acceleration the vertical is unknown')
  const track = toCameraTrack(camera)
  if (track.status !== 'ok') return track
  const t = track.t.map((time) => (time - even.startMs) / STEP_MS)
  const from = Math.max(0, Math.ceil(t[0]))
  const to = Math.min(even.n, Math.floor(t[t.length - 1] + 1e-6) + 1)
  if ((to - from - 1) * STEP_MS < MIN_MS)
    return createInsufficient(`camera and sensor share less than ${MIN_MS / 1000} s`)
  const ranges = cuts(computeAccelerationChange(even.channels, even.n), { from, to })
  const windows = ranges.map((range) => ({
    ...sensorPart(cut(even.channels, even.n, range), range.to - range.from, even.hasGyro),
    frames: framesIn({ ...track, t }, range),
  }))
  return { status: 'ok', windows }
}

/** Returns how much the acceleration deviates from its slow course; small when the hand is still. */
function computeAccelerationChange(channels: Float64Array, n: number): Float64Array {
  const axes = [0, 1, 2].map((c) => channels.slice(c * n, (c + 1) * n))
  return smoothLocally([computeNorms(axes.map(computeDerivative))], QUIET_SIGMA)[0]
}

/**
 * Splits a range of samples into parts of about equal length, each cut at the moment nearby when `liveliness` is
 * lowest.
 */
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
  const { force, axes } = toLevelChannels(channels, n, hasGyro)
  const base = [force.map(integrate), ...axes.map((axis) => axis.map(computeDerivative))]
  const turning = hasGyro ? computeNorms([3, 4, 5].map((c) => channels.subarray(c * n, (c + 1) * n))) : null
  return { n, base, turning }
}

/** Returns the frames of a range and one neighbor on each side, with times relative to its start. */
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

/** Sensor data in a frame that doesn't rotate with the sensor: axis 2 is up, the heading of axes 0 and 1 is unknown. */
export type LeveledStream = {
  /** Acceleration with gravity, m/s²: three channels of n. */
  force: Float64Array[]
  /** Directions of the sensor's axes: axes[k][i] is coordinate i of sensor axis k; empty without a gyroscope. */
  axes: Float64Array[][]
}

/**
 * Rotates the acceleration of a sensor into a frame that doesn't turn with it, with axis 2 up. The attitude comes from
 * the gyroscope alone (strapdown; Savage 1998), leveled by the mean acceleration. Without a gyroscope the sensor's axes
 * are only leveled, and `axes` is empty.
 */
export function toLevelChannels(channels: Float64Array, n: number, hasGyro: boolean): LeveledStream {
  const turned = hasGyro ? attitudes(channels, n) : null
  const force = turned ? rotate(channels, n, turned) : [0, 1, 2].map((c) => channels.slice(c * n, c * n + n))
  const level = levelRows(force.map(mean))
  const axes = turned
    ? [0, 1, 2].map((k) =>
        apply(
          level,
          [0, 1, 2].map((i) => turned[3 * i + k]),
        ),
      )
    : []
  return { force: apply(level, force), axes }
}

/** Returns the nine entries of the rotation from sensor to start over time, row by row. */
function attitudes(channels: Float64Array, n: number): Float64Array[] {
  const entries = Array.from({ length: 9 }, () => new Float64Array(n))
  let r = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  for (let t = 0; t < n; t++) {
    if (t > 0) {
      const w = [3, 4, 5].map((c) => (channels[c * n + t - 1] + channels[c * n + t]) / (2 * GRID_HZ))
      r = product(r, rotationBy(w))
    }
    for (let k = 0; k < 9; k++) entries[k][t] = r[k]
  }
  return entries
}

/** Returns a rotation matrix by Rodrigues' formula. */
function rotationBy([x, y, z]: readonly number[]): number[] {
  const angle = Math.hypot(x, y, z)
  const s = angle > 1e-6 ? Math.sin(angle) / angle : 1
  const c = angle > 1e-6 ? (1 - Math.cos(angle)) / (angle * angle) : 0.5
  return [
    1 - c * (y * y + z * z),
    c * x * y - s * z,
    c * x * z + s * y,
    c * x * y + s * z,
    1 - c * (x * x + z * z),
    c * y * z - s * x,
    c * x * z - s * y,
    c * y * z + s * x,
    1 - c * (x * x + y * y),
  ]
}

function product(a: readonly number[], b: readonly number[]): number[] {
  const out: number[] = []
  for (let i = 0; i < 9; i += 3)
    for (let j = 0; j < 3; j++) out.push(a[i] * b[j] + a[i + 1] * b[3 + j] + a[i + 2] * b[6 + j])
  return out
}

function rotate(channels: Float64Array, n: number, r: readonly Float64Array[]): Float64Array[] {
  return [0, 3, 6].map((row) => {
    const [a, b, c] = [r[row], r[row + 1], r[row + 2]]
    const out = new Float64Array(n)
    for (let t = 0; t < n; t++) out[t] = a[t] * channels[t] + b[t] * channels[n + t] + c[t] * channels[2 * n + t]
    return out
  })
}

/** Returns three orthogonal rows, the last along `gravity`. */
function levelRows(gravity: readonly number[]): number[][] {
  const length = Math.hypot(...gravity)
  const up = length > 0 ? gravity.map((g) => g / length) : [0, 0, 1]
  const seed = Math.abs(up[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]
  const along = seed[0] * up[0] + seed[1] * up[1]
  const side = seed.map((s, i) => s - along * up[i])
  const size = Math.hypot(...side)
  const first = side.map((s) => s / size)
  const second = [
    up[1] * first[2] - up[2] * first[1],
    up[2] * first[0] - up[0] * first[2],
    up[0] * first[1] - up[1] * first[0],
  ]
  return [first, second, up]
}

function apply(rows: readonly number[][], [x, y, z]: readonly Float64Array[]): Float64Array[] {
  return rows.map(([a, b, c]) => {
    const out = new Float64Array(x.length)
    for (let t = 0; t < out.length; t++) out[t] = a * x[t] + b * y[t] + c * z[t]
    return out
  })
}

/** A tracked point in strictly rising time, with three columns, or two without depth. */
export type CameraTrack = { status: 'ok'; t: Float64Array; columns: Float64Array[] }

const MAX_GAP_MS = 400
const MIN_HZ = 8
// A higher frame rate adds nothing to the band that is compared, which starts at 80 ms.
const MIN_STEP_MS = 40
const MAX_POSITION = 1e6
const MAX_DROPPED_SHARE = 0.1
const MAX_SAMPLES = 60_000

/**
 * Returns the longest stretch of a camera track without a gap. Returns the reason instead if the track is empty, has
 * fewer than 8 points a second or too many unusable points.
 */
export function toCameraTrack({ samples }: CameraStream): CameraTrack | Insufficient {
  if (samples.length === 0) return createInsufficient('there are no camera samples')
  const list = samples.slice(-MAX_SAMPLES)
  const readable = selectRising(list.filter(isNear))
  if (readable.length < (1 - MAX_DROPPED_SHARE) * list.length) {
    return createInsufficient(
      `${list.length - readable.length} of ${list.length} camera samples have an unusable time or value`,
    )
  }
  const apart = selectRising(readable, MIN_STEP_MS)
  const { from, to } = findLongestStretch(listTimes(apart), MAX_GAP_MS)
  const kept = apart.slice(from, to)
  const spanMs = kept.length > 1 ? kept[kept.length - 1].t - kept[0].t : 0
  if (!((kept.length - 1) * 1000 >= MIN_HZ * spanMs) || spanMs === 0) {
    return createInsufficient(`fewer than ${MIN_HZ} camera samples a second`)
  }
  const hasDepth = kept.every(({ z = Number.NaN }) => Math.abs(z) <= MAX_POSITION)
  const axes = hasDepth ? (['x', 'y', 'z'] as const) : (['x', 'y'] as const)
  const columns = axes.map((axis) => Float64Array.from(kept, (sample) => sample[axis] ?? 0))
  return { status: 'ok', t: listTimes(kept), columns }
}

function isNear(sample: CameraSample | null): sample is CameraSample {
  return sample !== null && Math.abs(sample.x) <= MAX_POSITION && Math.abs(sample.y) <= MAX_POSITION
}

/**
 * Interpolates a series with values `column` at times `t` at other times, by cubic Hermite splines (Catmull and Rom
 * 1974); constant beyond its ends.
 */
export function interpolateAt(t: Float64Array, column: Float64Array, times: Float64Array): Float64Array {
  const slopes = computeSlopes(t, column)
  const last = t.length - 1
  const out = new Float64Array(times.length)
  let i = 0
  for (let k = 0; k < times.length; k++) {
    const at = Math.min(t[last], Math.max(t[0], times[k]))
    while (i > 0 && t[i] > at) i--
    while (i + 2 <= last && t[i + 1] <= at) i++
    const step = t[i + 1] - t[i]
    const u = (at - t[i]) / step
    const rise = u * u * (3 - 2 * u)
    out[k] =
      column[i] * (1 - rise) + column[i + 1] * rise + step * u * (1 - u) * ((1 - u) * slopes[i] - u * slopes[i + 1])
  }
  return out
}

function computeSlopes(t: Float64Array, x: Float64Array): Float64Array {
  const last = t.length - 1
  const out = new Float64Array(x.length)
  for (let i = 0; i <= last; i++) {
    const before = Math.max(0, i - 1)
    const after = Math.min(last, i + 1)
    out[i] = (x[after] - x[before]) / (t[after] - t[before])
  }
  return out
}

/**
 * Returns the velocity of the tracked point per second at the given positions on the grid, one column for each axis.
 */
export function computeVelocity({ t, columns }: Frames, places: Float64Array): Float64Array[] {
  return columns.map((column) => computeDerivative(interpolateAt(t, column, places)))
}

/** Returns the array 0, 1, …, n-1. */
export function toGrid(n: number): Float64Array {
  const out = new Float64Array(n)
  for (let i = 0; i < n; i++) out[i] = i
  return out
}

const MIN_SEEN_SHARE = 0.9
const MAX_JOINTS = 600

/**
 * Returns the positions of one joint over time as a camera track: the given joint, or the one that moves most in the
 * image. Frames without that joint are skipped.
 */
export function cameraTrackOf(frames: readonly LandmarkFrame[], joint?: number): CameraSample[] {
  return trackFrames(readFrames(frames), joint)
}

/**
 * Returns the positions of one joint over time as a camera track, from frames that have been read: the given joint, or
 * the one that moves most in the image. Frames without that joint are skipped.
 */
export function trackFrames({ frames }: FrameStream, joint?: number): CameraSample[] {
  const list = frames.filter((frame) => frame !== null)
  return trackJoint(list, joint ?? liveliestJoint(list))
}

function trackJoint(frames: readonly Frame[], joint: number): CameraSample[] {
  return frames.flatMap(({ t, joints }) => {
    const { x, y, z } = (joints as Readonly<Record<number, Point | null>>)[joint] ?? {}
    // A caller may ask for a name that isn't a joint, such as `length` of a list.
    if (x === undefined || y === undefined) return []
    return [isFiniteNumber(z) ? { t, x, y, z } : { t, x, y }]
  })
}

/** Returns the joint with the longest path in the image plane over steps of two frames, which reduces jitter. */
function liveliestJoint(frames: readonly Frame[]): number {
  const joints = Object.keys(frames[0]?.joints ?? {}).slice(0, MAX_JOINTS)
  let best = { joint: 0, path: -1 }
  for (const name of joints) {
    const joint = Number(name)
    const track = trackJoint(frames, joint)
    if (track.length < MIN_SEEN_SHARE * frames.length) continue
    const path = computePathLength(track)
    if (path > best.path) best = { joint, path }
  }
  return best.joint
}

function computePathLength(track: readonly CameraSample[]): number {
  let path = 0
  for (let i = 3; i < track.length; i++) {
    const dx = track[i].x + track[i - 1].x - track[i - 2].x - track[i - 3].x
    const dy = track[i].y + track[i - 1].y - track[i - 2].y - track[i - 3].y
    path += Math.hypot(dx, dy)
  }
  return path
}
