import { type ResearchUpload, uploadResearch } from '@stillhere/contract'
import type { LandmarkColumns, LandmarkFrame, Point } from '@stillhere/engine'
import { parseBody, readBody } from '../../platform/http/body.ts'
import { encodeColumns, decodeColumns } from './strokes.ts'

/*
 * The compact form of landmark frames. A head of seven bytes: version, joints, frames (two bytes, low first), and how many
 * decimal digits are kept of x, y and z. Then columns: the times, and x, then y, then z of each joint over time.
 */
const VERSION = 1
const HEAD_BYTES = 7
const NO_DEPTH = 127
const STEPS_PER_MS = 1000
const MAX_STEPS = 2_000_000
const MAX_DIGITS = 20
const AXES = ['x', 'y', 'z'] as const

type Joints = readonly Point[]
type Axis = (typeof AXES)[number]

/**
 * Encodes landmark frames in few bytes. All frames must have the same joints; throws a RangeError for others, and for more than 255 joints or
 * 65,535 frames. Times are relative to the first frame and have a precision of 1 µs. The coordinates of an axis are exact if they have few decimal
 * digits; otherwise the steps are at most 1/200,000 of the largest coordinate.
 */
export function encodeLandmarks(frames: readonly LandmarkFrame[]): Uint8Array {
  const lists = frames.map(({ joints }) => toList(joints))
  const count = frames.length
  const points = lists[0]?.length ?? 0
  if (lists.some(({ length }) => length !== points)) throw new RangeError('frames must all have the same joints')
  if (points > 255 || count > 65_535) throw new RangeError(`${count} frames of ${points} joints are too many`)
  const axes = hasDepth(lists) ? AXES : AXES.slice(0, 2)
  const digits: number[] = []
  const steps = new Int32Array(count * (1 + points * axes.length))
  steps.set(readTimes(frames))
  for (const [k, axis] of axes.entries()) {
    const coordinates = readCoordinates(lists, axis)
    digits[k] = countDigits(coordinates)
    steps.set(toSteps(coordinates, digits[k]), count * (1 + k * points))
  }
  const head = Uint8Array.from([VERSION, points, count, count >> 8, ...digits, NO_DEPTH]).subarray(0, HEAD_BYTES)
  return Buffer.concat([head, encodeColumns(steps, count)])
}

/**
 * Decodes the bytes of encodeLandmarks into one array per coordinate, without an object for each point; z is 0 where no depth was stored. Throws a
 * RangeError for an unknown version.
 */
export function decodeLandmarks(bytes: Uint8Array): LandmarkColumns {
  const [version, points = 0, low = 0, high = 0] = bytes
  if (version !== VERSION) throw new RangeError(`landmarks of version ${version} cannot be read`)
  const count = low + 256 * high
  const digits = [...Int8Array.from(bytes.subarray(4, HEAD_BYTES))]
  const axes = digits[2] === NO_DEPTH ? 2 : 3
  const size = count * points
  const steps = decodeColumns(bytes.subarray(HEAD_BYTES), { size: count + size * axes, count })
  const axis = (k: number) =>
    k < axes
      ? toValues(steps.subarray(count + k * size, count + (k + 1) * size), digits[k] ?? 0, count)
      : new Float64Array(size)
  const t = Float64Array.from(steps.subarray(0, count), (step) => step / STEPS_PER_MS)
  return { t, points, x: axis(0), y: axis(1), z: axis(2) }
}

function toList(joints: LandmarkFrame['joints']): Joints {
  return Array.isArray(joints) ? joints : Object.values(joints as Readonly<Record<string, Point>>)
}

function hasDepth(lists: readonly Joints[]): boolean {
  return lists.some((joints) => joints.some(({ z }) => z !== undefined))
}

function readTimes(frames: readonly LandmarkFrame[]): Int32Array {
  const start = frames[0]?.t ?? 0
  return Int32Array.from(frames, ({ t }) => {
    const steps = Math.round((t - start) * STEPS_PER_MS)
    // In 32 bits, with room for the difference of any two.
    if (!(Math.abs(steps) < 2 ** 30))
      throw new RangeError(`a frame at ${t} ms is too far from the first at ${start} ms`)
    return steps
  })
}

/** Reads one axis of all joints: joint after joint, each over time. */
function readCoordinates(lists: readonly Joints[], axis: Axis): Float64Array {
  const count = lists.length
  const points = lists[0]?.length ?? 0
  const coordinates = new Float64Array(count * points)
  for (const [frame, joints] of lists.entries())
    for (let joint = 0; joint < points; joint++) coordinates[joint * count + frame] = joints[joint]?.[axis] ?? 0
  return coordinates
}

/** Counts the decimal digits that write every coordinate exactly, or for which there is room; below 0 for tens and hundreds. */
function countDigits(coordinates: Float64Array): number {
  let largest = 0
  for (let at = 0; at < coordinates.length; at++) largest = Math.max(largest, Math.abs(coordinates[at] ?? 0))
  if (!(largest < Number.POSITIVE_INFINITY)) throw new RangeError('coordinates must be finite numbers')
  const room = Math.min(MAX_DIGITS, Math.floor(Math.log10(MAX_STEPS / largest)))
  for (let digits = 0; digits < room; digits++) if (isExact(coordinates, 10 ** digits)) return digits
  return room
}

function isExact(coordinates: Float64Array, scale: number): boolean {
  for (let at = 0; at < coordinates.length; at++) {
    const value = coordinates[at] ?? 0
    if (Math.round(value * scale) / scale !== value) return false
  }
  return true
}

// By whole powers of ten, which are exact: 7 / 10 is 0.7, and 7 * 0.1 is not.
function toSteps(coordinates: Float64Array, digits: number): Int32Array {
  const [times, by] = digits < 0 ? [1, 10 ** -digits] : [10 ** digits, 1]
  const steps = new Int32Array(coordinates.length)
  for (let at = 0; at < steps.length; at++) steps[at] = Math.round(((coordinates[at] ?? 0) * times) / by)
  return steps
}

/** Converts steps to coordinates, and from the order joint after joint to the order frame after frame. */
function toValues(steps: Int32Array, digits: number, count: number): Float64Array {
  const [times, by] = digits < 0 ? [10 ** -digits, 1] : [1, 10 ** digits]
  const values = new Float64Array(steps.length)
  const points = steps.length / (count || 1)
  for (let joint = 0, at = 0; joint < points; joint++)
    for (let frame = 0, to = joint; frame < count; frame++, to += points) values[to] = ((steps[at++] ?? 0) * times) / by
  return values
}

/** The declared length of a session. Frames without a time are spread evenly over it. */
type Timing = { durationMs: number; totalFrames: number }

/** Sets of landmarks that the engine knows: joints of the body, points of a hand, points of MediaPipe Pose. */
const KNOWN_SETS: readonly number[] = [18, 21, 33]
const MAX_FRAMES = 1200
const MAX_COORDINATE = 1e6
// Twice the longest session.
const MAX_SPAN_MS = 120_000

/** A frame whose joints are a list. */
export type ReadFrame = { t: number; joints: Point[] }

type ReadLandmarks = { t: number | undefined; joints: Point[] }

/**
 * Parses landmarks of an upload, which may have several forms, to frames of one set of joints with rising times in ms, from 0. Returns null if the
 * form is unknown or fewer than half of the frames can be read. `timing` is the declared length of the session, for frames without a time.
 */
export function readFrames(landmarks: unknown, timing: Timing): ReadFrame[] | null {
  const list = Array.isArray(landmarks) ? landmarks : readMember(landmarks, 'frames')
  if (!Array.isArray(list) || list.length > MAX_FRAMES) return null
  const read = list.map(readFrame)
  const points = countUsualPoints(read)
  const timed = addTimes(read, timing).filter(({ joints }) => joints.length === points)
  const rising = timed.filter(({ t }, at) => at === 0 || t > (timed[at - 1]?.t ?? 0))
  if (rising.length < 2 || rising.length < list.length / 2) return null
  return toMilliseconds(rising, timing.durationMs)
}

function readFrame(frame: unknown): ReadLandmarks | null {
  const joints = readJoints(findFirstMember(frame, ['joints', 'landmarks', 'points', 'keypoints']) ?? frame)
  if (joints === null) return null
  const t = findFirstMember(frame, ['t', 'timestamp', 'time'])
  return { t: typeof t === 'number' && Number.isFinite(t) ? t : undefined, joints }
}

/** Reads points from a list, or from members "0", "1", …; returns null if a point cannot be read. */
function readJoints(joints: unknown): Point[] | null {
  const list = Array.isArray(joints) ? joints : toFrameList(joints)
  if (!KNOWN_SETS.includes(list.length)) return null
  const points: Point[] = []
  for (const one of list) {
    const point = readPoint(one)
    if (point === null) return null
    points.push(point)
  }
  return points
}

function toFrameList(joints: unknown): unknown[] {
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

/** Returns the number of points that most frames have. */
function countUsualPoints(frames: readonly (ReadLandmarks | null)[]): number {
  const timesOf = (points: number): number => frames.filter((frame) => frame?.joints.length === points).length
  return KNOWN_SETS.reduce((best, points) => (timesOf(points) > timesOf(best) ? points : best))
}

/** Returns frames with their own times, or evenly spaced frames if none has a time. */
function addTimes(frames: readonly (ReadLandmarks | null)[], { durationMs, totalFrames }: Timing): ReadFrame[] {
  const isTimed = frames.some((frame) => frame?.t !== undefined)
  return frames.flatMap((frame, index) => {
    const t = isTimed ? frame?.t : (index * durationMs) / totalFrames
    return frame && t !== undefined ? [{ t, joints: frame.joints }] : []
  })
}

/** Converts times to ms from 0. Times that span less than a hundredth of the session are seconds; returns null if they span far too much. */
function toMilliseconds(frames: readonly ReadFrame[], durationMs: number): ReadFrame[] | null {
  const start = frames[0]?.t ?? 0
  const span = (frames.at(-1)?.t ?? 0) - start
  const unitMs = span < durationMs / 100 ? 1000 : 1
  if (span * unitMs > MAX_SPAN_MS) return null
  return frames.map(({ t, joints }) => ({ t: (t - start) * unitMs, joints }))
}

function findFirstMember(value: unknown, names: readonly string[]): unknown {
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

/**
 * Parses the body of a research upload and checks it against the contract; throws the problem of a refused body. The landmarks, nearly all of the
 * body, are parsed without the strict JSON rules to save time, since they may be any JSON. All other members are stored as sent, so they are parsed
 * strictly.
 */
export function readUpload(bytes: Uint8Array): ResearchUpload {
  const apart = splitFrame(bytes)
  if (!apart) return readBody(uploadResearch, bytes)
  return { ...readBody(uploadResearch, apart.rest), landmarks: apart.landmarks }
}

type Members = Readonly<Record<string, unknown>>

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Splits a body into its landmarks and the body without them. Returns null if the body is too unusual for this, so that it is read as a whole. */
function splitFrame(bytes: Uint8Array): { landmarks: unknown; rest: Uint8Array } | null {
  try {
    const text = decoder.decode(bytes)
    const whole = JSON.parse(text) as Members
    const rest = Buffer.from(removeLandmarks(text, whole))
    return hasSameNames(parseBody(rest), whole) ? { landmarks: whole['landmarks'], rest } : null
  } catch {
    return null
  }
}

/** Replaces the landmarks in the text by null: from their name to the next member's, or to the end of the body. */
function removeLandmarks(text: string, whole: Members): string {
  const names = Object.keys(whole)
  const next = names[names.indexOf('landmarks') + 1]
  const head = text.slice(0, text.indexOf('"landmarks"'))
  if (next === undefined) return `${head}"landmarks":null${text.slice(text.lastIndexOf('}'))}`
  return `${head}"landmarks":null,${text.slice(text.lastIndexOf(JSON.stringify(next)))}`
}

// A name that stands elsewhere too leads to a wrong cut; then a member is missing, if what is left is JSON at all.
function hasSameNames(rest: unknown, whole: Members): boolean {
  const names = Object.keys(rest as Members)
  return names.length === Object.keys(whole).length && names.every((name) => Object.hasOwn(whole, name))
}
