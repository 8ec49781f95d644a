import type { Insufficient, Point } from '../types.ts'

/** Landmarks over time: the value of joint j in frame i stands at i·points + j. */
export type Track = { t: Float64Array; points: number; x: Float64Array; y: Float64Array; z: Float64Array }

const MAX_FRAMES = 20_000
const MAX_POINTS = 64
const MAX_GAP_MS = 500
const MIN_FPS = 8
const MAX_DROPPED_SHARE = 0.1
const MAX_COORDINATE = 1e6

type Read = { t: number; joints: Point[] }

/** The longest unbroken stretch of readable frames that have one and the same number of points. */
export function readTracks(frames: unknown, minMs: number): (Track & { status: 'ok' }) | Insufficient {
  if (!Array.isArray(frames) || frames.length === 0) return insufficient('there are no landmark frames')
  const recent = frames.slice(-MAX_FRAMES)
  const readable = recent.map(readFrame).filter((frame) => frame !== null)
  const points = commonest(readable.map(({ joints }) => joints.length))
  const rising = inOrder(readable.filter(({ joints }) => joints.length === points))
  const dropped = recent.length - rising.length
  if (dropped > MAX_DROPPED_SHARE * recent.length) {
    return insufficient(`${dropped} of ${recent.length} landmark frames have an unusable time or point`)
  }
  const stretch = longestStretch(rising)
  const spanMs = stretch.length > 1 ? stretch[stretch.length - 1].t - stretch[0].t : 0
  if (spanMs < minMs) {
    return insufficient(`${(spanMs / 1000).toFixed(1)} s of unbroken landmarks, at least ${minMs / 1000} s are needed`)
  }
  const fps = ((stretch.length - 1) * 1000) / spanMs
  if (fps < MIN_FPS) return insufficient(`${fps.toFixed(1)} landmark frames a second, at least ${MIN_FPS} are needed`)
  return { status: 'ok', ...columns(stretch, points) }
}

function insufficient(reason: string): Insufficient {
  return { status: 'insufficient', reason }
}

function readFrame(frame: unknown): Read | null {
  if (typeof frame !== 'object' || frame === null) return null
  const { t, joints } = frame as { t?: unknown; joints?: unknown }
  if (!Number.isFinite(t) || typeof joints !== 'object' || joints === null) return null
  const list = Array.isArray(joints) ? joints : listKeyedJoints(joints as Record<string, unknown>)
  if (list.length === 0 || list.length > MAX_POINTS || !list.every(isPoint)) return null
  return { t: t as number, joints: list }
}

/** Joints under "0", "1", … as a list; a hole makes the frame unreadable. */
function listKeyedJoints(joints: Record<string, unknown>): unknown[] {
  return Array.from({ length: Math.min(MAX_POINTS, Object.keys(joints).length) }, (_, joint) => joints[joint])
}

function isPoint(value: unknown): value is Point {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, z } = value as Partial<Point>
  return isCoordinate(x) && isCoordinate(y) && (z === undefined || isCoordinate(z))
}

function isCoordinate(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= MAX_COORDINATE
}

function commonest(counts: readonly number[]): number {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0]
}

function inOrder(frames: readonly Read[]): Read[] {
  const rising: Read[] = []
  for (const frame of frames) if (rising.length === 0 || frame.t > rising[rising.length - 1].t) rising.push(frame)
  return rising
}

function longestStretch(frames: readonly Read[]): Read[] {
  let best = { from: 0, to: 0 }
  let from = 0
  for (let i = 1; i <= frames.length; i++) {
    if (i < frames.length && frames[i].t - frames[i - 1].t <= MAX_GAP_MS) continue
    if (i - from > best.to - best.from) best = { from, to: i }
    from = i
  }
  return frames.slice(best.from, best.to)
}

function columns(frames: readonly Read[], points: number): Track {
  const [x, y, z] = [0, 1, 2].map(() => new Float64Array(frames.length * points))
  let at = 0
  for (const { joints } of frames) {
    for (const point of joints) {
      x[at] = point.x
      y[at] = point.y
      z[at++] = point.z ?? 0
    }
  }
  return { t: Float64Array.from(frames, ({ t }) => t), points, x, y, z }
}
