import type { Point } from '@stillhere/engine'

/** How long the session was by its own account; frames that carry no time are spread over it. */
export type Timing = { durationMs: number; totalFrames: number }

/** Sets of landmarks that the engine knows: joints of the body, points of a hand, points of MediaPipe Pose. */
const KNOWN_SETS: readonly number[] = [18, 21, 33]
const MAX_FRAMES = 1200
const MAX_COORDINATE = 1e6
// Twice the longest session.
const MAX_SPAN_MS = 120_000

/** A frame whose joints are a list. */
export type ReadFrame = { t: number; joints: Point[] }

type Read = { t: number | undefined; joints: Point[] }

/**
 * The frames in whatever was sent as landmarks, all of one known set, in the order of rising times; null when it has another
 * form or fewer than half of the frames can be read.
 */
export function framesIn(landmarks: unknown, timing: Timing): ReadFrame[] | null {
  const list = Array.isArray(landmarks) ? landmarks : readMember(landmarks, 'frames')
  if (!Array.isArray(list) || list.length > MAX_FRAMES) return null
  const read = list.map(readFrame)
  const points = countUsualPoints(read)
  const timed = withTimes(read, timing).filter(({ joints }) => joints.length === points)
  const rising = timed.filter(({ t }, at) => at === 0 || t > (timed[at - 1]?.t ?? 0))
  if (rising.length < 2 || rising.length < list.length / 2) return null
  return inMilliseconds(rising, timing.durationMs)
}

function readFrame(frame: unknown): Read | null {
  const joints = readJoints(firstMember(frame, ['joints', 'landmarks', 'points', 'keypoints']) ?? frame)
  if (joints === null) return null
  const t = firstMember(frame, ['t', 'timestamp', 'time'])
  return { t: typeof t === 'number' && Number.isFinite(t) ? t : undefined, joints }
}

/** Points as a list or under "0", "1", …; null where one cannot be read. */
function readJoints(joints: unknown): Point[] | null {
  const list = Array.isArray(joints) ? joints : toList(joints)
  if (!KNOWN_SETS.includes(list.length)) return null
  const points: Point[] = []
  for (const one of list) {
    const point = readPoint(one)
    if (point === null) return null
    points.push(point)
  }
  return points
}

function toList(joints: unknown): unknown[] {
  if (typeof joints !== 'object' || joints === null) return []
  // A frame may hold the points themselves, beside its time.
  const names = Object.keys(joints).filter((name) => /^\d+$/.test(name))
  return names.map((_, joint) => (joints as Record<string, unknown>)[joint])
}

function readPoint(value: unknown): Point | null {
  if (typeof value !== 'object' || value === null) return null
  const { x, y, z } = Array.isArray(value) ? { x: value[0], y: value[1], z: value[2] } : (value as Partial<Point>)
  if (!isCoordinate(x) || !isCoordinate(y)) return null
  // Some trackers write null for a depth that they do not know.
  if (z === undefined || z === null) return { x, y }
  return isCoordinate(z) ? { x, y, z } : null
}

function isCoordinate(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= MAX_COORDINATE
}

/** The number of points that most frames have. */
function countUsualPoints(frames: readonly (Read | null)[]): number {
  const timesOf = (points: number): number => frames.filter((frame) => frame?.joints.length === points).length
  return KNOWN_SETS.reduce((best, points) => (timesOf(points) > timesOf(best) ? points : best))
}

/** Frames with their own times, or all of them evenly spaced where none has one. */
function withTimes(frames: readonly (Read | null)[], { durationMs, totalFrames }: Timing): ReadFrame[] {
  const isTimed = frames.some((frame) => frame?.t !== undefined)
  return frames.flatMap((frame, index) => {
    const t = isTimed ? frame?.t : (index * durationMs) / totalFrames
    return frame && t !== undefined ? [{ t, joints: frame.joints }] : []
  })
}

/** Times that make a hundredth of the session's length are seconds; those that make far more are no times at all. */
function inMilliseconds(frames: readonly ReadFrame[], durationMs: number): ReadFrame[] | null {
  const start = frames[0]?.t ?? 0
  const span = (frames.at(-1)?.t ?? 0) - start
  const unitMs = span < durationMs / 100 ? 1000 : 1
  if (span * unitMs > MAX_SPAN_MS) return null
  return frames.map(({ t, joints }) => ({ t: (t - start) * unitMs, joints }))
}

function firstMember(value: unknown, names: readonly string[]): unknown {
  for (const name of names) {
    const member = readMember(value, name)
    if (member !== undefined) return member
  }
  return undefined
}

function readMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
