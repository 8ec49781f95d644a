import { insufficient } from '../insufficient.ts'
import type { Frame, FrameStream, Joints } from '../streams/frames.ts'
import { keepRising, longestStretch, timesOf } from '../streams/stretch.ts'
import type { Insufficient, LandmarkColumns, Point } from '../types.ts'

/** Landmarks over time: the value of joint j in frame i stands at i·points + j. */
export type Track = LandmarkColumns

/** Landmarks as a caller gave them: frame by frame, or in columns. */
export type Landmarks = FrameStream | LandmarkColumns

const MAX_FRAMES = 20_000
const MAX_POINTS = 64
const MAX_GAP_MS = 500
const MIN_FPS = 8
const MAX_DROPPED_SHARE = 0.1
const MAX_COORDINATE = 1e6

type Listed = { t: number; joints: readonly Point[] }

/** The longest unbroken stretch of readable frames that have one and the same number of points. */
export function layTracks(landmarks: Landmarks, minMs: number): (Track & { status: 'ok' }) | Insufficient {
  const given = 'points' in landmarks ? landmarks.t.length : landmarks.frames.length
  if (given === 0) return insufficient('there are no landmark frames')
  const readable = 'points' in landmarks ? keepReadable(landmarks) : readableColumns(landmarks)
  const recent = Math.min(given, MAX_FRAMES)
  const dropped = recent - readable.t.length
  if (dropped > MAX_DROPPED_SHARE * recent) {
    return insufficient(`${dropped} of ${recent} landmark frames have an unusable time or point`)
  }
  const { from, to } = longestStretch(readable.t, MAX_GAP_MS)
  const spanMs = to - from > 1 ? readable.t[to - 1] - readable.t[from] : 0
  if (spanMs < minMs) {
    return insufficient(`${(spanMs / 1000).toFixed(1)} s of unbroken landmarks, at least ${minMs / 1000} s are needed`)
  }
  const fps = ((to - from - 1) * 1000) / spanMs
  if (fps < MIN_FPS) return insufficient(`${fps.toFixed(1)} landmark frames a second, at least ${MIN_FPS} are needed`)
  return { status: 'ok', ...cutColumns(readable, from, to) }
}

/** The newest frames that can be read and come later than the one before them. */
function readableColumns({ frames }: FrameStream): Track {
  const readable = frames
    .slice(-MAX_FRAMES)
    .map(listJoints)
    .filter((frame) => frame !== null)
  const points = commonest(readable.map(({ joints }) => joints.length))
  return columns(keepRising(readable.filter(({ joints }) => joints.length === points)), points)
}

/** The same of columns, which most often can be read as they are. */
function keepReadable(track: Track): Track {
  const { t, points } = track
  const first = Math.max(0, t.length - MAX_FRAMES)
  const kept: number[] = []
  let last = -Infinity
  for (let i = first; i < t.length; i++) {
    if (!(t[i] > last && Number.isFinite(t[i]) && isFrameNear(track, i))) continue
    last = t[i]
    kept.push(i)
  }
  if (kept.length === t.length - first) return cutColumns(track, first, t.length)
  const pick = (axis: Float64Array) =>
    Float64Array.from(
      { length: kept.length * points },
      (_, at) => axis[kept[Math.floor(at / points)] * points + (at % points)],
    )
  return { t: Float64Array.from(kept, (i) => t[i]), points, x: pick(track.x), y: pick(track.y), z: pick(track.z) }
}

function isFrameNear({ points, x, y, z }: Track, frame: number): boolean {
  if (points === 0 || points > MAX_POINTS) return false
  for (let at = frame * points; at < (frame + 1) * points; at++) {
    const isIn = Math.abs(x[at]) <= MAX_COORDINATE && Math.abs(y[at]) <= MAX_COORDINATE
    if (!isIn || !(Math.abs(z[at]) <= MAX_COORDINATE)) return false
  }
  return true
}

function cutColumns({ t, points, x, y, z }: Track, from: number, to: number): Track {
  const cut = (axis: Float64Array) => axis.subarray(from * points, to * points)
  return { t: t.subarray(from, to), points, x: cut(x), y: cut(y), z: cut(z) }
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
