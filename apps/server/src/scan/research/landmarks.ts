import type { LandmarkColumns, LandmarkFrame, Point } from '@stillhere/engine'
import { packColumns, unpackColumns } from './columns.ts'

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
 * Frames of the same joints in few bytes. Times are kept from the first frame on, to 1 µs. An axis whose coordinates have few
 * decimal digits is kept exactly, another in steps of at most 1/200,000 of its largest coordinate.
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
    digits[k] = digitsFor(coordinates)
    steps.set(toSteps(coordinates, digits[k]), count * (1 + k * points))
  }
  const head = Uint8Array.from([VERSION, points, count, count >> 8, ...digits, NO_DEPTH]).subarray(0, HEAD_BYTES)
  return Buffer.concat([head, packColumns(steps, count)])
}

/** Reads what encodeLandmarks wrote, without an object for each point; what has no depth lies at 0. */
export function decodeLandmarks(bytes: Uint8Array): LandmarkColumns {
  const [version, points = 0, low = 0, high = 0] = bytes
  if (version !== VERSION) throw new RangeError(`landmarks of version ${version} cannot be read`)
  const count = low + 256 * high
  const digits = [...Int8Array.from(bytes.subarray(4, HEAD_BYTES))]
  const axes = digits[2] === NO_DEPTH ? 2 : 3
  const size = count * points
  const steps = unpackColumns(bytes.subarray(HEAD_BYTES), { size: count + size * axes, count })
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

/** One axis of all joints: joint after joint, each over time. */
function readCoordinates(lists: readonly Joints[], axis: Axis): Float64Array {
  const count = lists.length
  const points = lists[0]?.length ?? 0
  const coordinates = new Float64Array(count * points)
  for (const [frame, joints] of lists.entries())
    for (let joint = 0; joint < points; joint++) coordinates[joint * count + frame] = joints[joint]?.[axis] ?? 0
  return coordinates
}

/** As many digits as write every coordinate exactly, or as there is room for; below 0 for tens and hundreds. */
function digitsFor(coordinates: Float64Array): number {
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

/** From joint after joint, each over time, to frame after frame. */
function toValues(steps: Int32Array, digits: number, count: number): Float64Array {
  const [times, by] = digits < 0 ? [10 ** -digits, 1] : [1, 10 ** digits]
  const values = new Float64Array(steps.length)
  const points = steps.length / (count || 1)
  for (let joint = 0, at = 0; joint < points; joint++)
    for (let frame = 0, to = joint; frame < count; frame++, to += points) values[to] = ((steps[at++] ?? 0) * times) / by
  return values
}
