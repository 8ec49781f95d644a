import { insufficient } from '../insufficient.ts'
import { smoothGaussian } from '../math/smoothing.ts'
import type { Frame, FrameStream, Joints } from '../streams/frames.ts'
import { longestStretch } from '../streams/stretch.ts'
import { GRID_HZ } from '../timeline.ts'
import type { Insufficient, Point } from '../types.ts'
import { assembleSeries, MIN_CAPTURE_MS, type ReplaySeries, SERIES_COUNT } from './series.ts'

const MAX_FRAMES = 20_000
const MAX_JOINTS = 256
const MAX_GAP_MS = 400
const MIN_FRAMES_A_SECOND = 8
const LIMIT = 1e6
const JITTER_SECONDS = 0.06

type Track = { t: number[]; shapes: number[][] }

/** Speed of the body's middle, its spread, the distance of its two sides and the mean speed of its joints. */
export function landmarkSeries({ frames }: FrameStream): ReplaySeries | Insufficient {
  const track = layTrack(frames.slice(-MAX_FRAMES))
  const { from, to } = longestStretch(track.t, MAX_GAP_MS)
  const spanMs = to > from ? track.t[to - 1] - track.t[from] : 0
  if (spanMs < MIN_CAPTURE_MS || (to - from) * 1000 < MIN_FRAMES_A_SECOND * spanMs)
    return insufficient(`${(spanMs / 1000).toFixed(1)} s of landmarks are too short or too thin`)
  const shapes = onGrid(track, from, to).map((channel) => smoothGaussian(channel, JITTER_SECONDS * GRID_HZ))
  return assembleSeries('landmarks', shapeSeries(shapes))
}

/** Frames in rising time that hold as many joints as the first usable one. */
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

/** The coordinates of all joints, or null where a joint is missing or too far out. */
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

/** Each coordinate on the engine's grid, by straight lines between frames. */
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

function shapeSeries(coordinates: readonly Float64Array[]): Float64Array[] {
  const n = coordinates[0].length
  const isBody = coordinates.length > 3
  const series = Array.from({ length: SERIES_COUNT }, () => new Float64Array(n))
  for (let i = 0; i < n; i++) {
    const [before, after] = [Math.max(0, i - 1), Math.min(n - 1, i + 1)]
    const velocity = coordinates.map((channel) => channel[after] - channel[before])
    const place = coordinates.map((channel) => channel[i])
    series[0][i] = Math.hypot(...meanPoint(velocity))
    if (!isBody) continue
    series[1][i] = spread(place)
    series[2][i] = Math.hypot(...sideways(place))
    for (let c = 0; c < velocity.length; c += 3)
      series[3][i] += Math.hypot(velocity[c], velocity[c + 1], velocity[c + 2])
  }
  return series
}

function meanPoint(shape: readonly number[]): number[] {
  const mean = [0, 0, 0]
  for (let c = 0; c < shape.length; c++) mean[c % 3] += (3 * shape[c]) / shape.length
  return mean
}

function spread(shape: readonly number[]): number {
  const mean = meanPoint(shape)
  let squares = 0
  for (let c = 0; c < shape.length; c++) squares += (shape[c] - mean[c % 3]) ** 2
  return Math.sqrt(squares)
}

/** From the middle of the joints of odd number to that of the even ones: layouts count left and right in turn. */
function sideways(shape: readonly number[]): number[] {
  const [even, odd] = [0, 1].map((side) => meanPoint(shape.filter((_, c) => Math.floor(c / 3) % 2 === side)))
  return even.map((value, axis) => value - odd[axis])
}
