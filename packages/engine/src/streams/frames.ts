import { isFiniteNumber, readMembers } from '../members.ts'
import type { LandmarkColumns, Point } from '../types.ts'

/** Joints as a list or by their names; null stands for a joint that is no point. */
export type Joints = readonly (Point | null)[] | Readonly<Record<string, Point | null>>

/** One frame with a time and joints; how many joints and how far out is for those to judge who use them. */
export type Frame = { t: number; joints: Joints }

/** Landmark frames as a caller gave them, read once: null stands for an entry that is no frame. */
export type FrameStream = { isGiven: boolean; isList: boolean; frames: readonly (Frame | null)[] }

/** Columns of landmarks whose lengths fit each other, or null. */
export function readColumns(value: unknown): LandmarkColumns | null {
  const { t, points, x, y, z } = readMembers(value)
  if (!(t instanceof Float64Array) || typeof points !== 'number' || !Number.isInteger(points)) return null
  const isAxis = (axis: unknown): axis is Float64Array =>
    axis instanceof Float64Array && axis.length === t.length * points
  return isAxis(x) && isAxis(y) && isAxis(z) ? { t, points, x, y, z } : null
}

/** Of what is no list, nothing is read. */
export function readFrames(value: unknown): FrameStream {
  const isList = Array.isArray(value)
  return { isGiven: value !== undefined, isList, frames: isList ? Array.from(value, readFrame) : [] }
}

function readFrame(entry: unknown): Frame | null {
  const { t, joints } = readMembers(entry)
  if (!isFiniteNumber(t) || typeof joints !== 'object' || joints === null) return null
  // Spread, so that a hole is read as well; Array.from takes several times as long for thousands of points.
  return { t, joints: Array.isArray(joints) ? [...joints].map((point) => readPoint(point)) : readKeyedJoints(joints) }
}

function readKeyedJoints(joints: object): Readonly<Record<string, Point | null>> {
  return Object.fromEntries(Object.entries(joints).map(([name, point]) => [name, readPoint(point)]))
}

/** A depth that is no number becomes NaN: some can do without it, others must refuse the frame. */
function readPoint(value: unknown): Point | null {
  const { x, y, z } = readMembers(value)
  if (!isFiniteNumber(x) || !isFiniteNumber(y)) return null
  return z === undefined || typeof z === 'number' ? (value as Point) : { x, y, z: Number.NaN }
}
