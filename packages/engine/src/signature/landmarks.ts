import {
  type Frame,
  type FrameStream,
  createInsufficient,
  type Insufficient,
  type Joints,
  type LandmarkColumns,
  type Point,
} from '../capture.ts'
import { VIEW_SERIES } from '../kernel/signature-features.ts'
import { averageFive } from '../math/smoothing.ts'
import { GRID_HZ, selectRising, findLongestStretch, listTimes } from '../timeline.ts'

/**
 * Speeds of four parts of the body on the even grid, one after the other: dominant hand, other hand, head, shoulders.
 * The first one is repeated at the end, because the kernel takes its levels from there.
 */
export type LandmarkViews = {
  status: 'ok'
  n: number
  views: Float64Array
  /** Parts that are missing from this set of landmarks or never moved. */
  missingViews: number[]
}

/** The landmarks of each part; a part is the mean of its landmarks. */
type Layout = { points: number; hands: readonly (readonly number[])[]; head: number[]; shoulders: number[] }

const LAYOUTS: readonly Layout[] = [
  // The research upload; its order is in docs/internals/signature.md.
  { points: 18, hands: [[7], [8]], head: [0], shoulders: [3, 4] },
  // MediaPipe Pose.
  { points: 33, hands: [[15], [16]], head: [0], shoulders: [11, 12] },
  // One hand alone: MediaPipe Hands; its wrist and knuckles move with the hand, the fingertips on their own.
  { points: 21, hands: [[0, 5, 9, 13, 17]], head: [], shoulders: [] },
]
const MIN_EXTENT = 1e-6

/**
 * Computes the speeds of hands, head and shoulders from landmarks, on the even grid in body sizes per second. Returns
 * the reason instead if the set of landmarks is unknown, the hands never move, or no stretch without a gap lasts
 * `minMs`.
 */
export function computeLandmarkViews(landmarks: Landmarks, minMs: number): LandmarkViews | Insufficient {
  const tracks = readTracks(landmarks, minMs)
  if (tracks.status !== 'ok') return tracks
  const layout = LAYOUTS.find(({ points }) => points === tracks.points)
  if (!layout) return createInsufficient(`no known set of landmarks has ${tracks.points} points`)
  const size = measureBodySize(tracks, layout)
  if (!(size > MIN_EXTENT)) return createInsufficient('the landmarks all lie in one point')
  const parts = [...sortHands(tracks, layout), layout.head, layout.shoulders]
  const n = Math.floor(((tracks.t[tracks.t.length - 1] - tracks.t[0]) * GRID_HZ) / 1000 + 1e-6) + 1
  const views = new Float64Array(VIEW_SERIES * n)
  const missingViews: number[] = []
  parts.forEach((part, view) => {
    const speed = part.length === 0 ? null : computeSpeed(tracks, part, n, size)
    if (speed === null || speed.every((value) => value === speed[0])) missingViews.push(view)
    else views.set(speed, view * n)
  })
  if (missingViews.includes(0)) return createInsufficient('the landmarks of the hands never move')
  views.copyWithin(4 * n, 0, n)
  return { status: 'ok', n, views, missingViews }
}

/** Returns the hand that travels farther first; the second is empty if there is only one hand. */
function sortHands(tracks: Track, { hands }: Layout): (readonly number[])[] {
  const byTravel = hands
    .map((hand) => ({ hand, travel: computeTravel(tracks, hand) }))
    .toSorted((a, b) => b.travel - a.travel)
    .map(({ hand }) => hand)
  return [byTravel[0], byTravel[1] ?? []]
}

/** Returns a length of the body that turns with it: between the shoulders, or from the wrist to the middle knuckle. */
function measureBodySize({ x, y, z, t, points }: Track, { shoulders }: Layout): number {
  const [a, b] = shoulders.length === 2 ? shoulders : [0, 9]
  const lengths = new Float64Array(t.length)
  for (let i = 0; i < lengths.length; i++) {
    const p = i * points + a
    const q = i * points + b
    lengths[i] = computeLength(x[p] - x[q], y[p] - y[q], z[p] - z[q])
  }
  return lengths.toSorted()[lengths.length >> 1]
}

/** Where a part of the body is in a frame, along one axis. */
function computePosition(axis: Float64Array, first: number, part: readonly number[]): number {
  let sum = 0
  for (let k = 0; k < part.length; k++) sum += axis[first + part[k]]
  return sum / part.length
}

function computeTravel({ x, y, z, t, points }: Track, part: readonly number[]): number {
  let total = 0
  for (let i = points; i < t.length * points; i += points) {
    const step = (axis: Float64Array) => computePosition(axis, i, part) - computePosition(axis, i - points, part)
    total += computeLength(step(x), step(y), step(z))
  }
  return total
}

/** Speed in body sizes a second: positions on the even grid, smoothed over 100 ms against the jitter of trackers. */
function computeSpeed(tracks: Track, part: readonly number[], n: number, size: number): Float64Array {
  const [x, y, z] = [tracks.x, tracks.y, tracks.z].map((axis) => averageFive(onGrid(tracks, axis, part, n)))
  const speed = new Float64Array(n)
  for (let i = 1; i < n - 1; i++) {
    const step = computeLength(x[i + 1] - x[i - 1], y[i + 1] - y[i - 1], z[i + 1] - z[i - 1])
    speed[i] = (step * GRID_HZ) / (2 * size)
  }
  speed[0] = speed[1]
  speed[n - 1] = speed[n - 2]
  return speed
}

/** Coordinates stay under a million, so that nothing overflows; Math.hypot takes ten times as long. */
function computeLength(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z)
}

function onGrid({ t, points }: Track, axis: Float64Array, part: readonly number[], n: number): Float64Array {
  const out = new Float64Array(n)
  let i = 0
  let here = computePosition(axis, 0, part)
  let next = computePosition(axis, points, part)
  for (let k = 0; k < n; k++) {
    const at = t[0] + (k * 1000) / GRID_HZ
    while (i + 2 < t.length && t[i + 1] <= at) {
      i++
      here = next
      next = computePosition(axis, (i + 1) * points, part)
    }
    const share = Math.min(1, Math.max(0, (at - t[i]) / (t[i + 1] - t[i])))
    out[k] = here + share * (next - here)
  }
  return out
}

/** Landmarks over time; the value of joint j in frame i is at i·points + j. */
export type Track = LandmarkColumns

/** Landmarks from a caller, in frames or in columns. */
export type Landmarks = FrameStream | LandmarkColumns

const MAX_FRAMES = 20_000
const MAX_POINTS = 64
const MAX_GAP_MS = 500
const MIN_FPS = 8
const MAX_DROPPED_SHARE = 0.1
const MAX_COORDINATE = 1e6

type ListedFrame = { t: number; joints: readonly Point[] }

/**
 * Returns the longest stretch of landmark frames without a gap, in columns; only frames with the most common number of
 * points count. Returns the reason instead if it is shorter than `minMs` or has fewer than 8 frames a second, or if too
 * many frames are unusable.
 */
export function readTracks(landmarks: Landmarks, minMs: number): (Track & { status: 'ok' }) | Insufficient {
  const given = 'points' in landmarks ? landmarks.t.length : landmarks.frames.length
  if (given === 0) return createInsufficient('there are no landmark frames')
  const readable = 'points' in landmarks ? selectReadable(landmarks) : toReadableColumns(landmarks)
  const recent = Math.min(given, MAX_FRAMES)
  const dropped = recent - readable.t.length
  if (dropped > MAX_DROPPED_SHARE * recent) {
    return createInsufficient(`${dropped} of ${recent} landmark frames have an unusable time or point`)
  }
  const { from, to } = findLongestStretch(readable.t, MAX_GAP_MS)
  const spanMs = to - from > 1 ? readable.t[to - 1] - readable.t[from] : 0
  if (spanMs < minMs) {
    return createInsufficient(
      `${(spanMs / 1000).toFixed(1)} s of unbroken landmarks, at least ${minMs / 1000} s are needed`,
    )
  }
  const fps = ((to - from - 1) * 1000) / spanMs
  if (fps < MIN_FPS)
    return createInsufficient(`${fps.toFixed(1)} landmark frames a second, at least ${MIN_FPS} are needed`)
  return { status: 'ok', ...cutColumns(readable, from, to) }
}

/** Returns the newest readable frames in rising time. */
function toReadableColumns({ frames }: FrameStream): Track {
  const readable = frames
    .slice(-MAX_FRAMES)
    .map(listJoints)
    .filter((frame) => frame !== null)
  const points = findCommonest(readable.map(({ joints }) => joints.length))
  return toColumns(selectRising(readable.filter(({ joints }) => joints.length === points)), points)
}

/** Selects the readable frames of columns; usually all of them, and then nothing is copied. */
function selectReadable(track: Track): Track {
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

/** Returns the frame with its joints as a list, or null if a joint is missing or too far out. */
function listJoints(frame: Frame | null): ListedFrame | null {
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

function findCommonest(counts: readonly number[]): number {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0]
}

function toColumns(frames: readonly ListedFrame[], points: number): Track {
  const [x, y, z] = [0, 1, 2].map(() => new Float64Array(frames.length * points))
  let at = 0
  for (const { joints } of frames) {
    for (const point of joints) {
      x[at] = point.x
      y[at] = point.y
      z[at++] = point.z ?? 0
    }
  }
  return { t: listTimes(frames), points, x, y, z }
}
