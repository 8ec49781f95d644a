import {
  type CaptureStreams,
  type Frame,
  type FrameStream,
  type ImuStream,
  type Insufficient,
  createInsufficient,
  type Joints,
  type Point,
} from '../capture.ts'
import { smoothGaussian } from '../math/smoothing.ts'
import { scaleToUnit } from '../math/statistics.ts'
import { type EvenMotion, toEvenMotion, GRID_HZ, findLongestStretch } from '../timeline.ts'

/** Slower changes count as gravity or posture, which depend on the crop and the mounting. */
const POSTURE_SECONDS = 0.4
const NOISE_SECONDS = 0.025

/**
 * Computes the four series by which captures are compared for replays and which don't depend on how the device is held:
 * from the motion sensors or, if these are insufficient, from the landmarks. Returns the reason if neither suffices.
 */
export function computeReplaySeries({
  imu,
  frames,
}: Pick<CaptureStreams, 'imu' | 'frames'>): ReplaySeries | Insufficient {
  const felt = computeImuSeries(imu)
  return felt.status === 'ok' || !frames.isList ? felt : computeLandmarkSeries(frames)
}

function computeImuSeries(samples: ImuStream): ReplaySeries | Insufficient {
  const even = toEvenMotion(samples, MIN_CAPTURE_MS)
  return even.status === 'ok' ? computeMotionSeries(even) : even
}

/** Computes vertical acceleration, size of the acceleration, size of the rotation, and rotation about the vertical. */
function computeMotionSeries({ n, channels, hasGyro, hasGravity }: EvenMotion): ReplaySeries | Insufficient {
  const quick: Float64Array[] = []
  const slow: Float64Array[] = []
  for (let c = 0; c * n < channels.length; c++) {
    const channel = channels.subarray(c * n, (c + 1) * n)
    quick.push(smoothGaussian(channel, NOISE_SECONDS * GRID_HZ))
    slow.push(smoothGaussian(channel, POSTURE_SECONDS * GRID_HZ))
  }
  const series = Array.from({ length: SERIES_COUNT }, () => new Float64Array(n))
  for (let i = 0; i < n; i++) {
    const [gx, gy, gz] = [slow[0][i], slow[1][i], slow[2][i]]
    const gravity = Math.hypot(gx, gy, gz) || 1
    const [x, y, z] = [quick[0][i] - gx, quick[1][i] - gy, quick[2][i] - gz]
    if (hasGravity) series[0][i] = (x * gx + y * gy + z * gz) / gravity
    series[1][i] = Math.hypot(x, y, z)
    if (!hasGyro) continue
    series[2][i] = Math.hypot(quick[3][i], quick[4][i], quick[5][i])
    if (hasGravity) series[3][i] = (quick[3][i] * gx + quick[4][i] * gy + quick[5][i] * gz) / gravity
  }
  return toReplaySeries('imu', series)
}

const MAX_FRAMES = 20_000
const MAX_JOINTS = 256
const MAX_GAP_MS = 400
const MIN_FRAMES_A_SECOND = 8
const LIMIT = 1e6
const JITTER_SECONDS = 0.06

type Track = { t: number[]; shapes: number[][] }

/**
 * Computes the speed of the body's center, its spread, the distance of its two sides, and the mean speed of its joints.
 */
function computeLandmarkSeries({ frames }: FrameStream): ReplaySeries | Insufficient {
  const track = layTrack(frames.slice(-MAX_FRAMES))
  const { from, to } = findLongestStretch(track.t, MAX_GAP_MS)
  const spanMs = to > from ? track.t[to - 1] - track.t[from] : 0
  if (spanMs < MIN_CAPTURE_MS || (to - from) * 1000 < MIN_FRAMES_A_SECOND * spanMs)
    return createInsufficient(`${(spanMs / 1000).toFixed(1)} s of landmarks are too short or too thin`)
  const shapes = onGrid(track, from, to).map((channel) => smoothGaussian(channel, JITTER_SECONDS * GRID_HZ))
  return toReplaySeries('landmarks', computeShapeSeries(shapes))
}

/** Returns the frames in rising time with as many joints as the first usable one. */
function layTrack(frames: readonly (Frame | null)[]): Track {
  const track: Track = { t: [], shapes: [] }
  for (const frame of frames) {
    if (frame === null || frame.t <= (track.t.at(-1) ?? -Infinity)) continue
    const shape = toShape(frame.joints)
    if (shape === null || shape.length !== (track.shapes[0]?.length ?? shape.length)) continue
    track.t.push(frame.t)
    track.shapes.push(shape)
  }
  return track
}

/** Returns the coordinates of all joints, or null if a joint is missing or too far out. */
function toShape(joints: Joints): number[] | null {
  const points: (Point | null)[] = Object.values(joints)
  if (points.length === 0 || points.length > MAX_JOINTS) return null
  const shape: number[] = []
  for (const point of points) {
    if (point === null) return null
    shape.push(point.x, point.y, point.z ?? 0)
  }
  return shape.every((value) => Math.abs(value) < LIMIT) ? shape : null
}

/** Resamples each coordinate to the engine's grid by linear interpolation. */
function onGrid({ t, shapes }: Track, from: number, to: number): Float64Array[] {
  const n = Math.floor(((t[to - 1] - t[from]) * GRID_HZ) / 1000) + 1
  const out = shapes[0].map(() => new Float64Array(n))
  let i = from
  for (let k = 0; k < n; k++) {
    const at = t[from] + (k * 1000) / GRID_HZ
    while (i + 2 < to && t[i + 1] <= at) i++
    const share = Math.min(1, Math.max(0, (at - t[i]) / (t[i + 1] - t[i])))
    for (let c = 0; c < out.length; c++) out[c][k] = shapes[i][c] + share * (shapes[i + 1][c] - shapes[i][c])
  }
  return out
}

function computeShapeSeries(coordinates: readonly Float64Array[]): Float64Array[] {
  const n = coordinates[0].length
  const isBody = coordinates.length > 3
  const series = Array.from({ length: SERIES_COUNT }, () => new Float64Array(n))
  for (let i = 0; i < n; i++) {
    const [before, after] = [Math.max(0, i - 1), Math.min(n - 1, i + 1)]
    const velocity = coordinates.map((channel) => channel[after] - channel[before])
    const place = coordinates.map((channel) => channel[i])
    series[0][i] = Math.hypot(...computeMeanPoint(velocity))
    if (!isBody) continue
    series[1][i] = measureSpread(place)
    series[2][i] = Math.hypot(...measureSideways(place))
    for (let c = 0; c < velocity.length; c += 3)
      series[3][i] += Math.hypot(velocity[c], velocity[c + 1], velocity[c + 2])
  }
  return series
}

function computeMeanPoint(shape: readonly number[]): number[] {
  const mean = [0, 0, 0]
  for (let c = 0; c < shape.length; c++) mean[c % 3] += (3 * shape[c]) / shape.length
  return mean
}

function measureSpread(shape: readonly number[]): number {
  const mean = computeMeanPoint(shape)
  let squares = 0
  for (let c = 0; c < shape.length; c++) squares += (shape[c] - mean[c % 3]) ** 2
  return Math.sqrt(squares)
}

/** Returns the vector from the center of the odd joints to that of the even ones: layouts alternate left and right. */
function measureSideways(shape: readonly number[]): number[] {
  const [even, odd] = [0, 1].map((side) => computeMeanPoint(shape.filter((_, c) => Math.floor(c / 3) % 2 === side)))
  return even.map((value, axis) => value - odd[axis])
}

/** The four series of a digest on an even grid. They don't change when the device is held differently. */
export type ReplaySeries = {
  status: 'ok'
  kind: 'imu' | 'landmarks'
  /** Samples per series. */
  n: number
  /** Four series of n values each, of unit size, one after the other. */
  values: Float64Array
  /** Bit k is set if series k could be computed. */
  present: number
  /** Highest correlation of the capture with itself at another time, 0..1; known only for digests, otherwise 0. */
  repetition: number
}

export const SERIES_HZ = 25
export const SERIES_COUNT = 4
/** Shorter captures are no evidence that two captures are the same. */
const MIN_CAPTURE_MS = 2_400

/** Slower changes count as drift. */
const DRIFT_SECONDS = 0.3

/**
 * Converts four series on the 50 Hz grid to replay series: without slow drift, at 25 Hz, scaled to unit size. Returns
 * the reason instead if none of them moves.
 */
export function toReplaySeries(kind: ReplaySeries['kind'], grid: readonly Float64Array[]): ReplaySeries | Insufficient {
  const n = Math.floor((grid[0].length + 1) / 2)
  const values = new Float64Array(SERIES_COUNT * n)
  let present = 0
  for (let k = 0; k < SERIES_COUNT; k++) {
    const drift = smoothGaussian(grid[k], DRIFT_SECONDS * GRID_HZ)
    const kept = values.subarray(k * n, (k + 1) * n)
    for (let i = 0; i < n; i++) kept[i] = grid[k][2 * i] - drift[2 * i]
    if (scaleToUnit(kept)) present |= 1 << k
  }
  return present === 0
    ? createInsufficient('there is no motion to remember')
    : { status: 'ok', kind, n, values, present, repetition: 0 }
}
