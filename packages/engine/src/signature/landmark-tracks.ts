import { insufficient } from '../insufficient.ts'
import type { Frame, FrameStream, Joints } from '../streams/frames.ts'
import { keepRising, longestStretch, timesOf } from '../streams/stretch.ts'
import type { Insufficient, Point } from '../types.ts'

/** Landmarks over time: the value of joint j in frame i stands at i·points + j. */
export type Track = { t: Float64Array; points: number; x: Float64Array; y: Float64Array; z: Float64Array }

const MAX_FRAMES = 20_000
const MAX_POINTS = 64
const MAX_GAP_MS = 500
const MIN_FPS = 8
const MAX_DROPPED_SHARE = 0.1
const MAX_COORDINATE = 1e6

type Listed = { t: number; joints: readonly Point[] }

/** The longest unbroken stretch of readable frames that have one and the same number of points. */
export function layTracks({ frames }: FrameStream, minMs: number): (Track & { status: 'ok' }) | Insufficient {
  if (frames.length === 0) return insufficient('there are no landmark frames')
  const recent = frames.slice(-MAX_FRAMES)
  const readable = recent.map(listJoints).filter((frame) => frame !== null)
  const points = commonest(readable.map(({ joints }) => joints.length))
  const rising = keepRising(readable.filter(({ joints }) => joints.length === points))
  const dropped = recent.length - rising.length
  if (dropped > MAX_DROPPED_SHARE * recent.length) {
    return insufficient(`${dropped} of ${recent.length} landmark frames have an unusable time or point`)
  }
  const { from, to } = longestStretch(timesOf(rising), MAX_GAP_MS)
  const stretch = rising.slice(from, to)
  const spanMs = stretch.length > 1 ? stretch[stretch.length - 1].t - stretch[0].t : 0
  if (spanMs < minMs) {
    return insufficient(`${(spanMs / 1000).toFixed(1)} s of unbroken landmarks, at least ${minMs / 1000} s are needed`)
  }
  const fps = ((stretch.length - 1) * 1000) / spanMs
  if (fps < MIN_FPS) return insufficient(`${fps.toFixed(1)} landmark frames a second, at least ${MIN_FPS} are needed`)
  return { status: 'ok', ...columns(stretch, points) }
}

/** The frame with its joints as a list, or null where one is missing or too far out. */
function listJoints(frame: Frame | null): Listed | null {
  if (frame === null) return null
  const list = Array.isArray(frame.joints) ? (frame.joints as readonly (Point | null)[]) : listKeyed(frame.joints)
  return list.length > 0 && list.length <= MAX_POINTS && list.every(isNear) ? { t: frame.t, joints: list } : null
}

/** Joints under "0", "1", … as a list; a hole makes the frame unusable. */
function listKeyed(joints: Joints): (Point | null)[] {
  const named = joints as Readonly<Record<number, Point | null>>
  const count = Math.min(MAX_POINTS, Object.keys(joints).length)
  return Array.from({ length: count }, (_, joint) => named[joint] ?? null)
}

function isNear(point: Point | null): point is Point {
  if (point === null) return false
  const { x, y, z = 0 } = point
  return Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE && Math.abs(z) <= MAX_COORDINATE
}

function commonest(counts: readonly number[]): number {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0]
}

function columns(frames: readonly Listed[], points: number): Track {
  const [x, y, z] = [0, 1, 2].map(() => new Float64Array(frames.length * points))
  let at = 0
  for (const { joints } of frames) {
    for (const point of joints) {
      x[at] = point.x
      y[at] = point.y
      z[at++] = point.z ?? 0
    }
  }
  return { t: timesOf(frames), points, x, y, z }
}
